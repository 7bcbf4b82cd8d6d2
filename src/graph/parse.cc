#include "graph/parse.h"

#include <charconv>
#include <map>
#include <optional>

#include "base/try.h"
#include "bitloom/text.h"
#include "wgsl/evaluate.h"

namespace bitloom {
namespace {

using wgsl::trim;

template <class T>
std::optional<T> number_of(std::string_view text) {
  T value{};
  const auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (wrong != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<std::vector<int64_t>> numbers_of(std::string_view text, char between) {
  std::vector<int64_t> out;
  for (bool more = true; more;) {
    const size_t end = text.find(between);
    more = end != std::string_view::npos;
    const auto value = number_of<int64_t>(trim(text.substr(0, end)));
    if (!value) return std::nullopt;
    out.push_back(*value);
    if (more) text.remove_prefix(end + 1);
  }
  return out;
}

// The first of `marks` outside brackets, or the end.
size_t find_outside(std::string_view text, char mark) {
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == mark && depth == 0) return i;
    depth += text[i] == '(' || text[i] == '[' ? 1 : text[i] == ')' || text[i] == ']' ? -1 : 0;
  }
  return text.size();
}

class Parser {
 public:
  Result<Graph> run(std::string_view text) {
    for (size_t end = find_outside(text, ';'); end < text.size(); end = find_outside(text, ';')) {
      const std::string_view statement = text.substr(0, end);
      const size_t equals = find_outside(statement, '=');
      if (equals == statement.size())
        return error(Code::invalid_argument, "[graph] '{}' gives its result no name", trim(statement));
      names_[std::string(trim(statement.substr(0, equals)))] = TRY(expression(trim(statement.substr(equals + 1))));
      text.remove_prefix(end + 1);
    }
    for (const std::string_view output : split_list(text)) graph_.output("", TRY(expression(output)));
    return std::move(graph_);
  }

 private:
  Result<Value> expression(std::string_view text) {
    if (const auto named = names_.find(text); named != names_.end()) return named->second;
    const size_t open = text.find('(');
    if (open == std::string_view::npos)
      return graph_.input(format("t{}", graph_.inputs().size()), TRY(parse_desc(text)));
    const std::string_view op = trim(text.substr(0, open)), inside = text.substr(open + 1, text.size() - open - 2);
    if (!text.ends_with(')') || find_outside(inside, ')') != inside.size())
      return error(Code::invalid_argument, "[graph] '{}' is not op(...)", text);
    if (op == "const") return constant(TRY(parse_desc(inside)));
    std::vector<Value> in;
    Attrs attrs;
    for (const std::string_view argument : split_list(inside)) {
      const size_t equals = find_outside(argument, '=');
      if (equals == argument.size()) in.push_back(TRY(expression(argument)));
      else attrs.set(std::string(trim(argument.substr(0, equals))), parse_setting(trim(argument.substr(equals + 1))));
    }
    return graph_.apply(op, in, attrs);
  }

  // Filled with small bytes, so that nothing is folded away for being 0 or 1, and no two constants are the same.
  Value constant(const Desc& desc) {
    Tensor tensor(desc.dtype, desc.shape);
    for (size_t i = 0; i < tensor.bytes(); ++i)
      tensor.raw()[i] = static_cast<std::byte>(1 + (i + graph_.constants().size()) % 7);
    return graph_.constant(tensor);
  }

  Graph graph_;
  std::map<std::string, Value, std::less<>> names_;
};

}  // namespace

std::vector<std::string_view> split_list(std::string_view text) {
  std::vector<std::string_view> out;
  if (trim(text).empty()) return out;
  for (;;) {
    const size_t comma = find_outside(text, ',');
    out.push_back(trim(text.substr(0, comma)));
    if (comma == text.size()) return out;
    text.remove_prefix(comma + 1);
  }
}

Result<Graph> parse_graph(std::string_view text) { return Parser().run(text); }

AttrValue parse_setting(std::string_view text) {
  if (text == "[]") return std::vector<int64_t>();
  if (text.starts_with('[') && text.ends_with(']'))
    if (auto list = numbers_of(text.substr(1, text.size() - 2), ',')) return *list;
  if (const auto v = number_of<int64_t>(text)) return *v;
  if (const auto v = number_of<double>(text)) return *v;
  if (text == "true" || text == "false") return text == "true";
  if (auto list = numbers_of(text, 'x')) return *list;
  return std::string(text);
}

Result<Desc> parse_desc(std::string_view text, DType otherwise) {
  const size_t colon = std::min(text.find(':'), text.size());
  Desc desc{otherwise, {}};
  if (colon < text.size()) {
    const auto own = parse_dtype(text.substr(colon + 1));
    if (!own)
      return error(Code::invalid_argument,
                   "[tensor] not supported: type '{}'; supported are f32, f16, bf16, i32, u32, i8, u8",
                   text.substr(colon + 1));
    desc.dtype = *own;
  }
  const std::string_view sizes = text.substr(0, colon);
  if (sizes == "scalar") return desc;
  const auto list = numbers_of(sizes, 'x');
  if (!list)
    return error(Code::invalid_argument, "[tensor] a tensor is written as sizes, 128x768 or 128x768:f16, not '{}'",
                 text);
  desc.shape = TRY(checked_shape("tensor", *list));
  return desc;
}

}  // namespace bitloom

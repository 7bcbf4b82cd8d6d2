#include "wgsl/evaluate.h"

#include <algorithm>
#include <charconv>

#include "bitloom/text.h"

namespace bitloom::wgsl {
namespace {

constexpr int kMaxDepth = 32;  // of nesting: what is read here is only as trustworthy as a file

std::string list_visible(const Scope& scope) {
  Params all;
  for (const Scope* s = &scope; s; s = s->parent) {
    for (const auto& [name, value] : s->names) all.set(name, 0);
  }
  return list_names(all);
}

// One expression at `at` in `text`. The first problem sticks and moves `at` to the end, so that reading soon stops.
class Expression {
 public:
  Expression(std::string_view text, size_t at, const Scope& scope) : text_(text), at_(at), scope_(scope) {}

  Evaluated run() {
    Value value = evaluate();
    return {std::move(value), at_, work_, std::move(problem_)};
  }

 private:
  struct Operator {
    std::string_view text;
    int level = 0;  // higher binds tighter
  };
  static constexpr Operator kOperators[] = {{"||", 1}, {"&&", 2}, {"==", 3}, {"!=", 3}, {"<=", 4}, {">=", 4}, {"<", 4},
                                            {">", 4},  {"+", 5},  {"-", 5},  {"*", 6},  {"/", 6},  {"%", 6}};

  Value evaluate() {
    Value condition = binary(1);
    if (!take("?")) return condition;
    const bool live = live_, chosen = truth(condition);
    live_ = live && chosen;
    Value yes = nested(&Expression::evaluate);
    if (!take(":")) return fail("expected : after the first choice of ?");
    live_ = live && !chosen;
    Value no = nested(&Expression::evaluate);
    live_ = live;
    return chosen ? yes : no;
  }

  bool take(std::string_view token) {
    while (at_ < text_.size() && is_blank(text_[at_])) ++at_;
    if (!text_.substr(at_).starts_with(token)) return false;
    at_ += token.size();
    return true;
  }
  bool at_end() { return take("") && at_ == text_.size(); }

  std::string_view rest() const { return text_.substr(at_); }

  template <class... Args>
  Value fail(std::string_view pattern, const Args&... args) {
    if (problem_.empty()) problem_ = format(pattern, args...);
    at_ = text_.size();
    return Value(0);
  }

  Value binary(int level) {
    Value left = unary();
    for (;;) {
      take("");  // blanks
      const auto* op = std::ranges::find_if(kOperators, [&](auto& o) { return rest().starts_with(o.text); });
      if (op == std::end(kOperators) || op->level < level) return left;
      at_ += op->text.size();
      const bool live = live_;  // the side that && or || does not need is read, but cannot go wrong
      if (op->level <= 2) live_ = live && truth(left) == (op->text == "&&");
      const Value right = binary(op->level + 1);
      left = live_ ? apply(op->text, left, right) : op->level <= 2 ? Value(op->text == "||") : Value(0);
      live_ = live;
    }
  }

  Value unary() {
    if (take("!")) return Value(!truth(nested(&Expression::unary)));
    if (take("-")) return apply("-", Value(0), nested(&Expression::unary));
    return primary();
  }

  Value primary() {
    if (take("(")) return closed(nested(&Expression::evaluate), ")");
    if (take("${")) return closed(nested(&Expression::evaluate), "}");  // a hole in an expression is a parenthesis
    if (take("\"") || take("'")) {
      const size_t start = at_, end = text_.find(text_[at_ - 1], start);
      if (end == std::string_view::npos) return fail("a string without its closing quote");
      at_ = end + 1;
      return Value(std::string(text_.substr(start, end - start)));
    }
    if (at_ < text_.size() && is_digit(text_[at_])) {
      int64_t number = 0;
      const auto read = std::from_chars(text_.data() + at_, text_.data() + text_.size(), number);
      if (read.ec != std::errc()) return fail("a number over 64 bits");
      at_ = static_cast<size_t>(read.ptr - text_.data());
      if (at_ < text_.size() && is_letter(text_[at_])) return fail("a number runs into \"{}\"", rest());
      return Value(number);
    }
    const std::string_view name = read_name(text_, at_);
    if (name.empty()) return fail("expected a value{}", at_end() ? "" : format(" at \"{}\"", rest()));
    if ((name == "min" || name == "max") && take("(")) {
      const Value a = nested(&Expression::evaluate);
      if (!take(",")) return fail("{} takes two values", name);
      const Value b = closed(nested(&Expression::evaluate), ")");
      const bool first = truth(apply(name == "min" ? "<=" : ">=", a, b));
      return first ? a : b;
    }
    const Value* value = scope_.find(name);
    if (!value) return fail("unknown name \"{}\"; known: {}", name, list_visible(scope_));
    if (!value->is_number()) work_ += value->string().size();
    return *value;
  }

  Value apply(std::string_view op, const Value& a, const Value& b) {
    if (!live_ || !problem_.empty()) return Value(0);
    if (op == "==") return Value(a == b);
    if (op == "!=") return Value(!(a == b));
    if (op == "&&" || op == "||") return Value(truth(b));  // a has not decided
    if (!a.is_number() || !b.is_number()) {
      if (op != "+") return fail("{} takes integers, not \"{}\"", op, a.is_number() ? b.string() : a.string());
      std::string joined = to_text(a) + to_text(b);
      work_ += joined.size();
      return Value(std::move(joined));
    }
    const int64_t x = a.number(), y = b.number();
    int64_t out = 0;
    if (op == "<") return Value(x < y);
    if (op == "<=") return Value(x <= y);
    if (op == ">") return Value(x > y);
    if (op == ">=") return Value(x >= y);
    if ((op == "/" || op == "%") && y == 0) return fail("{} {} 0", x, op);
    if (op == "%") return Value(y == -1 ? 0 : x % y);  // the least integer % -1 would trap
    if (op == "/" && y != -1) return Value(x / y);
    const bool overflow = op == "+"   ? __builtin_add_overflow(x, y, &out)
                          : op == "*" ? __builtin_mul_overflow(x, y, &out)
                          : op == "-" ? __builtin_sub_overflow(x, y, &out)
                                      : __builtin_sub_overflow(int64_t{0}, x, &out);  // x / -1
    if (overflow) return fail("{} {} {} is over 64 bits", x, op, y);
    return Value(out);
  }

  bool truth(const Value& value) {
    if (value.is_number()) return value.number() != 0;
    if (live_) fail("\"{}\" is neither true nor false; compare it with == or !=", value.string());
    return false;
  }

  Value nested(Value (Expression::*read)()) {
    if (depth_ == kMaxDepth) return fail("an expression more than {} deep", kMaxDepth);
    ++depth_;
    Value value = (this->*read)();
    --depth_;
    return value;
  }

  Value closed(Value value, std::string_view bracket) {
    return take(bracket) ? std::move(value)
                         : fail("expected {}{}", bracket, at_end() ? "" : format(" at \"{}\"", rest()));
  }

  std::string_view text_;
  size_t at_;
  const Scope& scope_;
  size_t work_ = 0;
  int depth_ = 0;
  bool live_ = true;  // false while reading what a choice leaves out
  std::string problem_;
};

}  // namespace

Evaluated evaluate(std::string_view text, size_t at, const Scope& scope) { return Expression(text, at, scope).run(); }

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string_view read_name(std::string_view text, size_t& at) {
  const size_t start = at;
  if (at < text.size() && is_letter(text[at])) {
    while (at < text.size() && (is_letter(text[at]) || is_digit(text[at]))) ++at;
  }
  return text.substr(start, at - start);
}

}  // namespace bitloom::wgsl

// Walks the lines of a template (lines.h), evaluates its expressions (evaluate.h) and jumps over the branches it does
// not take. The language is described in expander.h.
#include "wgsl/expander.h"

#include <algorithm>
#include <set>

#include "base/try.h"
#include "bitloom/text.h"
#include "wgsl/evaluate.h"
#include "wgsl/lines.h"

namespace bitloom::wgsl {
namespace {

constexpr size_t kMaxOutput = size_t{4} << 20;  // bytes
constexpr size_t kMaxWork = size_t{16} << 20;   // bytes read and written on the way, loops and lookups included
constexpr int kMaxDepth = 32;                   // includes, calls and loops in one another

bool is_name(std::string_view text) {
  size_t at = 0;
  return !read_name(text, at).empty() && at == text.size();
}

// Splits at commas outside brackets and quotes, from `at` to the end or to a closing parenthesis, which is taken too.
std::vector<std::string_view> split(std::string_view text, size_t& at, bool& closed) {
  std::vector<std::string_view> items;
  size_t start = at;
  int nested = 0;
  char quote = 0;
  for (closed = false; at < text.size() && !closed; ++at) {
    const char c = text[at];
    if (quote) quote = c == quote ? 0 : quote;
    else if (c == '"' || c == '\'') quote = c;
    else if (c == '(' || c == '[' || c == '{') ++nested;
    else if (nested > 0) nested -= c == ')' || c == ']' || c == '}';
    else if (c == ',') items.push_back(trim(text.substr(start, at - start))), start = at + 1;
    else closed = c == ')';
  }
  const std::string_view last = trim(text.substr(start, at - start - closed));
  if (!last.empty() || !items.empty()) items.push_back(last);
  return items;
}

struct File {
  std::string path;
  uint32_t index = 0;
  std::vector<Line> lines = {};
};

struct Macro {
  const File* file = nullptr;
  size_t begin = 0, end = 0;  // its lines
  size_t indent = 0;          // of the first
  std::vector<std::string> params;
  Scope scope;  // what it saw where it was defined
};

// Where we are, linked to the include or call that led here. On an error nothing unwinds these: the expansion is over.
struct Site {
  const File* file;
  size_t line;
  Site* caller;
  bool include;
};

class Expander {
 public:
  Expander(const Sources& sources, const Key& key, Branches* taken)
      : sources_(sources), key_(key), taken_(taken), root_{nullptr, &key.params} {}

  Result<Expanded> run() {
    const std::string* text = sources_.find(key_.file);
    if (!text) return error(Code::not_found, "[wgsl] no file \"{}\"; there are: {}", key_.file, list_names(sources_));
    if (!key_.prelude.empty()) {
      const File* prelude = TRY(load("<prelude>", key_.prelude));
      TRY(enter(*prelude, 0, prelude->lines.size(), root_, true));
    }
    const File* file = TRY(load(key_.file, *text));
    TRY(enter(*file, 0, file->lines.size(), root_, true));
    Site top{file, 1, nullptr, true};
    site_ = &top;
    TRY(check_declared(root_, "the key gives"));
    if (out_.text.ends_with("\n\n")) out_.text.pop_back(), out_.origins.pop_back();
    out_.files.resize(files_.size());
    for (const auto& [path, file] : files_) out_.files[file.index] = path;
    return std::move(out_);
  }

 private:
  template <class... Args>
  Error fail(std::string_view pattern, const Args&... args) const {
    std::string message = format("[wgsl] {}:{}: {}", site_->file->path, site_->line, format(pattern, args...));
    for (const Site* s = site_->caller; s; s = s->caller) message += format("\n  from {}:{}", s->file->path, s->line);
    return {Code::compile, std::move(message)};
  }

  void took(const File& file, size_t line) {
    if (taken_) taken_->emplace(file.path, line);
  }

  Status spend(size_t work) {
    work_ += work;
    if (work_ > kMaxWork || out_.text.size() > kMaxOutput) {
      return fail("the expansion is too large: over {} bytes of output or {} of work", kMaxOutput, kMaxWork);
    }
    return {};
  }

  Result<const File*> load(std::string_view path, std::string_view text) {
    const auto [slot, fresh] = files_.try_emplace(std::string(path));
    File& file = slot->second;
    if (!fresh) return &file;
    Lines cut = cut_lines(text);
    file = {std::string(path), static_cast<uint32_t>(files_.size() - 1), std::move(cut.lines)};
    if (cut.problem.empty()) return &file;
    Site site{&file, cut.bad_line, site_, true};
    site_ = &site;
    return fail("{}", cut.problem);
  }

  // Expands some lines of a file: all of them, or a macro's.
  Status enter(const File& file, size_t begin, size_t end, Scope& scope, bool include) {
    TRY(deeper());
    Site site{&file, begin + 1, site_, include};
    site_ = &site;
    if (include) took(file, 0);
    TRY(lines(begin, end, scope));
    site_ = site.caller;
    --depth_;
    return {};
  }

  Status deeper() {
    if (++depth_ > kMaxDepth) return fail("includes, macros and loops more than {} deep", kMaxDepth);
    return {};
  }

  Status lines(size_t begin, size_t end, Scope& scope) {
    const std::vector<Line>& lines = site_->file->lines;
    for (size_t i = begin; i < end; ++i) {
      const Line& line = lines[i];
      site_->line = i + 1;
      TRY(spend(line.text.size() + 1));
      switch (line.kind) {
        case Kind::note:
        case Kind::end: break;
        case Kind::text: TRY(text_line(line.text, scope)); break;
        case Kind::param: TRY(param(line.text, scope)); break;
        case Kind::include: TRY(include(line.text, scope)); break;
        case Kind::let: TRY(let(line.text, scope)); break;
        case Kind::error: return fail("{}", TRY(text(line.text, scope)));
        case Kind::if_:  // on to the first branch that holds, or to the #end
          while (lines[i].kind == Kind::if_ || lines[i].kind == Kind::elif_) {
            site_->line = i + 1;
            const Value holds = TRY(expression(lines[i].text, scope));
            if (!holds.is_number()) return fail("\"{}\" is neither true nor false; compare it", holds);
            if (holds.number() != 0) break;
            i = lines[i].next;
          }
          took(*site_->file, i + 1);
          break;
        case Kind::elif_:  // the end of the branch we took
        case Kind::else_:
          while (lines[i].kind != Kind::end) i = lines[i].next;
          break;
        case Kind::for_:
          TRY(loop(line.text, i + 1, line.next, scope));
          i = line.next;
          break;
        case Kind::define:
        case Kind::default_:
          TRY(define(line, i + 1, scope));
          i = line.next;
          break;
      }
    }
    return {};
  }

  // A value at `at`, which moves behind it.
  Result<Value> expression(std::string_view text, size_t& at, const Scope& scope) {
    Evaluated read = evaluate(text, at, scope);
    TRY(spend(read.work));
    if (!read.problem.empty()) return fail("{}", read.problem);
    at = read.end;
    return std::move(read.value);
  }

  Result<Value> expression(std::string_view text, const Scope& scope) {
    size_t at = 0;
    Value value = TRY(expression(text, at, scope));
    if (!trim(text.substr(at)).empty()) return fail("unexpected \"{}\"", trim(text.substr(at)));
    return value;
  }

  // Text with its holes filled and its calls expanded; a comment may hold a bare '#'.
  Result<std::string> text(std::string_view raw, const Scope& scope) {
    std::string out;
    bool comment = false;
    for (size_t at = 0; at < raw.size();) {
      const std::string_view tail = raw.substr(at);
      if (tail.starts_with("${")) {
        append_text(out, TRY(hole(raw, at, scope)));
      } else if (tail.starts_with('#') && !comment) {
        out += TRY(call_inside(raw, at, scope));
      } else {
        comment |= tail.starts_with("//");
        out += raw[at++];
      }
    }
    TRY(spend(out.size()));
    return out;
  }

  Result<Value> hole(std::string_view raw, size_t& at, const Scope& scope) {
    at += 2;
    Value value = TRY(expression(raw, at, scope));
    while (at < raw.size() && is_blank(raw[at])) ++at;
    if (at == raw.size() || raw[at] != '}') return fail("expected } to close the hole, at \"{}\"", raw.substr(at));
    ++at;
    return value;
  }

  struct Call {
    const Macro* macro;
    Scope scope;  // the arguments
  };

  // The call #name(argument, ...) at `at`, which moves behind it.
  Result<Call> call(std::string_view raw, size_t& at, const Scope& scope) {
    TRY(deeper());
    TRY(spend(64));
    std::string name;
    for (++at; at < raw.size() && raw[at] != '(';) {
      if (raw.substr(at).starts_with("${")) append_text(name, TRY(hole(raw, at, scope)));
      else if (is_letter(raw[at]) || is_digit(raw[at])) name += raw[at++];
      else break;
    }
    if (at == raw.size() || raw[at] != '(')
      return fail("'#' starts a call, #name(...), or a directive on its own line");
    bool closed = false;
    const auto arguments = split(raw, ++at, closed);
    if (!closed) return fail("the call of #{} has no closing parenthesis", name);
    const auto found = macros_.find(name);
    if (found == macros_.end()) return fail("unknown macro \"#{}\"; known: {}", name, list_names(macros_));
    const Macro& macro = found->second;
    took(*macro.file, macro.begin);
    if (arguments.size() != macro.params.size()) {
      return fail("#{} takes {} arguments {}, not {}", name, macro.params.size(), macro.params, arguments.size());
    }
    Call call{&macro, {&macro.scope}};
    for (size_t i = 0; i < arguments.size(); ++i) {
      call.scope.names.set(macro.params[i], TRY(text(arguments[i], scope)));
    }
    --depth_;
    return call;
  }

  Status text_line(std::string_view raw, Scope& scope) {
    const std::string_view body = trim(raw);
    if (body.starts_with('#')) {
      size_t at = 0;
      Call made = TRY(call(body, at, scope));
      const std::string_view tail = trim(body.substr(at));
      if (tail.empty() ||
          tail.starts_with("//")) {  // a line of its own: as many lines as the macro has, as deep as here
        const Indent outer = indent_;
        indent_ = {outer.add + std::string(outdent(raw.substr(0, raw.find('#')))), made.macro->indent};
        TRY(enter(*made.macro->file, made.macro->begin, made.macro->end, made.scope, false));
        indent_ = outer;
        return {};
      }
    }
    return emit(TRY(text(raw, scope)));
  }

  Result<std::string> call_inside(std::string_view raw, size_t& at, const Scope& scope) {
    const size_t start = at;
    Call made = TRY(call(raw, at, scope));
    Expanded outer = std::exchange(out_, {});
    const Indent indent = std::exchange(indent_, {});
    TRY(enter(*made.macro->file, made.macro->begin, made.macro->end, made.scope, false));
    indent_ = indent;
    const std::string inner = std::exchange(out_, std::move(outer)).text;
    std::string_view line = inner;
    while (line.ends_with('\n')) line.remove_suffix(1);
    if (line.find('\n') != std::string_view::npos) {
      return fail("{} expands to several lines: call it on a line of its own", raw.substr(start, at - start));
    }
    return std::string(trim(line));
  }

  // A line without the indentation of the macro it is in.
  std::string_view outdent(std::string_view line) const {
    for (size_t i = 0; i < indent_.remove && !line.empty() && is_blank(line[0]); ++i) line.remove_prefix(1);
    return line;
  }

  // Appends lines to the output; of several blank ones only the first.
  Status emit(std::string_view text) {
    for (;;) {
      const size_t end = std::min(text.find('\n'), text.size());
      const std::string_view line = text.substr(0, end);
      const bool blank = trim(line).empty();
      if (!blank || !(out_.text.empty() || out_.text.ends_with("\n\n"))) {
        if (!blank) out_.text.append(indent_.add).append(outdent(line));
        out_.text += '\n';
        out_.origins.push_back({site_->file->index, static_cast<uint32_t>(site_->line)});
      }
      if (end == text.size()) return spend(indent_.add.size());
      text.remove_prefix(end + 1);
    }
  }

  // name=value, or a name alone; the value is text, with or without quotes around it.
  struct Setting {
    std::string_view name, value;
    bool has_value;
  };
  Result<std::vector<Setting>> settings(std::string_view list) const {
    size_t at = 0;
    bool closed = false;
    std::vector<Setting> out;
    for (const std::string_view item : split(list, at, closed)) {
      const size_t equals = std::min(item.find('='), item.size());
      const std::string_view name = trim(item.substr(0, equals));
      if (!is_name(name)) return fail("expected a name or name=value, not \"{}\"", item);
      std::string_view value = trim(item.substr(std::min(equals + 1, item.size())));
      if (value.size() > 1 && (value[0] == '"' || value[0] == '\'') && value.find(value[0], 1) == value.size() - 1) {
        value = value.substr(1, value.size() - 2);
      }
      out.push_back({name, value, equals < item.size()});
    }
    if (closed) return fail("unexpected )");
    if (out.empty()) return fail("expected names");
    return out;
  }

  Status param(std::string_view list, Scope& scope) {
    if (!scope.given) return fail("#param belongs to a file, not into a loop or macro");
    for (const Setting& param : TRY(settings(list))) {
      if (scope.names.find(param.name)) continue;  // another file of this scope has it too
      if (const Value* value = scope.given->find(param.name)) scope.names.set(param.name, *value);
      else if (param.has_value) scope.names.set(param.name, TRY(text(param.value, scope)));
      else if (!scope.find(param.name))
        return fail("parameter \"{}\" has no value and no default; given: {}", param.name, list_names(*scope.given));
    }
    return {};
  }

  Status check_declared(const Scope& scope, std::string_view giver) const {
    for (const auto& [name, value] : *scope.given) {
      if (!scope.names.find(name)) {
        return fail("{} \"{}\", which no #param declares; declared: {}", giver, name, list_names(scope.names));
      }
    }
    return {};
  }

  Status include(std::string_view rest, Scope& scope) {
    const size_t quote = rest.starts_with('"') ? rest.find('"', 1) : std::string_view::npos;
    if (quote == std::string_view::npos) return fail("expected #include \"file\", with or without a list of settings");
    const std::string path = TRY(text(rest.substr(1, quote - 1), scope));
    rest = trim(rest.substr(quote + 1));
    const bool with = rest.starts_with("with") && rest.size() > 4 && is_blank(rest[4]);
    if (!with && !rest.empty()) return fail("unexpected \"{}\" after the file; expected: with name=value, ...", rest);

    for (const Site* s = site_; s; s = s->caller) {
      if (s->include && s->file->path == path) return fail("\"{}\" includes itself", path);
    }
    const std::string* source = sources_.find(path);
    if (!source) return fail("no file \"{}\"; there are: {}", path, list_names(sources_));
    if (!with && !included_.insert(path).second) return {};
    const File* file = TRY(load(path, *source));
    if (!with) return enter(*file, 0, file->lines.size(), root_, true);

    Params given;
    for (const Setting& setting : TRY(settings(rest.substr(4)))) {
      if (!setting.has_value) return fail("\"{}\" has no value; expected {}=...", setting.name, setting.name);
      if (given.find(setting.name)) return fail("\"{}\" is given twice", setting.name);
      given.set(setting.name, TRY(text(setting.value, scope)));
    }
    Scope inner{&scope, &given};
    TRY(enter(*file, 0, file->lines.size(), inner, true));
    return check_declared(inner, format("the with-list gives {}", path));
  }

  Status let(std::string_view rest, Scope& scope) {
    const size_t equals = rest.find('=');
    const std::string_view name = trim(rest.substr(0, equals));
    if (equals == std::string_view::npos || !is_name(name)) return fail("expected #let name = expression");
    if (scope.names.find(name) || (scope.given && scope.given->find(name))) {
      return fail("\"{}\" already has a value in this scope", name);
    }
    scope.names.set(name, TRY(expression(rest.substr(equals + 1), scope)));
    return {};
  }

  Status loop(std::string_view rest, size_t begin, size_t end, Scope& scope) {
    size_t at = 0;
    const std::string_view name = read_name(rest, at);
    rest = trim(rest.substr(at));
    if (name.empty() || !rest.starts_with("in") || rest.size() < 3 || !is_blank(rest[2])) {
      return fail("expected #for name in first..end");
    }
    at = 2;
    const Value first = TRY(expression(rest, at, scope));
    rest = trim(rest.substr(at));
    if (!rest.starts_with("..")) return fail("expected .. and the end of the range, not \"{}\"", rest);
    const Value last = TRY(expression(rest.substr(2), scope));
    if (!first.is_number() || !last.is_number()) return fail("a range is between integers, not {}..{}", first, last);
    TRY(deeper());
    for (int64_t i = first.number(); i < last.number(); ++i) {
      TRY(spend(64));  // an empty turn costs something too
      Scope turn{&scope};
      turn.names.set(name, i);
      TRY(lines(begin, end, turn));
    }
    --depth_;
    return {};
  }

  Status define(const Line& line, size_t begin, const Scope& scope) {
    const std::string head = TRY(text(line.text, scope));
    const size_t open = std::min(head.find('('), head.size());
    const std::string name(trim(std::string_view(head).substr(0, open)));
    size_t at = open + 1;
    bool closed = false;
    Macro macro{site_->file, begin, line.next, 0, {}, {&root_}};
    const std::string_view first = macro.file->lines[begin].text;
    macro.indent = static_cast<size_t>(std::ranges::find_if_not(first, is_blank) - first.begin());
    if (open < head.size()) {
      for (const std::string_view param : split(head, at, closed)) {
        if (!is_name(param)) return fail("\"{}\" cannot be a macro's parameter: it is no name", param);
        if (std::ranges::count(macro.params, param)) return fail("parameter \"{}\" is there twice", param);
        macro.params.emplace_back(param);
      }
    }
    if (!is_name(name) || !closed || at != head.size()) return fail("expected a macro's name(a, b), not \"{}\"", head);
    if (directive(name) != Kind::text) return fail("#{} is a directive", name);
    for (const Scope* s = &scope; s != &root_; s = s->parent) {  // keep what it sees: these scopes end before the calls
      for (const auto& [key, value] : s->names) {
        if (s != &scope && macro.scope.names.find(key)) continue;
        TRY(spend(value.is_number() ? 8 : value.string().size()));
        macro.scope.names.set(key, value);
      }
    }
    const auto [slot, fresh] = macros_.try_emplace(name, std::move(macro));
    if (fresh) return {};
    const Macro& there = slot->second;
    if (line.kind == Kind::define) {
      return fail("#{} is already defined at {}:{}", name, there.file->path, there.begin);
    }
    if (there.params.size() != macro.params.size()) {  // try_emplace left it alone
      return fail("#{} takes {}, but {}:{} defines it with {}", name, macro.params, there.file->path, there.begin,
                  there.params);
    }
    if (there.file != site_->file || there.begin != begin) took(*site_->file, line.next + 1);
    return {};
  }

  const Sources& sources_;
  const Key& key_;
  Branches* taken_;
  Scope root_;
  Expanded out_;
  struct Indent {
    std::string add;    // of the calls we are in
    size_t remove = 0;  // of the macro we are in
  } indent_;
  std::map<std::string, File, std::less<>> files_;
  std::map<std::string, Macro, std::less<>> macros_;
  std::set<std::string, std::less<>> included_;
  Site* site_ = nullptr;
  int depth_ = 0;
  size_t work_ = 0;
};

}  // namespace

Result<Expanded> expand(const Sources& sources, const Key& key, Branches* taken) {
  return Expander(sources, key, taken).run();
}

}  // namespace bitloom::wgsl

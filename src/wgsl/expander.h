// The template language our shaders are written in, and its expander: from a Key to WGSL.
//
//   Expanded kernel = TRY(expand(Sources::embedded(), key));
//   device.compile(kernel.text);                                // on an error at line:column:
//   annotate(kernel, line, column, "unresolved value 'x'");     // shows the template's file:line, the text and a caret
//
// A template is WGSL with holes, ${threads / 2}, and lines that start with '#' (which WGSL never uses):
//
//   #param dtype, threads=256            what the file takes from the key; the key may give nothing else
//   #include "common/reduce.wgsl"        at most once, in the root's scope, whoever asks first
//   #include "tensor.wgsl" with name=x, binding=${b + 1}     every time, in a scope of its own; a missing value comes
//                                        from the file's default, then from the enclosing scopes
//   #if expr  #elif expr  #else  #end    names bound inside stay bound: a branch is no scope
//   #for i in 0..expr  #end              unrolled; each turn is a scope
//   #let half = threads / 2              a constant of this scope, from here on
//   #define load(i)  #end                a macro, called as #load(i): on a line of its own, or inside a line when it
//                                        expands to one line. It sees its arguments, the scope it was defined in and
//                                        the root. Names may have holes: #define load_${name}(i)
//   #default load(i)  #end               defines it unless a key's prelude (a hook) already has
//   #error text                          stops
//   //# note                             a comment for readers of the template only
//
// Expressions have integers, 'strings', names, + - * / % == != < <= > >= && || ! ?: ( ), min(a, b) and max(a, b).
// + joins as soon as one side is a string; 0 is false. Values in with-lists, defaults and macro arguments are plain
// text with holes (quotes around a whole value are dropped), split at commas outside brackets. A name whose text spells
// an integer is that integer.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "bitloom/result.h"
#include "wgsl/key.h"

namespace bitloom::wgsl {

// Template files by path. The embedded ones are built into the library; a copy can be added to.
class Sources {
 public:
  static const Sources& embedded();

  void add(std::string_view path, std::string_view text) { files_.insert_or_assign(std::string(path), text); }
  const std::string* find(std::string_view path) const;  // null when there is none
  auto begin() const { return files_.begin(); }
  auto end() const { return files_.end(); }

 private:
  std::map<std::string, std::string, std::less<>> files_;
};

// Where a line of the expanded text was written: a macro's lines belong to its definition.
struct Origin {
  uint32_t file = 0;  // index into Expanded::files
  uint32_t line = 0;  // from 1
  friend bool operator==(const Origin&, const Origin&) = default;
};

struct Expanded {
  std::string text;
  std::vector<Origin> origins;     // one a line of text
  std::vector<std::string> files;  // "prelude" is the key's

  std::string where(int line) const;  // "softmax/kernel.wgsl:12" for a line of text, from 1
};

// Branches of templates, by file and line: of an #if, #elif or #else that was taken, of a #define or #default that was
// called; of the #end of an #if none of whose branches was, or of a #default that a hook replaced; 0 for a file itself.
using Branches = std::set<std::pair<std::string, size_t>>;

// Errors are Code::compile and start with "[wgsl] file:line: ", followed by one "from file:line" for each include or
// macro call that led there. Runaway templates end in such an error too: output is held under 4 MB, work in proportion.
// `taken`, if given, learns which branches it went through.
Result<Expanded> expand(const Sources& sources, const Key& key, Branches* taken = nullptr);

// A compiler's message at a line and column (from 1) of the expanded text, with the lines around and their origin.
std::string annotate(const Expanded& expanded, int line, int column, std::string_view message);

}  // namespace bitloom::wgsl

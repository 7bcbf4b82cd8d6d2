// How the WebAssembly build and JavaScript talk: imports and exports by name, text as `key=value` lines.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "bitloom/backend.h"

#define BITLOOM_IMPORT(name) __attribute__((import_module("bitloom"), import_name(#name)))
#define BITLOOM_EXPORT(name) __attribute__((export_name(#name)))

namespace bitloom::web {

// Calls f(key, value) for each line of `key=value`.
template <class F>
void each_line(std::string_view text, F f) {
  while (!text.empty()) {
    const size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    const size_t equals = line.find('=');
    if (equals != std::string_view::npos) f(line.substr(0, equals), line.substr(equals + 1));
  }
}

// Such lines, to be read by key. A key that is not there reads as empty, or as 0.
class Words {
 public:
  explicit Words(std::string text) : text_(std::move(text)) {}
  std::string_view all() const { return text_; }
  std::string_view word(std::string_view key) const;
  double number(std::string_view key) const;

 private:
  std::string text_;
};

// What stands before the next colon, which goes with it.
std::string_view next_part(std::string_view& text);
double number_of(std::string_view text);
std::vector<int64_t> list_of(std::string_view text);
// i: whole number, f: number, w: word, l: list of whole numbers.
AttrValue attr_of(std::string_view text);
// type:sizes, as in 0:2,3
Result<Desc> desc_of(std::string_view& text);
// The lines of a call that say how it runs; true if this was one.
bool read_option(RunOptions& options, std::string_view key, std::string_view value);

using BackendPointer = std::shared_ptr<Backend>;
std::vector<Tensor> tensors_at(Tensor* const* pointers, size_t count);

// Ends a call, with an object or text or both, with tensors that are JavaScript's from now on, or with an error.
void settle(int call, const void* object, std::string_view text);
void settle(int call, Tensor tensor);
void settle(int call, std::vector<Tensor> tensors);
void settle(int call, const Error& e);
template <class T>
void settle(int call, Result<T> result) {
  if (result.ok()) settle(call, std::move(*result));
  else settle(call, result.error());
}
inline void settle(int call, const Result<std::string>& text) {
  if (text.ok()) settle(call, nullptr, *text);
  else settle(call, text.error());
}
// Ends whatever runs: JavaScript throws the error.
[[noreturn]] void stop(const Error& e);
// Something on the way; false: JavaScript wants no more.
bool tell(int call, std::string_view json);

// Lists of ops that were read for a backend are forgotten with it.
void forget_lists(const void* backend);

// What JavaScript said with bitloom_say, since the last time this was asked.
Words said();

}  // namespace bitloom::web

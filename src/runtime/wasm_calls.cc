// How calls from JavaScript are read and ended: src/runtime/web.h.
#include <charconv>
#include <cstdlib>

#include "base/try.h"
#include "cpu/threads.h"
#include "runtime/web.h"

namespace bitloom {
namespace {

extern "C" {
BITLOOM_IMPORT(settle) void settle_call(int call, const void* object, const void* bytes, size_t size);
BITLOOM_IMPORT(settle_tensor)
void settle_tensor(int call, const Tensor* tensor, int dtype, int rank, const int64_t* dims);
BITLOOM_IMPORT(settle_tensors) void settle_tensors(int call, const double* numbers, size_t count);
BITLOOM_IMPORT(settle_error) void settle_error(int call, int code, const char* text, size_t size);
BITLOOM_IMPORT(finding) int finding(int call, const char* json, size_t size);  // 0: stop
BITLOOM_IMPORT(fatal) void fatal_in_javascript(int code, const char* text, size_t size);
}

std::string said_text;

}  // namespace

namespace web {

double number_of(std::string_view text) {
  // Debian's libc++ has no from_chars for floating point.
  return std::strtod(std::string(text).c_str(), nullptr);
}

std::vector<int64_t> list_of(std::string_view text) {
  std::vector<int64_t> list;
  for (const char *at = text.data(), *end = at + text.size(); at < end; ++at) {
    int64_t number = 0;
    at = std::from_chars(at, end, number).ptr;
    list.push_back(number);
  }
  return list;
}

AttrValue attr_of(std::string_view text) {
  if (text.empty()) return std::string();
  const std::string_view value = text.substr(1);
  if (text[0] == 'f') return number_of(value);
  if (text[0] == 'w') return std::string(value);
  std::vector<int64_t> list = list_of(value);
  if (text[0] == 'l') return list;
  return list.empty() ? int64_t{0} : list[0];
}

std::string_view next_part(std::string_view& text) {
  const size_t end = text.find(':');
  const std::string_view part = text.substr(0, end);
  text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  return part;
}

Result<Desc> desc_of(std::string_view& text) {
  const auto dtype = static_cast<DType>(number_of(next_part(text)));
  return Desc{dtype, TRY(checked_shape("tensor", list_of(next_part(text))))};
}

bool read_option(RunOptions& options, std::string_view key, std::string_view value) {
  if (key == "@profile") options.profile.profile = value;
  else if (key == "@threads") options.profile.threads = static_cast<uint32_t>(number_of(value));
  else if (key == "@tile") options.profile.tile = static_cast<uint32_t>(number_of(value));
  else if (key == "@fastMath") options.profile.fast_math = number_of(value) != 0;
  else if (key == "@fuse") options.fuse = number_of(value) != 0;
  else if (key == "@mostFused") options.most_fused = static_cast<int>(number_of(value));
  else return false;
  return true;
}

std::string_view Words::word(std::string_view key) const {
  std::string_view found;
  each_line(text_, [&](std::string_view k, std::string_view v) {
    if (k == key) found = v;
  });
  return found;
}
double Words::number(std::string_view key) const { return number_of(word(key)); }

Words said() { return Words(std::exchange(said_text, {})); }

std::vector<Tensor> tensors_at(Tensor* const* pointers, size_t count) {
  std::vector<Tensor> tensors;
  for (size_t i = 0; i < count; ++i) tensors.push_back(*pointers[i]);
  return tensors;
}

void settle(int call, const void* object, std::string_view text) {
  settle_call(call, object, text.data(), text.size());
}
void settle(int call, Tensor tensor) {
  auto* kept = new Tensor(std::move(tensor));
  settle_tensor(call, kept, static_cast<int>(kept->dtype()), kept->shape().rank(), kept->shape().sizes().data());
}
// For each its pointer, type, rank and sizes.
void settle(int call, std::vector<Tensor> tensors) {
  std::vector<double> numbers;
  for (Tensor& t : tensors) {
    const Desc desc = t.desc();
    numbers.push_back(static_cast<double>(reinterpret_cast<uintptr_t>(new Tensor(std::move(t)))));
    numbers.push_back(static_cast<double>(desc.dtype)), numbers.push_back(desc.shape.rank());
    for (const int64_t size : desc.shape.sizes()) numbers.push_back(static_cast<double>(size));
  }
  settle_tensors(call, numbers.data(), numbers.size());
}
void settle(int call, const Error& e) {
  settle_error(call, static_cast<int>(e.code), e.message.data(), e.message.size());
}
bool tell(int call, std::string_view json) { return finding(call, json.data(), json.size()) != 0; }

// An import that throws: the page goes on, but what ran is left where it was.
void stop(const Error& e) {
  fatal_in_javascript(static_cast<int>(e.code), e.message.data(), e.message.size());
  std::abort();
}

}  // namespace web

void fatal(std::string_view message) { web::stop({Code::internal, std::string(message)}); }

void fatal_out_of_memory() {
  web::stop(error(Code::out_of_memory,
                  "[wasm] WebAssembly memory is exhausted: a thread could not get what its kernel needs, with {} bytes "
                  "held in tensors",
                  cpu_memory().live));
}

// Text for the next call that wants some.
extern "C" BITLOOM_EXPORT(bitloom_say) void bitloom_say(const char* text, size_t size) { said_text.assign(text, size); }

}  // namespace bitloom

// What the WebAssembly build lacks: Debian's wasi-libc was compiled with the stack protector but without its two
// symbols, and Highway's assertions live in a library that exists for native machines only.
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

extern "C" {
uintptr_t __stack_chk_guard = 0x5bd1e995;  // no addresses leak to a caller, so a fixed value guards well enough
[[noreturn]] void __stack_chk_fail() { std::abort(); }
}

namespace hwy {

[[noreturn]] void Abort(const char* file, int line, const char* pattern, ...) {
  std::va_list args;
  va_start(args, pattern);
  std::fprintf(stderr, "%s:%d: ", file, line);
  std::vfprintf(stderr, pattern, args);
  std::fputc('\n', stderr);
  va_end(args);
  std::abort();
}

}  // namespace hwy

// Memory of the WebAssembly build. It is shared between threads, but Debian's C library was built for one: a lock
// around its allocator is all it needs. (The linker's --wrap sends every call here.)
#include <cstdlib>
#include <new>

#include "runtime/web.h"

namespace {

class Lock {
 public:
  Lock() {
    while (__atomic_exchange_n(&held_, 1, __ATOMIC_ACQUIRE)) {
    }
  }
  ~Lock() { __atomic_store_n(&held_, 0, __ATOMIC_RELEASE); }

 private:
  static inline int held_ = 0;
};

}  // namespace

extern "C" {
void* __real_malloc(size_t);
void* __real_calloc(size_t, size_t);
void* __real_realloc(void*, size_t);
void* __real_aligned_alloc(size_t, size_t);
void __real_free(void*);

void* __wrap_malloc(size_t n) { return Lock(), __real_malloc(n); }
void* __wrap_calloc(size_t n, size_t size) { return Lock(), __real_calloc(n, size); }
void* __wrap_realloc(void* p, size_t n) { return Lock(), __real_realloc(p, n); }
void* __wrap_aligned_alloc(size_t align, size_t n) { return Lock(), __real_aligned_alloc(align, n); }
void __wrap_free(void* p) { Lock(), __real_free(p); }
}

// What the standard library cannot get ends as a typed error in JavaScript.
static void* or_stop(void* p, size_t n) {
  if (p) return p;
  bitloom::web::stop(bitloom::error(bitloom::Code::out_of_memory,
                                    "[wasm] WebAssembly memory is exhausted: {} bytes asked, {} held in tensors", n,
                                    bitloom::cpu_memory().live));
}
void* operator new(size_t n) { return or_stop(std::malloc(n), n); }
void* operator new[](size_t n) { return or_stop(std::malloc(n), n); }
void* operator new(size_t n, std::align_val_t align) {
  const auto a = static_cast<size_t>(align);
  return or_stop(std::aligned_alloc(a, (n + a - 1) / a * a), n);
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete[](void* p) noexcept { std::free(p); }
void operator delete(void* p, size_t) noexcept { std::free(p); }
void operator delete[](void* p, size_t) noexcept { std::free(p); }
void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }

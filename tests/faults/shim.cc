// Makes a system call fail, for tests/faults.py: loaded before everything else (LD_PRELOAD), it counts calls of a kind
// from the beginning of main on, and answers one of them as a broken machine would.
//
//   BITLOOM_FAULT=write-enospc:3   the third write fails with ENOSPC; 0: none, they are only counted
//   BITLOOM_FAULT_COUNT=FILE       gets the number of calls
//
// stdio's own writes are not seen: they do not leave the C library by a name. /dev/full stands for them.
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

// The same functions under names that nothing replaces.
extern "C" {
void* __libc_malloc(size_t);            // NOLINT
void* __libc_calloc(size_t, size_t);    // NOLINT
void* __libc_realloc(void*, size_t);    // NOLINT
void* __libc_memalign(size_t, size_t);  // NOLINT
}

namespace {

enum class What { none, write, read, close, fsync, map, open, make, rename, thread, memory };
enum class How { fail, brief, always };  // brief: fewer bytes than asked; always: all later ones as well

What what = What::none;
How how = How::fail;
int why = 0;
uint64_t nth = 0;
std::atomic<uint64_t> calls{0};
std::atomic<bool> counting{false};
int report = -1;

struct Kind {
  const char* name;
  What what;
  How how;
  int why;
};
constexpr Kind kinds[] = {
    {"write-enospc", What::write, How::fail, ENOSPC},   {"write-eio", What::write, How::fail, EIO},
    {"write-eintr", What::write, How::fail, EINTR},     {"write-short", What::write, How::brief, 0},
    {"write-full", What::write, How::always, ENOSPC},   {"read-eio", What::read, How::fail, EIO},
    {"read-eintr", What::read, How::fail, EINTR},       {"read-short", What::read, How::brief, 0},
    {"close-eio", What::close, How::fail, EIO},         {"fsync-eio", What::fsync, How::fail, EIO},
    {"mmap-enomem", What::map, How::fail, ENOMEM},      {"open-emfile", What::open, How::fail, EMFILE},
    {"open-eintr", What::open, How::fail, EINTR},       {"mkdir-enospc", What::make, How::fail, ENOSPC},
    {"rename-eio", What::rename, How::fail, EIO},       {"thread-eagain", What::thread, How::fail, EAGAIN},
    {"thread-none", What::thread, How::always, EAGAIN}, {"memory", What::memory, How::fail, ENOMEM},
    {"memory-none", What::memory, How::always, ENOMEM},
};

// Whether this call is the one.
bool now(What called) {
  if (called != what || !counting.load(std::memory_order_relaxed)) return false;
  const uint64_t number = ++calls;
  const bool is = nth > 0 && (number == nth || (how == How::always && number > nth));
  if (is && how != How::brief) errno = why;
  return is;
}

template <class F>
F* real(const char* name) {
  return reinterpret_cast<F*>(dlsym(RTLD_NEXT, name));
}

// How many bytes a call gets to work with. False: it fails.
bool allowed(What called, size_t& bytes) {
  if (!now(called)) return true;
  if (how != How::brief) return false;
  if (bytes > 1) bytes = (bytes + 1) / 2;
  return true;
}

void tell() {
  counting = false;
  if (report < 0) return;
  char text[32];
  const int length = std::snprintf(text, sizeof text, "%llu\n", static_cast<unsigned long long>(calls.load()));
  static auto* const f = real<ssize_t(int, const void*, size_t, off_t)>("pwrite");
  (void)!f(report, text, static_cast<size_t>(length), 0);
}

int (*real_main)(int, char**, char**) = nullptr;
int counted_main(int argc, char** argv, char** environment) {
  const char* text = std::getenv("BITLOOM_FAULT");
  const char* colon = text ? std::strchr(text, ':') : nullptr;
  for (const Kind& k : kinds)
    if (colon && std::strlen(k.name) == static_cast<size_t>(colon - text) &&
        std::strncmp(k.name, text, std::strlen(k.name)) == 0)
      what = k.what, how = k.how, why = k.why, nth = std::strtoull(colon + 1, nullptr, 10);
  if (what == What::none) {
    std::fprintf(stderr, "shim: no fault '%s'\n", text ? text : "");
    _exit(99);
  }
  if (const char* path = std::getenv("BITLOOM_FAULT_COUNT")) {
    report = fcntl(real<int(const char*, int, ...)>("open")(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644),
                   F_DUPFD_CLOEXEC, 900);
  }
  std::atexit(tell);
  counting = true;
  return real_main(argc, argv, environment);
}

}  // namespace

extern "C" {

int __libc_start_main(int (*main)(int, char**, char**), int argc, char** argv, void (*init)(),
                      void (*fini)(),  // NOLINT
                      void (*linker_fini)(), void* stack_end) {
  real_main = main;
  return real<int(int (*)(int, char**, char**), int, char**, void (*)(), void (*)(), void (*)(), void*)>(
      "__libc_start_main")(counted_main, argc, argv, init, fini, linker_fini, stack_end);
}

void _exit(int code) {
  tell();
  real<void(int)>("_exit")(code);
  __builtin_unreachable();
}

ssize_t write(int to, const void* bytes, size_t size) {
  static auto* const f = real<ssize_t(int, const void*, size_t)>("write");
  return allowed(What::write, size) ? f(to, bytes, size) : -1;
}
ssize_t pwrite(int to, const void* bytes, size_t size, off_t at) {
  static auto* const f = real<ssize_t(int, const void*, size_t, off_t)>("pwrite");
  return allowed(What::write, size) ? f(to, bytes, size, at) : -1;
}
ssize_t pwrite64(int to, const void* bytes, size_t size, off64_t at) { return pwrite(to, bytes, size, at); }
ssize_t read(int from, void* bytes, size_t size) {
  static auto* const f = real<ssize_t(int, void*, size_t)>("read");
  return allowed(What::read, size) ? f(from, bytes, size) : -1;
}
ssize_t pread(int from, void* bytes, size_t size, off_t at) {
  static auto* const f = real<ssize_t(int, void*, size_t, off_t)>("pread");
  return allowed(What::read, size) ? f(from, bytes, size, at) : -1;
}
ssize_t pread64(int from, void* bytes, size_t size, off64_t at) { return pread(from, bytes, size, at); }

int close(int handle) {
  static auto* const f = real<int(int)>("close");
  if (!now(What::close)) return f(handle);
  f(handle);  // it is closed all the same
  errno = why;
  return -1;
}
int fsync(int handle) { return now(What::fsync) ? -1 : real<int(int)>("fsync")(handle); }
int fdatasync(int handle) { return now(What::fsync) ? -1 : real<int(int)>("fdatasync")(handle); }

// Files only: the rest of memory is malloc's.
void* mmap(void* at, size_t size, int protection, int flags, int handle, off_t offset) {
  static auto* const f = real<void*(void*, size_t, int, int, int, off_t)>("mmap");
  if (handle >= 0 && now(What::map)) return MAP_FAILED;
  return f(at, size, protection, flags, handle, offset);
}

int open(const char* path, int flags, ...) {
  static auto* const f = real<int(const char*, int, ...)>("open");
  va_list more;
  va_start(more, flags);
  const mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;
  va_end(more);
  return now(What::open) ? -1 : f(path, flags, mode);
}
int open64(const char* path, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;
  va_end(more);
  return open(path, flags, mode);
}
int openat(int folder, const char* path, int flags, ...) {
  static auto* const f = real<int(int, const char*, int, ...)>("openat");
  va_list more;
  va_start(more, flags);
  const mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0;
  va_end(more);
  return now(What::open) ? -1 : f(folder, path, flags, mode);
}

int mkdir(const char* path, mode_t mode) {
  static auto* const f = real<int(const char*, mode_t)>("mkdir");
  return now(What::make) ? -1 : f(path, mode);
}
int rename(const char* from, const char* to) {
  static auto* const f = real<int(const char*, const char*)>("rename");
  return now(What::rename) ? -1 : f(from, to);
}
int renameat2(int a, const char* from, int b, const char* to, unsigned flags) {
  static auto* const f = real<int(int, const char*, int, const char*, unsigned)>("renameat2");
  return now(What::rename) ? -1 : f(a, from, b, to, flags);
}

int pthread_create(pthread_t* thread, const pthread_attr_t* about, void* (*start)(void*), void* given) {
  static auto* const f = real<int(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*)>("pthread_create");
  return now(What::thread) ? EAGAIN : f(thread, about, start, given);
}

void* malloc(size_t size) { return now(What::memory) ? nullptr : __libc_malloc(size); }
void* calloc(size_t count, size_t size) { return now(What::memory) ? nullptr : __libc_calloc(count, size); }
void* realloc(void* old, size_t size) { return now(What::memory) ? nullptr : __libc_realloc(old, size); }
void* memalign(size_t to, size_t size) { return now(What::memory) ? nullptr : __libc_memalign(to, size); }
void* aligned_alloc(size_t to, size_t size) { return now(What::memory) ? nullptr : __libc_memalign(to, size); }
int posix_memalign(void** out, size_t to, size_t size) {
  if (now(What::memory)) return ENOMEM;
  *out = __libc_memalign(to, size);
  return *out ? 0 : ENOMEM;
}

}  // extern "C"

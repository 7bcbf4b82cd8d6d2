#include "cpu/threads.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdlib>

#ifdef __wasi__
#include <chrono>

#include "bitloom/text.h"
#else
#include <thread>
#include <vector>

#include <pthread.h>
#include <unistd.h>
#endif

namespace bitloom {
namespace {

constexpr int max_threads = 256;

std::atomic<int> wanted_threads{0};  // 0: the default

inline void pause() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

// Watches for `ready` for some tens of microseconds: the gap between two kernels is usually shorter than a sleep and a
// wake-up.
template <class Ready>
bool spin_until(Ready ready) {
  for (int i = 0; i < 1000; ++i) {
    if (ready()) return true;
    pause();
  }
  return false;
}

using Word = std::atomic<uint32_t>;

#ifdef __wasi__
// Only workers may sleep: a page's main thread is not allowed to.
void sleep_while(Word& word, uint32_t value) {
  __builtin_wasm_memory_atomic_wait32(reinterpret_cast<int*>(&word), static_cast<int>(value), -1);
}
void wake(Word& word) { __builtin_wasm_memory_atomic_notify(reinterpret_cast<int*>(&word), max_threads); }
#else
void sleep_while(Word& word, uint32_t value) { word.wait(value, std::memory_order_acquire); }
void wake(Word& word) { word.notify_all(); }
#endif

// One job at a time. Workers that are awake enter the open job and take pieces of it; the caller takes pieces too, and
// when none are left closes the job and waits only for those that did enter, so a sleepy worker delays nobody.
class Pool {
 public:
  // False when a job is running, another thread's or the one this is part of: the caller should do the work itself.
  bool run(size_t count, size_t grain, int thread_count, FunctionRef<void(size_t, size_t)> f) {
    if (busy_.exchange(true, std::memory_order_acquire)) return false;
    start_workers(thread_count - 1);
    // Four pieces a thread: enough to even out threads of unequal speed, few enough to cost nothing.
    const size_t grains = (count + grain - 1) / grain, pieces = static_cast<size_t>(thread_count) * 4;
    job_ = {&f, count, grain * ((grains + pieces - 1) / pieces)};
    invited_.store(thread_count - 1, std::memory_order_relaxed);
    next_.store(0, std::memory_order_relaxed);
    gate_.store(open, std::memory_order_release);
    announce();
#ifdef __wasi__
    const Clock::time_point start = Clock::now();
#endif
    work();
#ifdef __wasi__
    close(Clock::now() - start);
#else
    close();
#endif
    [[maybe_unused]] const bool failed = failed_.exchange(false, std::memory_order_relaxed);
    busy_.store(false, std::memory_order_release);
#ifdef __wasi__
    if (failed) fatal_out_of_memory();
#endif
    return true;
  }

#ifdef __wasi__
  // A worker whose kernel ran out of memory was thrown out of it: it leaves, and the caller reports it.
  void abandon() {
    failed_.store(true, std::memory_order_relaxed);
    leave();
  }
  // The same has happened to the caller: its job is called off.
  void recover() {
    if (!busy_.load(std::memory_order_relaxed)) return;
    next_.store(job_.count, std::memory_order_relaxed);
    close({});
    failed_.store(false, std::memory_order_relaxed);
    busy_.store(false, std::memory_order_release);
  }
#endif

  // What worker number `index` does: jobs, until the pool stops.
  void worker(int index, uint32_t seen) {
    while (true) {
      const auto news = [&] { return epoch_.load(std::memory_order_acquire) != seen; };
      if (!spin_until(news))
        while (!news()) sleep_while(epoch_, seen);
      seen = epoch_.load(std::memory_order_acquire);
      if (stopping_) return;
      if (index < invited_.load(std::memory_order_relaxed) && enter()) {
        work();
        leave();
      }
    }
  }
  uint32_t epoch() const { return epoch_.load(std::memory_order_acquire); }

#ifndef __wasi__
  void stop() {
    while (busy_.exchange(true, std::memory_order_acquire)) std::this_thread::yield();
    stop_workers();
    busy_.store(false, std::memory_order_release);
  }
#endif

 private:
  static constexpr uint32_t open = 1u << 31;  // the other bits of gate_ count the workers inside

  struct Job {
    const FunctionRef<void(size_t, size_t)>* f = nullptr;
    size_t count = 0, piece = 1;
  };

#ifdef __wasi__
  using Clock = std::chrono::steady_clock;

  void start_workers(int) {}  // JavaScript starts them

  // Nobody else may enter; returns when those inside have left. A worker that died there never will: one that takes far
  // longer for its last piece than this thread took for all of its own ends the job, and with it this core.
  void close(Clock::duration own) {
    using namespace std::chrono_literals;
    gate_.fetch_and(~open, std::memory_order_acq_rel);
    const auto all_left = [&] { return gate_.load(std::memory_order_acquire) == 0; };
    if (spin_until(all_left)) return;
    Clock::duration waited{};
    for (Clock::time_point last = Clock::now(); !spin_until(all_left);) {
      const Clock::time_point now = Clock::now();
      waited += std::min<Clock::duration>(now - last, 100ms);  // the time a machine was asleep does not count
      last = now;
      if (waited > 5s + 10 * own) fatal("[wasm] a CPU thread stopped in the middle of its work");
    }
  }
#else
  void close() {
    uint32_t inside = gate_.fetch_and(~open, std::memory_order_acq_rel) & ~open;
    const auto all_left = [&] { return (inside = gate_.load(std::memory_order_acquire)) == 0; };
    while (inside != 0 && !spin_until(all_left)) sleep_while(gate_, inside);
  }

  // As many as the system gives: with fewer, the others and the caller do the work. (std::thread would throw.)
  void start_workers(int count) {
    if (wanted_ == count) return;
    stop_workers();
    stopping_ = false;
    wanted_ = count;
    places_.resize(static_cast<size_t>(count));
    for (int i = 0; i < count; ++i) {
      Place& place = places_[static_cast<size_t>(i)] = {this, i, epoch()};
      pthread_t worker{};
      if (pthread_create(&worker, nullptr, &Pool::start, &place) != 0) break;
      workers_.push_back(worker);
    }
  }
  static void* start(void* at) {
    const Place& place = *static_cast<Place*>(at);
    place.pool->worker(place.index, place.seen);
    return nullptr;
  }

  void stop_workers() {
    stopping_ = true;
    announce();
    for (const pthread_t worker : workers_) pthread_join(worker, nullptr);
    workers_.clear();
    wanted_ = 0;
  }
#endif

  void announce() {
    epoch_.fetch_add(1, std::memory_order_acq_rel);
    wake(epoch_);
  }

  bool enter() {
    uint32_t gate = gate_.load(std::memory_order_relaxed);
    while (gate & open)
      if (gate_.compare_exchange_weak(gate, gate + 1, std::memory_order_acq_rel)) return true;
    return false;
  }

  void leave() {
    if (gate_.fetch_sub(1, std::memory_order_acq_rel) == 1) wake(gate_);
  }

  void work() {
    while (true) {
      const size_t begin = next_.fetch_add(job_.piece, std::memory_order_relaxed);
      if (begin >= job_.count) break;
      (*job_.f)(begin, std::min(begin + job_.piece, job_.count));
    }
  }

  std::atomic<bool> busy_{false};    // some thread has its job here
  std::atomic<bool> failed_{false};  // a worker could not do its piece
  Job job_;                          // written by that thread while the gate is closed and nobody is inside
  std::atomic<int> invited_{0};      // workers below this number may enter
  alignas(64) std::atomic<size_t> next_{0};
  alignas(64) Word gate_{0};
  alignas(64) Word epoch_{0};  // counts announcements: a new job, or the end
  std::atomic<bool> stopping_{false};
#ifndef __wasi__
  struct Place {
    Pool* pool = nullptr;
    int index = 0;
    uint32_t seen = 0;  // when it was started
  };
  int wanted_ = 0;  // workers, of which not all may have started
  std::vector<Place> places_;
  std::vector<pthread_t> workers_;
#endif
};

#ifdef __wasi__

constinit Pool the_pool;
std::atomic<int> workers_started{0};
Pool& pool() { return the_pool; }
bool forked() { return false; }
int default_threads() { return 1 + workers_started.load(std::memory_order_relaxed); }

#else

// A child process has the pool's memory but none of its threads.
const pid_t first_process = getpid();
bool forked() { return getpid() != first_process; }

// The pool itself is never destroyed, so late callers stay safe; only its threads are stopped when the process ends.
Pool& pool() {
  static Pool* const instance = new Pool;
  static const struct Joiner {
    ~Joiner() {
      set_threads(1);
      if (!forked()) instance->stop();
    }
  } joiner;
  return *instance;
}

int default_threads() {
  static const int count = [] {
    const char* text = std::getenv("BITLOOM_THREADS");
    const long asked = text ? std::strtol(text, nullptr, 10) : 0;
    const long found = asked > 0 ? asked : static_cast<long>(std::thread::hardware_concurrency());
    return static_cast<int>(std::clamp<long>(found, 1, max_threads));
  }();
  return count;
}

#endif

}  // namespace

int threads() {
  const int wanted = wanted_threads.load(std::memory_order_relaxed);
#ifdef __wasi__
  return wanted ? std::min(wanted, default_threads()) : default_threads();
#else
  return wanted ? wanted : default_threads();
#endif
}

void set_threads(int count) { wanted_threads.store(std::clamp(count, 0, max_threads), std::memory_order_relaxed); }

#ifdef __wasi__
int join_threads() { return workers_started.fetch_add(1, std::memory_order_acq_rel); }
// Later announcements only: a job that is open now is nearly done.
void work_as_thread(int number) { pool().worker(number, pool().epoch()); }
void abandon_work() { pool().abandon(); }
void recover_threads() { pool().recover(); }
#endif

void parallel_for(size_t count, size_t grain, FunctionRef<void(size_t, size_t)> f) {
  if (count == 0) return;
  grain = std::max<size_t>(grain, 1);
  const int thread_count = threads();
  const bool alone = count <= grain || thread_count == 1 || forked();
  if (alone || !pool().run(count, grain, thread_count, f)) f(0, count);
}

}  // namespace bitloom

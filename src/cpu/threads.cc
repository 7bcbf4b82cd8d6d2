#include "cpu/threads.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>

#ifndef __wasi__
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

#include <unistd.h>
#endif

namespace bitloom {

#ifdef __wasi__

void parallel_for(size_t count, size_t, FunctionRef<void(size_t, size_t)> f) {
  if (count) f(0, count);
}
int threads() { return 1; }
void set_threads(int) {}

#else

namespace {

constexpr int max_threads = 256;

int default_threads() {
  static const int count = [] {
    const char* text = std::getenv("BITLOOM_THREADS");
    const long asked = text ? std::strtol(text, nullptr, 10) : 0;
    const long found = asked > 0 ? asked : static_cast<long>(std::thread::hardware_concurrency());
    return static_cast<int>(std::clamp<long>(found, 1, max_threads));
  }();
  return count;
}

std::atomic<int> wanted_threads{0};  // 0: the default
thread_local bool inside_parallel_for = false;

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

// One job at a time. Workers that are awake enter the open job and take pieces of it; the caller takes pieces too, and
// when none are left closes the job and waits only for those that did enter, so a sleepy worker delays nobody.
class Pool {
 public:
  // False when another thread has the pool: the caller should do the work itself.
  bool run(size_t count, size_t grain, int thread_count, FunctionRef<void(size_t, size_t)> f) {
    const std::unique_lock owner(owner_, std::try_to_lock);
    if (!owner) return false;
    if (workers_.size() + 1 != static_cast<size_t>(thread_count)) {
      stop_workers();
      start_workers(thread_count - 1);
    }
    // Four pieces a thread: enough to even out threads of unequal speed, few enough to cost nothing.
    const size_t grains = (count + grain - 1) / grain, pieces = static_cast<size_t>(thread_count) * 4;
    job_ = {&f, count, grain * ((grains + pieces - 1) / pieces)};
    next_.store(0, std::memory_order_relaxed);
    gate_.store(open, std::memory_order_release);
    announce();
    work();
    gate_.fetch_and(~open, std::memory_order_acq_rel);
    const auto all_left = [&] { return gate_.load(std::memory_order_acquire) == 0; };
    if (!spin_until(all_left)) {
      std::unique_lock lock(mutex_);
      left_.wait(lock, all_left);
    }
    return true;
  }

  void stop() {
    const std::scoped_lock owner(owner_);
    stop_workers();
  }

 private:
  static constexpr uint32_t open = 1u << 31;  // the other bits of gate_ count the workers inside

  struct Job {
    const FunctionRef<void(size_t, size_t)>* f = nullptr;
    size_t count = 0, piece = 1;
  };

  void start_workers(int count) {
    stopping_ = false;
    for (int i = 0; i < count; ++i) workers_.emplace_back([this, seen = epoch_.load()] { worker(seen); });
  }

  void stop_workers() {
    stopping_ = true;
    announce();
    for (std::thread& worker : workers_) worker.join();
    workers_.clear();
  }

  void announce() {
    {
      const std::scoped_lock lock(mutex_);  // so that no worker is between looking at the epoch and going to sleep
      epoch_.fetch_add(1, std::memory_order_acq_rel);
    }
    wake_.notify_all();
  }

  void worker(uint32_t seen) {
    inside_parallel_for = true;
    while (true) {
      const auto news = [&] { return epoch_.load(std::memory_order_acquire) != seen; };
      if (!spin_until(news)) {
        std::unique_lock lock(mutex_);
        wake_.wait(lock, news);
      }
      seen = epoch_.load(std::memory_order_acquire);
      if (stopping_) return;
      if (enter()) {
        work();
        leave();
      }
    }
  }

  bool enter() {
    uint32_t gate = gate_.load(std::memory_order_relaxed);
    while (gate & open)
      if (gate_.compare_exchange_weak(gate, gate + 1, std::memory_order_acq_rel)) return true;
    return false;
  }

  void leave() {
    if (gate_.fetch_sub(1, std::memory_order_acq_rel) != 1) return;
    {
      const std::scoped_lock lock(mutex_);
    }  // the caller may be between looking at the gate and going to sleep
    left_.notify_one();
  }

  void work() {
    const bool outer = std::exchange(inside_parallel_for, true);
    while (true) {
      const size_t begin = next_.fetch_add(job_.piece, std::memory_order_relaxed);
      if (begin >= job_.count) break;
      (*job_.f)(begin, std::min(begin + job_.piece, job_.count));
    }
    inside_parallel_for = outer;
  }

  std::mutex owner_;  // held by the thread whose job this is
  std::vector<std::thread> workers_;
  Job job_;  // written by the owner while the gate is closed and nobody is inside
  alignas(64) std::atomic<size_t> next_{0};
  alignas(64) std::atomic<uint32_t> gate_{0};
  alignas(64) std::atomic<uint32_t> epoch_{0};  // counts announcements: a new job, or the end
  std::atomic<bool> stopping_{false};
  std::mutex mutex_;
  std::condition_variable wake_, left_;
};

// The pool itself is never destroyed, so late callers and forked children (which have no workers, and need none) stay
// safe; only its threads are stopped when the process ends.
Pool& pool() {
  static Pool* const instance = new Pool;
  static const struct Joiner {
    pid_t owner = getpid();
    ~Joiner() {
      set_threads(1);
      if (getpid() == owner) instance->stop();
    }
  } joiner;
  return *instance;
}

}  // namespace

int threads() {
  const int wanted = wanted_threads.load(std::memory_order_relaxed);
  return wanted > 0 ? wanted : default_threads();
}

void set_threads(int count) { wanted_threads.store(std::clamp(count, 0, max_threads), std::memory_order_relaxed); }

void parallel_for(size_t count, size_t grain, FunctionRef<void(size_t, size_t)> f) {
  if (count == 0) return;
  grain = std::max<size_t>(grain, 1);
  const int thread_count = threads();
  const bool alone = count <= grain || thread_count == 1 || inside_parallel_for;
  if (alone || !pool().run(count, grain, thread_count, f)) f(0, count);
}

#endif

}  // namespace bitloom

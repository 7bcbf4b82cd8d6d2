#include "formats/file_faults.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace bitloom {
namespace {

// Read inside a signal handler: nothing here is allocated or locked. A model has one file, or some dozens; of those
// beyond the table the name is not known.
struct Mapping {
  std::atomic<bool> taken{false};
  std::atomic<uintptr_t> begin{0}, end{0};  // end is set last and cleared first
  std::array<char, 256> name{};
};
constinit std::array<Mapping, 256> mappings;

struct sigaction before;
void (*end_program)() = nullptr;
std::atomic_flag told;

void say(std::string_view text) {
  while (!text.empty()) {
    const ssize_t done = ::write(STDERR_FILENO, text.data(), text.size());
    if (done <= 0) return;
    text.remove_prefix(static_cast<size_t>(done));
  }
}

void on_fault(int, siginfo_t* about, void*) {
  const auto at = reinterpret_cast<uintptr_t>(about->si_addr);
  for (const Mapping& m : mappings) {
    const uintptr_t end = m.end.load(std::memory_order_acquire);
    if (at < m.begin.load(std::memory_order_relaxed) || at >= end) continue;
    while (told.test_and_set()) ::pause();  // another thread has said it, and ends the process
    say("bitloom: [file] ");
    say(m.name.data());
    say(" became shorter while in use, or cannot be read any more\n");
    if (end_program) end_program();
    ::_exit(1);
  }
  ::sigaction(SIGBUS, &before, nullptr);  // not ours: it happens again, to whom it happened before
}

}  // namespace

void report_file_faults(void (*end)()) {
  end_program = end;
  struct sigaction ours{};
  ours.sa_sigaction = on_fault;
  ours.sa_flags = SA_SIGINFO;
  sigemptyset(&ours.sa_mask);
  ::sigaction(SIGBUS, &ours, &before);
}

int note_mapping(const void* at, size_t size, const std::string& name) {
  for (size_t i = 0; i < mappings.size(); ++i) {
    Mapping& m = mappings[i];
    if (m.taken.exchange(true, std::memory_order_acq_rel)) continue;
    m.name.fill(0);
    // The end of a long path says more than its start. Control characters stay off the terminal.
    const std::string_view shown =
        std::string_view(name).substr(name.size() - std::min(name.size(), m.name.size() - 1));
    std::ranges::transform(shown, m.name.begin(), [](char c) { return c < ' ' && c >= 0 ? '?' : c; });
    const auto begin = reinterpret_cast<uintptr_t>(at);
    m.begin.store(begin, std::memory_order_relaxed);
    m.end.store(begin + size, std::memory_order_release);
    return static_cast<int>(i);
  }
  return -1;
}

void forget_mapping(int known) {
  if (known < 0) return;
  Mapping& m = mappings[static_cast<size_t>(known)];
  m.end.store(0, std::memory_order_release);
  m.taken.store(false, std::memory_order_release);
}

}  // namespace bitloom

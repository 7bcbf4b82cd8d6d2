#include "cli/interrupt.h"

#include <pthread.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <ctime>
#include <exception>
#include <new>
#include <string>
#include <utility>

#include "base/program.h"
#include "cli/temporary.h"
#include "cli/terminal.h"

using bitloom::format;

namespace {

std::atomic<bool> interrupted = false;
std::atomic<bool> failed = false;   // in a signal's handler, which has said why
std::atomic<bool> watched = false;  // by `watcher`
std::atomic<int> stoppable = 0;
sigset_t signals;
pthread_t watcher;
constexpr int wake = SIGUSR1;  // to the watcher, of `failed`

void* watch(void*) {
  int signal = 0;
  if (sigwait(&signals, &signal) != 0) return nullptr;
  if (!failed) interrupted = true;
  constexpr timespec moment{.tv_sec = 0, .tv_nsec = 5'000'000};
  while (stoppable > 0 && !failed) nanosleep(&moment, nullptr);
  remove_temporary_folders();
  if (failed) _exit(1);
  if (isatty(2)) show_progress("");
  note("bitloom: interrupted\n");
  _exit(130);
}

void* reserve = nullptr;  // so that there is memory to end with where there is none to go on with

[[noreturn]] void end_with(std::string_view reason) {
  std::free(std::exchange(reserve, nullptr));
  remove_temporary_folders();
  note("bitloom: %s\n", one_line(reason).c_str());
  _exit(1);
}

constexpr std::string_view no_memory = "out_of_memory: there is not enough memory";

// `new` finds no memory: std::bad_alloc is not thrown through the library, which is compiled without exceptions.
[[noreturn]] void end_without_memory() {
  std::set_new_handler([] {  // not even for ending in order
    for (const std::string_view part : {std::string_view("bitloom: "), no_memory, std::string_view("\n")})
      (void)!::write(2, part.data(), part.size());
    ::_exit(1);
  });
  end_with(no_memory);
}

[[noreturn]] void end() {
  std::free(std::exchange(reserve, nullptr));
  std::string what = "internal: an unknown exception";
  if (const std::exception_ptr now = std::current_exception()) {
    try {
      std::rethrow_exception(now);
    } catch (const std::bad_alloc&) {
      what = no_memory;
    } catch (const std::exception& e) {
      what = format("internal: {}", e.what());
    } catch (...) {
    }
  }
  end_with(what);
}

}  // namespace

void watch_for_interrupts() {
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction now{};
    // Who started us may want some of them ignored: nohup, and shells for what runs in the background.
    if (sigaction(signal, nullptr, &now) == 0 && now.sa_handler != SIG_IGN) sigaddset(&signals, signal);
  }
  sigaddset(&signals, wake);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  watched = pthread_create(&watcher, nullptr, watch, nullptr) == 0;
  if (watched) pthread_detach(watcher);
  else pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);  // they end the process, as they always did
}

// Removing folders takes memory, which a handler may not ask for: the watcher does it.
void end_in_handler() {
  if (!watched) _exit(1);
  failed = true;
  pthread_kill(watcher, wake);
  for (;;) pause();
}

void end_orderly_on_errors() {
  reserve = std::malloc(1 << 16);
  std::set_new_handler(end_without_memory);
  std::set_terminate(end);
  bitloom::set_fatal_handler([](std::string_view message) { end_with(message); });
}

Stoppable::Stoppable() { ++stoppable; }
Stoppable::~Stoppable() {
  --stoppable;
  while (interrupted) pause();  // the watching thread ends the process
}

bitloom::Result<bitloom::quant::Converted> convert_stoppable(const std::filesystem::path& model,
                                                             const std::filesystem::path& out,
                                                             bitloom::quant::ConvertOptions asked) {
  const Stoppable converting;
  asked.stop = &interrupted;
  return bitloom::quant::convert(model, out, asked);
}

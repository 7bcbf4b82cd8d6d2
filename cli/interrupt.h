// Ctrl-C and kill: the process ends with exit code 130, and leaves nothing behind.
//
//   {
//     const Stoppable writing;      // what is under way here is finished first
//     write_text(path, report);
//   }                               // where it was interrupted, the process ends here
//
// Anywhere else it ends at once, without its temporary folders.
#pragma once

#include <atomic>

#include "quant/convert.h"

// SIGINT, SIGTERM and SIGHUP are waited for on a thread of its own. Before any other thread is started.
void watch_for_interrupts();
// Exceptions that nothing caught, and what the library cannot go on after, are one line and exit code 1, on whatever
// thread.
void end_orderly_on_errors();

// Ends with exit code 1 and without temporary folders, once the reason is said. From a signal's handler.
[[noreturn]] void end_in_handler();

class Stoppable {
 public:
  Stoppable();
  ~Stoppable();
  Stoppable(const Stoppable&) = delete;
  Stoppable& operator=(const Stoppable&) = delete;
};

// quant::convert, which ends by itself when it is interrupted, and removes what it has written.
bitloom::Result<bitloom::quant::Converted> convert_stoppable(const std::filesystem::path& model,
                                                             const std::filesystem::path& out,
                                                             bitloom::quant::ConvertOptions asked);

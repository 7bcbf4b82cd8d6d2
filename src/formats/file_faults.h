// Mapped files are memory that can go away: reading a page of a file that was made shorter meanwhile, or whose disk
// fails, is a SIGBUS, which ends the process without a word. Signals belong to the program, not to a library in it, so
// the library leaves them alone; a program that wants the word asks for it once:
//
//   report_file_faults();   // "bitloom: model.safetensors became shorter while in use, or cannot be read", exit code 1
#pragma once

#include <cstddef>
#include <string>

namespace bitloom {

// Installs a handler of SIGBUS that does the above for files mapped here, and for any other address what was done
// before. `end` is the program's own way to end after the word, instead of _exit(1): called in the handler, where
// little is allowed, and does not return.
void report_file_faults(void (*end)() = nullptr);

// For those who map files: which memory is whose.
int note_mapping(const void* at, size_t size, const std::string& name);
void forget_mapping(int known);

}  // namespace bitloom

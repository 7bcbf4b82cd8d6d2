// Everything the program prints goes through here, and every write is checked: `finish_output` turns output that could
// not be written into exit code 1.
//
//   print("%6.2f %%  %s\n", percent, one_line(label).c_str());   // for people: control characters are shown, not sent
//   print_data(json_text(report) + "\n");                        // for programs: as it is
//   note("bitloom: %s\n", message.c_str());                      // stderr, for people
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

// Text out of files is shown so that no terminal acts on it: control characters and bytes that are not UTF-8 become
// \x1b, \r and the like, characters that turn the direction of text \u{202e}. Line feeds and tabs stay.
std::string visible(std::string_view text);
// The same for a name in a line or a table, where line feeds and tabs are shown too.
std::string one_line(std::string_view text);

[[gnu::format(printf, 1, 2)]] void print(const char* pattern, ...);
[[gnu::format(printf, 1, 2)]] void note(const char* pattern, ...);
void print_text(std::string_view text);              // as print, without a pattern
void print_data(std::string_view text);              // JSON, WGSL, generated sources
std::string json_text(const nlohmann::json& value);  // indented, safe to show; what is not UTF-8 becomes U+FFFD

// One line on stderr that the next one overwrites; an empty one clears it. Only for terminals: isatty(2).
void show_progress(std::string_view line);

// Gives what was printed to the system now; false: something could not be written, now or before.
bool flush_output();
// The exit code, once everything is written or known not to be.
int finish_output(int code);
// Before anything is opened: a standard stream that is closed must not become a file of ours.
void reserve_standard_streams();

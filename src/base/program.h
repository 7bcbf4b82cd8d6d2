// The program this is part of: where it is, what came with it, and how it ends.
// An installed program, one in an unpacked archive and one in a build
// folder find their files by the same rule: below the folder they are in, or below the one above it.
//
//   beside_program("share/bitloom/zoo");   // <prefix>/share/bitloom/zoo for <prefix>/bin/bitloom
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace bitloom {

std::filesystem::path program_folder();  // empty where the system does not say
// The two places, in the order they are looked at, whether there is anything or not.
std::vector<std::filesystem::path> beside_program(std::string_view path);
// The first of them that is there; empty if neither is.
std::filesystem::path find_beside_program(std::string_view path);

// What `fatal` calls, on whatever thread, instead of saying why and aborting: a program's own way to end. It does not
// return.
using FatalHandler = void (*)(std::string_view message);
void set_fatal_handler(FatalHandler end);

}  // namespace bitloom

// The version, said here once: CMake reads it, `bitloom --version` prints it, and ./test holds js/package.json to it.
// Threads: a constant.
#pragma once

#define BITLOOM_VERSION "0.1.0"

namespace bitloom {

inline constexpr const char* version = BITLOOM_VERSION;

}  // namespace bitloom

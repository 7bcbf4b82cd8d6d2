// What a fuzz target holds to be true, of whatever input.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace bitloom {

inline void demand(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "does not hold: %s\n", what);
  std::abort();
}

}  // namespace bitloom

// A shader profile is where the choice of tile, threads, unrolling and control flow starts. A browser's name picks the
// row of the table, the GPU's vendor adjusts it, the device's limits clip it; measured tuning and the caller's own
// numbers win over all of it.
#pragma once

#include <string>

#include "bitloom/device.h"

namespace bitloom::wgsl {

struct Profile {
  std::string name{};
  uint32_t threads = 256;  // per workgroup, reductions and matmul
  uint32_t elementwise_threads = 256;
  uint32_t audio_threads = 256;
  uint32_t tile = 16;            // matmul: threads per side; each computes several results
  uint32_t unroll = 4;           // inner loops; 1 is plain
  bool use_switch = false;       // switch statements, else if/else chains
  bool explicit_bounds = false;  // bounds checks in inner loops
  bool aligned_3bit = false;     // 10 three-bit values a word instead of dense
  bool fast_math = false;        // approximate transcendentals, no care for NaN and infinities
  Matrices matrices = Matrices::off;
  std::string why{};  // what was adjusted or clipped, for people
};

inline constexpr std::string_view profile_names[] = {"chrome", "firefox", "safari", "edge"};

Result<Profile> choose_profile(const DeviceInfo& device, const ProfileOverrides& overrides = {});

}  // namespace bitloom::wgsl

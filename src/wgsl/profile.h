// A shader profile: every number and switch in which kernels differ from device to device, with the reasons. Ops read
// the profile, the device's limits and its features, and nothing else of a device. One is made in four steps:
//
//   the browser's row of a table, adjusted by the GPU vendor's row, replaced by what the caller asked for, and clipped
//   to the device's limits.
//
//   const Profile p = TRY(choose_profile(device, {.tile = 8}));
//   p.text();   // chrome: 256 threads (element-wise 256), tile 8, unroll 4; tile 16 -> 8, asked for
#pragma once

#include <span>
#include <string>

#include "bitloom/device.h"

namespace bitloom::wgsl {

struct Profile {
  std::string name{};

  // --- By browser: the first table of profile.cc.
  uint32_t threads = 256;  // of a workgroup that shares rows
  uint32_t elementwise_threads = 256;
  uint32_t tile = 16;            // a workgroup has 4 tile x 4 tile results of a product (attention: queries by keys)
  uint32_t unroll = 4;           // inner loops; 1 is plain
  bool use_switch = false;       // switch statements, else if/else chains
  bool explicit_bounds = false;  // a product's edges by branches, not by selecting zeros
  bool aligned_3bit = false;     // quantizing to 3 bits: 10 codes in a word instead of 32 in three

  // --- By GPU vendor: the second table.
  bool large_tiles = false;      // products with 8 x 8 results a thread, or with several threads a result
  bool large_attention = false;  // attention with up to 128 queries a workgroup
  bool short_code = false;       // loops stay loops
  bool stage_epilogues = false;  // results go through workgroup memory before what was fused behind a product
  bool find_nan = false;         // exp() may lose a NaN, so kernels look for it
  uint32_t too_slow = 20;        // times what the CPU takes, from which on the doctor wonders; 0: never
  uint32_t busy_tiles = 32;      // workgroups that keep it busy: of a tiled product; below that, tiles get smaller
  uint32_t busy_queries = 128;   // of attention with few queries; below that, workgroups share a query's keys
  uint32_t busy_threads = 8192;  // threads that keep it busy, in few-bit products with few rows
  uint32_t busy_parts = 2048;    // workgroups of a reduction; below that, rows are cut into parts
  uint32_t busy_attention = 64;  // workgroups of attention; below that, tiles have fewer queries
  uint32_t busy_columns = 256;   // workgroups of a product with few rows; from that on they are twice as wide

  // --- The same everywhere so far, chosen on an H200.
  uint32_t few_rows = 8;             // up to here products and attention have kernels that read the other side once
  uint32_t few_channels = 16;        // of a convolution's group; with fewer, tiles would be mostly empty
  uint32_t row_threads = 128;        // over rows at most: few barriers a byte count for more than many threads
  uint32_t long_row_threads = 512;   // the same for rows that would else not fit into registers
  uint32_t row_registers = 16;       // units of a row in one thread: 64 registers as quads
  uint32_t skinny_threads = 64;      // at least, in products with few rows: else too few loads are on their way
  uint32_t packed_threads = 128;     // few-bit products with few rows
  uint32_t packed_threads_8 = 64;    // the same for 8 rows, whose sums must fit into 16 KB of workgroup memory
  uint32_t rounding_threads = 64;    // rounding x to whole numbers: a thread has 32 elements
  uint32_t attention_threads = 128;  // attention with few queries

  // --- The caller's.
  bool fast_math = false;  // approximate transcendentals, no care for NaN and infinities
  Matrices matrices = Matrices::off;
  bool own_tile = false;     // `tile` was asked for, and wins over tiles that a kernel would pick by itself
  uint32_t own_threads = 0;  // threads asked for, which every kernel is to have; 0: none were

  std::string why{};  // what was adjusted, asked for or clipped, for people
  std::string text() const;
};

inline constexpr std::string_view profile_names[] = {"chrome", "firefox", "safari", "edge"};

Result<Profile> choose_profile(const DeviceInfo& device, const ProfileOverrides& overrides = {});

}  // namespace bitloom::wgsl

// Engines, adapters and what a device can do.
//
//   for (const AdapterInfo& a : list_adapters("dawn").value()) std::puts(a.name.c_str());
//   sync::gpu({.engine = "wgpu"})->info().limits.max_buffer_size;
//
// Threads: all that has to do with GPUs (these functions, backends, their tensors, models and tasks) belongs to one
// thread at a time in the whole program: whoever waits lets the engines deliver everybody's answers.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bitloom/result.h"
#include "bitloom/task.h"

namespace bitloom {

enum class Vendor { unknown, nvidia, amd, intel, apple, arm, qualcomm, software };
std::string_view name(Vendor v);

// The limits kernels are chosen by, under WebGPU's own meanings.
struct Limits {
  uint64_t max_buffer_size = 256ull << 20;
  uint64_t max_storage_buffer_binding_size = 128ull << 20;
  uint32_t max_storage_buffers_per_stage = 8;
  uint32_t max_workgroup_storage_size = 16384;
  uint32_t max_invocations_per_workgroup = 256;
  uint32_t max_workgroup_size_x = 256;
  uint32_t max_workgroup_size_y = 256;
  uint32_t max_workgroups_per_dimension = 65535;
  uint32_t min_storage_offset_alignment = 256;
  uint32_t min_uniform_offset_alignment = 256;
};

struct Features {
  bool f16 = false;
  bool subgroups = false;  // in WGSL, after `enable subgroups;`
  bool timestamps = false;
  bool packed_dots = false;  // dot products of four bytes each, in one instruction where the device has it
  bool matrices = false;     // products of 16x16 matrices of f16, summed in f32, by a whole subgroup
};

struct AdapterInfo {
  std::string engine;                      // dawn, wgpu, or the path of a library
  int index = 0;                           // among the adapters of its engine
  std::string name, description, backend;  // backend: vulkan, metal, d3d12, ...
  std::string browser;                     // whose WebGPU this is: chrome, firefox, safari or edge; empty: unknown
  Vendor vendor = Vendor::unknown;
  bool software = false;  // runs on the CPU
  std::string refused;    // why it cannot be used; empty if it can
};

struct DeviceInfo {
  AdapterInfo adapter;
  Limits limits;
  Features features;
  uint32_t subgroup_min = 0, subgroup_max = 0;
};

enum class Power { any, low, high };

struct DeviceOptions {
  std::string engine{};  // "dawn", "wgpu", a library's path; empty: $BITLOOM_WEBGPU, else the first found
  Power power = Power::high;
  int adapter = -1;            // index, or
  std::string adapter_name{};  // part of its name, any case
  bool validate = true;        // wait for the engine's verdict on each call, so that errors name their cause
  std::function<void(const Error&)> on_lost{};  // called once, when the device is gone; make a new one there or later
};

struct MemoryReport {
  uint64_t live = 0, pooled = 0, peak = 0;  // bytes: in tensors, kept for reuse, most ever held of both
  uint64_t buffers = 0;                     // tensors' buffers alive
};

// How long the GPU worked on a dispatch.
struct DispatchTime {
  std::string label;
  double microseconds = 0;
};

// What a backend did since it was made.
struct Counters {
  uint64_t pipelines = 0, pipeline_hits = 0, submits = 0, dispatches = 0, bind_groups = 0, bind_group_hits = 0;
  uint64_t uploaded = 0, downloaded = 0, parameters = 0;  // bytes; parameters: of dispatches, those written
  double compile_ms = 0;
};

namespace gpu {
class Device;
}

namespace wgsl {

// Products of small matrices by a whole subgroup, where a kernel can use them: not at all, the device's own, or spelled
// out in plain WGSL, slowly, which shows on any device whether a kernel is right.
enum class Matrices { off, native, spelled };

// What a caller wants of a shader profile (src/wgsl/profile.h); what is not given stays as it is. What is given wins
// over everything that would be picked for the GPU. Numbers are rounded down to powers of two and clipped to what the
// device, or a kernel, can have; `explain` says where.
struct ProfileOverrides {
  std::string profile{};  // chrome, firefox, safari, edge: that browser's numbers, on any GPU
  std::string browser{};  // the same as a first choice only, which is adjusted to the GPU; empty: the device's browser
  std::optional<uint32_t> threads{};  // of every workgroup
  // A workgroup computes 4 tile x 4 tile results of a product, or scores of attention. It has tile x tile threads,
  // unless they are given too.
  std::optional<uint32_t> tile{};
  std::optional<bool> fast_math{};
  std::optional<Matrices> matrices{};
  bool operator==(const ProfileOverrides&) const = default;
};

}  // namespace wgsl

// Engine names that can be opened here, with the library each comes from. It is looked for beside the program (in its
// folder, or in lib or lib/bitloom of that or of the one above), where the system looks for libraries, and in the
// folder that BITLOOM_ENGINE_DIR names.
struct EngineInfo {
  std::string name, library, found;  // found: how the library was come by
  std::string error;                 // why it cannot be loaded; empty if it can
};
std::vector<EngineInfo> list_engines();
Result<std::vector<AdapterInfo>> list_adapters(std::string_view engine);

}  // namespace bitloom

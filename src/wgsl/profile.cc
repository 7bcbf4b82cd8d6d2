#include "wgsl/profile.h"

#include <algorithm>
#include <bit>

namespace bitloom::wgsl {
namespace {

std::optional<Profile> starting_row(std::string_view name) {
  if (name == "chrome") return Profile{.name = "chrome"};
  if (name == "firefox")
    return Profile{.name = "firefox", .threads = 128, .elementwise_threads = 64, .tile = 8, .unroll = 1};
  if (name == "safari")
    return Profile{.name = "safari", .threads = 512, .elementwise_threads = 512, .tile = 32, .aligned_3bit = true};
  if (name == "edge") return Profile{.name = "edge", .unroll = 2, .use_switch = true, .explicit_bounds = true};
  return std::nullopt;
}

void clip(uint32_t& number, uint32_t most, std::string_view what, std::string& why) {
  if (number <= most) return;
  const uint32_t clipped = std::bit_floor(std::max(most, 1u));
  why += format("{}{} {} -> {} (limit {})", why.empty() ? "" : "; ", what, number, clipped, most);
  number = clipped;
}

}  // namespace

Result<Profile> choose_profile(const DeviceInfo& device, const ProfileOverrides& overrides) {
  // Natively the engine stands for the browser that ships it.
  const std::string wanted = !overrides.profile.empty()          ? overrides.profile
                             : device.adapter.engine == "wgpu"   ? "firefox"
                             : device.adapter.backend == "metal" ? "safari"
                                                                 : "chrome";
  std::optional<Profile> row = starting_row(wanted);
  if (!row)
    return error(Code::invalid_argument, "[profile] there is no profile '{}'; there are chrome, firefox, safari, edge",
                 wanted);
  Profile p = *row;
  const auto adjust = [&](uint32_t& number, uint32_t to, std::string_view what) {
    if (number == to) return;
    p.why += format("{}{} {} -> {} for {}", p.why.empty() ? "" : "; ", what, number, to, name(device.adapter.vendor));
    number = to;
  };
  switch (device.adapter.vendor) {
    case Vendor::nvidia: adjust(p.threads, std::max(p.threads, 256u), "threads"); break;
    case Vendor::amd:
      adjust(p.elementwise_threads, std::max(p.elementwise_threads, 128u), "element-wise threads");
      break;
    case Vendor::intel: adjust(p.threads, std::min(p.threads, 128u), "threads"); break;
    case Vendor::apple: adjust(p.tile, std::min(p.tile, 32u), "tile"); break;
    case Vendor::arm:
    case Vendor::qualcomm:  // small register files and little workgroup memory
      adjust(p.threads, std::min(p.threads, 64u), "threads");
      adjust(p.elementwise_threads, std::min(p.elementwise_threads, 64u), "element-wise threads");
      adjust(p.tile, std::min(p.tile, 8u), "tile");
      break;
    case Vendor::software: adjust(p.threads, std::min(p.threads, 64u), "threads"); break;
    case Vendor::unknown: break;
  }
  if (overrides.threads) p.threads = p.elementwise_threads = *overrides.threads;
  if (overrides.tile) p.tile = *overrides.tile;
  if (overrides.fast_math) p.fast_math = *overrides.fast_math;
  p.matrices = overrides.matrices.value_or(Matrices::native);
  if (p.matrices == Matrices::native && !device.features.matrices) p.matrices = Matrices::off;
  if (p.threads == 0 || p.tile == 0)
    return error(Code::invalid_argument, "[profile] threads {} and tile {} must be positive", p.threads, p.tile);

  const Limits& limits = device.limits;
  const uint32_t most = std::min(limits.max_invocations_per_workgroup, limits.max_workgroup_size_x);
  clip(p.threads, most, "threads", p.why);
  clip(p.elementwise_threads, most, "element-wise threads", p.why);
  clip(p.audio_threads, most, "audio threads", p.why);
  uint32_t side = 1;
  while (side * 2 * side * 2 <= limits.max_invocations_per_workgroup) side *= 2;
  clip(p.tile, std::min({side, limits.max_workgroup_size_x, limits.max_workgroup_size_y}), "tile", p.why);
  // Reductions halve the group again and again, so these stay powers of two.
  p.threads = std::bit_floor(p.threads);
  p.elementwise_threads = std::bit_floor(p.elementwise_threads);
  p.tile = std::bit_floor(p.tile);
  return p;
}

}  // namespace bitloom::wgsl

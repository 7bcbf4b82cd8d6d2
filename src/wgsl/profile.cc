#include "wgsl/profile.h"

#include <algorithm>
#include <bit>

namespace bitloom::wgsl {
namespace {

struct BrowserRow {
  std::string_view name;
  uint32_t threads, elementwise_threads, tile, unroll;
  bool use_switch, explicit_bounds, aligned_3bit;
};

// What suits the shader compilers of browsers and the GPUs they mostly meet: the numbers to start from.
// clang-format off
constexpr BrowserRow browsers[] = {
    //          threads  element-wise  tile  unroll  switch  bounds  aligned
    // Middling workgroups; Tint leaves loops as they are, so they come unrolled by four.
    {"chrome",  256,     256,          16,   4,      false,  false,  false},
    // Small workgroups and plain loops, which Naga translates in the least time; if/else chains rather than switches.
    {"firefox", 128,     64,           8,    1,      false,  false,  false},
    // Apple's GPUs run large workgroups, and ten codes in a word are taken out without looking at the next one.
    {"safari",  512,     512,          32,   4,      false,  false,  true},
    // Chrome's numbers with less unrolling, switches, and branches at edges: what Direct3D's compiler does well.
    {"edge",    256,     256,          16,   2,      true,   true,   false},
};

constexpr uint32_t any = 0xffffffff;

struct VendorRow {
  Vendor vendor;
  // The browser's numbers are kept within these.
  uint32_t least_threads, most_threads, least_elementwise, most_elementwise, most_tile;
  bool large_tiles, large_attention, short_code, stage_epilogues, find_nan;
  uint32_t busy_tiles, busy_queries, busy_threads, busy_parts, busy_attention, busy_columns, too_slow;
};

// Those of NVIDIA (an H200) and of software drivers are measured. The others are what the makers' guides say of register
// files and of threads that run together. Parts, attention and columns of `busy` were chosen on the H200 and are
// the same for all until another one is measured. `too_slow` is what the doctor wonders about: a GPU should not take 20
// times what the CPU takes; a software driver often does.
constexpr VendorRow vendors[] = {
    //                  threads     element-wise  tile | tiles  attention  short  stage  nan  | busy: tiles queries  threads  parts  attention  columns   too slow
    // Nothing is known of it: the browser's numbers, and what suits the smaller GPUs.
    {Vendor::unknown,   1,    any,  1,    any,    any,   false, false,     false, false, false,       32,   128,     1 << 13, 2048,  64,        256,             20},
    // 64 K registers a multiprocessor: 8 x 8 results a thread fit. Its compiler plans the registers of a whole product's
    // loop for the epilogue behind it, and loses 4 to 18 %, unless the results are staged. An H200 has 132
    // multiprocessors: 120 tiles keep it busy, or 64 K threads that wait for memory.
    {Vendor::nvidia,    256,  any,  1,    any,    any,   true,  true,      false, true,  false,       120,  1024,    1 << 16, 2048,  64,        256,             20},
    // As many registers; threads run in waves of up to 64, and a workgroup should have two.
    {Vendor::amd,       1,    any,  128,  any,    any,   true,  true,      false, false, false,       120,  1024,    1 << 16, 2048,  64,        256,             20},
    // Few threads run together, and larger workgroups wait for each other at barriers.
    {Vendor::intel,     1,    128,  1,    any,    any,   false, false,     false, false, false,       32,   128,     1 << 13, 2048,  64,        256,             20},
    // Runs large workgroups, as Safari's row says, whose tile is the largest; the kernels for large register files were
    // never measured there.
    {Vendor::apple,     1,    any,  1,    any,    32,    false, false,     false, false, false,       32,   128,     1 << 13, 2048,  64,        256,             20},
    // Small register files and little workgroup memory.
    {Vendor::arm,       1,    64,   1,    64,     8,     false, false,     false, false, false,       32,   128,     1 << 13, 2048,  64,        256,             20},
    {Vendor::qualcomm,  1,    64,   1,    64,     8,     false, false,     false, false, false,       32,   128,     1 << 13, 2048,  64,        256,             20},
    // A driver on the CPU: a few cores are soon busy, every thread costs, and long code only takes longer to compile.
    // SwiftShader's exp() drops NaN. Large tiles and staging cost little there, and so are tested; attention's large
    // tiles take too long to compile.
    {Vendor::software,  1,    64,   1,    any,    any,   true,  false,     true,  true,  true,        4,    8,       64,      2048,  64,        256,             0},
};
// clang-format on

static_assert(std::ranges::equal(browsers, profile_names, {}, &BrowserRow::name));

const VendorRow& row_of(Vendor vendor) {
  const auto* found = std::ranges::find(vendors, vendor, &VendorRow::vendor);
  return found == std::end(vendors) ? vendors[0] : *found;
}

class Chooser {
 public:
  explicit Chooser(Profile& profile) : p_(profile) {}

  void set(uint32_t& number, uint32_t to, std::string_view what, std::string_view reason) {
    if (number == to) return;
    p_.why += format("{}{} {} -> {}{}", p_.why.empty() ? "" : "; ", what, number, to, reason);
    number = to;
  }
  // To a power of two within the limit: reductions halve a workgroup again and again.
  void clip(uint32_t& number, uint32_t most, std::string_view what) {
    if (number > most) set(number, std::bit_floor(std::max(most, 1u)), what, format(" (limit {})", most));
    set(number, std::bit_floor(number), what, " (a power of two)");
  }

 private:
  Profile& p_;
};

}  // namespace

Result<Profile> choose_profile(const DeviceInfo& device, const ProfileOverrides& overrides) {
  const bool named = !overrides.profile.empty();
  const std::string_view browser = named                            ? overrides.profile
                                   : !overrides.browser.empty()     ? overrides.browser
                                   : device.adapter.browser.empty() ? "chrome"
                                                                    : std::string_view(device.adapter.browser);
  const auto* row = std::ranges::find(browsers, browser, &BrowserRow::name);
  if (row == std::end(browsers))
    return error(Code::invalid_argument,
                 "[profile] not supported: profile '{}'; supported are chrome, firefox, safari, edge", browser);
  const VendorRow& gpu = row_of(device.adapter.vendor);
  Profile p{.name = std::string(row->name),
            .threads = row->threads,
            .elementwise_threads = row->elementwise_threads,
            .tile = row->tile,
            .unroll = row->unroll,
            .use_switch = row->use_switch,
            .explicit_bounds = row->explicit_bounds,
            .aligned_3bit = row->aligned_3bit,
            .large_tiles = gpu.large_tiles,
            .large_attention = gpu.large_attention,
            .short_code = gpu.short_code,
            .stage_epilogues = gpu.stage_epilogues,
            .find_nan = gpu.find_nan,
            .too_slow = gpu.too_slow,
            .busy_tiles = gpu.busy_tiles,
            .busy_queries = gpu.busy_queries,
            .busy_threads = gpu.busy_threads,
            .busy_parts = gpu.busy_parts,
            .busy_attention = gpu.busy_attention,
            .busy_columns = gpu.busy_columns};
  Chooser choose(p);
  if (named) {
    // The caller wants this browser's numbers, whatever GPU this is.
    p.own_tile = true;
    p.short_code = false;
    p.row_threads = p.long_row_threads = p.threads;
  } else {
    const std::string reason = format(" for {}", bitloom::name(device.adapter.vendor));
    choose.set(p.threads, std::clamp(p.threads, gpu.least_threads, gpu.most_threads), "threads", reason);
    choose.set(p.elementwise_threads, std::clamp(p.elementwise_threads, gpu.least_elementwise, gpu.most_elementwise),
               "element-wise threads", reason);
    choose.set(p.tile, std::min(p.tile, gpu.most_tile), "tile", reason);
  }

  if (overrides.threads.value_or(1) == 0 || overrides.tile.value_or(1) == 0)
    return error(Code::invalid_argument, "[profile] threads {} and tile {} must be positive",
                 overrides.threads.value_or(p.threads), overrides.tile.value_or(p.tile));
  if (overrides.threads) {
    choose.set(p.threads, *overrides.threads, "threads", ", asked for");
    p.elementwise_threads = p.own_threads = p.threads;
  }
  if (overrides.tile) {
    choose.set(p.tile, *overrides.tile, "tile", ", asked for");
    p.own_tile = true;
  }
  if (overrides.fast_math) p.fast_math = *overrides.fast_math;
  p.matrices = overrides.matrices.value_or(p.own_tile ? Matrices::off : Matrices::native);
  if (p.matrices == Matrices::native && !device.features.matrices) p.matrices = Matrices::off;

  const Limits& limits = device.limits;
  const uint32_t most = std::min(limits.max_invocations_per_workgroup, limits.max_workgroup_size_x);
  choose.clip(p.threads, most, "threads");
  if (overrides.threads) {
    // All the numbers of threads that kernels have of their own.
    for (uint32_t* own : {&p.elementwise_threads, &p.row_threads, &p.long_row_threads, &p.packed_threads,
                          &p.packed_threads_8, &p.rounding_threads, &p.attention_threads, &p.own_threads})
      *own = p.threads;
    p.skinny_threads = 1;
  }
  choose.clip(p.elementwise_threads, most, "element-wise threads");
  for (uint32_t* within : {&p.row_threads, &p.long_row_threads}) *within = std::min(*within, std::bit_floor(most));
  uint32_t side = 1;
  while (side * side * 4 <= limits.max_invocations_per_workgroup) side *= 2;
  choose.clip(p.tile, std::min({side, limits.max_workgroup_size_x, limits.max_workgroup_size_y}), "tile");
  return p;
}

std::string Profile::text() const {
  return format("{}: {} threads (element-wise {}), tile {}, unroll {}{}{}{}", name, threads, elementwise_threads, tile,
                unroll, fast_math ? ", fast math" : "", why.empty() ? "" : "; ", why);
}

}  // namespace bitloom::wgsl

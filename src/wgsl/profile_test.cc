#include <gtest/gtest.h>

#include <fstream>

#include "runtime/variants.h"
#include "wgsl/profile.h"

namespace bitloom::wgsl {
namespace {

ProfileOverrides named(std::string name) { return {.profile = std::move(name)}; }
ProfileOverrides in(std::string browser) { return {.browser = std::move(browser)}; }

TEST(Profile, TheTableOnAnUnlimitedDevice) {
  DeviceInfo d = large_device();
  d.adapter.vendor = Vendor::unknown;
  const Profile chrome = *choose_profile(d, named("chrome")), firefox = *choose_profile(d, named("firefox")),
                safari = *choose_profile(d, named("safari")), edge = *choose_profile(d, named("edge"));
  EXPECT_EQ(chrome.threads, 256u);
  EXPECT_EQ(chrome.tile, 16u);
  EXPECT_EQ(chrome.unroll, 4u);
  EXPECT_EQ(firefox.threads, 128u);
  EXPECT_EQ(firefox.elementwise_threads, 64u);
  EXPECT_EQ(firefox.tile, 8u);
  EXPECT_EQ(firefox.unroll, 1u);
  EXPECT_FALSE(firefox.use_switch);
  EXPECT_EQ(safari.threads, 512u);
  EXPECT_EQ(safari.tile, 32u);
  EXPECT_TRUE(safari.aligned_3bit);
  EXPECT_EQ(edge.unroll, 2u);
  EXPECT_TRUE(edge.use_switch);
  EXPECT_TRUE(edge.explicit_bounds);
  for (const Profile& p : {chrome, firefox, safari, edge}) EXPECT_FALSE(p.fast_math) << "its own switch";
}

TEST(Profile, MatricesWhereTheDeviceHasThemOrSpelledOutWhereAsked) {
  ProfileOverrides wanted;
  EXPECT_EQ(choose_profile(large_device())->matrices, Matrices::native);
  EXPECT_EQ(choose_profile(smallest_device())->matrices, Matrices::off);
  wanted.matrices = Matrices::native;
  EXPECT_EQ(choose_profile(smallest_device(), wanted)->matrices, Matrices::off);
  wanted.matrices = Matrices::spelled;
  EXPECT_EQ(choose_profile(smallest_device(), wanted)->matrices, Matrices::spelled);
  wanted.matrices = Matrices::off;
  EXPECT_EQ(choose_profile(large_device(), wanted)->matrices, Matrices::off);
}

TEST(Profile, NumbersAreClippedToTheDeviceAndItSaysSo) {
  const Profile p = *choose_profile(smallest_device(), in("safari"));
  EXPECT_EQ(p.threads, 256u);
  EXPECT_EQ(p.tile, 16u);
  EXPECT_EQ(p.why,
            "threads 512 -> 256 (limit 256); element-wise threads 512 -> 256 (limit 256); tile 32 -> 16 (limit 16)");
}

TEST(Profile, VendorAdjustsBrowserChoosesOverrideWins) {
  DeviceInfo d = smallest_device();
  EXPECT_EQ(choose_profile(d)->name, "chrome");
  d.adapter.browser = "firefox";
  EXPECT_EQ(choose_profile(d)->name, "firefox");
  d.adapter.browser = "safari";
  EXPECT_EQ(choose_profile(d)->name, "safari");
  d.adapter.vendor = Vendor::qualcomm;
  EXPECT_EQ(choose_profile(d, in("chrome"))->threads, 64u);
  EXPECT_EQ(choose_profile(d, in("chrome"))->name, "chrome");
  EXPECT_EQ(choose_profile(d, named("chrome"))->threads, 256u) << "asked for by name";
  EXPECT_EQ(choose_profile(d, {.profile = "edge", .browser = "chrome"})->name, "edge");
  EXPECT_EQ(choose_profile(d, {.profile = "chrome", .threads = 128, .tile = 8, .fast_math = true})->threads, 128u);
  EXPECT_TRUE(choose_profile(d, {.fast_math = true})->fast_math);
  EXPECT_EQ(choose_profile(d, named("opera")).error().message,
            "[profile] not supported: profile 'opera'; supported are chrome, firefox, safari, edge");
}

// The numbers and switches by vendor, as they were found; a change here is a change of policy.
TEST(Profile, EveryVendorHasItsRow) {
  struct Row {
    Vendor vendor;
    bool large_tiles, large_attention, short_code, stage, find_nan;
    uint32_t busy_tiles, busy_queries, busy_threads, busy_parts, busy_attention, busy_columns, too_slow;
  };
  for (const Row& row : {Row{Vendor::unknown, false, false, false, false, false, 32, 128, 8192, 2048, 64, 256, 20},
                         Row{Vendor::nvidia, true, true, false, true, false, 120, 1024, 65536, 2048, 64, 256, 20},
                         Row{Vendor::amd, true, true, false, false, false, 120, 1024, 65536, 2048, 64, 256, 20},
                         Row{Vendor::intel, false, false, false, false, false, 32, 128, 8192, 2048, 64, 256, 20},
                         Row{Vendor::apple, false, false, false, false, false, 32, 128, 8192, 2048, 64, 256, 20},
                         Row{Vendor::arm, false, false, false, false, false, 32, 128, 8192, 2048, 64, 256, 20},
                         Row{Vendor::qualcomm, false, false, false, false, false, 32, 128, 8192, 2048, 64, 256, 20},
                         Row{Vendor::software, true, false, true, true, true, 4, 8, 64, 2048, 64, 256, 0}}) {
    DeviceInfo d = large_device();
    d.adapter.vendor = row.vendor;
    const Profile p = *choose_profile(d);
    EXPECT_TRUE(p.large_tiles == row.large_tiles && p.large_attention == row.large_attention &&
                p.short_code == row.short_code && p.stage_epilogues == row.stage && p.find_nan == row.find_nan &&
                p.busy_tiles == row.busy_tiles && p.busy_queries == row.busy_queries &&
                p.busy_threads == row.busy_threads && p.busy_parts == row.busy_parts &&
                p.busy_attention == row.busy_attention && p.busy_columns == row.busy_columns &&
                p.too_slow == row.too_slow)
        << name(row.vendor);
  }
}

// docs/profiles.md has the tables as they are.
TEST(Profile, TheDocsHaveTheTables) {
  std::ifstream file(std::string(BITLOOM_SOURCE_DIR) + "/docs/profiles.md");
  const std::string docs{std::istreambuf_iterator<char>(file), {}};
  const auto has = [&](const std::string& line) { EXPECT_NE(docs.find(line), std::string::npos) << line; };
  DeviceInfo d = large_device();
  for (std::string_view browser : profile_names) {
    d.adapter.vendor = Vendor::unknown;
    const Profile p = *choose_profile(d, in(std::string(browser)));
    has(format("| {} | {} | {} | {} | {} | {} | {} | {} |\n", browser, p.threads, p.elementwise_threads, p.tile,
               p.unroll, p.use_switch ? "switch" : "if/else", p.explicit_bounds ? "branches" : "selects",
               p.aligned_3bit ? "aligned" : "dense"));
  }
  for (int v = 0; v <= static_cast<int>(Vendor::software); ++v) {
    d.adapter.vendor = static_cast<Vendor>(v);
    // Between the least and the most that any browser gets.
    const auto range = [&](uint32_t Profile::* field, uint32_t least, uint32_t most) {
      uint32_t low = most, high = 0;
      for (std::string_view browser : profile_names) {
        const uint32_t number = (*choose_profile(d, in(std::string(browser)))).*field;
        low = std::min(low, number), high = std::max(high, number);
      }
      return low > least ? format("{} on", low) : high < most ? format("up to {}", high) : std::string("any");
    };
    const Profile p = *choose_profile(d);
    const auto word = [](bool yes) { return yes ? "yes" : "no"; };
    has(format("| {} | {} | {} | {} | {} | {} | {} | {} | {} | {}, {}, {}, {}, {}, {} | {} |\n", name(d.adapter.vendor),
               range(&Profile::threads, 128, 512), range(&Profile::elementwise_threads, 64, 512),
               range(&Profile::tile, 8, 32), word(p.large_tiles), word(p.large_attention), word(p.short_code),
               word(p.stage_epilogues), word(p.find_nan), p.busy_tiles, p.busy_queries, p.busy_threads, p.busy_parts,
               p.busy_attention, p.busy_columns, p.too_slow));
  }
  const Profile p;
  const std::pair<const char*, uint32_t> same[] = {
      {"few_rows", p.few_rows},
      {"few_channels", p.few_channels},
      {"row_threads", p.row_threads},
      {"long_row_threads", p.long_row_threads},
      {"row_registers", p.row_registers},
      {"skinny_threads", p.skinny_threads},
      {"packed_threads", p.packed_threads},
      {"packed_threads_8", p.packed_threads_8},
      {"rounding_threads", p.rounding_threads},
      {"attention_threads", p.attention_threads},
  };
  for (const auto& [field, number] : same) has(format("| `{}` | {} | ", field, number));
}

}  // namespace
}  // namespace bitloom::wgsl

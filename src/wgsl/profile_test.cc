#include <gtest/gtest.h>

#include "runtime/variants.h"
#include "wgsl/profile.h"

namespace bitloom::wgsl {
namespace {

ProfileOverrides named(std::string name) { return {.profile = std::move(name)}; }

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
  EXPECT_EQ(firefox.audio_threads, 256u);
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
  const Profile p = *choose_profile(smallest_device(), named("safari"));
  EXPECT_EQ(p.threads, 256u);
  EXPECT_EQ(p.tile, 16u);
  EXPECT_EQ(p.why,
            "threads 512 -> 256 (limit 256); element-wise threads 512 -> 256 (limit 256); tile 32 -> 16 (limit 16)");
}

TEST(Profile, VendorAdjustsEngineChoosesOverrideWins) {
  DeviceInfo d = smallest_device();
  d.adapter.engine = "wgpu";
  EXPECT_EQ(choose_profile(d)->name, "firefox");
  d.adapter.engine = "dawn";
  EXPECT_EQ(choose_profile(d)->name, "chrome");
  d.adapter.backend = "metal";
  EXPECT_EQ(choose_profile(d)->name, "safari");
  d.adapter.vendor = Vendor::qualcomm;
  EXPECT_EQ(choose_profile(d, named("chrome"))->threads, 64u);
  EXPECT_EQ(choose_profile(d, {.profile = "chrome", .threads = 128, .tile = 8, .fast_math = true})->threads, 128u);
  EXPECT_TRUE(choose_profile(d, {.fast_math = true})->fast_math);
  EXPECT_EQ(choose_profile(d, named("opera")).error().message,
            "[profile] there is no profile 'opera'; there are chrome, firefox, safari, edge");
}

}  // namespace
}  // namespace bitloom::wgsl

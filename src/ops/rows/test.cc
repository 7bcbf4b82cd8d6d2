// How rows are put on a device, and how reductions over several axes become a chain of simple ones.
#include <gtest/gtest.h>

#include "ops/rows/reduce.h"
#include "runtime/variants.h"

namespace bitloom {
namespace {

wgsl::Profile chrome_on(const DeviceInfo& device) { return *wgsl::choose_profile(device, {.browser = "chrome"}); }

TEST(RowPlans, ShortRowsShareAWorkgroupAndLongOnesTakeMoreThreads) {
  const DeviceInfo small = smallest_device(), large = large_device();
  const auto text = [&](uint64_t length, bool quads, const DeviceInfo& device) {
    return to_text(plan_rows({1000, length, 1}, quads, device, chrome_on(device)));
  };
  EXPECT_EQ(text(64, true, small), "rows x4, 128 threads, 8 a row, 2 in registers, memory");
  EXPECT_EQ(text(1024, true, small), "rows x4, 128 threads, 32 a row, 8 in registers, memory");
  EXPECT_EQ(text(1024, false, small), "rows x1, 128 threads, 64 a row, 16 in registers, memory");
  EXPECT_EQ(text(1001, true, small), "rows x1, 128 threads, 64 a row, 16 in registers, memory");
  EXPECT_EQ(text(16384, true, small), "rows x4, 256 threads, 256 a row, 16 in registers, memory");
  EXPECT_EQ(text(16384, true, large), "rows x4, 512 threads, 512 a row, 8 in registers, memory");
  EXPECT_EQ(text(100000, true, small), "rows x4, 256 threads, 256 a row, looping, memory");
  EXPECT_EQ(text(100000, true, large), "rows x4, 512 threads, 512 a row, looping, subgroups");
}

TEST(RowPlans, NoSubgroupsWhereTheEngineDoesNotKnowThem) {
  DeviceInfo device = large_device();
  device.features.subgroups = false;
  EXPECT_FALSE(plan_rows({8, 100000, 1}, true, device, chrome_on(device)).subgroups);
}

TEST(RowPlans, ColumnsKeepNeighboursTogether) {
  const auto text = [&](uint64_t length, uint64_t inner) {
    return to_text(plan_rows({10, length, inner}, true, large_device(), chrome_on(large_device())));
  };
  EXPECT_EQ(text(8, 64), "columns x4, 128 threads, 1 a row, 8 in registers, memory");
  EXPECT_EQ(text(64, 63), "columns x1, 128 threads, 8 a row, 8 in registers, memory");
  EXPECT_EQ(text(1024, 64), "columns x4, 512 threads, 64 a row, 16 in registers, memory");
  EXPECT_EQ(text(2000, 64), "columns x4, 128 threads, 16 a row, looping, memory");
}

TEST(RowPlans, StayWithinSmallLimits) {
  DeviceInfo tiny = smallest_device();
  tiny.limits.max_invocations_per_workgroup = tiny.limits.max_workgroup_size_x = 48;
  for (uint64_t length : {1, 7, 64, 1000, 4096, 100000})
    for (uint64_t inner : {1, 3, 64}) {
      const RowPlan rows = plan_rows({5, length, inner}, true, tiny, chrome_on(tiny));
      const RowPlan reduce = plan_reduce({5, length, inner}, true, tiny, chrome_on(tiny)).rows;
      for (const RowPlan& p : {rows, reduce}) {
        EXPECT_LE(p.threads, 48u) << to_text(p);
        EXPECT_EQ(p.threads % p.span, 0u) << to_text(p);
      }
    }
}

TEST(ReducePlans, FewLongRowsAreCutIntoParts) {
  const auto plan = [&](const Rows& rows) {
    return plan_reduce(rows, true, large_device(), chrome_on(large_device()));
  };
  EXPECT_EQ(plan({65536, 1024, 1}).parts, 1u);
  EXPECT_EQ(plan({1, 100, 1}).parts, 1u);
  const ReducePlan one = plan({1, 64 << 20, 1});
  EXPECT_EQ(to_text(one), "rows x4, 128 threads, 128 a row, looping, subgroups, 2048 parts of 8192, unroll 4");
  const ReducePlan columns = plan({1, 65536, 1024});
  EXPECT_EQ(to_text(columns), "columns x4, 128 threads, 8 a row, looping, memory, 128 parts of 512, unroll 4");
  for (const Rows& rows : {Rows{1, 12345, 1}, Rows{3, 99999, 7}, Rows{1, 1 << 20, 4}}) {
    const ReducePlan p = plan(rows);
    const uint64_t units = rows.inner > 1 ? rows.length : rows.length / p.rows.width;
    EXPECT_GE(p.parts * p.chunk, units);
    EXPECT_LT((p.parts - 1) * p.chunk, units) << "no part is empty";
  }
}

std::string chain_text(const Shape& shape, const std::vector<bool>& reduced) {
  std::string out;
  for (const Rows& r : reduction_chain(shape, reduced)) out += format("[{}, {}, {}]", r.outer, r.length, r.inner);
  return out;
}

TEST(ReductionChains, GoInnermostFirstAndMergeNeighbours) {
  EXPECT_EQ(chain_text({2, 3, 4}, {true, true, true}), "[1, 24, 1]");
  EXPECT_EQ(chain_text({2, 3, 4}, {false, true, true}), "[2, 12, 1]");
  EXPECT_EQ(chain_text({2, 3, 4}, {false, true, false}), "[2, 3, 4]");
  EXPECT_EQ(chain_text({2, 3, 4}, {true, false, true}), "[6, 4, 1][1, 2, 3]");
  EXPECT_EQ(chain_text({2, 3, 4, 5, 6}, {true, false, true, false, true}), "[120, 6, 1][6, 4, 5][1, 2, 15]");
  EXPECT_EQ(chain_text({2, 1, 4}, {true, false, true}), "[1, 8, 1]") << "a kept axis of one separates nothing";
  EXPECT_EQ(chain_text({2, 1, 4}, {false, true, false}), "[8, 1, 1]") << "a copy";
  EXPECT_EQ(chain_text({}, {}), "[1, 1, 1]");
}

}  // namespace
}  // namespace bitloom

#include "cpu/threads.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <fstream>
#include <random>
#include <thread>
#include <vector>

#ifdef __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define BITLOOM_SANITIZED
#endif
#endif

namespace bitloom {
namespace {

class Threads : public testing::TestWithParam<int> {
 protected:
  void SetUp() override { set_threads(GetParam()); }
  void TearDown() override { set_threads(0); }
};
INSTANTIATE_TEST_SUITE_P(Counts, Threads, testing::Values(1, 2, 3, 8));

TEST_P(Threads, EveryItemIsDoneExactlyOnce) {
  const uint32_t seed = std::random_device{}();
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  std::mt19937 random(seed);
  for (int round = 0; round < 300; ++round) {
    const size_t count = random() % 2000, grain = random() % 40;
    std::vector<int> done(count);  // plain ints: the thread sanitizer sees it if two threads share an item
    parallel_for(count, grain, [&](size_t begin, size_t end) {
      EXPECT_LT(begin, end);
      EXPECT_EQ(begin % std::max<size_t>(grain, 1), 0u);
      EXPECT_TRUE(end == count || end - begin >= grain);
      for (size_t i = begin; i < end; ++i) ++done[i];
    });
    for (size_t i = 0; i < count; ++i) ASSERT_EQ(done[i], 1) << "item " << i << " of " << count << ", grain " << grain;
  }
}

TEST_P(Threads, NestedLoopsRunInline) {
  std::vector<std::vector<int>> done(50, std::vector<int>(70));
  std::atomic<int> strays = 0;
  parallel_for(50, 1, [&](size_t begin, size_t end) {
    const auto self = std::this_thread::get_id();
    for (size_t i = begin; i < end; ++i)
      parallel_for(70, 1, [&](size_t first, size_t last) {
        if (GetParam() > 1 && std::this_thread::get_id() != self) ++strays;
        for (size_t j = first; j < last; ++j) ++done[i][j];
      });
  });
  EXPECT_EQ(strays, 0);
  for (const auto& row : done)
    for (int times : row) ASSERT_EQ(times, 1);
}

TEST_P(Threads, SeveralCallersAtOnce) {
  std::vector<size_t> sums(4);
  std::vector<std::thread> callers;
  callers.reserve(sums.size());
  for (size_t& sum : sums)
    callers.emplace_back([&sum] {
      for (int round = 0; round < 200; ++round) {
        std::atomic<size_t> total = 0;
        parallel_for(1000, 10, [&](size_t begin, size_t end) {
          for (size_t i = begin; i < end; ++i) total += i;
        });
        sum += total;
      }
    });
  for (std::thread& caller : callers) caller.join();
  for (size_t sum : sums) EXPECT_EQ(sum, 200u * 499500u);
}

TEST_P(Threads, OthersHelp) {
  if (GetParam() == 1) GTEST_SKIP() << "one thread has no helpers";
  // Each of two pieces waits for the other, so this ends only if a second thread takes one of them.
  std::atomic<int> arrived = 0;
  parallel_for(2, 1, [&](size_t begin, size_t end) {
    ASSERT_EQ(end - begin, 1u);
    ++arrived;
    while (arrived < 2) std::this_thread::yield();
  });
  EXPECT_EQ(arrived, 2);
}

TEST(ThreadCount, CanBeSetAndPutBack) {
  const int before = threads();
  EXPECT_GE(before, 1);
  set_threads(5);
  EXPECT_EQ(threads(), 5);
  set_threads(0);
  EXPECT_EQ(threads(), before);
  set_threads(-3);
  EXPECT_EQ(threads(), before);
}

TEST(ThreadCount, CanChangeBetweenAndInsideLoops) {
  for (int count : {2, 7, 1, 3, 2}) {
    set_threads(count);
    std::atomic<int> done = 0;
    parallel_for(100, 1, [&](size_t begin, size_t end) {
      set_threads(count + 1);  // must not disturb the running loop
      done += static_cast<int>(end - begin);
    });
    EXPECT_EQ(done, 100);
  }
  set_threads(0);
}

// Where the system gives no more threads, the pool works with those there are. The limit is on memory, which a thread's
// stack needs; sanitizers need too much of it themselves.
#ifndef BITLOOM_SANITIZED
TEST(ThreadCountDeathTest, ThreadsThatCannotStartAreDoneWithout) {
  const auto work = [](int spare_pages) {
    std::ifstream in("/proc/self/statm");
    rlim_t pages = 0;
    in >> pages;
    const rlim_t bytes = (pages + static_cast<rlim_t>(spare_pages)) * static_cast<rlim_t>(sysconf(_SC_PAGESIZE));
    const rlimit limit{bytes, bytes};
    if (pages == 0 || setrlimit(RLIMIT_AS, &limit) != 0) std::_Exit(3);
    set_threads(32);
    std::atomic<size_t> sum = 0;
    for (int round = 0; round < 3; ++round)
      parallel_for(1000, 10, [&](size_t begin, size_t end) { sum += end - begin; });
    std::_Exit(sum == 3000 ? 0 : 4);
  };
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(work(300), testing::ExitedWithCode(0), "") << "none starts";
  EXPECT_EXIT(work(8000), testing::ExitedWithCode(0), "") << "some start";
}
#endif

TEST(FunctionRef, CallsWhatItBorrows) {
  int calls = 0;
  auto count = [&calls](int by) { return calls += by; };
  const FunctionRef<int(int)> ref = count;
  const FunctionRef<int(int)> copy = ref;
  EXPECT_EQ(ref(2), 2);
  EXPECT_EQ(copy(3), 5);
}

}  // namespace
}  // namespace bitloom

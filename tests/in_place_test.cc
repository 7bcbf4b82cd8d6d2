// What is changed in place and what is not: write_rows on inputs, mutable inputs, results and views.
#include <gtest/gtest.h>

#include "ops/check.h"
#include "tests/support.h"

namespace bitloom {
namespace {

const Tensor place = Tensor::from<int32_t>({1}, {1});
const std::vector<float> old_values{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, rows{-1, -2, -3, -4};
const std::vector<float> written{0, 1, 2, 3, -1, -2, -3, -4, 8, 9, 10, 11};

Tensor tensor(Shape shape, const std::vector<float>& values) { return Tensor::from<float>(shape, values); }

class InPlace {
 public:
  explicit InPlace(Backend& backend) : backend_(backend) {}

  // As a single call, and as a graph over an ordinary input, the caller's tensor stays as it was.
  void never_what_the_caller_holds() {
    const std::vector<Tensor> in{there({3, 4}, old_values), there({1, 4}, rows), up(backend_, place)};
    const auto y = run_sync(backend_.run("write_rows", in));
    ASSERT_TRUE(y.ok()) << y.error().message;
    EXPECT_EQ(values(*y), written);
    EXPECT_EQ(values(in[0]), old_values);
  }

  void a_mutable_input_holds_the_result() {
    Graph g;
    const Value cache = g.mutable_input("cache", {DType::f32, {3, 4}}), fresh = g.input("rows", {DType::f32, {1, 4}}),
                at = g.input("place", {DType::i32, {1}});
    g.output("y", *g.apply("neg", {*g.apply("write_rows", {cache, fresh, at})}));
    const std::vector<Tensor> in{there({3, 4}, old_values), there({1, 4}, rows), up(backend_, place)};
    const auto y = run_sync(backend_.run(g, in));
    ASSERT_TRUE(y.ok()) << y.error().message;
    EXPECT_EQ(values(in[0]), written);
    EXPECT_EQ(values((*y)[0])[5], 2);
  }

  // A result is changed where it is, unless something reads it later.
  void an_old_value_that_is_read_later_survives() {
    for (const bool read_later : {false, true}) {
      Graph g;
      const Value x = g.input("x", {DType::f32, {3, 4}}), fresh = g.input("rows", {DType::f32, {1, 4}}),
                  at = g.input("place", {DType::i32, {1}});
      const Value doubled = *g.apply("add", {x, x});
      const Value y = *g.apply("write_rows", {doubled, fresh, at});
      const Value total = *g.apply("reduce_sum", {*g.apply("reshape", {y}, {{"shape", {12}}})}, {{"axes", {0}}});
      g.output("y", y), g.output("total", total);
      // Through a view, and ordered after the write by what it is added to.
      if (read_later) g.output("later", *g.apply("add", {*g.apply("reshape", {doubled}, {{"shape", {12}}}), total}));
      const std::vector<Tensor> in{there({3, 4}, old_values), there({1, 4}, rows), up(backend_, place)};
      const auto got = run_sync(backend_.run(g, in));
      ASSERT_TRUE(got.ok()) << got.error().message;
      const std::vector<float> want{0, 2, 4, 6, -1, -2, -3, -4, 16, 18, 20, 22};
      EXPECT_EQ(values((*got)[0]), want);
      const float sum = 0 + 2 + 4 + 6 - 1 - 2 - 3 - 4 + 16 + 18 + 20 + 22;
      EXPECT_EQ(values((*got)[1])[0], sum);
      if (!read_later) continue;
      for (size_t i = 0; i < 12; ++i) EXPECT_EQ(values((*got)[2])[i], 2 * old_values[i] + sum);
    }
  }

  void what_cannot_be_changed_in_place_is_refused() {
    Graph g;
    const Value cache = g.mutable_input("cache", {DType::f32, {3, 4}}), fresh = g.input("rows", {DType::f32, {1, 4}}),
                at = g.input("place", {DType::i32, {1}});
    const Value y = *g.apply("write_rows", {cache, fresh, at});
    const Value total = *g.apply("reduce_sum", {y}, {{"axes", {0, 1}}});
    g.output("y", *g.apply("add", {cache, total}));
    const auto program = run_sync(backend_.prepare(g));
    ASSERT_FALSE(program.ok());
    EXPECT_EQ(program.error().message,
              "[write_rows] the mutable input 'cache' cannot be changed in place: what was there before is read later");
    Graph same;
    const Value c = same.mutable_input("cache", {DType::f32, {1, 4}});
    same.output("y", *same.apply("write_rows", {c, c, same.input("place", {DType::i32, {1}})}));
    EXPECT_FALSE(run_sync(backend_.prepare(same)).ok()) << "the rows are the cache itself";
  }

  // Twice in a row, the second time over what the first made.
  void writes_follow_each_other() {
    Graph g;
    const Value cache = g.mutable_input("cache", {DType::f32, {3, 4}}), fresh = g.input("rows", {DType::f32, {1, 4}}),
                at = g.input("place", {DType::i32, {1}}), next = g.input("next", {DType::i32, {1}});
    const Value once = *g.apply("write_rows", {cache, fresh, at});
    g.output("y", *g.apply("neg", {*g.apply("write_rows", {once, fresh, next})}));
    const std::vector<Tensor> in{there({3, 4}, old_values), there({1, 4}, rows), up(backend_, place),
                                 up(backend_, Tensor::from<int32_t>({1}, {2}))};
    ASSERT_TRUE(run_sync(backend_.run(g, in)).ok());
    EXPECT_EQ(values(in[0]), (std::vector<float>{0, 1, 2, 3, -1, -2, -3, -4, -1, -2, -3, -4}));
  }

  // Of the same memory, or of a part of it.
  void a_mutable_input_shares_no_memory() {
    Graph g;
    const Value cache = g.mutable_input("cache", {DType::f32, {3, 4}}), fresh = g.input("rows", {DType::f32, {1, 4}}),
                at = g.input("place", {DType::i32, {1}});
    g.output("y", *g.apply("write_rows", {cache, fresh, at}));
    const Tensor cached = there({3, 4}, old_values), both = there({4, 4}, std::vector<float>(16, 1.0f));
    for (const int64_t row : {0, 2}) {
      const auto y = run_sync(backend_.run(g, {cached, *cached.view(row * 4, {1, 4}), up(backend_, place)}));
      ASSERT_FALSE(y.ok());
      EXPECT_EQ(y.error().message, "[run] the mutable input 0 'cache' shares memory with input 1 'rows'");
    }
    EXPECT_EQ(values(cached), old_values);
    // Side by side is well on the CPU; no GPU kernel reads and writes one buffer.
    const auto beside = run_sync(backend_.run(g, {*both.view(0, {3, 4}), *both.view(12, {1, 4}), up(backend_, place)}));
    EXPECT_EQ(beside.ok(), both.on_cpu());
    if (!beside.ok())
      EXPECT_EQ(beside.error().message, "[run] the mutable input 0 'cache' shares memory with input 1 'rows'");
    // The other way round, and two that are both mutable.
    Graph two;
    const Value rows_first = two.input("rows", {DType::f32, {1, 4}}),
                one = two.mutable_input("one", {DType::f32, {3, 4}}),
                other = two.mutable_input("other", {DType::f32, {3, 4}}), where = two.input("place", {DType::i32, {1}});
    two.output("a", *two.apply("write_rows", {one, rows_first, where}));
    two.output("b", *two.apply("write_rows", {other, rows_first, where}));
    const Tensor fresh_rows = there({1, 4}, rows);
    EXPECT_EQ(run_sync(backend_.run(two, {fresh_rows, cached, cached, up(backend_, place)})).error().message,
              "[run] the mutable input 1 'one' shares memory with input 2 'other'");
    EXPECT_EQ(run_sync(backend_.run(two, {*both.view(8, {1, 4}), *both.view(0, {3, 4}), cached, up(backend_, place)}))
                  .error()
                  .message,
              "[run] the mutable input 1 'one' shares memory with input 0 'rows'");
  }

  void all() {
    a_mutable_input_shares_no_memory();
    never_what_the_caller_holds();
    a_mutable_input_holds_the_result();
    an_old_value_that_is_read_later_survives();
    what_cannot_be_changed_in_place_is_refused();
    writes_follow_each_other();
  }

 private:
  Tensor there(Shape shape, const std::vector<float>& v) { return up(backend_, tensor(shape, v)); }
  std::vector<float> values(const Tensor& t) { return down(backend_, t).to_floats(); }
  Backend& backend_;
};

Tensor copy(const Tensor& t) { return Tensor::from<float>(t.shape(), t.to_floats()); }

TEST(InPlaceCpu, OnlyWhatNobodyNeedsIsChanged) {
  CpuBackend cpu, reference(true);
  InPlace(cpu).all();
  InPlace(reference).all();
}

TEST(InPlaceGpu, OnlyWhatNobodyNeedsIsChanged) { InPlace(*shared_gpu()).all(); }

TEST(InPlaceGpu, AMutableInputIsNoView) {
  const std::shared_ptr<WebGPUBackend> gpu = shared_gpu();
  Graph g;
  const Value cache = g.mutable_input("cache", {DType::f32, {2, 4}}), fresh = g.input("rows", {DType::f32, {1, 4}});
  g.output("y", *g.apply("write_rows", {cache, fresh, g.input("place", {DType::i32, {1}})}));
  const Tensor whole = up(*gpu, copy(tensor({3, 4}, old_values)));
  const auto y = run_sync(gpu->run(g, {*whole.view(4, {2, 4}), up(*gpu, tensor({1, 4}, rows)), up(*gpu, place)}));
  ASSERT_FALSE(y.ok());
  EXPECT_EQ(y.error().message, "[write_rows] the mutable input 'cache' cannot be changed in place: it is a view");
}

}  // namespace
}  // namespace bitloom

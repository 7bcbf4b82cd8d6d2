// What the headers say about threads, done by several at once. ./test tsan runs these under ThreadSanitizer, each in a
// process of its own, so that whatever is made at first use is first used by all of them together.
#include <atomic>
#include <thread>

#include "tests/support.h"

namespace bitloom {
namespace {

constexpr int crowd = 4;

// The same work on several threads, begun at the same moment.
template <class F>
void at_once(const F& work) {
  std::atomic<int> ready = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < crowd; ++i)
    threads.emplace_back([&, i] {
      ++ready;
      while (ready < crowd) std::this_thread::yield();
      work(i);
    });
  for (std::thread& t : threads) t.join();
}

std::string zoo(const char* name) { return std::string(BITLOOM_SOURCE_DIR "/zoo/") + name; }

std::vector<float> draw(uint64_t seed, size_t count) {
  std::mt19937_64 random(seed);
  std::vector<float> out(count);
  for (float& v : out) v = std::normal_distribution<float>()(random);
  return out;
}

TEST(ThreadSafety, ATokenizerIsShared) {
  const Tokenizer tokenizer = *Tokenizer::from_folder(zoo("intents"));
  const char* texts[] = {"Where is my card?", "I’d like to top up, please", "naïve café", "", "1234567890 !?"};
  std::vector<std::vector<int32_t>> ids(crowd);
  at_once([&](int i) {
    const Tokenizer copy = tokenizer;
    TokenStream stream(tokenizer);
    for (int round = 0; round < 20; ++round)
      for (const char* text : texts) {
        const Encoding e = *(round % 2 ? copy : tokenizer).encode(text, {.max_length = 16});
        ids[static_cast<size_t>(i)].insert(ids[static_cast<size_t>(i)].end(), e.ids.begin(), e.ids.end());
        (void)tokenizer.decode(e.ids);
        for (int32_t id : e.ids) (void)stream.push(id);
        (void)stream.finish();
      }
  });
  EXPECT_GT(ids[0].size(), 200u);
  for (const auto& other : ids) EXPECT_EQ(other, ids[0]);
}

TEST(ThreadSafety, AFolderIsReadByMany) {
  const Folder folder = *open_folder(zoo("intents"));
  std::vector<size_t> sizes(crowd);
  at_once([&](int i) {
    for (const std::string& file : folder.files()) {
      const auto bytes = *folder.open(file);
      std::vector<std::byte> first(std::min<uint64_t>(bytes->size(), 1000));
      EXPECT_TRUE(folder.has(file) && bytes->read(0, first).ok());
      sizes[static_cast<size_t>(i)] += bytes->size() + (file.ends_with(".json") ? folder.text(file)->size() : 0);
    }
  });
  EXPECT_GT(sizes[0], 1'000'000u);
  for (const size_t other : sizes) EXPECT_EQ(other, sizes[0]);
}

TEST(ThreadSafety, EveryThreadHasABackend) {
  const uint64_t seed = fresh_seed();
  const Tensor x = Tensor::from<float>({96, 70}, std::span<const float>(draw(seed, 96 * 70)));
  std::vector<std::vector<float>> results(crowd);
  at_once([&](int i) {
    const sync::Backend cpu = sync::cpu();
    for (int round = 0; round < 5; ++round) {
      const Tensor y = ops::matmul(cpu, x, x, {.transpose_b = true});  // large enough for the pool of threads
      const Tensor z = ops::softmax(cpu, ops::add(cpu, ops::gelu(cpu, y), y), {.axis = 0});
      results[static_cast<size_t>(i)] = cpu.read(ops::layer_norm(cpu, z));
    }
  });
  for (const auto& other : results) EXPECT_EQ(other, results[0]);
}

TEST(ThreadSafety, AGraphIsRunByManyBackends) {
  Graph graph;
  const Value x = graph.input("x", {DType::f32, {5, 7}});
  graph.output("y", ops::relu(graph, ops::matmul(graph, x, x, {.transpose_b = true})));
  const Tensor input = Tensor::from<float>({5, 7}, std::span<const float>(draw(fresh_seed() + 1, 35)));
  std::vector<std::vector<float>> results(crowd);
  at_once([&](int i) {
    const sync::Backend cpu = sync::cpu();
    for (int round = 0; round < 10; ++round) results[static_cast<size_t>(i)] = cpu.run(graph, {input})[0].to_floats();
  });
  for (const auto& other : results) EXPECT_EQ(other, results[0]);
}

// Shapes, settings and explanations: many read one, and each changes its own copy.
TEST(ThreadSafety, ValuesAreReadByMany) {
  const Shape shape{5, 7};
  const Attrs settings{{"axis", -1}, {"approximate", "tanh"}, {"perm", {1, 0}}};
  Graph graph;
  graph.output("y", ops::gelu(graph, ops::softmax(graph, graph.input("x", {DType::f32, shape}))));
  const Explanation explanation = *sync::cpu()->explain(graph);
  std::vector<std::string> texts(crowd);
  at_once([&](int i) {
    for (int round = 0; round < 20; ++round) {
      Attrs own = settings;
      own.set("axis", i);
      EXPECT_EQ(own.integer("axis") + settings.integer("axis"), i - 1);
      const Shape copy = shape;
      texts[static_cast<size_t>(i)] =
          to_text(settings) + to_text(copy) + explanation.graph.text() + explanation.text() + explanation.json();
    }
  });
  for (const auto& other : texts) EXPECT_EQ(other, texts[0]);
}

// Each with a backend, a fusion and a constant of its own.
TEST(ThreadSafety, EveryThreadFusesLists) {
  const uint64_t seed = fresh_seed();
  const Tensor a = Tensor::from<float>({6, 40}, std::span<const float>(draw(seed, 240)));
  const Tensor b = Tensor::from<float>({40, 9}, std::span<const float>(draw(seed + 1, 360)));
  std::vector<std::vector<float>> results(crowd);
  at_once([&](int i) {
    const sync::Backend cpu = sync::cpu();
    WebGPUOperationFusion fusion(*cpu);
    const Tensor y = sync::wait(fusion.execute_fused({a, b}, {"matmul", "gelu"}));
    Graph graph;
    const Constant weights({DType::f32, {40, 9}}, [&] { return Result<Tensor>(b); });
    const Value product = ops::matmul(graph, graph.input("x", {DType::f32, {6, 40}}), graph.constant(weights));
    graph.output("y", ops::gelu(graph, product));
    EXPECT_EQ(cpu.run(graph, {a})[0].to_floats(), y.to_floats());
    results[static_cast<size_t>(i)] = y.to_floats();
  });
  for (const auto& other : results) EXPECT_EQ(other, results[0]);
}

TEST(ThreadSafety, CopiesOfATensorShareItsBytes) {
  const size_t before = cpu_memory().live;
  {
    const Tensor x = Tensor::from<float>({64}, std::span<const float>(draw(fresh_seed(), 64)));
    at_once([&](int i) {
      for (int round = 0; round < 500; ++round) {
        const Tensor copy = x, row = *copy.view(round % 60, {4});
        const Tensor own = Tensor::from<float>({2}, {row.data<float>()[0], static_cast<float>(i)});
        EXPECT_EQ(own.data<float>()[0], x.data<float>()[static_cast<size_t>(round % 60)]);
      }
    });
  }
  EXPECT_EQ(cpu_memory().live, before);
  EXPECT_GE(cpu_memory().peak, cpu_memory().live + 64 * sizeof(float));
}

TEST(ThreadSafety, QuantizingIsAFunction) {
  const Tensor weights = Tensor::from<float>({128, 48}, std::span<const float>(draw(fresh_seed(), 128 * 48)));
  std::vector<std::vector<float>> results(crowd);
  at_once([&](int i) {
    for (int bits : {8, 4, 3, 1}) {
      const QuantizedTensor few = *quantize(weights, {.bits_per_weight = bits});
      const std::vector<float> back = dequantize(few)->to_floats();
      results[static_cast<size_t>(i)].insert(results[static_cast<size_t>(i)].end(), back.begin(), back.end());
    }
  });
  for (const auto& other : results) EXPECT_EQ(other, results[0]);
}

TEST(ThreadSafety, EveryThreadHasAModel) {
  std::vector<std::string> answers(crowd);
  at_once([&](int i) {
    const sync::Pipeline intents = sync::cpu().pipeline(zoo("intents"), {.bits = i % 2 ? 4 : 0});
    for (const char* text : {"Where is my card?", "My new card still has not arrived"})
      answers[static_cast<size_t>(i)] += intents.ask({.text = text}).labels[0].name + " ";
  });
  for (const auto& other : answers) EXPECT_EQ(other, "card_arrival card_arrival ");
}

TEST(ThreadSafety, EveryThreadWrites) {
  std::vector<std::string> texts(crowd);
  at_once([&](int i) {
    const sync::Pipeline verses = sync::cpu().pipeline(zoo("verses"));
    texts[static_cast<size_t>(i)] = verses.ask({.text = "My lord,", .generate = {.max_new_tokens = 6}}).text;
  });
  EXPECT_FALSE(texts[0].empty());
  for (const auto& other : texts) EXPECT_EQ(other, texts[0]);
}

}  // namespace
}  // namespace bitloom

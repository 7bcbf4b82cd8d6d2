// Uses what a user has: the public headers and the library. Usage: consumer cpu|gpu MODEL-FOLDER
#include <bitloom/bitloom.h>

#include <cstdio>
#include <cstring>
using namespace bitloom;

static bool same(const std::vector<float>& a, const std::vector<float>& b) {
  for (size_t i = 0; i < a.size() && i < b.size(); ++i)
    if (!(std::abs(a[i] - b[i]) < 1e-5f)) return false;
  return a.size() == b.size();
}

#define EXPECT(...) \
  if (!(__VA_ARGS__)) return std::printf("line %d: %s\n", __LINE__, #__VA_ARGS__), 1

int main(int argc, char** argv) {
  EXPECT(argc == 3);
  const sync::Backend backend = std::strcmp(argv[1], "gpu") == 0 ? sync::gpu() : sync::cpu();
  EXPECT((backend->name() == "cpu") == (std::strcmp(argv[1], "cpu") == 0));

  const Tensor a = Tensor::from<float>({2, 2}, {1, 2, 3, 4});
  EXPECT(same(backend.read(ops::matmul(backend, a, a)), {7, 10, 15, 22}));
  EXPECT(same(backend.read(ops::matmul(backend, a, a, {.transpose_b = true})), {5, 11, 11, 25}));
  EXPECT(same(backend.read(ops::reshape(backend, ops::relu(backend, a), {.shape = {4}})), {1, 2, 3, 4}));
  EXPECT(ops::cast(backend, a, {.to = DType::i32}).dtype() == DType::i32);

  Graph graph;
  const Value x = graph.input("x", {DType::f32, {2, 2}});
  graph.output("y", ops::reduce_sum(graph, ops::multiply(graph, x, x), {.axes = {1}}));
  EXPECT(same(backend.read(backend.run(graph, {a})[0]), {5, 25}));

  // Errors: thrown, or given back.
  bool thrown = false;
  try {
    (void)ops::matmul(backend, a, Tensor(DType::f32, {3, 2}));
  } catch (const Exception& e) {
    thrown = e.code() == Code::invalid_argument && std::strstr(e.what(), "[matmul]") == e.what();
  }
  EXPECT(thrown);
  const Tensor there = backend.upload(a);
  const Result<Tensor> bad = run_sync(ops::softmax(*backend, there, {.axis = 5}));
  EXPECT(!bad.ok() && bad.error().code == Code::invalid_argument);
  EXPECT(run_sync(ops::softmax(*backend, there)).ok());

  const sync::Pipeline intents = backend.pipeline(argv[2], {.bits = 4});
  EXPECT(intents.ask({.text = "Where is my card?"}).labels[0].name == "card_arrival");
  std::printf("bitloom %s on %s\n", version, backend->name().c_str());
}

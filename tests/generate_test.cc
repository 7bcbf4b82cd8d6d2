// Writing: beams, times, and what is drawn, against the reference implementation and against plain versions here.
#include "bitloom/model.h"
#include "tests/golden.h"
#include "tests/support.h"

namespace bitloom {
namespace {

std::shared_ptr<Model> load(const std::shared_ptr<Backend>& backend, const Golden& golden) {
  auto made = run_sync(Model::load(backend, golden.folder));
  if (!made.ok()) fatal(made.error().message);
  return *made;
}

std::string input_of(const Golden& g) { return g.has("input_features") ? "input_features" : "input_ids"; }
// What the decoder's text starts with: Whisper's are the tokens that name language and task.
std::vector<int32_t> prompt_of(const Golden& g) {
  return g.has("input_features") ? std::vector<int32_t>{3, 4, 5} : std::vector<int32_t>{0};
}

void check_beams(const std::shared_ptr<Backend>& backend, const std::vector<const char*>& names) {
  for (const char* name : names) {
    SCOPED_TRACE(name);
    const Golden g(name);
    const auto model = load(backend, g);
    const std::vector<int32_t> prompt = prompt_of(g);
    const auto got = run_sync(model->generate(
        {{input_of(g), g[input_of(g)]}}, {.max_new_tokens = 12, .num_beams = 3, .num_results = 3, .prompt = prompt}));
    ASSERT_TRUE(got.ok()) << got.error().message;
    const Tensor all = g["beams"], scores = g["beam_scores"];
    ASSERT_EQ(got->beams.size(), 3u);
    for (size_t i = 0; i < 3; ++i) {
      const auto width = static_cast<size_t>(all.shape()[1]);
      const auto row = all.data<int32_t>().subspan(i * width, width).subspan(prompt.size());
      const std::vector<int32_t> want(row.begin(), std::ranges::find(row, 2));
      EXPECT_EQ(got->beams[i].tokens, want) << "beam " << i;
      EXPECT_EQ(got->beams[i].ended, want.size() < row.size());
      EXPECT_NEAR(got->beams[i].score, scores.data<float>()[i], 1e-4) << "beam " << i;
    }
    EXPECT_EQ(got->tokens, got->beams[0].tokens);
  }
}

TEST(Generate, BeamsAgree) { check_beams(std::make_shared<CpuBackend>(), {"t5-relu", "t5-gated-gelu", "whisper"}); }
TEST(GenerateGpu, BeamsAgree) { check_beams(shared_gpu(), {"t5-relu"}); }

// Of texts of different lengths the padding is not looked at, neither by the encoder nor by the decoder.
TEST(Generate, PaddedTextsAgree) {
  for (const char* name : {"t5-relu", "t5-gated-gelu"}) {
    const Golden g(name);
    const auto model = load(std::make_shared<CpuBackend>(), g);
    const Model::Tensors in{{"input_ids", g["batch.input_ids"]}, {"attention_mask", g["batch.attention_mask"]}};
    auto crossed = run_sync(model->run(in, {"cross_key_0", "cross_value_0", "cross_key_1", "cross_value_1"}));
    ASSERT_TRUE(crossed.ok()) << crossed.error().message;
    crossed->emplace("input_ids", g["batch.decoder_input_ids"]);
    crossed->emplace("attention_mask", g["batch.attention_mask"]);
    const auto out = run_sync(model->run(*crossed, {"logits"}));
    ASSERT_TRUE(out.ok()) << out.error().message;
    EXPECT_LT(away(out->at("logits"), g["batch.logits"]), 1e-4) << name;
  }
}

}  // namespace
}  // namespace bitloom

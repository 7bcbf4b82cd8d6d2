// A published model, all-MiniLM-L6-v2 as tools/setup fetches it, from text to vector: against transformers
// (tools/checkpoint_goldens.py), and what few bits do to which sentences are alike.
#include "base/json.h"
#include "bitloom/pipeline.h"
#include "quant/convert.h"
#include "tests/golden.h"
#include "tests/support.h"
#include "tests/temporary.h"

namespace bitloom {
namespace {

namespace fs = std::filesystem;
const fs::path root = BITLOOM_SOURCE_DIR, model = root / ".deps/models/all-MiniLM-L6-v2";

using Vectors = std::vector<std::vector<float>>;
struct Reference {
  std::vector<std::string> texts;
  std::vector<std::vector<int32_t>> ids;
  Vectors vectors;
};
Reference reference() {
  const GoldenFile golden(root / "tests/goldens/checkpoints/all-MiniLM-L6-v2");
  const Json json = *Json::parse(*read_text(golden.folder / "golden.json"));
  Reference out;
  const Tensor all = golden["sentences"];
  const auto width = all.shape()[1];
  for (const Json::Value& s : json.root().find("sentences")->elements()) {
    out.vectors.push_back(all.view(static_cast<int64_t>(out.texts.size()) * width, {width})->to_floats());
    out.texts.emplace_back(*s.find("text")->string());
    out.ids.emplace_back();
    for (const Json::Value& id : s.find("ids")->elements())
      out.ids.back().push_back(static_cast<int32_t>(*id.integer()));
  }
  return out;
}

std::shared_ptr<Pipeline> opened(std::shared_ptr<Backend> backend, const fs::path& folder) {
  auto made = run_sync(Pipeline::load(std::move(backend), folder));
  if (!made.ok()) ADD_FAILURE() << made.error().message << "\n(tools/setup test brings the model)";
  return made.ok() ? *made : nullptr;
}

double cosine(const std::vector<float>& a, const std::vector<float>& b) {
  double dot = 0, aa = 0, bb = 0;
  for (size_t i = 0; i < a.size(); ++i)
    dot += static_cast<double>(a[i]) * b[i], aa += static_cast<double>(a[i]) * a[i],
        bb += static_cast<double>(b[i]) * b[i];
  return dot / std::sqrt(aa * bb);
}

Vectors embedded(Pipeline& p, std::span<const std::string> texts) {
  Vectors out;
  for (const std::string& text : texts) {
    const auto a = run_sync(p.ask({.text = text}));
    EXPECT_TRUE(a.ok()) << a.error().message;
    out.push_back(a.ok() ? a->embedding : std::vector<float>(384));
  }
  return out;
}

void check_vectors(const std::shared_ptr<Backend>& backend, size_t count) {
  const Reference want = reference();
  const auto p = opened(backend, model);
  if (!p) return;
  EXPECT_EQ(p->task(), "feature-extraction");
  count = std::min(count, want.texts.size());
  for (size_t i = 0; i < count; ++i) EXPECT_EQ(p->encode(want.texts[i])->ids, want.ids[i]) << want.texts[i];
  const Vectors got = embedded(*p, std::span(want.texts).first(count));
  for (size_t i = 0; i < count; ++i) {
    EXPECT_GT(cosine(got[i], want.vectors[i]), 1 - 1e-9) << want.texts[i];
    float most = 0;
    for (size_t k = 0; k < got[i].size(); ++k) most = std::max(most, std::abs(got[i][k] - want.vectors[i][k]));
    EXPECT_LT(most, 2e-6) << want.texts[i];
  }
}

TEST(Checkpoint, SentencesAgreeWithTransformers) { check_vectors(std::make_shared<CpuBackend>(), 100); }
TEST(CheckpointGpu, SentencesAgreeWithTransformers) {
  if (compiles_slowly(*shared_gpu()))
    GTEST_SKIP() << "SwiftShader takes most of a minute for it; lavapipe, with wgpu, takes seconds";
  check_vectors(shared_gpu(), 3);
}

// Of each sentence: which other is nearest, and how many of all pairs of others change their order, where the
// reference is clear about it.
TEST(Checkpoint, FewBitsKeepWhatIsAlike) {
  const Reference want = reference();
  const size_t n = want.texts.size();
  for (const int bits : {8, 4}) {
    const TemporaryFolder few;
    const auto made = quant::convert(model, few / "few", {.bits = bits});
    ASSERT_TRUE(made.ok()) << made.error().message;
    EXPECT_LT(static_cast<double>(made->bytes_after), static_cast<double>(made->bytes_before) * (bits + 1.1) / 16);
    const auto p = opened(std::make_shared<CpuBackend>(), few / "few");
    ASSERT_TRUE(p);
    const Vectors got = embedded(*p, want.texts);
    double least = 1;
    size_t turned = 0, pairs = 0;
    for (size_t i = 0; i < n; ++i) {
      least = std::min(least, cosine(got[i], want.vectors[i]));
      std::vector<double> there, here;
      for (size_t k = 0; k < n; ++k) {
        there.push_back(k == i ? -2 : cosine(want.vectors[i], want.vectors[k]));
        here.push_back(k == i ? -2 : cosine(got[i], got[k]));
      }
      EXPECT_EQ(std::ranges::max_element(here) - here.begin(), std::ranges::max_element(there) - there.begin())
          << bits << " bits: the nearest to " << want.texts[i];
      for (size_t a = 0; a < n; ++a)
        for (size_t b = 0; b < n; ++b)
          if (there[a] > there[b] + (bits == 8 ? 0.005 : 0.05)) ++pairs, turned += here[a] < here[b];
    }
    std::printf("%d bits: cosine at least %.5f, %zu of %zu pairs turned\n", bits, least, turned, pairs);
    EXPECT_GT(least, bits == 8 ? 0.998 : 0.96);
    EXPECT_LT(least, 1 - 1e-6) << "nothing was quantized";
    EXPECT_EQ(turned, 0u) << bits << " bits";
    EXPECT_GT(pairs, n * n * 3);
  }
}

}  // namespace
}  // namespace bitloom

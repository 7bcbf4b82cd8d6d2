#include "quant/policy.h"

#include <gtest/gtest.h>

#include <cmath>

#include "ops/check.h"
#include "tests/support.h"

namespace bitloom::quant {
namespace {

TEST(Roles, OfModelsPeopleUse) {
  const auto role = [](std::string_view name, std::vector<int64_t> shape = {64, 64}) {
    return std::string(bitloom::quant::name(role_of(name, shape)));
  };
  for (const char* n : {"bert.embeddings.word_embeddings.weight", "model.embed_tokens.weight", "transformer.wte.weight",
                        "shared.weight", "model.encoder.embed_positions.weight", "wpe.weight"})
    EXPECT_EQ(role(n), "embedding") << n;
  for (const char* n :
       {"bert.encoder.layer.0.attention.self.query.weight", "bert.encoder.layer.0.attention.output.dense.weight",
        "model.layers.3.self_attn.q_proj.weight", "h.0.attn.c_attn.weight", "h.0.attn.c_proj.weight",
        "encoder.block.0.layer.0.SelfAttention.q.weight", "decoder.block.0.layer.1.EncDecAttention.k.weight",
        "text_model.encoder.layers.0.self_attn.out_proj.weight"})
    EXPECT_EQ(role(n), "attention") << n;
  for (const char* n : {"bert.encoder.layer.0.intermediate.dense.weight", "bert.encoder.layer.0.output.dense.weight",
                        "model.layers.3.mlp.gate_proj.weight", "h.0.mlp.c_proj.weight",
                        "encoder.block.0.layer.1.DenseReluDense.wi.weight", "model.decoder.layers.0.fc1.weight"})
    EXPECT_EQ(role(n), "mlp") << n;
  for (const char* n :
       {"lm_head.weight", "classifier.weight", "cls.predictions.decoder.weight", "score.weight", "proj_out.weight"})
    EXPECT_EQ(role(n), "head") << n;
  for (const char* n : {"bert.embeddings.LayerNorm.weight", "model.layers.0.input_layernorm.weight", "h.0.ln_1.weight",
                        "model.norm.weight", "layer.0.layer_norm.weight", "post_attention_layernorm.weight"}) {
    EXPECT_EQ(role(n, {64}), "norm") << n;
    EXPECT_TRUE(is_never_quantized(role_of(n, std::vector<int64_t>{64})));
  }
  EXPECT_EQ(role("bert.pooler.dense.bias", {64}), "bias");
  EXPECT_EQ(role("encoder.block.0.layer.0.SelfAttention.relative_attention_bias.weight", {32, 8}), "bias");
  EXPECT_EQ(role("anything", {64}), "bias") << "one axis is never a matrix";
  EXPECT_EQ(role("bert.pooler.dense.weight"), "other");
  EXPECT_TRUE(is_critical(Role::embedding) && is_critical(Role::attention) && is_critical(Role::head));
  EXPECT_FALSE(is_critical(Role::mlp) || is_critical(Role::other));
}

// Matrices whose error falls with the bits, mostly, each by its own law.
std::vector<Options> some_matrices(Random& random) {
  std::vector<Options> out(1 + random.below(6));
  for (Options& of : out) {
    const double size = 1 + 100 * random.uniform();
    for (int bits : {2, 3, 4, 8}) {
      if (of.size() > 0 && random.below(8) == 0) continue;
      const auto bytes = static_cast<uint64_t>(size * bits * (1 + 0.2 * random.uniform()));
      of.push_back({bits, bytes, size * std::pow(0.3 + 0.2 * random.uniform(), bits) * (1 + random.uniform())});
    }
  }
  return out;
}

struct Sum {
  uint64_t bytes = 0;
  double error = 0;
};
Sum sum_of(const std::vector<Options>& all, const std::vector<size_t>& at) {
  Sum s;
  for (size_t i = 0; i < all.size(); ++i) s.bytes += all[i][at[i]].bytes, s.error += all[i][at[i]].error;
  return s;
}
// Every combination there is.
template <class F>
void every(const std::vector<Options>& all, F f) {
  std::vector<size_t> at(all.size());
  for (;;) {
    f(sum_of(all, at));
    size_t i = 0;
    while (i < at.size() && ++at[i] == all[i].size()) at[i++] = 0;
    if (i == at.size()) return;
  }
}
Sum largest_step(const std::vector<Options>& all) {
  Sum most;
  for (const Options& of : all) {
    const std::vector<size_t> way = hull(of);
    for (size_t k = 1; k < way.size(); ++k) {
      most.bytes = std::max(most.bytes, of[way[k]].bytes - of[way[k - 1]].bytes);
      most.error = std::max(most.error, of[way[k - 1]].error - of[way[k]].error);
    }
  }
  return most;
}

TEST(Policy, StaysWithinBytesAndNearTheBest) {
  Random random(fresh_seed());
  double worst = 1;
  int exact = 0, tried = 0;
  for (int round = 0; round < 1000; ++round) {
    const std::vector<Options> all = some_matrices(random);
    uint64_t least = UINT64_MAX, most = 0;
    every(all, [&](Sum s) { least = std::min(least, s.bytes), most = std::max(most, s.bytes); });
    const uint64_t budget = least + random.below(most - least + 1);
    double best = INFINITY;
    every(all, [&](Sum s) { best = s.bytes <= budget ? std::min(best, s.error) : best; });
    const auto picked = within_bytes(all, budget);
    ASSERT_TRUE(picked.ok()) << picked.error().message;
    const Sum got = sum_of(all, *picked);
    ASSERT_LE(got.bytes, budget);
    ASSERT_LE(got.error, best + largest_step(all).error * (1 + 1e-9));
    ++tried, exact += got.error <= best * (1 + 1e-12), worst = std::max(worst, got.error / best);
    EXPECT_EQ(within_bytes(all, least - 1).error().code, Code::limit);
  }
  std::printf("the best of all in %d of %d; the worst has %.2f times its error\n", exact, tried, worst);
  EXPECT_GT(exact, tried * 8 / 10);
}

TEST(Policy, StaysWithinTheErrorAndNearTheFewestBytes) {
  Random random(fresh_seed() + 1);
  for (int round = 0; round < 1000; ++round) {
    const std::vector<Options> all = some_matrices(random);
    double least = INFINITY, most = 0;
    every(all, [&](Sum s) { least = std::min(least, s.error), most = std::max(most, s.error); });
    const double allowed = least * (1 + 1e-9) + (most - least) * random.uniform();
    uint64_t best = UINT64_MAX;
    every(all, [&](Sum s) { best = s.error <= allowed ? std::min(best, s.bytes) : best; });
    const auto picked = within_error(all, allowed);
    ASSERT_TRUE(picked.ok()) << picked.error().message;
    const Sum got = sum_of(all, *picked);
    ASSERT_LE(got.error, allowed);
    ASSERT_LE(got.bytes, best + largest_step(all).bytes);
    EXPECT_EQ(within_error(all, least * 0.999).error().code, Code::limit);
  }
}

TEST(Policy, SizesAreRead) {
  EXPECT_EQ(*parse_bytes("20MB"), 20'000'000u);
  EXPECT_EQ(*parse_bytes("1.5GB"), 1'500'000'000u);
  EXPECT_EQ(*parse_bytes("300kB"), 300'000u);
  EXPECT_EQ(*parse_bytes("4MiB"), 4u << 20);
  EXPECT_EQ(*parse_bytes("1000"), 1000u);
  for (const char* wrong : {"", "MB", "-1MB", "1 parsec", "nan", "inf", "0x10", "1e300", "20MBs"})
    EXPECT_FALSE(parse_bytes(wrong).ok()) << wrong;
}

}  // namespace
}  // namespace bitloom::quant

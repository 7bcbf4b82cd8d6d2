#include "quant/stored.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "formats/safetensors_writer.h"
#include "ops/check.h"
#include "tests/support.h"
#include "tests/temporary.h"

namespace bitloom::quant {
namespace {

std::string file_of(const std::string& header, const std::string& data) {
  std::string out;
  for (int i = 0; i < 8; ++i) out += static_cast<char>(header.size() >> (8 * i) & 0xff);
  return out + header + data;
}
Safetensors opened(const std::string& file) {
  const auto bytes = std::as_bytes(std::span(file));
  auto got = Safetensors::open(memory_bytes("f", {bytes.begin(), bytes.end()}));
  if (!got.ok()) fatal(got.error().message);
  return *std::move(got);
}

// 3 bits, dense, one row of 4 weights: codes 1, 2, 5, 7 as docs/format.md has them, put together by hand.
constexpr const char* about =
    R"({\"version\":1,\"bits\":3,\"symmetric\":false,\"granularity\":\"channel\",\"aligned\":false,\"scales\":\"F16\",)"
    R"(\"shape\":[1,4],\"dtype\":\"BF16\",\"solver\":\"lsq\",\"error\":0.25})";
std::string by_hand(std::string text = about, std::string codes = "[1,3]", std::string scales = "F16",
                    std::string more = "") {
  const std::string header =
      format(R"({"__metadata__":{"bitloom.w":"{}"},"w.codes":{"dtype":"U32","shape":{},"data_offsets":[0,12]},)"
             R"("w.scales":{"dtype":"{}","shape":[1],"data_offsets":[12,14]},)"
             R"("w.minimums":{"dtype":"F16","shape":[1],"data_offsets":[14,16]}{}})",
             text, codes, scales, more);
  const unsigned char data[16] = {0x51, 0x0f, 0, 0,   0, 0, 0, 0, 0, 0, 0, 0,  // 111 101 010 001
                                  0,    0x38, 0, 0xbc};                        // 0.5, -1
  return file_of(header, std::string(reinterpret_cast<const char*>(data), sizeof data));
}
std::string replaced(std::string text, std::string_view what, std::string_view by) {
  const size_t at = text.find(what);
  if (at == std::string::npos) fatal("the test is wrong");
  return text.replace(at, what.size(), by);
}

TEST(Stored, IsReadByTheDescription) {
  const Safetensors file = opened(by_hand());
  const auto q = read_quantized(file, "w");
  ASSERT_TRUE(q.ok()) << q.error().message;
  EXPECT_EQ(dequantize(*q), (std::vector<float>{-0.5, 0, 1.5, 2.5}));
  const auto list = list_quantized(file);
  ASSERT_EQ(list->size(), 1u);
  EXPECT_EQ((*list)[0].first, "w");
  EXPECT_EQ((*list)[0].second.error, 0.25);
  EXPECT_EQ((*list)[0].second.type.name, "BF16");
}

TEST(Stored, IsRefusedWhereItDoesNotHoldTogether) {
  const auto said = [](const std::string& file) {
    const auto q = read_quantized(opened(file), "w");
    return q.ok() ? std::string("read") : q.error().message;
  };
  EXPECT_EQ(said(by_hand()), "read");
  EXPECT_EQ(said(by_hand(replaced(about, "[1,4]", "[1,40]"))),
            "[quantized] f: tensor \"w\": \"w.codes\" is U32 [1, 3]; it must be U32 [1, 6]");
  EXPECT_EQ(said(by_hand(replaced(about, "[1,4]", "[2,4]"))),
            "[quantized] f: tensor \"w\": \"w.codes\" is U32 [1, 3]; it must be U32 [2, 3]");
  EXPECT_EQ(said(by_hand(about, "[3]")), "[quantized] f: tensor \"w\": \"w.codes\" is U32 [3]; it must be U32 [1, 3]");
  EXPECT_EQ(said(by_hand(about, "[1,3]", "BF16")),
            "[quantized] f: tensor \"w\": \"w.scales\" is BF16 [1]; it must be F16 [1]");
  EXPECT_EQ(said(by_hand(replaced(about, R"(\"symmetric\":false)", R"(\"symmetric\":true)"))),
            "[quantized] f: tensor \"w\": it has minimums, but is symmetric");
  EXPECT_EQ(said(by_hand(about, "[1,3]", "F16", R"(,"w":{"dtype":"U8","shape":[0],"data_offsets":[16,16]})")),
            "[quantized] f: tensor \"w\": it is stored unquantized as well");
  EXPECT_EQ(said(replaced(by_hand(), "w.scales", "w.scalez")), "[quantized] f: tensor \"w\": \"w.scales\" is missing");
  std::string infinite = by_hand();
  infinite[infinite.size() - 3] = 0x7c;
  EXPECT_EQ(said(infinite), "[quantized] f: tensor \"w\": \"w.scales\" holds numbers that are not finite");
  const std::string name = "[quantized] f: \"bitloom.w\": ";
  EXPECT_EQ(said(by_hand(replaced(about, R"(\"bits\":3)", R"(\"bits\":5)"))),
            name + "[quantize] not supported: 5 bits; supported are 1, 2, 3, 4 and 8");
  EXPECT_EQ(said(by_hand(replaced(about, R"(\"channel\")", R"(\"group\",\"group\":48)"))),
            name + "[quantize] not supported: groups of 48; supported are 32, 64 and 128");
  EXPECT_EQ(said(by_hand(replaced(about, R"(\"version\":1)", R"(\"version\":2)"))),
            name + "version is 2; supported is version 1");
  EXPECT_EQ(said(by_hand(replaced(about, "[1,4]", "[1,4,1]"))),
            name + "shape is an array; it must be two sizes, [rows, columns]");
  EXPECT_EQ(said(by_hand(replaced(about, "[1,4]", "[1,0]"))),
            name + "a size in its shape is 0; it must be between 1 and 268435456");
  EXPECT_EQ(said(by_hand(replaced(about, "[1,4]", "[268435457,4]"))),
            name + "a size in its shape is 268435457; it must be between 1 and 268435456");
  EXPECT_EQ(said(by_hand("{")), name + "line 1, byte 2: a key is expected");
  EXPECT_EQ(read_quantized(opened(by_hand()), "v").error().message,
            "[quantized] f: there is no quantized tensor \"v\"");
}

TEST(Stored, EverySchemeComesBack) {
  Random random(fresh_seed());
  const TemporaryFolder folder;
  const int64_t n = 5, k = 77;
  std::vector<float> w(static_cast<size_t>(n * k));
  for (float& v : w) v = static_cast<float>(random.normal());
  for (int bits : {1, 2, 3, 4, 8})
    for (bool symmetric : {false, true})
      for (bool aligned : {false, true})
        for (DType scales : {DType::f16, DType::f32})
          for (auto [granularity, group] : {std::pair{Granularity::tensor, 32}, std::pair{Granularity::channel, 32},
                                            std::pair{Granularity::group, 32}, std::pair{Granularity::group, 64}}) {
            if (aligned && bits != 3) continue;
            const Quantized q = *quantize(w, n, k, {bits, symmetric, granularity, group, aligned, scales});
            std::vector<NewTensor> tensors;
            for (const Part& p : parts_of("w", q)) tensors.push_back({p.name, p.type, p.shape});
            const About a{.scheme = q.scheme,
                          .rows = n,
                          .columns = k,
                          .transposed = symmetric,
                          .type = stored_type(DType::f32),
                          .solver = "lsq",
                          .error = relative_error(w, dequantize(q))};
            auto out = SafetensorsWriter::create(folder / "x", tensors, {{about_key("w"), to_json(a)}});
            for (const Part& p : parts_of("w", q)) ASSERT_TRUE(out->write(p.name, 0, p.bytes).ok());
            ASSERT_TRUE(out->finish().ok());
            const auto file = Safetensors::open(*open_bytes(folder / "x"));
            ASSERT_TRUE(file.ok());
            EXPECT_EQ(file->data_bytes(), q.layout.bytes());
            const auto back = read_quantized(*file, "w");
            ASSERT_TRUE(back.ok()) << back.error().message;
            EXPECT_EQ(back->scheme, q.scheme);
            EXPECT_EQ(back->words, q.words);
            EXPECT_EQ(dequantize(*back), dequantize(q));
            const About about = **read_about(*file, "w");
            EXPECT_FLOAT_EQ(static_cast<float>(about.error), static_cast<float>(a.error));
            EXPECT_EQ(about.transposed, symmetric);
          }
}

TEST(Stored, LossIsWhatDequantizingSays) {
  Random random(fresh_seed());
  std::vector<float> w(7 * 50), h(50);
  for (float& v : w) v = static_cast<float>(random.normal());
  for (float& v : h) v = static_cast<float>(random.uniform());
  const Quantized q = *quantize(w, 7, 50, {.bits = 3});
  const std::vector<float> back = dequantize(q);
  const Loss loss = loss_of(w, q, h);
  EXPECT_NEAR(loss.relative(), relative_error(w, back), 1e-9);
  double weighted = 0;
  for (size_t i = 0; i < w.size(); ++i)
    weighted += static_cast<double>(h[i % 50]) * std::pow(static_cast<double>(w[i]) - static_cast<double>(back[i]), 2);
  EXPECT_NEAR(loss.weighted_error, weighted, 1e-9 * weighted);
}

TEST(Stored, ScalesThatF16CannotHoldAreRefused) {
  const std::vector<float> w{-1e6f, 1e6f, 0, 3};
  EXPECT_EQ(quantize(w, 1, 4, {.bits = 4}).error().message,
            "[quantize] the weights need scales or minimums that f16 does not hold: keep them in f32");
  EXPECT_TRUE(quantize(w, 1, 4, {.bits = 4, .scales = DType::f32}).ok());
  // At both ends of f32 nothing breaks: it is an error, or near.
  if (const auto q = quantize(std::vector<float>{-3e38f, 3e38f, 0}, 1, 3, {.bits = 4, .scales = DType::f32}); q.ok()) {
    for (const float v : dequantize(*q)) EXPECT_TRUE(std::isfinite(v));
  }
  for (Solver solver : {Solver::rtn, Solver::mse, Solver::lsq, Solver::hqq})
    for (float v : dequantize(*quantize(std::vector<float>{-1e-44f, 1e-45f, 1e-44f}, 1, 3,
                                        {.bits = 4, .scales = DType::f32}, {.solver = solver})))
      EXPECT_LE(std::abs(v), 1e-43f);
}

}  // namespace
}  // namespace bitloom::quant

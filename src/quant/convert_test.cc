#include "quant/convert.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cmath>
#include <csignal>

#include "formats/files.h"
#include "formats/safetensors_writer.h"
#include "ops/check.h"
#include "quant/stored.h"
#include "tests/support.h"
#include "tests/temporary.h"

namespace bitloom::quant {
namespace {

struct Made {
  std::string name;
  std::vector<int64_t> shape;
  std::vector<float> values;
};
Made made(Random& random, std::string name, std::vector<int64_t> shape, double size = 1) {
  Made m{std::move(name), std::move(shape), {}};
  int64_t n = 1;
  for (int64_t s : m.shape) n *= s;
  for (int64_t i = 0; i < n; ++i) m.values.push_back(static_cast<float>(size * random.normal()));
  return m;
}

void put(const std::filesystem::path& path, const std::vector<Made>& tensors, DType type = DType::f32) {
  std::vector<NewTensor> list;
  for (const Made& m : tensors) list.push_back({m.name, stored_type(type), m.shape});
  auto out = SafetensorsWriter::create(path, list, {{"format", "pt"}});
  for (const Made& m : tensors) {
    const Tensor t = Tensor::from_floats(type, Shape(m.shape), m.values);
    ASSERT_TRUE(out->write(m.name, 0, {t.raw(), t.bytes()}).ok());
  }
  ASSERT_TRUE(out->finish().ok());
}

class Converting : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directory(model);
    put_file(model / "config.json", "{\"a\": 1}\n");
    std::filesystem::create_directory(model / "1_Pooling");
    put_file(model / "1_Pooling" / "config.json", "{}");
    put_file(model / ".hidden", "x");
    tensors = {made(random, "model.embed_tokens.weight", {40, 96}, 0.02),
               made(random, "model.layers.0.self_attn.q_proj.weight", {96, 96}),
               made(random, "model.layers.0.mlp.up_proj.weight", {64, 96}, 0.1),
               made(random, "model.layers.0.input_layernorm.weight", {96}), made(random, "conv.weight", {4, 4, 3})};
  }
  std::string said(ConvertOptions asked = {}) {
    const auto got = convert(model, out, asked);
    return got.ok() ? "made" : got.error().message;
  }
  // Nothing but the model is left in the folder of the test.
  void nothing_is_left() { EXPECT_EQ(entries_in(folder.path()), 1u); }

  Random random{fresh_seed()};
  TemporaryFolder folder;
  std::filesystem::path model = folder / "model", out = folder / "out";
  std::vector<Made> tensors;
};

TEST_F(Converting, AFolderBecomesOneThatHoldsTheSame) {
  for (DType type : {DType::f32, DType::f16, DType::bf16}) {
    put(model / "model.safetensors", tensors, type);
    const auto got = convert(model, out, {.bits = 4, .symmetric = true, .replace = true});
    ASSERT_TRUE(got.ok()) << got.error().message;
    EXPECT_EQ(get_file(out / "config.json"), "{\"a\": 1}\n");
    EXPECT_EQ(get_file(out / "1_Pooling" / "config.json"), "{}");
    EXPECT_FALSE(std::filesystem::exists(out / ".hidden"));
    const Shards before = *open_shards(model), after = *open_shards(out);
    EXPECT_EQ(after.files()[0].metadata().at("format"), "pt");
    for (const char* kept : {"model.layers.0.input_layernorm.weight", "conv.weight"}) {
      const auto a = before.find(kept), b = after.find(kept);
      ASSERT_TRUE(b.has_value());
      EXPECT_EQ(a->tensor->shape, b->tensor->shape);
      EXPECT_EQ(*a->file->read_floats(*a->tensor), *b->file->read_floats(*b->tensor));
    }
    uint64_t bytes = 0;
    for (const TensorReport& t : got->tensors) {
      bytes += t.bytes_after;
      if (t.bits == 0) continue;
      EXPECT_EQ(t.bits, 4);
      EXPECT_EQ(t.bits_per_weight(), 4.5) << "group 32, f16 scales";
      EXPECT_EQ(t.code_bytes * 8, static_cast<uint64_t>(t.elements()) * 4);
      const auto a = before.find(t.name);
      const std::vector<float> w = *a->file->read_floats(*a->tensor);
      const auto q = read_quantized(after.files()[0], t.name);
      ASSERT_TRUE(q.ok()) << q.error().message;
      const double error = relative_error(w, dequantize(*q));
      EXPECT_NEAR(error, t.loss.relative(), 1e-9);
      EXPECT_NEAR(error, (*read_about(after.files()[0], t.name))->error, 1e-6);
      EXPECT_LT(error, 0.1);
    }
    EXPECT_EQ(bytes, after.files()[0].data_bytes());
    EXPECT_EQ(got->bytes_after, bytes);
    EXPECT_EQ(got->file_bytes, std::filesystem::file_size(out / "model.safetensors"));
    EXPECT_EQ(entries_in(folder.path()), 2u);
  }
  EXPECT_EQ(convert(out, folder / "again", {}).error().message,
            format("[quantize] {} is quantized already (\"bitloom.model.embed_tokens.weight\")",
                   (out / "model.safetensors").string()));
}

TEST_F(Converting, ShardsStayShards) {
  put(model / "m-1.safetensors", {tensors[0], tensors[3]}), put(model / "m-2.safetensors", {tensors[1], tensors[2]});
  put_file(model / "m.safetensors.index.json",
           R"({"metadata":{"total_size":1},"weight_map":{"model.embed_tokens.weight":"m-1.safetensors",)"
           R"("model.layers.0.self_attn.q_proj.weight":"m-2.safetensors"}})");
  const auto got = convert(model, out, {.bits = 2});
  ASSERT_TRUE(got.ok()) << got.error().message;
  EXPECT_EQ(entries_in(out), 5u);
  const auto after = open_shards(out);  // which holds the index against the files
  ASSERT_TRUE(after.ok()) << after.error().message;
  ASSERT_FALSE(after->index().empty());
  EXPECT_EQ(after->files().size(), 2u);
  EXPECT_TRUE(after->files()[0].find("model.embed_tokens.weight.codes"));
  EXPECT_TRUE(after->files()[1].find("model.layers.0.mlp.up_proj.weight.minimums"));
  EXPECT_NE(get_file(out / after->index()).find(format("\"total_size\": {}}", got->bytes_after)), std::string::npos);
}

TEST_F(Converting, F16IsInPlace) {
  put(model / "model.safetensors", tensors);
  const auto got = convert(model / "model.safetensors", out, {.bits = 16});
  ASSERT_TRUE(got.ok()) << got.error().message;
  EXPECT_EQ(entries_in(out), 1u) << "of one file, only that";
  const Shards after = *open_shards(out);
  for (const Made& m : tensors) {
    const auto t = after.find(m.name);
    const bool norm = m.shape.size() == 1;
    EXPECT_EQ(t->tensor->type.name, norm ? "F32" : "F16") << m.name;
    const std::vector<float> back = *t->file->read_floats(*t->tensor);
    for (size_t i = 0; i < back.size(); ++i)
      ASSERT_EQ(back[i], norm ? m.values[i] : static_cast<float>(Half(m.values[i])));
  }
  tensors[1].values[7] = 70000;
  put(model / "model.safetensors", tensors);
  EXPECT_EQ(said({.bits = 16, .replace = true}),
            format("[quantize] {}: tensor \"model.layers.0.self_attn.q_proj.weight\": weight 7 is 70000: f16 holds "
                   "finite ones up to 65504",
                   (model / "model.safetensors").string()));
  EXPECT_TRUE(std::filesystem::exists(out / "model.safetensors")) << "what was there is still there";
}

TEST_F(Converting, MixedPrecisionGoesByRole) {
  put(model / "model.safetensors", tensors);
  const auto got = convert(model, out, {.bits = 2, .mixed = true});
  ASSERT_TRUE(got.ok()) << got.error().message;
  std::map<std::string, int> bits;
  for (const TensorReport& t : got->tensors) bits[t.name] = t.bits;
  EXPECT_EQ(bits, (std::map<std::string, int>{{"model.embed_tokens.weight", 8},
                                              {"model.layers.0.self_attn.q_proj.weight", 8},
                                              {"model.layers.0.mlp.up_proj.weight", 2},
                                              {"model.layers.0.input_layernorm.weight", 0},
                                              {"conv.weight", 0}}));
}

// Of any shape: a norm's gamma may be kept as a matrix.
TEST_F(Converting, NormsAndBiasesStay) {
  put(model / "model.safetensors",
      {made(random, "block.0.layer_norm.weight", {64, 96}), made(random, "block.0.mlp.weight", {64, 96})});
  const auto got = convert(model, out, {.bits = 4});
  ASSERT_TRUE(got.ok()) << got.error().message;
  for (const TensorReport& t : got->tensors) EXPECT_EQ(t.bits, t.name.find("norm") == std::string::npos ? 4 : 0);
}

TEST_F(Converting, BudgetsAreKept) {
  put(model / "model.safetensors", tensors);
  double last = 1;
  int different = 0;
  for (uint64_t budget : {12'000u, 14'000u, 18'000u, 26'000u}) {
    const auto got = convert(model, out, {.budget = budget, .replace = true});
    ASSERT_TRUE(got.ok()) << got.error().message;
    EXPECT_LE(std::filesystem::file_size(out / "model.safetensors"), budget);
    EXPECT_LE(got->error(), last);
    different += got->error() < last;
    last = got->error();
  }
  EXPECT_GT(different, 2);
  EXPECT_NE(said({.budget = 3000, .replace = true}).find("is too small"), std::string::npos);
  uint64_t size = UINT64_MAX;
  for (double allowed : {0.05, 0.1, 0.2}) {
    const auto got = convert(model, out, {.max_error = allowed, .replace = true});
    ASSERT_TRUE(got.ok()) << got.error().message;
    EXPECT_LE(got->error(), allowed);
    EXPECT_LT(got->bytes_after, size);
    size = got->bytes_after;
  }
  EXPECT_NE(said({.max_error = 1e-5, .replace = true}).find("cannot be kept"), std::string::npos);
}

TEST_F(Converting, CalibrationWeighsTheErrors) {
  put(model / "model.safetensors", tensors);
  // Inputs of which only every eighth says anything.
  Made inputs = made(random, "model.layers.0.mlp.up_proj", {33, 96});
  for (size_t i = 0; i < inputs.values.size(); ++i) inputs.values[i] *= i % 8 ? 0.01f : 1.0f;
  put(folder / "data.safetensors", {inputs});
  const auto error = [&](const ConvertOptions& asked) {
    const auto got = convert(model, out, asked);
    if (!got.ok()) fatal(got.error().message);
    const Shards after = *open_shards(out);
    const std::vector<float> back = dequantize(*read_quantized(after.files()[0], tensors[2].name));
    double sum = 0;
    for (size_t i = 0; i < back.size(); i += 8)
      sum += std::pow(static_cast<double>(back[i]) - static_cast<double>(tensors[2].values[i]), 2);
    return sum;
  };
  EXPECT_LT(error({.bits = 2, .calibration = folder / "data.safetensors", .replace = true}),
            0.6 * error({.bits = 2, .replace = true}));
  const auto refused = [&](const Made& data) {
    put(folder / "data.safetensors", {data});
    return said({.bits = 2, .calibration = folder / "data.safetensors", .replace = true});
  };
  EXPECT_NE(refused(made(random, "x", {96})).find("no tensor there is named like a weight"), std::string::npos);
  EXPECT_NE(refused(made(random, "model.layers.0.mlp.up_proj", {95})).find("F32 [95] for a weight with 96 inputs"),
            std::string::npos);
  Made negative = made(random, "model.layers.0.mlp.up_proj.weight", {96});
  negative.values[5] = -1;
  for (size_t i = 0; i < 5; ++i) negative.values[i] = 1;
  EXPECT_NE(refused(negative).find("input 5 is -1"), std::string::npos);
}

TEST_F(Converting, BrokenWeightsAreNamed) {
  tensors[2].values[96 + 5] = NAN;
  put(model / "model.safetensors", tensors);
  EXPECT_EQ(said(), format("[quantize] {}: tensor \"model.layers.0.mlp.up_proj.weight\": weight [1, 5] is nan: only "
                           "finite weights can be quantized",
                           (model / "model.safetensors").string()));
  nothing_is_left();
  tensors[2].values[96 + 5] = INFINITY;
  put(model / "model.safetensors", tensors);
  EXPECT_NE(said({.bits = 16}).find("weight 101 is inf"), std::string::npos);
  nothing_is_left();
  const std::string whole = get_file(model / "model.safetensors");
  put_file(model / "model.safetensors", whole.substr(0, whole.size() - 100));
  EXPECT_NE(said().find("the data at"), std::string::npos);
  nothing_is_left();
}

TEST_F(Converting, WhatIsNotThereIsRefused) {
  put(model / "model.safetensors", tensors);
  EXPECT_EQ(said({.bits = 5}), "[quantize] not supported: 5 bits; supported are 1, 2, 3, 4 and 8");
  EXPECT_EQ(said({.granularity = Granularity::group, .group = 48}),
            "[quantize] not supported: groups of 48; supported are 32, 64 and 128");
  EXPECT_EQ(said({.bits = 4, .aligned = true}),
            "[quantize] not supported: aligned packing of 4 bits; it is for 3 bits, the others fill words anyway");
  EXPECT_FALSE(check(ConvertOptions{.budget = 1, .max_error = 0.1}).ok());
  EXPECT_FALSE(check(ConvertOptions{.max_error = -1}).ok());
  EXPECT_FALSE(check(ConvertOptions{.max_error = NAN}).ok());
  EXPECT_FALSE(check(ConvertOptions{.bits = 16, .mixed = true}).ok());
  nothing_is_left();
  std::filesystem::create_directory(out);
  put_file(out / "mine", "x");
  EXPECT_EQ(said(), format("[file] {} exists and is not empty; --force replaces it", out.string()));
  EXPECT_EQ(get_file(out / "mine"), "x");
  std::filesystem::remove(out / "mine");
  EXPECT_EQ(said(), "made") << "an empty folder is as good as none";
  EXPECT_EQ(convert(model, "", {}).error().message, "[quantize] the name of the folder to write is empty");
  EXPECT_NE(convert(model, folder / std::string(300, 'x'), {}).error().message.find("File name too long"),
            std::string::npos);
  EXPECT_NE(convert(model, model / "q", {}).error().message.find("inside one another"), std::string::npos);
  EXPECT_NE(convert(model, folder.path(), {.replace = true}).error().message.find("inside one another"),
            std::string::npos);
  put_file(folder / "file", "x");
  EXPECT_EQ(convert(model, folder / "file" / "out", {}).error().message,
            format("[file] cannot write {}: Not a directory", (folder / "file" / "out").string()));
  EXPECT_EQ(convert(model, folder / "file", {}).error().message,
            format("[file] {} exists and is not a folder", (folder / "file").string()));
}

TEST_F(Converting, AFullDiskLeavesNothing) {
  put(model / "model.safetensors", tensors);
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{8000, before.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  const auto got = convert(model, folder / "deep" / "er" / "out", {});
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
  std::signal(SIGXFSZ, handler);
  ASSERT_FALSE(got.ok());
  EXPECT_EQ(got.error().code, Code::io);
  EXPECT_NE(got.error().message.find("File too large"), std::string::npos);
  nothing_is_left();
}

TEST_F(Converting, WhatOthersPutIntoTheFolderMeanwhileStays) {
  put(model / "model.safetensors", tensors);
  std::filesystem::create_directory(out);
  const ConvertOptions asked{.progress = [&](double, const std::string&) { put_file(out / "mine", "x"); }};
  EXPECT_EQ(
      said(asked),
      format("[file] {} is no longer empty: another program has written into it; it was left as it is", out.string()));
  EXPECT_EQ(get_file(out / "mine"), "x");
  EXPECT_EQ(entries_in(out), 1u);
  EXPECT_EQ(entries_in(folder.path()), 2u) << "the model and that folder";
}

TEST_F(Converting, ASecondWriterIsTold) {
  put(model / "model.safetensors", tensors);
  std::string second;
  const ConvertOptions asked{.progress = [&](double, const std::string&) {
    if (second.empty()) second = convert(model, out, {.replace = true}).error().message;
  }};
  EXPECT_EQ(said(asked), "made");
  EXPECT_NE(second.find("another process is writing it"), std::string::npos) << second;
}

TEST_F(Converting, LinksThatLeadBackOrNowhereAreLeftOut) {
  put(model / "model.safetensors", tensors);
  std::filesystem::create_directories(model / "a" / "b");
  put_file(model / "a" / "file", "x");
  std::filesystem::create_directory_symlink("..", model / "a" / "up");
  std::filesystem::create_directory_symlink("../../a", model / "a" / "b" / "around");
  std::filesystem::create_symlink("nowhere", model / "gone.txt");
  EXPECT_EQ(said(), "made");
  EXPECT_EQ(get_file(out / "a" / "file"), "x");
  EXPECT_EQ(entries_in(out / "a"), 2u);
  EXPECT_EQ(entries_in(out / "a" / "b"), 0u);
}

TEST_F(Converting, StoppingLeavesNothing) {
  put(model / "model.safetensors", tensors);
  std::atomic<bool> stop = false;
  std::string last;
  ConvertOptions asked{.progress = [&](double, const std::string& tensor) { stop = true, last = tensor; },
                       .stop = &stop};
  EXPECT_EQ(convert(model, out, asked).ok(), false);
  EXPECT_FALSE(last.empty());
  nothing_is_left();
}

TEST_F(Converting, ProgressEndsAtTheEnd) {
  put(model / "model.safetensors", tensors);
  for (std::optional<double> max_error : {std::optional<double>(), std::optional(0.1)}) {
    double part = 0;
    bool backwards = false;
    const ConvertOptions asked{.max_error = max_error, .replace = true, .progress = [&](double p, const std::string&) {
                                 backwards |= p < part, part = p;
                               }};
    ASSERT_TRUE(convert(model, out, asked).ok());
    EXPECT_FALSE(backwards);
    EXPECT_GT(part, 0.99);
  }
}

}  // namespace
}  // namespace bitloom::quant

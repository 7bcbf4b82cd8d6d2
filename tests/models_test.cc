// Every family against its reference implementation: small random models, their inputs and every layer's outputs, made
// by tools/goldens.py.
#include <cmath>

#include "bitloom/model.h"
#include "formats/files.h"
#include "models/config.h"
#include "ops/check.h"
#include "quant/convert.h"
#include "tests/golden.h"
#include "tests/support.h"

namespace bitloom {
namespace {

namespace fs = std::filesystem;

class Agreement {
 public:
  Agreement(std::shared_ptr<Backend> backend, const std::string& name, DType dtype = DType::f32)
      : golden(name),
        what(format("{} on {}, {}", name, backend->name(), dtype)),
        most(dtype == DType::f32 ? 1e-4 : 1e-2) {
    auto made = run_sync(Model::load(std::move(backend), golden.folder, {.activations = dtype}));
    if (!made.ok()) ADD_FAILURE() << what << ": " << made.error().message;
    else model = *made;
  }
  Model::Tensors run(const Model::Tensors& inputs, const std::vector<std::string>& wanted) {
    if (!model) return {};
    auto out = run_sync(model->run(inputs, wanted));
    EXPECT_TRUE(out.ok()) << what << ": " << out.error().message;
    return out.ok() ? *out : Model::Tensors{};
  }
  // Outputs by our name and the golden's.
  void check(const Model::Tensors& inputs, const std::vector<std::pair<std::string, std::string>>& names) {
    std::vector<std::string> wanted;
    for (const auto& [ours, theirs] : names) wanted.push_back(ours);
    for (const auto& [name, t] : run(inputs, wanted))
      for (const auto& [ours, theirs] : names) {
        if (ours != name) continue;
        EXPECT_LT(away(t, golden[theirs], most > 1e-3), most) << what << ": " << name << " against " << theirs;
      }
  }
  Golden golden;
  std::string what;
  double most;
  std::shared_ptr<Model> model;
};

// Of several models all; one, another each time, where every shader takes a while to compile.
std::vector<const char*> some(std::initializer_list<const char*> all, const std::shared_ptr<Backend>& backend) {
  if (std::getenv("BITLOOM_GOLDENS")) {
    std::vector<const char*> there;
    for (const char* name : all)
      if (fs::exists(goldens / name)) there.push_back(name);
    return there;
  }
  if (!compiles_slowly(*backend)) return all;
  Random random(fresh_seed() + all.size());
  return {all.begin()[random.below(all.size())]};
}

using Names = std::vector<std::pair<std::string, std::string>>;
const Names hidden{{"hidden_0", "hidden.0"}, {"hidden_1", "hidden.1"}, {"hidden_2", "hidden.2"}};
Names with(Names names, const Names& more) {
  names.insert(names.end(), more.begin(), more.end());
  return names;
}

void check_bert(const std::shared_ptr<Backend>& backend, DType dtype = DType::f32) {
  for (const char* name :
       some({"bert", "bert-sequence", "bert-token", "minilm", "mpnet", "mpnet-fill", "mpnet-sequence"}, backend)) {
    Agreement a(backend, name, dtype);
    const Golden& g = a.golden;
    const bool sentence = g.has("batch.sentence");
    Model::Tensors one{{"input_ids", g["input_ids"]}};
    if (g.has("token_type_ids")) one.emplace("token_type_ids", g["token_type_ids"]);
    a.check(one, with(hidden, {sentence ? std::pair("pooled", "pooled") : std::pair("logits", "logits")}));
    a.check({{"input_ids", g["batch.input_ids"]}, {"attention_mask", g["batch.attention_mask"]}},
            {sentence ? std::pair("pooled", "batch.pooled") : std::pair("logits", "batch.logits")});
    if (!sentence) continue;
    // Sentences are means, of length 1.
    const Tensor means =
        a.run({{"input_ids", g["batch.input_ids"]}, {"attention_mask", g["batch.attention_mask"]}}, {"mean"})["mean"];
    const Tensor mean = Tensor::from_floats(DType::f32, means.shape(), means.to_floats());
    const Tensor want = g["batch.sentence"];
    const auto m = mean.data<float>();
    const size_t width = static_cast<size_t>(mean.shape()[1]);
    for (size_t row = 0; row < m.size() / width; ++row) {
      double size = 0, unit = 0;
      for (size_t i = 0; i < width; ++i)
        size += std::pow(m[row * width + i], 2), unit += std::pow(want.data<float>()[row * width + i], 2);
      if (std::abs(unit - 1) < 1e-3)
        for (size_t i = 0; i < width; ++i) m[row * width + i] /= static_cast<float>(std::sqrt(size));
    }
    EXPECT_LT(away(mean, want, a.most > 1e-3), a.most) << a.what;
  }
}

void check_vit(const std::shared_ptr<Backend>& backend, DType dtype) {
  Agreement vit(backend, "vit", dtype);
  vit.check({{"pixel_values", vit.golden["pixel_values"]}},
            with(hidden, {{"logits", "logits"}, {"last_hidden_state", "last_hidden"}}));
  vit.check({{"pixel_values", vit.golden["batch.pixel_values"]}}, {{"logits", "batch.logits"}});
}

void check_clip(const std::shared_ptr<Backend>& backend, DType dtype) {
  Agreement clip(backend, "clip", dtype);
  const Golden& g = clip.golden;
  const Tensor ids = g["input_ids"];
  std::vector<int32_t> at;
  const int64_t length = ids.shape()[1];
  for (int64_t row = 0; row < ids.shape()[0]; ++row) {
    int64_t place = 0;
    while (ids.data<int32_t>()[static_cast<size_t>(row * length + place)] != 98) ++place;
    at.push_back(static_cast<int32_t>(row * length + place));
  }
  const Tensor pooled_at = Tensor::from<int32_t>({ids.shape()[0]}, at);
  clip.check({{"input_ids", ids}, {"pooled_at", pooled_at}, {"pixel_values", g["pixel_values"]}},
             {{"text_embeds", "text_embeds"}, {"image_embeds", "image_embeds"}, {"logits", "logits_per_image"}});
  clip.check({{"input_ids", *ids.view(0, {1, length})}, {"pooled_at", Tensor::from<int32_t>({1}, {at[0]})}},
             {{"text_hidden_0", "text.hidden.0"},
              {"text_hidden_1", "text.hidden.1"},
              {"text_hidden_2", "text.hidden.2"},
              {"text_last_hidden_state", "text.last_hidden"}});
  const Tensor all = g["pixel_values"];
  clip.check({{"pixel_values", *all.view(0, {1, all.shape()[1], all.shape()[2], all.shape()[3]})}},
             {{"image_hidden_0", "vision.hidden.0"},
              {"image_hidden_1", "vision.hidden.1"},
              {"image_hidden_2", "vision.hidden.2"}});
}

void check_pictures(const std::shared_ptr<Backend>& backend, DType dtype = DType::f32) {
  for (std::string_view name : some({"vit", "clip"}, backend))
    name == "vit" ? check_vit(backend, dtype) : check_clip(backend, dtype);
}

void check_decoders(const std::shared_ptr<Backend>& backend, DType dtype = DType::f32) {
  for (const char* name : some({"llama", "mistral", "qwen2", "phi3", "gpt2"}, backend)) {
    Agreement a(backend, name, dtype);
    const Golden& g = a.golden;
    a.check({{"input_ids", g["input_ids"]}}, with(hidden, {{"logits", "logits"}}));
    a.check({{"input_ids", g["batch.input_ids"]}}, {{"logits", "batch.logits"}});
    if (dtype != DType::f32) continue;
    ASSERT_TRUE(a.model);
    // Token by token, with a cache: what the reference wrote.
    const Tensor all = g["greedy"];
    const int64_t given = g["input_ids"].elements();
    const std::vector<int32_t> want(all.data<int32_t>().begin() + given, all.data<int32_t>().end());
    const auto got =
        run_sync(a.model->generate({{"input_ids", g["input_ids"]}}, {.max_new_tokens = static_cast<int>(want.size())}));
    ASSERT_TRUE(got.ok()) << a.what << ": " << got.error().message;
    EXPECT_EQ(got->tokens,
              std::vector<int32_t>(want.begin(), want.begin() + static_cast<ptrdiff_t>(got->tokens.size())))
        << a.what;
    EXPECT_GE(got->tokens.size(), 3u) << a.what;
  }
}

void check_pairs(const std::shared_ptr<Backend>& backend, DType dtype = DType::f32) {
  for (const char* name : some({"t5-relu", "t5-gated-gelu", "whisper"}, backend)) {
    Agreement a(backend, name, dtype);
    const Golden& g = a.golden;
    const std::string input = g.has("input_features") ? "input_features" : "input_ids";
    a.check({{input, g[input]}}, with(hidden, {{"last_hidden_state", "encoder_last_hidden"}}));
    std::vector<std::string> wanted;
    ASSERT_TRUE(a.model);
    const int64_t layers =
        a.model->config().integer("decoder_layers", a.model->config().integer("num_decoder_layers", 2));
    for (int64_t i = 0; i < layers; ++i)
      for (const char* what : {"cross_key_", "cross_value_"}) wanted.push_back(format("{}{}", what, i));
    Model::Tensors decoder = a.run({{input, g[input]}}, wanted);
    decoder["input_ids"] = g["decoder_input_ids"];
    a.check(decoder, {{"hidden_0", "decoder.hidden.0"},
                      {"hidden_1", "decoder.hidden.1"},
                      {"hidden_2", "decoder.hidden.2"},
                      {"logits", "logits"}});
    if (dtype != DType::f32) continue;
    ASSERT_TRUE(a.model);
    const Tensor all = g["greedy"];
    std::vector<int32_t> written(all.data<int32_t>().begin(), all.data<int32_t>().end());
    // Whisper's starts with the tokens that name language and task.
    const size_t start = input == "input_features" ? written.size() - 12 : 1;
    const auto got = run_sync(a.model->generate(
        {{input, g[input]}},
        {.max_new_tokens = 12, .prompt = {written.begin(), written.begin() + static_cast<ptrdiff_t>(start)}}));
    ASSERT_TRUE(got.ok()) << a.what << ": " << got.error().message;
    EXPECT_GE(got->tokens.size(), 3u) << a.what;
    const std::vector<int32_t> want(written.begin() + static_cast<ptrdiff_t>(start),
                                    written.begin() + static_cast<ptrdiff_t>(start + got->tokens.size()));
    EXPECT_EQ(got->tokens, want) << a.what;
  }
}

TEST(Models, BertAgrees) { check_bert(std::make_shared<CpuBackend>()); }
TEST(Models, PicturesAgree) { check_pictures(std::make_shared<CpuBackend>()); }
TEST(Models, DecodersAgree) { check_decoders(std::make_shared<CpuBackend>()); }
TEST(Models, EncoderDecodersAgree) { check_pairs(std::make_shared<CpuBackend>()); }
TEST(Models, HalfPrecisionIsNear) {
  const auto cpu = std::make_shared<CpuBackend>();
  check_bert(cpu, DType::f16), check_pictures(cpu, DType::f16), check_decoders(cpu, DType::f16),
      check_pairs(cpu, DType::f16);
}
TEST(ModelsGpu, BertAgrees) { check_bert(shared_gpu()); }
TEST(ModelsGpu, PicturesAgree) { check_pictures(shared_gpu()); }
TEST(ModelsGpu, DecodersAgree) { check_decoders(shared_gpu()); }
TEST(ModelsGpu, EncoderDecodersAgree) { check_pairs(shared_gpu()); }

TEST(Models, SayWhatIsWrong) {
  const auto cpu = std::make_shared<CpuBackend>();
  const fs::path folder = fs::temp_directory_path() / format("bitloom-models-{}", fresh_seed());
  fs::remove_all(folder);
  fs::create_directories(folder);
  const auto problem = [&] {
    const auto made = run_sync(Model::load(cpu, folder));
    return made.ok() ? "" : made.error().message;
  };
  EXPECT_NE(problem().find("config.json"), std::string::npos) << problem();
  (void)write_text(folder / "config.json", R"({"model_type": "mystery"})");
  EXPECT_NE(problem().find("model_type 'mystery' is not one of those that are there: bert"), std::string::npos)
      << problem();
  (void)write_text(folder / "config.json", R"({"model_type": "bert"})");
  EXPECT_NE(problem(), "");
  fs::copy(goldens / "bert" / "model.safetensors", folder / "model.safetensors");
  EXPECT_NE(problem().find("'num_hidden_layers' is missing"), std::string::npos) << problem();
  // One layer more than there are weights for.
  std::string config = *read_text(goldens / "bert" / "config.json");
  const size_t at = config.find("\"num_hidden_layers\": 2");
  ASSERT_NE(at, std::string::npos);
  config.replace(at, 22, "\"num_hidden_layers\": 3");
  (void)write_text(folder / "config.json", config);
  EXPECT_NE(problem().find("there is no tensor 'bert.encoder.layer.2."), std::string::npos) << problem();
  fs::remove_all(folder);

  const auto bert = run_sync(Model::load(cpu, goldens / "bert"));
  ASSERT_TRUE(bert.ok());
  const auto said = [&](const Model::Tensors& in, const std::vector<std::string>& wanted = {}) {
    const auto out = run_sync((*bert)->run(in, wanted));
    return out.ok() ? "" : out.error().message;
  };
  const Tensor ids(DType::i32, {1, 4});
  EXPECT_EQ(said({{"input_ids", ids}}), "");
  EXPECT_NE(said({{"input_ids", Tensor(DType::i32, {1, 4000})}}).find("4000 tokens: this model has"),
            std::string::npos);
  EXPECT_EQ(said({{"input_ids", ids}, {"pixel_values", ids}}), "[model] bert takes no input 'pixel_values'");
  EXPECT_EQ(said({{"input_ids", ids}}, {"nothing"}), "[model] this bert has no output 'nothing' for these inputs");
  EXPECT_NE(run_sync((*bert)->generate({{"input_ids", ids}})).error().message.find("writes no text"),
            std::string::npos);
}

// The same folder in few bits loads like the original, and is near it.
TEST(Models, LoadInFewBits) {
  const auto cpu = std::make_shared<CpuBackend>();
  const fs::path folder = fs::temp_directory_path() / format("bitloom-few-{}", fresh_seed());
  for (const char* name : {"bert", "mpnet", "vit", "clip", "llama", "phi3", "t5-gated-gelu", "whisper"}) {
    const auto made = quant::convert(goldens / name, folder, {.bits = 8, .replace = true});
    ASSERT_TRUE(made.ok()) << name << ": " << made.error().message;
    const auto model = run_sync(Model::load(cpu, folder));
    ASSERT_TRUE(model.ok()) << name << ": " << model.error().message;
    const Golden g(name);
    if (!g.has("input_ids") || !g.has("hidden.2")) continue;
    Model::Tensors in{{"input_ids", g["input_ids"]}};
    if (g.has("token_type_ids")) in.emplace("token_type_ids", g["token_type_ids"]);
    const auto out = run_sync((*model)->run(in, {"hidden_2"}));
    ASSERT_TRUE(out.ok()) << name << ": " << out.error().message;
    const double error = away(out->at("hidden_2"), g["hidden.2"]);
    EXPECT_LT(error, 0.3) << name;
    EXPECT_GT(error, 1e-4) << name << ": nothing was quantised";
    // Quantised while it loads, it is the same model.
    const auto quick = run_sync(Model::load(cpu, goldens / name, {.bits = 8}));
    ASSERT_TRUE(quick.ok()) << name << ": " << quick.error().message;
    EXPECT_EQ((*quick)->bytes(), (*model)->bytes()) << name;
    const auto same = run_sync((*quick)->run(in, {"hidden_2"}));
    ASSERT_TRUE(same.ok()) << name << ": " << same.error().message;
    EXPECT_EQ(same->at("hidden_2").to_floats(), out->at("hidden_2").to_floats()) << name;
  }
  // GPT-2's weights are turned while they are quantised; in a folder they cannot be.
  const Golden g("gpt2");
  const auto whole = run_sync(Model::load(cpu, g.folder)), few = run_sync(Model::load(cpu, g.folder, {.bits = 8}));
  ASSERT_TRUE(whole.ok() && few.ok()) << few.error().message;
  EXPECT_LT((*few)->bytes(), (*whole)->bytes() / 2);
  const auto near = run_sync((*few)->run({{"input_ids", g["input_ids"]}}, {"hidden_2"}));
  ASSERT_TRUE(near.ok()) << near.error().message;
  EXPECT_LT(away(near->at("hidden_2"), g["hidden.2"]), 0.3);
  ASSERT_TRUE(quant::convert(g.folder, folder, {.bits = 8, .replace = true}).ok());
  EXPECT_NE(run_sync(Model::load(cpu, folder)).error().message.find("quantise it while it loads"), std::string::npos);
  fs::remove_all(folder);
}

}  // namespace
}  // namespace bitloom

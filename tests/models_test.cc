// Every family against its reference implementation: small random models, their inputs and every layer's outputs, made
// by tools/goldens.py.
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "bitloom/pipeline.h"
#include "formats/files.h"
#include "models/family.h"
#include "models/sentence.h"
#include "ops/check.h"
#include "quant/convert.h"
#include "runtime/inside.h"
#include "tests/golden.h"
#include "tests/support.h"
#include "tests/temporary.h"

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
        compare(t, golden[theirs], format("{} against {}", name, theirs));
      }
  }
  void compare(const Tensor& got, const Tensor& want, const std::string& which) {
    EXPECT_LT(away(got, want, most > 1e-3), most) << what << ": " << which;
  }
  Golden golden;
  std::string what;
  double most;
  std::shared_ptr<Model> model;
};

// The goldens whose models are for such a task and have been given such a tensor; of them one, another each time, where
// every shader takes a while to compile.
std::vector<std::string> some(const std::set<TaskKind>& tasks, std::string_view given,
                              const std::shared_ptr<Backend>& backend) {
  std::vector<std::string> all;
  for (const auto& entry : fs::directory_iterator(goldens)) {
    if (!fs::exists(entry.path() / "golden.safetensors")) continue;
    const auto config = Config::parse(*read_text(entry.path() / "config.json"));
    const auto family = find_family(*config);
    if (!family.ok()) fatal(format("{}: {}", entry.path().string(), family.error().message));
    const auto task = find_task(**family, *config);
    if (!task.ok()) fatal(format("{}: {}", entry.path().string(), task.error().message));
    const std::string name = entry.path().filename().string();
    if (tasks.contains(*task) && Golden(name).has(given)) all.push_back(name);
  }
  std::ranges::sort(all);
  if (std::getenv("BITLOOM_GOLDENS") || all.empty() || !compiles_slowly(*backend)) return all;
  Random random(fresh_seed() + all.size());
  return {all[random.below(all.size())]};
}

// What is written of `all`: the reference never stopped, we do at the config's own end.
std::vector<int32_t> until_end(std::span<const int32_t> all, const Model& model) {
  const int64_t end = Inside::config(model).integer("eos_token_id", -1);
  return {all.begin(), std::ranges::find(all, static_cast<int32_t>(end))};
}

using Names = std::vector<std::pair<std::string, std::string>>;
// Those of all layers.
Names hidden(const Golden& g) {
  Names out;
  for (int i = 0; g.has(format("hidden.{}", i)); ++i) out.emplace_back(format("hidden_{}", i), format("hidden.{}", i));
  return out;
}
Names with(Names names, const Names& more) {
  names.insert(names.end(), more.begin(), more.end());
  return names;
}

// Outputs of texts that may be padded: what a reference has as zeros where the padding is, is nobody's business.
void check_text(Agreement& a, const std::string& prefix) {
  const Golden& g = a.golden;
  Model::Tensors in;
  for (const char* name : {"input_ids", "token_type_ids", "attention_mask"})
    if (g.has(prefix + name)) in.emplace(name, g[prefix + name]);
  Names wanted = prefix.empty() ? hidden(g) : Names{};
  for (const auto& [ours, theirs] : Names{{"last_hidden_state", "last_hidden"}, {"pooled", "pooled"}})
    if (g.has(prefix + theirs)) wanted.emplace_back(ours, prefix + theirs);
  if (!wanted.empty()) a.check(in, wanted);
  if (g.has(prefix + "logits")) {
    const Tensor want = g[prefix + "logits"], made = a.run(in, {"logits"})["logits"];
    ASSERT_EQ(made.shape(), want.shape()) << a.what;
    std::vector<float> got = made.to_floats();
    const std::span<const float> theirs = want.data<float>();
    const size_t width = static_cast<size_t>(want.shape()[want.shape().rank() - 1]);
    const std::vector<float> mask =
        in.contains("attention_mask") ? in["attention_mask"].to_floats() : std::vector<float>(got.size() / width, 1.0f);
    // Of a text that is padded on the left the first token is padding, and so are classes that are made of it.
    const bool of_first = Inside::config(*a.model).word("classifier_pooling", "cls") == "cls";
    for (size_t row = 0, rows = got.size() / width; row < rows; ++row) {
      const bool padding = mask[row * (mask.size() / rows)] == 0;
      const auto line = theirs.subspan(row * width, width);
      const bool zeros = std::ranges::all_of(line, [](float v) { return v == 0; });
      if (padding && (want.shape().rank() == 3 ? zeros : of_first))
        std::ranges::copy(line, got.begin() + static_cast<ptrdiff_t>(row * width));
    }
    a.compare(Tensor::from_floats(DType::f32, want.shape(), got), want, prefix + "logits");
  }
  if (g.has(prefix + "sentence")) {
    // As the folder says it; where it says nothing, means of length 1.
    const auto rules = *read_sentence_rules(*open_folder(g.folder));
    const std::string pooling = rules ? rules->output : "mean";
    const Tensor vectors = a.run(in, {pooling})[pooling];
    std::vector<float> v = vectors.to_floats();
    const size_t width = static_cast<size_t>(vectors.shape()[1]);
    for (size_t row = 0; row < v.size() / width && (!rules || rules->normalize); ++row) {
      double size = 0;
      for (size_t i = 0; i < width; ++i) size += std::pow(v[row * width + i], 2);
      for (size_t i = 0; i < width; ++i) v[row * width + i] /= static_cast<float>(std::sqrt(size));
    }
    a.compare(Tensor::from_floats(DType::f32, vectors.shape(), v), g[prefix + "sentence"], prefix + "sentence");
  }
}

void check_texts(const std::shared_ptr<Backend>& backend, DType dtype = DType::f32) {
  using enum TaskKind;
  const auto names =
      some({text_classification, token_classification, fill_mask, feature_extraction}, "batch.input_ids", backend);
  ASSERT_FALSE(names.empty());
  for (const std::string& name : names) {
    Agreement a(backend, name, dtype);
    for (const char* prefix : {"", "batch.", "left."})
      if (a.golden.has(format("{}input_ids", prefix))) check_text(a, prefix);
  }
}

void check_vit(Agreement& vit) {
  vit.check({{"pixel_values", vit.golden["pixel_values"]}},
            with(hidden(vit.golden), {{"logits", "logits"}, {"last_hidden_state", "last_hidden"}}));
  vit.check({{"pixel_values", vit.golden["batch.pixel_values"]}}, {{"logits", "batch.logits"}});
}

void check_clip(Agreement& clip) {
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
  using enum TaskKind;
  for (const std::string& name :
       some({image_classification, zero_shot_image_classification}, "pixel_values", backend)) {
    Agreement a(backend, name, dtype);
    a.golden.has("input_ids") ? check_clip(a) : check_vit(a);
  }
}

void check_decoders(const std::shared_ptr<Backend>& backend, DType dtype = DType::f32) {
  for (const std::string& name : some({TaskKind::text_generation}, "greedy", backend)) {
    Agreement a(backend, name, dtype);
    const Golden& g = a.golden;
    a.check({{"input_ids", g["input_ids"]}}, with(hidden(g), {{"logits", "logits"}}));
    a.check({{"input_ids", g["batch.input_ids"]}}, {{"logits", "batch.logits"}});
    if (dtype != DType::f32) continue;
    ASSERT_TRUE(a.model);
    // Token by token, with a cache: what the reference wrote.
    const Tensor all = g["greedy"];
    const auto written = all.data<int32_t>().subspan(static_cast<size_t>(g["input_ids"].elements()));
    const auto got = run_sync(
        a.model->generate({{"input_ids", g["input_ids"]}}, {.max_new_tokens = static_cast<int>(written.size())}));
    ASSERT_TRUE(got.ok()) << a.what << ": " << got.error().message;
    EXPECT_EQ(got->tokens, until_end(written, *a.model)) << a.what;
  }
}

void check_pairs(const std::shared_ptr<Backend>& backend, DType dtype = DType::f32) {
  using enum TaskKind;
  for (const std::string& name :
       some({text2text_generation, automatic_speech_recognition}, "decoder_input_ids", backend)) {
    Agreement a(backend, name, dtype);
    const Golden& g = a.golden;
    const std::string input = g.has("input_features") ? "input_features" : "input_ids";
    a.check({{input, g[input]}}, with(hidden(g), {{"last_hidden_state", "encoder_last_hidden"}}));
    std::vector<std::string> wanted;
    ASSERT_TRUE(a.model);
    const int64_t layers =
        Inside::config(*a.model).integer("decoder_layers", Inside::config(*a.model).integer("num_decoder_layers", 2));
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
    const auto written = all.data<int32_t>();
    // Whisper's starts with the tokens that name language and task.
    const size_t start = input == "input_features" ? written.size() - 12 : 1;
    const auto got = run_sync(a.model->generate(
        {{input, g[input]}},
        {.max_new_tokens = 12, .prompt = {written.begin(), written.begin() + static_cast<ptrdiff_t>(start)}}));
    ASSERT_TRUE(got.ok()) << a.what << ": " << got.error().message;
    EXPECT_EQ(got->tokens, until_end(written.subspan(start), *a.model)) << a.what;
  }
}

TEST(Models, TextsAgree) { check_texts(std::make_shared<CpuBackend>()); }
TEST(Models, PicturesAgree) { check_pictures(std::make_shared<CpuBackend>()); }
TEST(Models, DecodersAgree) { check_decoders(std::make_shared<CpuBackend>()); }
TEST(Models, EncoderDecodersAgree) { check_pairs(std::make_shared<CpuBackend>()); }
TEST(Models, HalfPrecisionIsNear) {
  const auto cpu = std::make_shared<CpuBackend>();
  check_texts(cpu, DType::f16), check_pictures(cpu, DType::f16), check_decoders(cpu, DType::f16),
      check_pairs(cpu, DType::f16);
}
TEST(ModelsGpu, TextsAgree) { check_texts(shared_gpu()); }
TEST(ModelsGpu, PicturesAgree) { check_pictures(shared_gpu()); }
TEST(ModelsGpu, DecodersAgree) { check_decoders(shared_gpu()); }
TEST(ModelsGpu, EncoderDecodersAgree) { check_pairs(shared_gpu()); }

// Whatever is wrong with what says how a few-bit tensor is stored, loading the model says that, and nothing else.
TEST(Models, DamagedFewBitTensorsAreNamedWithTheirReason) {
  const auto cpu = std::make_shared<CpuBackend>();
  const TemporaryFolder folder;
  ASSERT_TRUE(quant::convert(goldens / "bert", folder / "few", {.bits = 4}).ok());
  const fs::path path = folder / "few" / "model.safetensors";
  const std::string whole = get_file(path);
  const auto problem = [&](std::string_view from, std::string_view to) {
    std::string text = whole;
    const size_t at = text.find(from);
    if (at == text.npos || from.size() != to.size()) return std::string("the test is wrong");
    put_file(path, text.replace(at, from.size(), to));
    const auto made = run_sync(Model::load(cpu, folder / "few"));
    return made.ok() ? std::string("loaded") : made.error().message;
  };
  const std::string name = R"("bitloom.bert.embeddings.position_embeddings.weight")";
  ASSERT_NE(whole.find(name), std::string::npos);
  const auto says = [&](std::string_view from, std::string_view to, std::string_view reason) {
    const std::string said = problem(from, to);
    EXPECT_NE(said.find("model.safetensors: "), std::string::npos) << said;
    EXPECT_NE(said.find(reason), std::string::npos) << said;
    EXPECT_EQ(said.find("there is no tensor"), std::string::npos) << said;
  };
  EXPECT_EQ(problem("version", "version"), "loaded");
  says(R"(\"version\":1)", R"(\"version\":2)", "version is 2; supported is version 1");
  says(R"(\"bits\":4)", R"(\"bits\":9)", "bits is 9; it must be between 1 and 8");
  says(R"(\"bits\":4)", R"(\"bits\":5)", "not supported: 5 bits");
  says(R"(\"bits\":4)", R"(\"bots\":4)", "bits is missing");
  says(R"(\"symmetric\":false)", R"(\"symmetric\":fals3)", "line 1, byte");
  says(R"(\"symmetric\":false)", R"(\"symmetric\":12345)", "symmetric is 12345; it must be true or false");
  says(R"(\"granularity\":\"group\")", R"(\"granularity\":\"grown\")", "granularity is \"grown\"");
  says(R"(\"scales\":\"F16\")", R"(\"scales\":\"F61\")", "scales is \"F61\"");
  says(R"(\"dtype\":\"F32\")", R"(\"dtype\":\"F23\")", "dtype is \"F23\"");
  says(R"(\"error\":0)", R"(\"error\":-)", "line 1, byte");
  says(name, R"("b1tloom.bert.embeddings.position_embeddings.weight")", "its codes are there, but no metadata " + name);
  says(".codes\"", ".c0des\"", ".codes\" is missing");
}

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
  EXPECT_NE(problem().find("model_type 'mystery' is not supported; supported are bert"), std::string::npos)
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
  // In place of a file.
  fs::remove(folder / "model.safetensors");
  fs::create_symlink("nowhere", folder / "model.safetensors");
  EXPECT_NE(problem().find("model.safetensors: No such file"), std::string::npos) << problem();
  fs::remove(folder / "model.safetensors");
  fs::create_directory(folder / "model.safetensors");
  EXPECT_NE(problem().find("model.safetensors is a folder; a file is needed"), std::string::npos) << problem();
  fs::remove_all(folder);
  (void)write_text(folder, "a file");
  EXPECT_NE(problem().find("Not a directory"), std::string::npos) << problem();
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
  EXPECT_NE(run_sync((*bert)->generate({{"input_ids", ids}}))
                .error()
                .message.find("generating text is not supported by this bert, which is for fill-mask; supported are"),
            std::string::npos);
}

// Inputs for one way to run a model, drawn.
Model::Tensors drawn(const Model& model, const Use& use, Random& random) {
  Model::Tensors out;
  for (const auto& [name, desc] : use.inputs) {
    Tensor t = *Tensor::make(desc);
    if (desc.dtype == DType::f32)
      for (float& v : t.data<float>()) v = static_cast<float>(random.normal());
    else if (desc.shape.rank() == 2)
      for (int32_t& v : t.data<int32_t>())
        v = static_cast<int32_t>(random.below(static_cast<uint64_t>(Inside::family(model).vocabulary())));
    else std::ranges::fill(t.data<int32_t>(), 0);
    out.emplace(name, t);
  }
  return out;
}

// Every golden in few bits, written to a folder and read back: near what it was, and the same as one that is quantized
// while it loads.
TEST(Models, LoadInFewBits) {
  const auto cpu = std::make_shared<CpuBackend>();
  const uint64_t seed = fresh_seed();
  SCOPED_TRACE(format("seed {}", seed));
  Random random(seed);
  const fs::path folder = fs::temp_directory_path() / format("bitloom-few-{}", seed);
  std::set<std::string_view> seen;
  for (const auto& entry : fs::directory_iterator(goldens)) {
    const std::string name = entry.path().filename().string();
    if (!fs::exists(entry.path() / "golden.safetensors")) continue;
    const auto whole = run_sync(Model::load(cpu, goldens / name));
    ASSERT_TRUE(whole.ok()) << name << ": " << whole.error().message;
    // All widths of one model of each family, 8 bits of the others.
    const bool first = seen.insert(Inside::family(**whole).entry().name).second;
    const Model::Tensors in = drawn(**whole, Inside::family(**whole).uses(DType::f32)[0], random);
    const auto want = run_sync((*whole)->run(in));
    ASSERT_TRUE(want.ok()) << name << ": " << want.error().message;
    for (const int bits : first ? std::vector{16, 8, 3} : std::vector{8}) {
      const std::string what = format("{} in {} bits", name, bits);
      const auto made = quant::convert(goldens / name, folder, {.bits = bits, .replace = true});
      ASSERT_TRUE(made.ok()) << what << ": " << made.error().message;
      const auto few = run_sync(Model::load(cpu, folder));
      ASSERT_TRUE(few.ok()) << what << ": " << few.error().message;
      const auto quick = run_sync(Model::load(cpu, goldens / name, {.bits = bits}));
      ASSERT_TRUE(quick.ok()) << what << ": " << quick.error().message;
      // With 16 the folder's convolutions are f16 as well.
      const auto equal = [&](const auto& a, const auto& b) { return bits == 16 || a == b; };
      EXPECT_TRUE(equal((*quick)->bytes(), (*few)->bytes())) << what;
      EXPECT_LT((*few)->bytes(), (*whole)->bytes()) << what;
      const auto got = run_sync((*few)->run(in)), same = run_sync((*quick)->run(in));
      ASSERT_TRUE(got.ok() && same.ok()) << what << ": " << (got.ok() ? same : got).error().message;
      ASSERT_EQ(got->size(), want->size()) << what;
      for (const auto& [output, t] : *got) {
        EXPECT_TRUE(equal(t.to_floats(), same->at(output).to_floats())) << what << ": " << output;
        // Of a few numbers the size is chance.
        if ((output.find("last_hidden") == std::string::npos && output != "logits") || t.elements() < 32) continue;
        const double error = away(t, want->at(output), true);
        // Inputs are drawn. Zeros would be 1, and what has nothing to do with it 1.4; with 3 bits 0.65 was the most
        // of 50.
        EXPECT_LT(error, bits == 3 ? 0.85 : bits == 8 ? 0.08 : 0.01) << what << ": " << output;
        EXPECT_GT(error, 1e-5) << what << ": nothing was quantized";
      }
    }
  }
  for (const FamilyEntry& family : families())
    EXPECT_TRUE(seen.contains(family.name)) << family.name << " has no golden";
  fs::remove_all(folder);
}

// From text to vector, as the folder's modules.json says it.
void check_sentences(const Golden& g, const fs::path& folder) {
  const auto p = run_sync(Pipeline::load(std::make_shared<CpuBackend>(), folder.string()));
  ASSERT_TRUE(p.ok()) << p.error().message;
  EXPECT_EQ((*p)->task(), "feature-extraction");
  const auto texts = nlohmann::json::parse(*read_text(g.folder / "golden.json"))["texts"];
  ASSERT_GE(texts.size(), 3u);
  for (size_t i = 0; i < texts.size(); ++i) {
    const std::string text = texts[i].get<std::string>();
    EXPECT_EQ((*p)->encode(text)->ids.size(), static_cast<size_t>(g[format("text.{}.input_ids", i)].elements()));
    const auto a = run_sync((*p)->ask({.text = text}));
    ASSERT_TRUE(a.ok()) << a.error().message;
    const Tensor want = g[format("text.{}.sentence", i)];
    EXPECT_LT(away(Tensor::from_floats(DType::f32, want.shape(), a->embedding), want), 1e-4) << folder << ": " << text;
  }
}

TEST(Models, SentencesAgree) {
  int folders = 0;
  for (const auto& entry : fs::directory_iterator(goldens)) {
    if (!fs::exists(entry.path() / "modules.json")) continue;
    ++folders;
    const Golden g(entry.path().filename().string());
    check_sentences(g, g.folder);
    // Under the name of a class with a head, which the weights do not have.
    const TemporaryFolder named;
    fs::copy(g.folder, named / "model", fs::copy_options::recursive);
    auto config = nlohmann::json::parse(*read_text(g.folder / "config.json"));
    const bool bert = config["model_type"] == "bert";
    config["architectures"] = {bert ? "BertForMaskedLM" : "LlamaForCausalLM"}, config["tie_word_embeddings"] = bert;
    put_file(named / "model/config.json", config.dump());
    check_sentences(g, named / "model");
  }
  EXPECT_GE(folders, 2);
}

}  // namespace
}  // namespace bitloom

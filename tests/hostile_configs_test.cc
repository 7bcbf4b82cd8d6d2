// Configs, weights and questions that are wrong: an error that says what, or a finite answer, within bounded time and
// memory; never a crash, and never NaN as an answer.
#include <sys/resource.h>

#include <chrono>
#include <cmath>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>

#include "bitloom/pipeline.h"
#include "formats/files.h"
#include "models/decoder.h"
#include "ops/check.h"
#include "runtime/inside.h"
#include "tests/golden.h"
#include "tests/support.h"
#include "tests/temporary.h"

namespace bitloom {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// A model's files, in memory.
class Files {
 public:
  explicit Files(const std::string& name) : Files(goldens / name) {}
  explicit Files(const fs::path& folder) {
    for (const auto& entry : fs::recursive_directory_iterator(folder))
      if (entry.is_regular_file() && !entry.path().filename().string().starts_with("golden") &&
          entry.path().parent_path().filename() != "eval")
        files_[fs::relative(entry.path(), folder).string()] = get_file(entry.path());
  }
  std::string& operator[](const std::string& name) { return files_[name]; }
  Json json(const std::string& name) { return Json::parse(files_.at(name)); }
  const std::map<std::string, std::string>& all() const { return files_; }

  // One value of config.json.
  Files& with(const std::string& pointer, const Json& value, const std::string& file = "config.json") {
    Json changed = json(file);
    changed[Json::json_pointer(pointer)] = value;
    files_[file] = changed.dump();
    return *this;
  }
  Files& without(const std::string& key) {
    Json changed = json("config.json");
    changed.erase(key);
    files_["config.json"] = changed.dump();
    return *this;
  }
  // A tensor's bytes, to be changed; and its header as text.
  float* floats(const std::string& tensor) {
    std::string& file = files_["model.safetensors"];
    const Json about = Json::parse(header())[tensor];
    return reinterpret_cast<float*>(file.data() + 8 + header().size() + about["data_offsets"][0].get<size_t>());
  }
  std::string header() {
    const std::string& file = files_["model.safetensors"];
    uint64_t length = 0;
    std::memcpy(&length, file.data(), 8);
    return file.substr(8, length);
  }
  Files& rename(const std::string& tensor, const std::string& to) {
    std::string head = header(), &file = files_["model.safetensors"];
    const std::string rest = file.substr(8 + head.size());
    head.replace(head.find("\"" + tensor + "\""), tensor.size() + 2, "\"" + to + "\"");
    const uint64_t length = head.size();
    file = std::string(reinterpret_cast<const char*>(&length), 8) + head + rest;
    return *this;
  }

  Folder folder() const {
    std::map<std::string, Folder::Bytes> out;
    for (const auto& [name, text] : files_) {
      const auto bytes = std::as_bytes(std::span(text));
      out.emplace(name, memory_bytes(name, std::vector(bytes.begin(), bytes.end())));
    }
    return Folder("model", std::move(out));
  }
  Result<std::shared_ptr<Pipeline>> load(ModelOptions options = {}) const {
    return run_sync(Pipeline::load(std::make_shared<CpuBackend>(), folder(), std::move(options)));
  }
  std::string problem() const {
    const auto made = load();
    return made.ok() ? "" : made.error().message;
  }

 private:
  std::map<std::string, std::string> files_;
};

testing::AssertionResult says(const std::string& said, const std::string& words) {
  if (said.find(words) != std::string::npos) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "'" << words << "' is not in '" << said << "'";
}

Model::Tensors inputs_of(const Use& use, int64_t vocabulary) {
  Model::Tensors out;
  for (const auto& [name, desc] : use.inputs) {
    Tensor t = *Tensor::make(desc);
    if (desc.dtype == DType::f32)
      for (float& v : t.data<float>()) v = 0.25f;
    else if (name == "input_ids")
      std::ranges::fill(t.data<int32_t>(), static_cast<int32_t>(std::min<int64_t>(5, vocabulary - 1)));
    out.emplace(name, t);
  }
  return out;
}

// A WAV file: a tenth of a second of a tone.
std::vector<std::byte> tone() {
  constexpr uint32_t rate = 16000, samples = rate / 10, bytes = 2 * samples;
  std::string out = "RIFF";
  const auto add = [&](auto v) { out.append(reinterpret_cast<const char*>(&v), sizeof v); };
  add(uint32_t{36 + bytes}), out += "WAVEfmt ", add(uint32_t{16}), add(uint16_t{1}), add(uint16_t{1});
  add(rate), add(uint32_t{2 * rate}), add(uint16_t{2}), add(uint16_t{16}), out += "data", add(bytes);
  for (uint32_t i = 0; i < samples; ++i) add(static_cast<int16_t>(8000 * std::sin(0.2 * i)));
  const auto all = std::as_bytes(std::span(out));
  return {all.begin(), all.end()};
}

// What comes of a folder: empty, or what is wrong with it, which is an error or a finite answer.
std::string verdict(const Folder& folder) {
  const auto bad = [](const Error& e) -> std::string {
    if (e.message.empty() || e.code == Code::internal)
      return format("an error '{}' ({})", e.message, code_name(e.code));
    return "";
  };
  const auto made = run_sync(Pipeline::load(std::make_shared<CpuBackend>(), folder));
  if (!made.ok()) return bad(made.error());
  Pipeline& p = **made;
  Model& model = p.model();
  const std::vector<Use> uses = Inside::family(model).uses(DType::f32);
  for (const Use& use : uses) {
    const auto out = run_sync(model.run(inputs_of(use, Inside::family(model).vocabulary())));
    if (!out.ok()) {
      if (const std::string why = bad(out.error()); !why.empty()) return why;
      continue;
    }
    for (const auto& [name, t] : *out)
      for (const float v : t.to_floats())
        if (!std::isfinite(v)) return format("'{}' is not finite", name);
  }
  if (Inside::family(model).decoder()) {
    const auto out =
        run_sync(model.generate(inputs_of(uses[0], Inside::family(model).vocabulary()), {.max_new_tokens = 3}));
    if (!out.ok()) return bad(out.error());
    if (out->tokens.size() > 3) return "more tokens than were asked for";
  }
  const Modalities takes = Inside::family(model).entry().takes;
  if (!p.tokenizer() || takes.image) return "";
  Question q{.text = takes.text ? "we saw it here" : ""};
  if (Inside::family(model).decoder() && p.task() != "feature-extraction") q.generate.max_new_tokens = 3;
  if (takes.audio) q.audio = tone();
  const auto a = run_sync(p.ask(std::move(q)));
  if (!a.ok()) return bad(a.error());
  for (const Answer::Label& l : a->labels)
    if (!(l.score >= 0 && l.score <= 1)) return format("'{}' has the score {}", l.name, l.score);
  for (const float v : a->embedding)
    if (!std::isfinite(v)) return "the embedding is not finite";
  return "";
}

// Every value of a document, by its place.
void places_of(const Json& json, const Json::json_pointer& at, std::vector<Json::json_pointer>& out) {
  if (!at.empty()) out.push_back(at);
  if (json.is_object())
    for (const auto& [key, value] : json.items()) places_of(value, at / key, out);
  else if (json.is_array())
    for (size_t i = 0; i < std::min<size_t>(json.size(), 2); ++i) places_of(json[i], at / i, out);
}

uint64_t peak_memory() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  return static_cast<uint64_t>(used.ru_maxrss) * 1024;
}

TEST(HostileConfigs, AreRefusedOrGiveAFiniteAnswer) {
  const std::vector<std::string> values{
      "-1",    "0",      "1",      "2",    "7",     "1073741824", "4611686018427387904",
      "1e308", "-1e308", "1e-300", "\"\"", "\"x\"", "\"NaN\"",    "true",
      "false", "null",   "[]",     "{}",   "[-1]",  "[[1]]"};
  struct Case {
    const Files* files;
    std::string folder, file;
    Json::json_pointer at;
    std::string value;  // empty: it is taken away
  };
  std::vector<std::unique_ptr<Files>> folders;
  std::vector<Case> cases;
  for (const auto& entry : fs::directory_iterator(goldens)) {
    if (!fs::exists(entry.path() / "model.safetensors")) continue;
    folders.push_back(std::make_unique<Files>(entry.path()));
    for (const auto& [name, text] : folders.back()->all()) {
      if (!name.ends_with(".json") || name == "tokenizer.json" || name == "generate.json" || name == "listen.json")
        continue;
      std::vector<Json::json_pointer> places;
      places_of(Json::parse(text), Json::json_pointer(), places);
      for (const Json::json_pointer& at : places) {
        for (const std::string& value : values)
          cases.push_back({folders.back().get(), entry.path().filename().string(), name, at, value});
        cases.push_back({folders.back().get(), entry.path().filename().string(), name, at, ""});
      }
    }
  }
  ASSERT_GT(cases.size(), 10000u);
  const uint64_t seed = fresh_seed();
  Random random(seed);
  const auto start = std::chrono::steady_clock::now();
  const auto seconds = [](auto from) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - from).count();
  };
  const uint64_t before = peak_memory();
  size_t count = 0;
  for (size_t i = 0; i < cases.size(); ++i) {
    std::swap(cases[i], cases[i + random.below(cases.size() - i)]);
    if (!everything() && seconds(start) > 8) break;
    const Case& c = cases[i];
    Json changed = Json::parse(c.files->all().at(c.file));
    if (!c.value.empty()) changed[c.at] = Json::parse(c.value);
    else if (Json& parent = changed[c.at.parent_pointer()]; parent.is_object()) parent.erase(c.at.back());
    Files files = *c.files;
    files[c.file] = changed.dump();
    const auto begin = std::chrono::steady_clock::now();
    const std::string what = format("{}/{}: {} is {}, seed {}", c.folder, c.file, c.at.to_string(), c.value, seed);
    EXPECT_EQ(verdict(files.folder()), "") << what;
    EXPECT_LT(seconds(begin), 10) << what;
    EXPECT_LT(peak_memory(), before + (uint64_t{500} << 20)) << what;
    if (HasFailure() && count > 20) break;
    ++count;
  }
  std::printf("%zu of %zu cases\n", count, cases.size());
}

TEST(HostileConfigs, NumbersHaveRanges) {
  const auto refused = [](const char* model, const char* key, const Json& value) {
    return Files(std::string(model)).with(key, value).problem();
  };
  EXPECT_TRUE(says(refused("bert", "/layer_norm_eps", -1), "'layer_norm_eps' is -1; it must be between 0 and 1"));
  EXPECT_TRUE(says(refused("llama", "/rms_norm_eps", 1e300), "'rms_norm_eps' is 1e+300; it must be between 0 and 1"));
  EXPECT_TRUE(
      says(refused("llama", "/rope_parameters/rope_theta", 0), "'rope_parameters.rope_theta' is 0; it must be"));
  EXPECT_TRUE(
      says(refused("llama", "/vocab_size", int64_t{1} << 62), "'vocab_size' is 4611686018427387904; it must be"));
  EXPECT_TRUE(says(refused("bert", "/type_vocab_size", "x"), "'type_vocab_size' must be an integer"));
  EXPECT_TRUE(says(refused("t5-relu", "/decoder_start_token_id", "x"), "'decoder_start_token_id' must be an integer"));
  EXPECT_TRUE(says(refused("t5-relu", "/decoder_start_token_id", 99),
                   "'decoder_start_token_id' is 99; it must be between 0 and 98"));
  EXPECT_TRUE(says(refused("bert", "/architectures", "BertModel"), "'architectures' must be a list of strings"));
  EXPECT_TRUE(says(refused("bert-sequence", "/id2label", 5), "'id2label' must be an object"));
  EXPECT_TRUE(says(refused("bert-sequence", "/id2label/1", 5), "'id2label.1' must be a string"));
}

// Nothing is as large as a config says before the weights are compared with it.
TEST(HostileConfigs, TablesAreAsLargeAsTheConfigSays) {
  const int64_t huge = 1 << 24;
  struct Wrong {
    const char *model, *key;
    int64_t value;
    const char* tensor;
  };
  for (const Wrong& w : std::initializer_list<Wrong>{
           {"bert", "/vocab_size", 100, "word_embeddings.weight' is [99, 48]; config.json says [100, 48]"},
           {"bert", "/max_position_embeddings", 41,
            "position_embeddings.weight' is [40, 48]; config.json says [41, 48]"},
           {"bert", "/type_vocab_size", 5, "token_type_embeddings.weight' is [2, 48]; config.json says [5, 48]"},
           {"bert", "/intermediate_size", 45, "intermediate.dense.weight' is [44, 48]; config.json says [45, 48]"},
           {"whisper", "/vocab_size", huge, "config.json says [16777216,"},
           {"whisper", "/max_source_positions", huge, "config.json says [16777216,"},
           {"whisper", "/num_mel_bins", huge, "config.json says"},
           {"llama", "/vocab_size", huge, "config.json says [16777216,"},
           {"gpt2", "/n_positions", huge, "wpe.weight' is [40, 48]; config.json says [16777216,"},
           {"t5-relu", "/relative_attention_num_buckets", 12, "relative_attention_bias.weight'"},
           {"t5-relu", "/d_kv", 16, "config.json says"},
           {"clip", "/text_config/vocab_size", huge, "config.json says [16777216,"},
           {"clip", "/vision_config/image_size", 4000, "position_embedding.weight'"},
           {"vit", "/image_size", 40, "position_embeddings' is"}}) {
    const auto start = std::chrono::steady_clock::now();
    EXPECT_TRUE(says(Files(std::string(w.model)).with(w.key, w.value).problem(), w.tensor)) << w.model << w.key;
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(2));
  }
  Files clip(std::string("clip"));
  const auto patch = clip.json("config.json")["vision_config"]["patch_size"].get<int64_t>();
  clip.with("/vision_config/patch_size", patch + 3).with("/vision_config/image_size", (patch + 3) * 4);
  EXPECT_TRUE(says(clip.problem(), "patch_embedding.weight' is"));
  EXPECT_TRUE(says(Files(std::string("bert-sequence")).with("/id2label", Json{{"0", "a"}, {"1", "b"}}).problem(),
                   "classifier.weight' is [5, 48]; config.json says [2, 48]"));
}

TEST(HostileConfigs, MissingWeightsAreNotZero) {
  const std::string layer = "bert.encoder.layer.1.";
  for (const std::string& name : {layer + "attention.self.key.bias", layer + "output.dense.bias",
                                  layer + "output.LayerNorm.bias", std::string("cls.predictions.transform.dense.bias")})
    EXPECT_TRUE(
        says(Files(std::string("bert")).rename(name, "gone").problem(), format("there is no tensor '{}'", name)));
  EXPECT_TRUE(says(Files(std::string("qwen2")).rename("model.layers.1.self_attn.k_proj.bias", "gone").problem(),
                   "there is no tensor 'model.layers.1.self_attn.k_proj.bias'"));
  EXPECT_TRUE(says(Files(std::string("mistral")).rename("lm_head.weight", "gone").problem(),
                   "there is no tensor 'lm_head.weight'"));
}

TEST(HostileConfigs, ClassesWithoutNamesHaveNumbers) {
  Files files(std::string("distilbert-sequence"));
  files.without("id2label");
  files["tokenizer.json"] = get_file(goldens / "sentence-cls/tokenizer.json");
  const auto made = files.load();
  ASSERT_TRUE(made.ok()) << made.error().message;
  const auto a = run_sync((*made)->ask({.text = "we saw it"}));
  ASSERT_TRUE(a.ok()) << a.error().message;
  EXPECT_EQ(a->task, "text-classification");
  ASSERT_EQ(a->labels.size(), 5u);
  for (const Answer::Label& l : a->labels) EXPECT_TRUE(l.name.starts_with("LABEL_")) << l.name;
}

// The message names the layer by its weights.
TEST(NotFinite, NamesTheFirstLayer) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const auto said = [&](const char* model, const char* tensor, float value, const Model::Tensors& in) {
    Files files{std::string(model)};
    files.floats(tensor)[3] = value;
    const auto made = files.load();
    if (!made.ok()) return made.error().message;
    const auto out = run_sync((*made)->model().run(in));
    if (out.ok()) return std::string("ok");
    EXPECT_EQ(out.error().code, Code::not_finite);
    return out.error().message;
  };
  const Model::Tensors ids{{"input_ids", Tensor::from<int32_t>({1, 4}, {3, 4, 5, 6})}};
  const std::string in_layer_1 = "is not finite (NaN or infinite); first so in 'bert.encoder.layer.1' (hidden_2)";
  EXPECT_TRUE(says(said("bert", "bert.encoder.layer.1.output.dense.weight", nan, ids), in_layer_1));
  EXPECT_TRUE(says(said("bert", "bert.encoder.layer.1.attention.self.query.bias", nan, ids), in_layer_1));
  EXPECT_TRUE(says(said("bert", "bert.embeddings.LayerNorm.weight", std::numeric_limits<float>::infinity(), ids),
                   "first so in 'bert.embeddings.word_embeddings' (hidden_0)"));
  EXPECT_TRUE(says(said("bert-sequence", "classifier.bias", nan, ids), "first so in 'bert.pooler.dense' (logits)"));
  EXPECT_TRUE(
      says(said("llama", "model.layers.0.mlp.down_proj.weight", nan, ids), "first so in 'model.layers.0' (hid"));
  Golden vit("vit");
  Tensor pixels = vit["pixel_values"];
  EXPECT_EQ(said("vit", "classifier.bias", 1, {{"pixel_values", pixels}}), "ok");
  pixels.data<float>()[7] = nan;
  EXPECT_TRUE(says(said("vit", "classifier.bias", 1, {{"pixel_values", pixels}}), "the input 'pixel_values' is not"));
}

TEST(NotFinite, IsNoTextEither) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  struct Way {
    const char* name;
    GenerateOptions options;
  };
  const std::vector<Way> ways{{"greedy", {}},
                              {"drawn", {.temperature = 1}},
                              {"top_k", {.temperature = 1, .top_k = 5}},
                              {"penalty", {.repetition_penalty = 1.5}},
                              {"beams", {.num_beams = 3}}};
  struct From {
    const char *model, *tensor, *layer;
  };
  for (const From& from : {From{"llama", "model.layers.1.mlp.up_proj.weight", "'model.layers.1' ("},
                           From{"gpt2", "transformer.ln_f.weight", "'transformer.h.1' ("},
                           From{"t5-relu", "encoder.block.1.layer.1.DenseReluDense.wo.weight", "'encoder.block.1' ("},
                           From{"t5-relu", "decoder.block.0.layer.0.SelfAttention.q.weight", "'decoder.block.0' ("}}) {
    Files files{std::string(from.model)};
    files.floats(from.tensor)[5] = nan;
    const auto made = files.load();
    ASSERT_TRUE(made.ok()) << made.error().message;
    for (const Way& way : ways) {
      const auto out = run_sync((*made)->model().generate({{"input_ids", Tensor::from<int32_t>({1, 3}, {3, 4, 5})}},
                                                          GenerateOptions(way.options)));
      ASSERT_FALSE(out.ok()) << from.model << " " << way.name;
      EXPECT_TRUE(says(out.error().message, from.layer)) << from.model << " " << way.name;
      EXPECT_EQ(out.error().code, Code::not_finite);
    }
  }
  // Where nothing is left to choose from, that is said.
  const auto made = Files(std::string("gpt2")).load();
  std::vector<int32_t> all(99);
  for (int32_t i = 0; i < 99; ++i) all[static_cast<size_t>(i)] = i;
  for (Way way : ways) {
    way.options.suppress = all;
    const auto out = run_sync((*made)->model().generate({{"input_ids", Tensor::from<int32_t>({1, 3}, {3, 4, 5})}},
                                                        GenerateOptions(way.options)));
    ASSERT_FALSE(out.ok()) << way.name;
    EXPECT_TRUE(says(out.error().message, "no token can follow: all are suppressed")) << way.name;
  }
}

TEST(HostileInputs, IndicesAreInsideTheirTables) {
  const auto bert = Files(std::string("bert")).load(), t5 = Files(std::string("t5-relu")).load();
  const Tensor ids = Tensor::from<int32_t>({1, 3}, {3, 4, 5});
  const auto said = [](const auto& p, const Model::Tensors& in) {
    const auto out = run_sync((*p)->model().run(in));
    return out.ok() ? "" : out.error().message;
  };
  EXPECT_EQ(said(bert, {{"input_ids", ids}, {"token_type_ids", Tensor::from<int32_t>({1, 3}, {0, 1, 1})}}), "");
  EXPECT_EQ(said(bert, {{"input_ids", ids}, {"token_type_ids", Tensor::from<int32_t>({1, 3}, {0, 5, 1})}}),
            "[model] 'token_type_ids' has 5; bert takes 0 to 1");
  EXPECT_EQ(said(t5, {{"input_ids", Tensor::from<int32_t>({1, 2}, {3, 99})}}),
            "[model] 'input_ids' has 99; t5 takes 0 to 98");
}

TEST(MaxLength, IsAnErrorWhereTheModelHasNone) {
  const fs::path numbers = fs::path(BITLOOM_SOURCE_DIR) / "zoo/numbers";
  const auto ask = [&](const ModelOptions& options, size_t words) {
    const auto made = run_sync(Pipeline::load(std::make_shared<CpuBackend>(), numbers.string(), options));
    if (!made.ok()) return made.error().message;
    std::string text;
    for (size_t i = 0; i < words; ++i) text += "seven ";
    const auto a = run_sync((*made)->ask({.text = text, .generate = {.max_new_tokens = 2}}));
    if (!a.ok()) EXPECT_EQ(a.error().code, Code::limit);
    return a.ok() ? "" : a.error().message;
  };
  EXPECT_EQ(ask({}, 20), "");
  EXPECT_TRUE(says(ask({}, 20000), "the text has more than 2048 tokens"));
  EXPECT_TRUE(says(ask({.max_length = 10}, 20), "the text has more than 10 tokens"));
  EXPECT_EQ(ask({.max_length = 2100}, 20), "");
  EXPECT_TRUE(says(ask({.max_length = -1}, 20), "max_length is -1"));
  const auto t5 = Files(std::string("t5-relu")).load();
  const auto out = run_sync((*t5)->model().run({{"input_ids", Tensor(DType::i32, {1, 3000})}}));
  ASSERT_FALSE(out.ok());
  EXPECT_TRUE(says(out.error().message, "the text has 3000 tokens; the limit is 2048"));
}

// Memory is asked for before it is taken.
TEST(Memory, WhatIsNotThereIsAnError) {
  struct Limit {
    explicit Limit(uint64_t more) { limit_cpu_memory(cpu_memory().live + more); }
    ~Limit() { limit_cpu_memory(0); }
  };
  const auto t5 = Files(std::string("t5-relu")).load({.max_length = 100000});
  ASSERT_TRUE(t5.ok()) << t5.error().message;
  const auto said = [&](int64_t length) {
    const auto out =
        run_sync((*t5)->model().run({{"input_ids", Tensor(DType::i32, {1, length})}}, {"last_hidden_state"}));
    if (out.ok()) return std::string();
    EXPECT_EQ(out.error().code, Code::out_of_memory);
    return out.error().message;
  };
  {
    const Limit some(64 << 20);
    EXPECT_EQ(said(100), "");
    const size_t peak = cpu_memory().peak;
    EXPECT_TRUE(says(said(20000), "out of CPU memory: "));
    EXPECT_EQ(cpu_memory().peak, peak) << "something was taken";
    EXPECT_FALSE(Tensor::make({DType::f32, {1 << 25}}).ok());
  }
  EXPECT_TRUE(Tensor::make({DType::f32, {1 << 10}}).ok());
  // Without a limit it is what the machine has.
  EXPECT_FALSE(Tensor::make({DType::f32, {int64_t{1} << 45}}).ok());
  EXPECT_TRUE(says(said(90000), "out of CPU memory: "));
  // A plan knows what it will need at once.
  CpuBackend cpu;
  Graph g;
  Value x = g.input("x", {DType::f32, {1, 4096}}), y = g.input("y", {DType::f32, {4096, 1}});
  Value z = *g.apply("add", {x, y});
  z = *g.apply("relu", {z});
  g.output("z", *g.apply("reduce_sum", {z}));
  const Limit some(100 << 20);  // one matrix of 64 MB fits, two do not
  const size_t peak = cpu_memory().peak;
  const auto out = run_sync(cpu.run(g, {Tensor(DType::f32, {1, 4096}), Tensor(DType::f32, {4096, 1})}));
  ASSERT_FALSE(out.ok());
  EXPECT_TRUE(says(out.error().message, "[run] out of CPU memory: 134217728 bytes are needed"));
  EXPECT_LT(cpu_memory().peak, peak + (1 << 20)) << "something was taken";
}

}  // namespace
}  // namespace bitloom

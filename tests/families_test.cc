// What families say of themselves: tasks by architecture, how tokens are pooled, and what of it is refused.
#include <nlohmann/json.hpp>

#include "bitloom/pipeline.h"
#include "formats/files.h"
#include "models/family.h"
#include "models/sentence.h"
#include "models/summary.h"
#include "runtime/inside.h"
#include "tests/golden.h"
#include "tests/support.h"
#include "tests/temporary.h"

namespace bitloom {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

Json config_of(const std::string& name) { return Json::parse(get_file(goldens / name / "config.json")); }

// A golden's folder with another config.
class Changed {
 public:
  explicit Changed(const std::string& name) : golden_(name) {
    fs::copy(golden_.folder, folder_ / "model", fs::copy_options::recursive);
  }
  Golden& golden() { return golden_; }
  std::string folder() const { return (folder_ / "model").string(); }
  void put(const std::string& file, const Json& json) { put_file(folder_ / "model" / file, json.dump()); }
  void put_copy(const std::string& file, const fs::path& from) {
    fs::create_directories((folder_ / "model" / file).parent_path());
    fs::copy_file(from, folder_ / "model" / file, fs::copy_options::overwrite_existing);
  }
  std::string problem(const std::string& task = "") const {
    const auto made = load(task);
    return made.ok() ? "" : made.error().message;
  }
  Result<std::shared_ptr<Pipeline>> load(const std::string& task = "") const {
    return run_sync(Pipeline::load(std::make_shared<CpuBackend>(), folder(), {.task = task}));
  }

 private:
  TemporaryFolder folder_;
  Golden golden_;
};

testing::AssertionResult says(const std::string& said, const std::string& words) {
  if (said.find(words) != std::string::npos) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "'" << words << "' is not in '" << said << "'";
}

// docs/families.md is made from what families say of themselves; here that is held against what they do.
TEST(Families, SayWhatTheyTakeAndGive) {
  std::map<std::string_view, std::set<std::string>> seen;
  for (const auto& entry : fs::directory_iterator(goldens)) {
    const auto made = run_sync(Model::load(std::make_shared<CpuBackend>(), entry.path()));
    ASSERT_TRUE(made.ok()) << entry.path() << ": " << made.error().message;
    const Family& family = Inside::family(**made);
    const FamilyEntry& said = family.entry();
    const Use use = family.uses(DType::f32)[0];
    std::set<std::string>& names = seen[said.name];
    Model::Tensors in;
    for (const auto& [name, desc] : use.inputs) in.emplace(name, Tensor(desc.dtype, desc.shape));
    for (const Inputs* inputs : {&use.inputs, &use.optional})
      for (const auto& [name, desc] : *inputs) {
        EXPECT_NE(std::ranges::find(said.inputs, name), said.inputs.end()) << said.name << " takes " << name;
        names.insert(name);
      }
    const auto out = run_sync((*made)->run(in, {"*"}));
    ASSERT_TRUE(out.ok()) << entry.path() << ": " << out.error().message;
    for (const auto& [output, t] : *out) {
      std::string name = output;
      if (name.starts_with("hidden_")) continue;
      if (const size_t digits = name.find_last_not_of("0123456789") + 1; digits < name.size())
        name = name.substr(0, digits) + "0";
      EXPECT_NE(std::ranges::find(said.outputs, name), said.outputs.end()) << said.name << " gives " << name;
      names.insert(name);
    }
  }
  for (const FamilyEntry& family : families())
    for (const auto* list : {&family.inputs, &family.outputs})
      for (const std::string_view name : *list)
        EXPECT_TRUE(!seen.contains(family.name) || name == "pooled" /* where there is a pooler */ ||
                    seen[family.name].contains(std::string(name)))
            << family.name << " has no " << name;
}

TEST(Families, NoArchitectureAndNoTypeIsTwoFamilies) {
  std::set<std::string_view> types, architectures;
  for (const FamilyEntry& family : families()) {
    for (std::string_view type : family.types) EXPECT_TRUE(types.insert(type).second) << type;
    for (const Architecture& a : family.architectures) EXPECT_TRUE(architectures.insert(a.name).second) << a.name;
    EXPECT_TRUE(family.takes.text || family.takes.image || family.takes.audio) << family.name;
  }
}

TEST(Families, ArchitecturesAreTasks) {
  const std::map<std::string, std::string> tasks{{"bert", "fill-mask"},
                                                 {"bert-sequence", "text-classification"},
                                                 {"bert-token", "token-classification"},
                                                 {"minilm", "feature-extraction"},
                                                 {"roberta-fill", "fill-mask"},
                                                 {"modernbert-token", "token-classification"},
                                                 {"vit", "image-classification"},
                                                 {"clip", "zero-shot-image-classification"},
                                                 {"gpt2", "text-generation"},
                                                 {"t5-relu", "text2text-generation"},
                                                 {"whisper", "automatic-speech-recognition"},
                                                 {"sentence-last", "feature-extraction"}};
  for (const auto& [name, task] : tasks) {
    const Changed model(name);
    const auto made = model.load();
    ASSERT_TRUE(made.ok()) << name << ": " << made.error().message;
    EXPECT_EQ((*made)->task(), task) << name;
  }
  // Where the config names none, the head tells.
  for (const char* name : {"bert", "bert-sequence", "minilm", "mpnet-fill", "roberta-sequence", "roberta-token",
                           "distilbert-fill", "distilbert-sequence", "distilbert-token", "modernbert-fill", "vit"}) {
    Changed model(name);
    const std::string before = (*model.load())->task();
    Json config = config_of(name);
    config.erase("architectures");
    model.put("config.json", config);
    const auto made = model.load();
    ASSERT_TRUE(made.ok()) << name << ": " << made.error().message;
    EXPECT_EQ((*made)->task(), before) << name;
  }
}

TEST(Families, UnknownTasksAreRefusedByName) {
  Changed bert("bert");
  Json config = config_of("bert");
  config["architectures"] = {"BertForQuestionAnswering"};
  bert.put("config.json", config);
  EXPECT_TRUE(says(bert.problem(),
                   "architecture 'BertForQuestionAnswering' is not supported; supported of bert are BertModel, "
                   "BertForMaskedLM, BertForPreTraining, "));
  // What is asked for: its own task under either name, or vectors.
  const Changed fill("bert"), digits("whisper"), classes("bert-sequence");
  for (const char* word : {"", "fill-mask", "fill", "feature-extraction", "embed"}) EXPECT_EQ(fill.problem(word), "");
  EXPECT_EQ(classes.problem("classify"), "");
  EXPECT_EQ((*fill.load("embed"))->task(), "feature-extraction");
  EXPECT_TRUE(says(fill.problem("write"),
                   "task 'write' is not supported by this model; supported are fill-mask, feature-extraction"));
  EXPECT_TRUE(says(fill.problem("dance"), "task 'dance' is not supported; supported are text-classification, "));
  EXPECT_TRUE(says(digits.problem("embed"),
                   "task 'embed' is not supported by this model; supported is automatic-speech-recognition"));
}

TEST(Families, UnknownPoolingIsRefusedByName) {
  const std::string file = "1_Pooling/config.json";
  Changed model("sentence-cls");
  const Json modules = Json::parse(get_file(fs::path(model.folder()) / "modules.json"));
  const Json pooling = Json::parse(get_file(fs::path(model.folder()) / file));
  EXPECT_EQ(model.problem(), "");
  const auto with = [&](std::initializer_list<const char*> modes) {
    Json changed = pooling;
    for (auto& [key, value] : changed.items())
      if (key.starts_with("pooling_mode")) value = false;
    for (const char* mode : modes) changed[format("pooling_mode_{}", mode)] = true;
    model.put(file, changed);
    return model.problem();
  };
  EXPECT_EQ(with({"cls_token"}), "");
  EXPECT_EQ(with({"mean_tokens"}), "");
  EXPECT_EQ(with({"lasttoken"}), "");
  EXPECT_TRUE(says(with({"max_tokens"}),
                   "1_Pooling/config.json: pooling 'max_tokens' is not supported; supported is one of mean_tokens, "
                   "cls_token and lasttoken"));
  EXPECT_TRUE(says(with({"weightedmean_tokens"}), "pooling 'weightedmean_tokens' is not supported"));
  EXPECT_TRUE(says(with({"mean_tokens", "cls_token"}), "is not supported"));
  EXPECT_TRUE(says(with({}), "pooling '' is not supported"));
  // As newer versions write it.
  model.put(file, {{"pooling_mode", "lasttoken"}});
  EXPECT_EQ((*model.load())->text_embedding(), "last_token");
  model.put(file, {{"pooling_mode", "attention"}});
  EXPECT_TRUE(says(model.problem(), "pooling 'attention' is not supported"));
  model.put(file, pooling);
  EXPECT_EQ((*model.load())->text_embedding(), "cls");
  // Modules.
  const auto module = [&](size_t i, const char* key, const char* value) {
    Json changed = modules;
    changed[i][key] = value;
    model.put("modules.json", changed);
    return model.problem();
  };
  EXPECT_TRUE(says(module(2, "type", "sentence_transformers.models.Dense"),
                   "module 'sentence_transformers.models.Dense' is not supported; supported are Transformer, Pooling "
                   "and Normalize"));
  EXPECT_TRUE(says(module(1, "type", "sentence_transformers.models.Normalize"), "supported are Transformer, then"));
  EXPECT_TRUE(says(module(0, "path", "0_Transformer"), "the Transformer is in '0_Transformer'"));
  EXPECT_TRUE(says(module(1, "path", "../1_Pooling"), "is not the name of a folder"));
  EXPECT_TRUE(says(module(1, "path", "9_Pooling"), "there is no 9_Pooling/config.json"));
  model.put("modules.json", Json::object());
  EXPECT_TRUE(says(model.problem(), "modules.json: a list is needed"));
  model.put("modules.json", modules);
  model.put("sentence_bert_config.json", {{"do_lower_case", true}});
  EXPECT_TRUE(says(model.problem(), "'do_lower_case' is not supported"));
  model.put("sentence_bert_config.json", {{"max_seq_length", 0}});
  EXPECT_TRUE(says(model.problem(), "'max_seq_length' is 0"));
}

// Sentence models whose config names a head that the weights lack, as all-mpnet-base-v2: the vectors of the class
// without a head.
TEST(Families, SentenceModelsNeedNoHead) {
  Changed model("mpnet-fill");
  for (const char* file : {"modules.json", "tokenizer.json", "1_Pooling/config.json"})
    model.put_copy(file, goldens / "sentence-cls" / file);
  const std::string text = "we saw it here";
  const auto vector = [&] {
    const auto p = model.load();
    if (!p.ok()) return fatal(p.error().message), std::vector<float>();
    EXPECT_EQ((*p)->task(), "feature-extraction");
    EXPECT_EQ((*p)->text_embedding(), "cls");
    return run_sync((*p)->ask({.text = text}))->embedding;
  };
  const std::vector<float> with_head = vector();
  // The head's tensors are there under names that nobody knows.
  const fs::path weights = fs::path(model.folder()) / "model.safetensors";
  std::string bytes = get_file(weights);
  size_t renamed = 0;
  for (size_t at = 0; (at = bytes.find("\"lm_head.", at)) != std::string::npos; ++renamed)
    bytes.replace(at + 1, 1, "_");
  ASSERT_GE(renamed, 4u);
  put_file(weights, bytes);
  const std::vector<float> headless = vector();
  EXPECT_EQ(headless, with_head);
  Json config = config_of("mpnet-fill");
  config["architectures"] = {"MPNetModel"};
  model.put("config.json", config);
  EXPECT_EQ(headless, vector());
  // A pooling without modules.json counts as well. Without both the head is needed.
  model.put("config.json", config_of("mpnet-fill"));
  fs::remove(fs::path(model.folder()) / "modules.json");
  EXPECT_EQ(headless, vector());
  fs::remove_all(fs::path(model.folder()) / "1_Pooling");
  EXPECT_TRUE(says(model.problem(), "there is no tensor 'lm_head.dense.weight'"));
}

// What a folder with modules.json is for is known before its weights are there.
TEST(Families, ModulesMakeItFeatureExtraction) {
  const Folder folder = *open_folder(goldens / "sentence-cls");
  const auto task = [&](const char* type, const char* architecture, bool modules) {
    const std::string config = Json{{"model_type", type}, {"architectures", {architecture}}}.dump();
    const auto bytes = std::as_bytes(std::span(config));
    std::map<std::string, Folder::Bytes> some{
        {"config.json", memory_bytes("config.json", std::vector(bytes.begin(), bytes.end()))}};
    if (modules) some.emplace("modules.json", *folder.open("modules.json"));
    return std::string(name(summarize(Folder("some", some))->task));
  };
  EXPECT_EQ(task("bert", "BertForMaskedLM", true), "feature-extraction");
  EXPECT_EQ(task("bert", "BertForMaskedLM", false), "fill-mask");
  EXPECT_EQ(task("llama", "LlamaForCausalLM", true), "feature-extraction");
  EXPECT_EQ(task("llama", "LlamaForCausalLM", false), "text-generation");
  EXPECT_EQ(task("bert", "BertForSequenceClassification", true), "text-classification");
  // T5 has no vector for a text.
  Changed t5("t5-relu");
  for (const char* file : {"modules.json", "1_Pooling/config.json"}) t5.put_copy(file, goldens / "sentence-cls" / file);
  EXPECT_TRUE(says(t5.problem(), "sentence embeddings, which modules.json is for, are not supported by t5"));
}

// The same model under the keys of older files.
TEST(Families, OlderConfigsOfModernBert) {
  Changed model("modernbert-fill");
  Json config = config_of("modernbert-fill");
  config.erase("layer_types"), config.erase("rope_parameters");
  config.update({{"global_attn_every_n_layers", 3}, {"global_rope_theta", 160000.0}, {"local_rope_theta", 10000.0}});
  const Golden& g = model.golden();
  const auto error = [&](const Json& changed) {
    model.put("config.json", changed);
    const auto made = model.load();
    if (!made.ok()) fatal(made.error().message);
    const auto out = run_sync((*made)->model().run({{"input_ids", g["batch.input_ids"]}}, {"last_hidden_state"}));
    // The first text is not padded.
    const Tensor all = out->at("last_hidden_state");
    return all.to_floats();
  };
  const std::vector<float> want = error(config_of("modernbert-fill")), got = error(config);
  EXPECT_EQ(got, want);
  config["global_rope_theta"] = 500.0;
  EXPECT_NE(error(config), want);
  config["global_rope_theta"] = 160000.0, config["global_attn_every_n_layers"] = 2;
  EXPECT_NE(error(config), want);
  // What they cannot be.
  const auto problem = [&](const char* key, const Json& value) {
    Json changed = config_of("modernbert-fill");
    changed[key] = value;
    model.put("config.json", changed);
    return model.problem();
  };
  EXPECT_TRUE(says(problem("layer_types", {"full_attention"}), "'layer_types' has 1 layers; num_hidden_layers is 4"));
  EXPECT_TRUE(
      says(problem("layer_types", {"full_attention", "chunked", "full_attention", "full_attention"}),
           "layer_types has 'chunked', which is not supported; supported are full_attention, sliding_attention"));
  EXPECT_TRUE(says(problem("classifier_pooling", "max"), "classifier_pooling 'max' is not supported"));
  EXPECT_TRUE(says(problem("num_attention_heads", 16), "heads of 3 cannot be rotated"));
}

// The files that a model may have, before any weight is there.
TEST(Families, SayWhichFilesTheyHave) {
  const auto files = [](const std::string& name, bool all = true) {
    const Folder folder = *open_folder(goldens / name);
    std::map<std::string, Folder::Bytes> some{{"config.json", *folder.open("config.json")}};
    if (all && folder.has("modules.json")) some.emplace("modules.json", *folder.open("modules.json"));
    const auto made = summarize(Folder(name, some));
    if (!made.ok()) fatal(made.error().message);
    std::vector<std::string> out = made->files;
    if (made->tokenizer) out.emplace_back("tokenizer");
    std::ranges::sort(out);
    return out;
  };
  using Names = std::vector<std::string>;
  const std::string pooling = "1_Pooling/config.json";
  EXPECT_EQ(files("bert"), (Names{pooling, "modules.json", "tokenizer", "tokenizer_config.json"}));
  EXPECT_EQ(files("bert-sequence"), (Names{"tokenizer"}));
  EXPECT_EQ(files("bert-token"), (Names{"tokenizer"}));
  EXPECT_EQ(files("llama"), (Names{pooling, "modules.json", "tokenizer"}));
  EXPECT_EQ(files("minilm"), (Names{pooling, "modules.json", "tokenizer"}));
  EXPECT_EQ(files("vit"), (Names{"preprocessor_config.json"}));
  EXPECT_EQ(files("clip"), (Names{pooling, "modules.json", "preprocessor_config.json", "tokenizer"}));
  EXPECT_EQ(files("whisper"), (Names{"generation_config.json", "preprocessor_config.json", "tokenizer"}));
  EXPECT_EQ(files("sentence-cls", false), (Names{pooling, "modules.json", "tokenizer"}));
  EXPECT_EQ(files("sentence-cls"), (Names{pooling, "modules.json", "sentence_bert_config.json", "tokenizer"}));
}

// What asks for a gap, a class or the class of each token, by the logits of the same tokens.
TEST(Families, AnswersAreTheLogits) {
  for (const char* name : {"roberta-fill", "distilbert-sequence", "modernbert-token", "modernbert-fill"}) {
    Changed model(name);
    const bool bytes = std::string_view(name) != "distilbert-sequence";
    fs::copy_file(goldens / (bytes ? "sentence-last" : "sentence-cls") / "tokenizer.json",
                  fs::path(model.folder()) / "tokenizer.json", fs::copy_options::overwrite_existing);
    Json tokenizer = Json::parse(get_file(fs::path(model.folder()) / "tokenizer.json"));
    const std::string mask = std::string_view(name).starts_with("modern") ? "[MASK]" : "<mask>";
    tokenizer["added_tokens"].push_back({{"id", 60},
                                         {"content", mask},
                                         {"special", true},
                                         {"single_word", false},
                                         {"lstrip", true},
                                         {"rstrip", false},
                                         {"normalized", false}});
    tokenizer["model"]["vocab"][mask] = 60;
    model.put("tokenizer.json", tokenizer);
    const auto p = *model.load();
    const std::string text = "we saw " + (std::string_view(name).ends_with("fill") ? mask : "it") + " here";
    const Encoding e = *p->encode(text);
    const Tensor logits = run_sync(p->model().run({{"input_ids", row_of(e.ids)}}, {"logits"}))->at("logits");
    const auto answer = run_sync(p->ask({.text = text}));
    ASSERT_TRUE(answer.ok()) << name << ": " << answer.error().message;
    const std::vector<float> y = logits.to_floats();
    const size_t width = static_cast<size_t>(logits.shape()[logits.shape().rank() - 1]);
    const auto best = [&](size_t row) {
      const auto* from = y.data() + row * width;
      return static_cast<size_t>(std::max_element(from, from + width) - from);
    };
    if (p->task() == "fill-mask") {
      EXPECT_EQ(p->tokenizer()->mask_id(), 60);
      const size_t at = static_cast<size_t>(std::ranges::find(e.ids, 60) - e.ids.begin());
      ASSERT_LT(at, e.ids.size()) << name;
      EXPECT_EQ(answer->labels.at(0).name, p->tokenizer()->token(static_cast<int32_t>(best(at)))) << name;
    } else if (p->task() == "text-classification") {
      EXPECT_EQ(answer->labels.at(0).name, format("LABEL_{}", best(0))) << name;
    } else {
      EXPECT_EQ(logits.shape()[1], static_cast<int64_t>(e.ids.size()));
    }
  }
}

}  // namespace
}  // namespace bitloom

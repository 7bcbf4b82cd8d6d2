// What families say of themselves: tasks by architecture, how tokens are pooled, and what of it is refused.
#include <nlohmann/json.hpp>

#include "bitloom/pipeline.h"
#include "formats/files.h"
#include "models/family.h"
#include "models/sentence.h"
#include "models/summary.h"
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

TEST(Families, AreInTheDocs) {
  const std::string docs = get_file(fs::path(BITLOOM_SOURCE_DIR) / "docs/models.md");
  for (const FamilyEntry& family : families()) {
    const size_t from = docs.find(format("| `{}.cc` |", family.name)), to = docs.find('\n', from);
    ASSERT_NE(from, std::string::npos) << family.name;
    const std::string line = docs.substr(from, to - from);
    for (std::string_view type : family.types) EXPECT_NE(line.find(type), std::string::npos) << type;
    for (const Architecture& a : family.architectures)
      EXPECT_NE(docs.find(name(a.task)), std::string::npos) << name(a.task);
  }
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
  EXPECT_TRUE(
      says(fill.problem("write"), "the model is for fill-mask, not for write; feature-extraction is there too"));
  EXPECT_TRUE(says(fill.problem("dance"), "task 'dance' is not supported; supported are text-classification, "));
  EXPECT_TRUE(says(digits.problem("embed"), "the model is for automatic-speech-recognition, not for embed"));
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
  EXPECT_TRUE(says(problem("layer_types", {"full_attention"}), "'layer_types' has 1 layers, and there are 4"));
  EXPECT_TRUE(says(problem("layer_types", {"full_attention", "chunked", "full_attention", "full_attention"}),
                   "layer type 'chunked' is not supported; supported are full_attention, sliding_attention"));
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
  EXPECT_EQ(files("bert"), (Names{"tokenizer"}));
  EXPECT_EQ(files("llama"), (Names{"tokenizer"}));
  EXPECT_EQ(files("minilm"), (Names{"modules.json", "tokenizer"}));
  EXPECT_EQ(files("vit"), (Names{"preprocessor_config.json"}));
  EXPECT_EQ(files("clip"), (Names{"preprocessor_config.json", "tokenizer"}));
  EXPECT_EQ(files("whisper"), (Names{"generation_config.json", "preprocessor_config.json", "tokenizer"}));
  EXPECT_EQ(files("sentence-cls", false), (Names{"modules.json", "tokenizer"}));
  EXPECT_EQ(files("sentence-cls"),
            (Names{"1_Pooling/config.json", "modules.json", "sentence_bert_config.json", "tokenizer"}));
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
    const auto answer = run_sync(p->ask({.text = text, .top = 1}));
    ASSERT_TRUE(answer.ok()) << name << ": " << answer.error().message;
    const std::vector<float> y = logits.to_floats();
    const size_t width = static_cast<size_t>(logits.shape()[logits.shape().rank() - 1]);
    const auto best = [&](size_t row) {
      const auto* from = y.data() + row * width;
      return static_cast<size_t>(std::max_element(from, from + width) - from);
    };
    if (p->task() == "fill-mask") {
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

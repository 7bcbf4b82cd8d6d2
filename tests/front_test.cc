// Around the models: how few kernels a layer takes, and what is said of folders, inputs and questions that do not fit.
#include <cmath>
#include <cstring>

#include "bitloom/pipeline.h"
#include "formats/shards.h"
#include "quant/convert.h"
#include "tests/golden.h"
#include "tests/support.h"
#include "tests/temporary.h"

namespace bitloom {
namespace {

namespace fs = std::filesystem;
const fs::path root = BITLOOM_SOURCE_DIR, goldens = root / "tests/goldens/models", zoo = root / "zoo";

// The text with the value of a key, which is a number, replaced.
std::string with(std::string config, const std::string& key, const std::string& value) {
  const size_t at = config.find(format("\"{}\": ", key));
  if (at == std::string::npos) fatal(format("no {} in the config", key));
  const size_t from = at + key.size() + 4, to = config.find_first_of(",\n}", from);
  return config.replace(from, to - from, value);
}

// A folder with the weights of another and a config of its own.
void borrow(const fs::path& from, const fs::path& to, const std::string& config) {
  fs::create_directories(to);
  if (!fs::exists(to / "model.safetensors")) fs::create_symlink(from / "model.safetensors", to / "model.safetensors");
  put_file(to / "config.json", config);
}

uint64_t dispatches(const fs::path& folder, int64_t length, bool masked) {
  const auto model = run_sync(Model::load(shared_gpu(), folder));
  if (!model.ok()) fatal(model.error().message);
  Model::Tensors in{{"input_ids", Tensor(DType::i32, {1, length})}};
  if (masked) in.emplace("attention_mask", Tensor(DType::i32, {1, length}));
  const auto explained = (*model)->explain(in, {"last_hidden_state"});
  if (!explained.ok()) fatal(explained.error().message);
  return Explanation::total(explained->after).dispatches;
}

// Queries, keys and values in one product; attention; its output; a norm; two products of the middle; a norm.
TEST(ModelsGpu, ALayerOfBertIsSevenKernels) {
  const TemporaryFolder folder;
  for (const fs::path& model : {goldens / "bert", goldens / "mpnet", zoo / "intents"})
    for (const int bits : {0, 4}) {
      fs::path from = model;
      const std::string name = model.filename().string(), kind = bits ? "4 bits" : "as it is";
      if (bits) {
        from = folder / (name + "-few");
        ASSERT_TRUE(quant::convert(model, from, {.bits = bits}).ok());
      }
      const std::string config = get_file(model / "config.json");
      borrow(from, folder / (name + kind), with(config, "num_hidden_layers", "1"));
      const uint64_t one = dispatches(folder / (name + kind), 17, false),
                     masked = dispatches(folder / (name + kind), 17, true);
      borrow(from, folder / (name + kind), with(config, "num_hidden_layers", "2"));
      const uint64_t two = dispatches(folder / (name + kind), 17, false),
                     both = dispatches(folder / (name + kind), 17, true);
      std::printf("%s, %s: %d kernels a layer, %d around them\n", name.c_str(), kind.c_str(),
                  static_cast<int>(two - one), static_cast<int>(one - (two - one)));
      EXPECT_LE(two - one, 7u) << name << ", " << kind;
      EXPECT_LE(both - masked, 7u) << name << ", " << kind << ", with a mask";
      EXPECT_GE(two - one, 4u) << "fewer than there are products";
    }
}

class Saying {
 public:
  explicit Saying(const fs::path& folder) {
    const auto made = run_sync(Pipeline::load(std::make_shared<CpuBackend>(), folder));
    if (made.ok()) pipeline_ = *made;
    else problem_ = made.error().message;
  }
  const std::string& problem() const { return problem_; }
  // What is said to a question or an input; empty: an answer.
  std::string to(Question q) const {
    const auto a = run_sync(pipeline_->ask(std::move(q)));
    return a.ok() ? "" : a.error().message;
  }
  std::string to(Model::Tensors in, std::vector<std::string> wanted = {}) const {
    const auto out = run_sync(pipeline_->model().run(std::move(in), std::move(wanted)));
    return out.ok() ? "" : out.error().message;
  }
  Pipeline& operator*() const { return *pipeline_; }

 private:
  std::shared_ptr<Pipeline> pipeline_;
  std::string problem_;
};
testing::AssertionResult says(const std::string& said, const std::string& words) {
  if (said.find(words) != std::string::npos) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "'" << words << "' is not in '" << said << "'";
}
std::vector<std::byte> bytes_of(const std::string& text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

TEST(Models, FoldersThatDoNotFit) {
  const TemporaryFolder folder;
  const auto said = [&](const std::string& model, const std::string& config) {
    borrow(goldens / model, folder / model, config);
    return Saying(folder / model).problem();
  };
  const std::string bert = get_file(goldens / "bert/config.json"), llama = get_file(goldens / "llama/config.json");
  EXPECT_EQ(said("bert", bert), "");
  EXPECT_TRUE(says(Saying(folder / "nothing").problem(), "cannot open the folder"));
  EXPECT_TRUE(says(Saying(folder.path()).problem(), "config.json"));
  EXPECT_TRUE(says(said("bert", "{"), "config.json"));
  EXPECT_TRUE(says(said("bert", "[]"), "it must be a JSON object"));
  EXPECT_TRUE(says(said("bert", with(bert, "model_type", "\"mamba\"")),
                   "model_type 'mamba' is not supported; supported are bert, "));
  EXPECT_TRUE(says(said("bert", with(bert, "num_attention_heads", "0")),
                   "'num_attention_heads' is 0; it must be between 1 and"));
  EXPECT_TRUE(says(said("bert", with(bert, "num_attention_heads", "5")), "5 heads do not divide a hidden size of 48"));
  EXPECT_TRUE(says(said("bert", with(bert, "num_hidden_layers", "-1")), "'num_hidden_layers' is -1"));
  EXPECT_TRUE(says(said("bert", with(bert, "num_hidden_layers", "2000000000")), "between 1 and 10000"));
  EXPECT_TRUE(says(said("bert", with(bert, "hidden_size", "\"wide\"")), "'hidden_size' must be an integer"));
  EXPECT_TRUE(says(said("bert", with(bert, "hidden_act", "\"mish\"")), "activation 'mish' is not supported"));
  EXPECT_TRUE(says(said("llama", with(llama, "rope_type", "\"yarn\"")),
                   "rope_type 'yarn' is not supported; supported are default"));
  EXPECT_TRUE(says(said("llama", with(llama, "num_key_value_heads", "3")), "cannot share 3 keys and values"));
  EXPECT_TRUE(says(said("llama", with(llama, "head_dim", "1000000")), "heads of 1000000 cannot be rotated"));
  EXPECT_TRUE(
      says(said("llama", with(llama, "head_dim", "16")), "q_proj.weight' is [48, 48]; config.json says [64, 48]"));
  EXPECT_TRUE(says(said("vit", with(get_file(goldens / "vit/config.json"), "patch_size", "3")),
                   "cannot be divided into patches"));
  EXPECT_TRUE(says(said("mpnet", with(get_file(goldens / "mpnet/config.json"), "relative_attention_num_buckets", "8")),
                   "supported is 32"));
  // Another model's weights: a tensor that is missing is named.
  borrow(goldens / "vit", folder / "strange", bert);
  EXPECT_TRUE(says(Saying(folder / "strange").problem(), "there is no tensor 'embeddings.word_embeddings.weight'"));
  // A config of another width, and tensors of another shape.
  EXPECT_TRUE(says(said("bert", with(with(bert, "hidden_size", "40"), "num_attention_heads", "8")),
                   "tensor 'bert.embeddings.word_embeddings.weight' is [99, 48]; config.json says [99, 40]"));
  const auto changed = [&](const std::string& tensor, const std::string& from, const std::string& to) {
    std::string file = get_file(goldens / "bert/model.safetensors");
    uint64_t length = 0;
    std::memcpy(&length, file.data(), 8);
    std::string header = file.substr(8, length);
    const size_t at = header.find(from, header.find("\"" + tensor + "\""));
    header.replace(at, from.size(), to);
    const uint64_t now = header.size();
    put_file(folder / "changed/model.safetensors",
             std::string(reinterpret_cast<const char*>(&now), 8) + header + file.substr(8 + length));
    return Saying(folder / "changed").problem();
  };
  fs::create_directories(folder / "changed");
  put_file(folder / "changed/config.json", bert);
  const std::string layer = "bert.encoder.layer.0.";
  EXPECT_EQ(changed(layer + "output.dense.bias", "[48]", "[48]"), "");
  EXPECT_TRUE(says(changed(layer + "output.LayerNorm.weight", "[48]", "[6,8]"), "is [6, 8]; config.json says [48]"));
  EXPECT_TRUE(
      says(changed(layer + "output.dense.weight", "[48,44]", "[44,48]"), "is [44, 48]; config.json says [48, 44]"));
  EXPECT_TRUE(says(changed(layer + "output.dense.weight", "[48,44]", "[2112]"), "a matrix of floats is needed"));
  EXPECT_TRUE(says(changed(layer + "attention.self.key.weight", "F32", "I32"), "a matrix of floats is needed"));
  EXPECT_TRUE(says(changed(layer + "output.dense.weight", "output.dense.weight", "output.dense.wait"),
                   "there is no tensor 'bert.encoder.layer.0.output.dense.weight'"));
  // A layer less than there are weights for is a model; what it does not read is told.
  borrow(goldens / "bert", folder / "short", with(bert, "num_hidden_layers", "1"));
  const auto less = run_sync(Model::load(std::make_shared<CpuBackend>(), folder / "short"));
  ASSERT_TRUE(less.ok()) << less.error().message;
  const auto unused = (*less)->unused();
  EXPECT_EQ(std::ranges::count_if(unused, [](const std::string& n) { return n.starts_with("bert.encoder.layer.1."); }),
            16);
}

TEST(Models, InputsThatDoNotFit) {
  const Tensor ids(DType::i32, {1, 4}), none(DType::i32, {1, 0}), flat(DType::i32, {4});
  const Saying bert(goldens / "bert"), llama(goldens / "llama"), vit(goldens / "vit"), t5(goldens / "t5-relu"),
      whisper(goldens / "whisper"), clip(goldens / "clip"), mpnet(goldens / "mpnet");
  using In = Model::Tensors;
  EXPECT_EQ(bert.to(In{{"input_ids", ids}}), "");
  EXPECT_EQ(bert.to(In{}), "[model] bert needs the input 'input_ids'");
  EXPECT_EQ(clip.to(In{}), "[model] clip needs the input 'input_ids' or 'pixel_values'");
  EXPECT_EQ(whisper.to(In{}), "[model] whisper needs the input 'input_features' or 'input_ids'");
  EXPECT_EQ(bert.to(In{{"attention_mask", ids}}), "[model] bert needs the input 'input_ids'");
  EXPECT_TRUE(says(bert.to(In{{"input_ids", flat}}), "the input 'input_ids' is i32[4]: 2 axes are needed"));
  EXPECT_TRUE(says(bert.to(In{{"input_ids", none}}), "none may be empty"));
  EXPECT_TRUE(says(bert.to(In{{"input_ids", ids}, {"attention_mask", Tensor(DType::i32, {1, 5})}}), "the same shape"));
  EXPECT_TRUE(says(bert.to(In{{"input_ids", Tensor(DType::f32, {1, 4})}}), "f32"));
  EXPECT_TRUE(says(bert.to(In{{"input_ids", Tensor(DType::i32, {1, 41})}}), "41 tokens: this model has 40 positions"));
  EXPECT_TRUE(says(mpnet.to(In{{"input_ids", Tensor(DType::i32, {1, 59})}}), "59 tokens: this model has 58 positions"));
  EXPECT_TRUE(
      says(llama.to(In{{"input_ids", Tensor(DType::i32, {1, 129})}}), "129 tokens: this model has 128 positions"));
  EXPECT_TRUE(says(llama.to(In{{"input_ids", ids}, {"place", Tensor(DType::i32, {1})}}), "with 'place'"));
  EXPECT_TRUE(says(t5.to(In{{"input_ids", ids}, {"place", Tensor(DType::i32, {1})}}), "with 'place'"));
  EXPECT_TRUE(
      says(vit.to(In{{"pixel_values", Tensor(DType::f32, {1, 3, 20, 24})}}), "this model takes [1, 3, 20, 20]"));
  EXPECT_TRUE(
      says(vit.to(In{{"pixel_values", Tensor(DType::f32, {1, 1, 20, 20})}}), "this model takes [1, 3, 20, 20]"));
  EXPECT_TRUE(
      says(whisper.to(In{{"input_features", Tensor(DType::f32, {1, 80, 41})}}), "this model takes [1, 80, 40]"));
  for (const int32_t id : {99, 1000000, -1})
    EXPECT_EQ(bert.to(In{{"input_ids", Tensor::from<int32_t>({1, 2}, {5, id})}}),
              format("[model] 'input_ids' has {}; bert takes 0 to 98", id));
}

TEST(Models, QuestionsThatDoNotFit) {
  const Saying intents(zoo / "intents"), clothes(zoo / "clothes"), digits(zoo / "digits"), verses(zoo / "verses");
  ASSERT_EQ(intents.problem() + clothes.problem() + digits.problem() + verses.problem(), "");
  EXPECT_EQ(intents.to(Question{}), "[pipeline] bert needs a text");
  EXPECT_EQ(clothes.to(Question{}), "[pipeline] vit needs a picture");
  EXPECT_EQ(digits.to(Question{}), "[pipeline] whisper needs a sound");
  EXPECT_TRUE(says(clothes.to(Question{.image = bytes_of("no picture")}), "supported are PNG and JPEG"));
  EXPECT_TRUE(says(digits.to(Question{.audio = bytes_of("no sound")}), "supported is WAV"));
  EXPECT_TRUE(says(Saying(goldens / "bert").to(Question{.text = "words"}), "this model has no tokenizer"));
  // Longer than the positions: cut, and answered.
  std::string text = "Where is my card?";
  for (int i = 0; i < 500; ++i) text += " I am waiting.";
  const auto answer = run_sync((*intents).ask({.text = text, .top = 1}));
  ASSERT_TRUE(answer.ok()) << answer.error().message;
  EXPECT_EQ((*intents).encode(text)->ids.size(), 64u);
  EXPECT_EQ(answer->labels.size(), 1u);
  // Blanks, controls, what is no UTF-8, letters it never saw: some answer, with probabilities that are numbers.
  for (const char* odd :
       {" ", "\n\t\x01", "\xff\xfe\xc0", "\xe5\x9b\xbe\xe6\x9b\xb8\xe9\xa4\xa8", "[MASK] [PAD] [CLS]"}) {
    const auto a = run_sync((*intents).ask({.text = odd, .top = 77}));
    ASSERT_TRUE(a.ok()) << a.error().message;
    double sum = 0;
    for (const auto& l : a->labels) sum += l.score;
    EXPECT_NEAR(sum, 1, 1e-5) << odd;
  }
  // Silence is a sound: it is heard, and nothing goes wrong.
  std::string wav = "RIFF" + std::string(4, '\0') + "WAVEfmt " +
                    std::string("\x10\0\0\0\1\0\1\0\x80\x3e\0\0\0\x7d\0\0\2\0\x10\0", 20) + "data" +
                    std::string("\x00\x7d\0\0", 4) + std::string(32000, '\0');
  EXPECT_EQ(digits.to(Question{.audio = bytes_of(wav)}), "");
  EXPECT_TRUE(says(digits.to(Question{.audio = bytes_of(wav.substr(0, 44))}), "the sound is empty"));
}

// What means nothing for a task is refused, each by its name, and what is supported is named.
TEST(Models, QuestionsWithMoreThanTheyNeed) {
  const Saying intents(zoo / "intents"), clothes(zoo / "clothes"), digits(zoo / "digits"), verses(zoo / "verses"),
      clip(zoo / "clip"), numbers(zoo / "numbers");
  const std::string bert = "[options] bert is for text-classification: ", end = " not supported; supported are text, ";
  const std::vector<std::byte> some = bytes_of("x");
  EXPECT_EQ(intents.to({.text = "a", .image = some}), bert + "image is" + end + "pair, top");
  EXPECT_EQ(intents.to({.text = "a", .audio = some}), bert + "audio is" + end + "pair, top");
  EXPECT_EQ(intents.to({.text = "a", .labels = {"b"}, .language = "en"}),
            bert + "labels, language are" + end + "pair, top");
  EXPECT_EQ(intents.to({.text = "a", .generate = {.num_beams = 2}}), bert + "num_beams is" + end + "pair, top");
  EXPECT_EQ(intents.to({.text = "a", .pair = "b", .top = 1}), "");
  EXPECT_TRUE(says(verses.to({.text = "a", .pair = "b"}), "pair is" + end + "max_new_tokens, temperature, "));
  EXPECT_TRUE(says(verses.to({.text = "a", .top = 3}), "top is" + end));
  EXPECT_TRUE(says(verses.to({.text = "a", .generate = {.prompt = {1}}}), "prompt is" + end));
  EXPECT_TRUE(says(verses.to({.text = "a", .generate = {.length_penalty = 2}}), "length_penalty needs num_beams"));
  EXPECT_EQ(verses.to({.text = "a", .generate = {.max_new_tokens = 2, .num_beams = 2, .length_penalty = 2}}), "");
  EXPECT_EQ(numbers.to({.text = "a", .generate = {.max_new_tokens = 2, .prompt = {0}}}), "");
  EXPECT_TRUE(says(clothes.to({.text = "a", .image = some}), "text is not supported; supported are image, top"));
  EXPECT_TRUE(says(digits.to({.text = "one"}), "text is not supported; supported are audio, max_new_tokens, "));
  EXPECT_TRUE(says(digits.to({.audio = some, .generate = {.num_results = 2}}), "num_results is not supported"));
  EXPECT_TRUE(says(clip.to({.text = "a", .labels = {"b"}}), "labels needs image"));
  EXPECT_TRUE(
      says(clip.to({.text = "a", .image = some, .labels = {"b"}}), "labels and text are not supported together"));
  EXPECT_TRUE(says(clip.to({.image = some, .timestamps = true}), "timestamps is not supported; supported are text, "));
  const auto vectors = run_sync(Pipeline::load(std::make_shared<CpuBackend>(), zoo / "clip", {.task = "embed"}));
  ASSERT_TRUE(vectors.ok()) << vectors.error().message;
  EXPECT_TRUE(says(run_sync((*vectors)->ask({.text = "a", .image = some})).error().message,
                   "image and text are not supported together"));
}

// Few bits of few bits would be neither.
TEST(Models, QuantizedWeightsAreNotQuantizedAgain) {
  const TemporaryFolder folder;
  const auto made = quant::convert(goldens / "bert", folder / "few", {.bits = 4});
  ASSERT_TRUE(made.ok()) << made.error().message;
  const auto said = [&](int bits) {
    const auto model = run_sync(Model::load(std::make_shared<CpuBackend>(), folder / "few", {.bits = bits}));
    return model.ok() ? "" : model.error().message;
  };
  EXPECT_EQ(said(0), "");
  for (const int bits : {1, 4, 16})
    EXPECT_TRUE(
        says(said(bits), "is already quantized: --bits (in C++ ModelOptions::bits, in TypeScript bitsPerWeight)"));
}

// Each token of the text with its likeliest class, where it is in the text, and nothing of what was put around it.
TEST(Models, ClassesOfTokens) {
  const TemporaryFolder folder;
  borrow(goldens / "bert-token", folder / "entities", get_file(goldens / "bert-token/config.json"));
  std::string vocab = "[PAD]\n[UNK]\n[CLS]\n[SEP]\n[MASK]\n";
  for (const char* word : {"ann", "##a", "flew", "to", "rome", "caf", "##e", "."}) vocab += format("{}\n", word);
  for (int i = 13; i < 99; ++i) vocab += format("unused{}\n", i);
  put_file(folder / "entities/vocab.txt", vocab);
  const Saying model(folder / "entities");
  ASSERT_EQ(model.problem(), "");
  EXPECT_EQ((*model).task(), "token-classification");
  const std::string text = "Anna  flew to caf\xc3\xa9 Rome.";
  const auto answer = run_sync((*model).ask({.text = text}));
  ASSERT_TRUE(answer.ok()) << answer.error().message;
  EXPECT_EQ(answer->task, "token-classification");
  EXPECT_TRUE(answer->labels.empty());
  const std::vector<std::tuple<std::string, size_t, std::string>> words{
      {"ann", 5, "Ann"},  {"##a", 6, "a"},         {"flew", 7, "flew"}, {"to", 8, "to"},
      {"caf", 10, "caf"}, {"##e", 11, "\xc3\xa9"}, {"rome", 9, "Rome"}, {".", 12, "."}};
  std::vector<int32_t> ids{2};
  for (const auto& [word, id, piece] : words) ids.push_back(static_cast<int32_t>(id));
  ids.push_back(3);
  const auto run = run_sync((*model).model().run(
      {{"input_ids", Tensor::from<int32_t>({1, static_cast<int64_t>(ids.size())}, ids)}}, {"logits"}));
  ASSERT_TRUE(run.ok()) << run.error().message;
  const std::vector<float> logits = run->at("logits").to_floats();
  ASSERT_EQ(answer->entities.size(), words.size());
  for (size_t i = 0; i < words.size(); ++i) {
    const Answer::Entity& e = answer->entities[i];
    const auto row = std::span(logits).subspan((i + 1) * 6, 6);
    const auto likeliest = std::ranges::max_element(row);
    double sum = 0;
    for (const float v : row) sum += std::exp(static_cast<double>(v) - *likeliest);
    EXPECT_EQ(e.word, std::get<0>(words[i]));
    EXPECT_EQ(e.index, i + 1);
    EXPECT_EQ(text.substr(e.start, e.end - e.start), std::get<2>(words[i]));
    EXPECT_EQ(e.entity, format("LABEL_{}", likeliest - row.begin()));
    EXPECT_NEAR(e.score, 1 / sum, 1e-6);
  }
  EXPECT_TRUE(says(model.to(Question{.text = "Anna", .pair = "Rome"}), "pair is not supported; supported is text"));
}

}  // namespace
}  // namespace bitloom

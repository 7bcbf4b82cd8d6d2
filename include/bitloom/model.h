// A model from a Hugging Face folder: config.json and safetensors, in few bits or not.
//
//   sync::Model bert = sync::gpu().model("zoo/intents");
//   auto out = bert.run({{"input_ids", ids}});                           // ids: i32 [batch, length]
//   out["logits"].to_floats();
//
// Threads: a model belongs to the thread of its backend. Models on separate CPU backends are independent.
#pragma once

#include <functional>
#include <map>
#include <optional>

#include "bitloom/backend.h"
#include "bitloom/folder.h"

namespace bitloom {

class Config;
class Family;
class Net;
class Weights;

struct ModelOptions {
  DType activations = DType::f32;  // or f16: what lies between layers
  // Quantizes while it loads: 1, 2, 3, 4, 8, or 16 for f16; 0: weights stay as they are in the files. Weights that are
  // quantized already are refused.
  int bits = 0;
  bool mixed_precision = false;  // embeddings, attention and the head get 8 bits
  // Tokens of a text at most; more are an error. 0: as many as the model has positions for (a Pipeline cuts a longer
  // text there), or, where nothing in it sets a limit, as in T5, default_max_length, since attention's memory grows
  // with the square of it.
  int64_t max_length = 0;
  static constexpr int64_t default_max_length = 2048;
  // Of a Pipeline: what it is to do, such as feature-extraction with a model that fills gaps. Empty: what the model is
  // for.
  std::string task{};
  std::function<void(double part)> on_quantized{};  // how much of that is done
};

// When a search with beams ends: as soon as there are as many ended texts as beams; when no running text is likely to
// be better; or when none can be.
enum class EarlyStopping : uint8_t { yes, no, never };

// Tokens of Whisper that are times: first is 0 s, the one before it says that there are none, and `end` ends a text.
struct TimestampRules {
  int32_t first = 0, end = 0;
  int most_first = -1;  // the latest that may come first, counted from `first`; -1: any
};

struct GenerateOptions {
  int max_new_tokens = 128;
  // 0: always the likeliest token; else drawn from softmax(logits / temperature), of the top_k likeliest (0: all) that
  // together have a probability of top_p.
  double temperature = 0, top_p = 1;
  int top_k = 0;
  double repetition_penalty = 1;  // of tokens that are there already; 1: none
  uint64_t seed = 0;
  // Over 1: so many texts are followed at once, and the num_results likeliest come back, by the sum of log
  // probabilities over length^length_penalty. Not with a temperature.
  int num_beams = 1, num_results = 1;
  double length_penalty = 1;
  EarlyStopping early_stopping = EarlyStopping::no;
  std::vector<int32_t> suppress{}, suppress_first{};  // tokens that are never said; and those that do not come first
  std::optional<TimestampRules> timestamps{};         // the text has times in it, by Whisper's rules
  std::vector<int32_t> stop{};                        // tokens that end it, besides the config's own
  std::vector<int32_t> prompt{};            // of an encoder–decoder: what its text starts with; empty: the config's
  std::function<bool(int32_t)> on_token{};  // false ends it; with beams they come when all is done
};

struct Generated {
  std::vector<int32_t> tokens;  // new ones, without the one that ended it
  bool ended = false;           // by such a one, or by on_token
  struct Text {
    std::vector<int32_t> tokens;
    double score = 0;
    bool ended = false;
  };
  std::vector<Text> beams;      // with beams: the results, the best first, which `tokens` is
  int64_t prompt = 0;           // tokens before
  double first_ms = 0, ms = 0;  // to the first token, and in all
  double per_second() const {
    return tokens.size() > 1 ? (static_cast<double>(tokens.size()) - 1) * 1e3 / (ms - first_ms) : 0;
  }
};

class Model {
 public:
  using Tensors = std::map<std::string, Tensor, std::less<>>;

  static Task<Result<std::shared_ptr<Model>>> load(std::shared_ptr<Backend> backend, std::string folder,
                                                   ModelOptions options = {});  // native only
  static Task<Result<std::shared_ptr<Model>>> load(std::shared_ptr<Backend> backend, const Folder& folder,
                                                   ModelOptions options = {});
  ~Model();

  const std::string& family() const { return family_name_; }
  Backend& backend() { return *backend_; }
  Result<double> similarity_scale() const;  // CLIP's: what similarities are multiplied with
  uint64_t bytes() const;                   // of the weights in use
  std::vector<std::string> unused() const;  // tensors in the files that nothing reads
  int64_t max_length() const;               // of a text, in tokens

  // Named tensors in, from anywhere; the wanted results out, on the CPU. None named: all but the hidden states of
  // layers, which are hidden_0, hidden_1, ... What the model became for inputs of these sizes is kept. Indices outside
  // their table are an error, and so is a result that is not finite, which names the first layer where that is so.
  Task<Result<Tensors>> run(Tensors inputs, std::vector<std::string> wanted = {});
  // Tokens after tokens: from input_ids [1, n], or of an encoder's input (T5's input_ids, Whisper's input_features).
  // Keys and values stay where the model runs. Of each step only what is chosen from comes back: the likeliest token; a
  // few of them with beams or top_k, also with a repetition penalty over 1 while those and the tokens so far are at
  // most 256; the 256 likeliest where it is drawn from all, which nearly always decide; and with timestamps the
  // likeliest texts and all times. All logits come where those few do not decide, for a penalty under 1, for a penalty
  // or timestamps with a temperature (without top_k), and for both together.
  Task<Result<Generated>> generate(Tensors inputs, GenerateOptions options = {});
  // How many kernels that takes, and what they are.
  Result<Explanation> explain(const Tensors& inputs, const std::vector<std::string>& wanted = {}) const;

 private:
  friend struct Inside;  // src/runtime/inside.h
  struct Programs;
  class Steps;
  struct Writing;
  Model();
  Task<Error> no_next_token(const Writing& writing, std::vector<int32_t> tokens);  // why none can follow these
  Task<Result<Generated>> write_one(Steps& steps, const Writing& writing);
  Task<Result<Generated>> write_beams(Steps& steps, const Writing& writing);
  Task<Result<Tensors>> run_there(Tensors inputs, std::vector<std::string> wanted);
  Result<Net> net_for(const Tensors& inputs, const std::vector<std::string>& wanted) const;
  struct Ready;
  Task<Result<std::shared_ptr<Ready>>> program_for(const Tensors& inputs, const std::vector<std::string>& wanted);
  // Why a result is not finite: the input, or the first layer, that is not.
  Task<std::string> why_not_finite(Tensors inputs);
  Error not_finite(std::string_view what, const std::string& why) const;

  std::shared_ptr<Backend> backend_;
  ModelOptions options_;
  std::string family_name_;
  std::unique_ptr<Config> config_;
  std::shared_ptr<Weights> weights_;
  std::vector<Constant> held_;  // what programs use of the weights, where the model runs
  std::unique_ptr<Family> family_;
  std::unique_ptr<Programs> programs_;  // by inputs' sizes and wanted outputs
};

}  // namespace bitloom

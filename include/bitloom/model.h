// A model from a Hugging Face folder: config.json and safetensors, in few bits or not.
//
//   std::shared_ptr<Model> bert = TRY(run_sync(Model::load(gpu, "zoo/intents")));
//   auto out = TRY(run_sync(bert->run({{"input_ids", ids}})));        // ids: i32 [batch, length]
//   out["logits"].to_floats();
#pragma once

#include <filesystem>
#include <functional>
#include <map>

#include "bitloom/backend.h"

namespace bitloom {

class Config;
class Family;
class Weights;

struct ModelOptions {
  DType activations = DType::f32;  // or f16: what lies between layers
};

struct GenerateOptions {
  int max_new_tokens = 128;
  // 0: always the likeliest token; else drawn from softmax(logits / temperature), of the top_k likeliest (0: all) that
  // together have a probability of top_p.
  double temperature = 0, top_p = 1;
  int top_k = 0;
  double repetition_penalty = 1;  // of tokens that are there already; 1: none
  uint64_t seed = 0;
  std::vector<int32_t> stop{};              // tokens that end it, besides the config's own
  std::vector<int32_t> prompt{};            // of an encoder–decoder: what its text starts with; empty: the config's
  std::function<bool(int32_t)> on_token{};  // false ends it
};

struct Generated {
  std::vector<int32_t> tokens;  // new ones, without the one that ended it
  bool ended = false;           // by such a one, or by on_token
  int64_t prompt = 0;           // tokens before
  double first_ms = 0, ms = 0;  // to the first token, and in all
  double per_second() const {
    return tokens.size() > 1 ? (static_cast<double>(tokens.size()) - 1) * 1e3 / (ms - first_ms) : 0;
  }
};

class Model {
 public:
  using Tensors = std::map<std::string, Tensor, std::less<>>;

  static Task<Result<std::shared_ptr<Model>>> load(std::shared_ptr<Backend> backend, std::filesystem::path folder,
                                                   ModelOptions options = {});
  ~Model();

  const std::string& family() const { return family_name_; }
  const Config& config() const { return *config_; }
  Backend& backend() { return *backend_; }
  Result<double> logit_scale() const;       // CLIP's: what similarities are multiplied with
  uint64_t bytes() const;                   // of the weights in use
  std::vector<std::string> unused() const;  // tensors in the files that nothing reads

  // Named tensors in, from anywhere; the wanted results out, on the CPU. None named: all but the hidden states of
  // layers, which are hidden_0, hidden_1, ... What the model became for inputs of these sizes is kept.
  Task<Result<Tensors>> run(Tensors inputs, std::vector<std::string> wanted = {});
  // Tokens after tokens: from input_ids [1, n], or of an encoder's input (T5's input_ids, Whisper's input_features).
  // Keys and values stay where the model runs; of each step only the token comes back (all its logits, if it is drawn).
  Task<Result<Generated>> generate(Tensors inputs, GenerateOptions options = {});
  // How many kernels that takes, and what they are.
  Result<Explanation> explain(const Tensors& inputs, const std::vector<std::string>& wanted = {}) const;

 private:
  struct Ready;
  class Steps;
  Model() = default;
  Task<Result<Tensors>> run_there(Tensors inputs, std::vector<std::string> wanted);
  Status check_inputs(const std::map<std::string, Desc, std::less<>>& inputs) const;
  Result<Graph> graph_for(const Tensors& inputs, const std::vector<std::string>& wanted) const;
  Task<Result<std::shared_ptr<Ready>>> ready_for(const Tensors& inputs, const std::vector<std::string>& wanted);

  std::shared_ptr<Backend> backend_;
  ModelOptions options_;
  std::string family_name_;
  std::unique_ptr<Config> config_;
  std::unique_ptr<Weights> weights_;
  std::unique_ptr<Family> family_;
  std::map<std::string, std::shared_ptr<Ready>> ready_;
};

}  // namespace bitloom

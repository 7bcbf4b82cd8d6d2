// A model from a Hugging Face folder: config.json and safetensors, in few bits or not.
//
//   std::shared_ptr<Model> bert = TRY(run_sync(Model::load(gpu, "zoo/intents")));
//   auto out = TRY(run_sync(bert->run({{"input_ids", ids}})));        // ids: i32 [batch, length]
//   out["logits"].to_floats();
#pragma once

#include <filesystem>
#include <map>

#include "bitloom/backend.h"

namespace bitloom {

class Config;
class Family;
class Weights;

struct ModelOptions {
  DType activations = DType::f32;  // or f16: what lies between layers
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
  uint64_t bytes() const;                   // of the weights in use
  std::vector<std::string> unused() const;  // tensors in the files that nothing reads

  // Named tensors in, from anywhere; the wanted results out, on the CPU. None named: all but the hidden states of
  // layers, which are hidden_0, hidden_1, ... What the model became for inputs of these sizes is kept.
  Task<Result<Tensors>> run(Tensors inputs, std::vector<std::string> wanted = {});
  // How many kernels that takes, and what they are.
  Result<Explanation> explain(const Tensors& inputs, const std::vector<std::string>& wanted = {}) const;

 private:
  struct Ready;
  Model() = default;
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

#include "bitloom/model.h"

#include <algorithm>
#include <cmath>

#include "formats/shards.h"
#include "graph/plan.h"
#include "models/decoder.h"

namespace bitloom {

struct Model::Ready {
  Graph graph;
  WebGPUBackend::Program on_gpu;
  CpuBackend::Program on_cpu;
};

Model::~Model() = default;

Task<Result<std::shared_ptr<Model>>> Model::load(std::shared_ptr<Backend> backend, const Folder& folder,
                                                 ModelOptions options) {
  auto model = std::shared_ptr<Model>(new Model);
  model->backend_ = std::move(backend), model->options_ = options;
  if (options.activations != DType::f32 && options.activations != DType::f16)
    co_return error(Code::invalid_argument, "[model] activations are f32 or f16, not {}", options.activations);
  CO_TRY(const Folder::Bytes config_bytes, folder.open("config.json"));
  CO_TRY(std::string text, text_of(*config_bytes));
  const std::string config_name = format("[config] {}", config_bytes->name());
  CO_TRY(Config config, Config::parse(std::move(text), config_name));
  model->config_ = std::make_unique<Config>(std::move(config));
  const std::string type = model->config_->word("model_type");
  CO_CHECK(model->config_->status());
  const FamilyEntry* entry = nullptr;
  std::string known;
  for (const FamilyEntry& f : families())
    for (std::string_view t : f.types) {
      known += format("{}{}", known.empty() ? "" : ", ", t);
      if (t == type) entry = &f;
    }
  if (!entry)
    co_return error(Code::unsupported, "{}: model_type '{}' is not one of those that are there: {}", config_name, type,
                    known);
  model->family_name_ = entry->name;
  CO_TRY(const Shards shards, Shards::open(folder));
  model->weights_ = std::make_unique<Weights>(shards.files());
  CO_TRY(model->family_, entry->open(*model->config_, *model->weights_));
  if (options.bits != 0) {
    const auto turned = [family = model->family_.get()](std::string_view name) { return family->is_turned(name); };
    CO_CHECK(co_await model->weights_->quantise(options.bits, options.mixed_precision, turned, options.on_quantised));
  }
  // A look at every weight, and then they move to where they are used.
  for (const Inputs& inputs : model->family_->uses(options.activations)) {
    Net net(*model->weights_, options.activations);
    model->family_->build(net, inputs);
    CO_CHECK(net.status());
  }
  CO_CHECK(co_await model->weights_->upload(*model->backend_));
  co_return model;
}

Result<double> Model::logit_scale() const {
  const Tensor t = TRY(weights_->small("logit_scale"));
  return std::exp(static_cast<double>(t.to_floats()[0]));
}
uint64_t Model::bytes() const { return weights_->bytes(); }
std::vector<std::string> Model::unused() const { return weights_->unused(); }

Status Model::check_inputs(const Inputs& inputs) const {
  const std::vector<Inputs> uses = family_->uses(options_.activations);
  std::string mains;
  bool given = false;
  for (const Inputs& use : uses)
    for (const auto& [name, desc] : use) {
      // Beside a cache there is all that says how it is used; the caches themselves are asked for by layer.
      const bool beside = name == "positions" || name == "mask" || name == "buckets";
      if (inputs.contains("place") && beside && !inputs.contains(name))
        return error(Code::invalid_argument, "[model] {} needs the input '{}' with 'place'", family_name_, name);
      const bool main = name == "input_ids" || name == "pixel_values" || name == "input_features";
      given = given || (main && inputs.contains(name));
      if (main && mains.find(name) == std::string::npos) mains += format("{}'{}'", mains.empty() ? "" : " or ", name);
    }
  if (!given) return error(Code::invalid_argument, "[model] {} needs the input {}", family_name_, mains);
  const bool decodes = dynamic_cast<const Decoder*>(family_.get());
  for (const auto& [name, desc] : inputs) {
    int rank = name == "attention_mask" || (!decodes && name == "token_type_ids") ? 2 : -1;
    if (decodes && (name == "beams" || name == "bias" || name == "heat")) rank = 1;  // of a step (generate.cc)
    for (const Inputs& use : uses)
      if (const auto found = use.find(name); found != use.end()) rank = found->second.shape.rank();
    if (rank < 0) return error(Code::invalid_argument, "[model] {} takes no input '{}'", family_name_, name);
    if (desc.shape.rank() != rank || desc.shape.elements() == 0)
      return error(Code::invalid_argument, "[model] the input '{}' is {}: {} axes are needed, and none may be empty",
                   name, desc, rank);
    // A decoder's mask is of what its encoder saw.
    const bool beside = (name == "attention_mask" && !inputs.contains("cross_key_0")) || name == "token_type_ids";
    if (beside && inputs.contains("input_ids") && desc.shape != inputs.at("input_ids").shape)
      return error(Code::invalid_argument, "[model] '{}' is {}, input_ids is {}: they have the same shape", name, desc,
                   inputs.at("input_ids"));
  }
  return {};
}

Result<Graph> Model::graph_for(const Tensors& inputs, const std::vector<std::string>& wanted) const {
  Inputs descs;
  for (const auto& [name, t] : inputs) descs.emplace(name, t.desc());
  (void)TRY(check_inputs(descs));
  Net net(*weights_, options_.activations, wanted);
  family_->build(net, descs);
  (void)TRY(net.status());
  for (const std::string& name : wanted)
    if (std::ranges::none_of(net.graph.outputs(), [&](const auto& o) { return o.name == name; }))
      return error(Code::not_found, "[model] this {} has no output '{}' for these inputs", family_name_, name);
  return std::move(net.graph);
}

Result<Explanation> Model::explain(const Tensors& inputs, const std::vector<std::string>& wanted) const {
  const Graph graph = TRY(graph_for(inputs, wanted));
  if (!backend_->webgpu()) return error(Code::unsupported, "[model] kernels are explained on a GPU");
  return backend_->webgpu()->explain(graph);
}

Task<Result<std::shared_ptr<Model::Ready>>> Model::ready_for(const Tensors& inputs,
                                                             const std::vector<std::string>& wanted) {
  std::string key;
  for (const auto& [name, t] : inputs) key += format("{}={} ", name, t.desc());
  for (const std::string& name : wanted) key += name + " ";
  if (const auto found = ready_.find(key); found != ready_.end()) co_return found->second;
  auto ready = std::make_shared<Ready>();
  CO_TRY(ready->graph, graph_for(inputs, wanted));
  if (WebGPUBackend* gpu = backend_->webgpu()) {
    CO_TRY(ready->on_gpu, co_await gpu->prepare(ready->graph));
  } else {
    CO_TRY(ready->on_cpu, backend_->cpu()->prepare(ready->graph));
  }
  if (ready_.size() >= 256) ready_.clear();  // lengths without end
  ready_.emplace(std::move(key), ready);
  co_return ready;
}

Task<Result<Model::Tensors>> Model::run(Tensors inputs, std::vector<std::string> wanted) {
  // A kernel would take another token for one that there is not.
  const auto ids = inputs.find("input_ids");
  const Config words = config_->has("text_config") ? config_->part("text_config") : *config_;
  if (ids != inputs.end() && ids->second.on_cpu() && ids->second.dtype() == DType::i32 && words.has("vocab_size")) {
    const int64_t vocabulary = words.integer("vocab_size");
    for (const int32_t id : ids->second.data<int32_t>())
      if (id < 0 || id >= vocabulary)
        co_return error(Code::invalid_argument, "[model] token {}: {} has 0 to {}", id, family_name_, vocabulary - 1);
  }
  CO_TRY(Tensors results, co_await run_there(std::move(inputs), std::move(wanted)));
  for (auto& [name, t] : results) {
    CO_TRY(t, co_await backend_->download(t));
  }
  co_return results;
}

Task<Result<Model::Tensors>> Model::run_there(Tensors inputs, std::vector<std::string> wanted) {
  CO_TRY(const std::shared_ptr<Ready> ready, co_await ready_for(inputs, wanted));
  std::vector<Tensor> in;
  for (const Graph::Named& input : ready->graph.inputs()) {
    const auto found = inputs.find(input.name);
    if (found == inputs.end())
      co_return error(Code::invalid_argument, "[model] {} needs the input '{}'", family_name_, input.name);
    CO_TRY(Tensor there, co_await backend_->upload(found->second));
    in.push_back(std::move(there));
  }
  Result<std::vector<Tensor>> out{std::vector<Tensor>{}};
  if (ready->on_gpu) out = co_await backend_->webgpu()->run(ready->on_gpu, std::move(in));
  else out = co_await backend_->cpu()->run(ready->on_cpu, std::move(in));
  if (!out.ok()) co_return std::move(out).error();
  Tensors results;
  for (size_t i = 0; i < out->size(); ++i) results.emplace(ready->graph.outputs()[i].name, (*out)[i]);
  co_return results;
}

}  // namespace bitloom

#include "bitloom/model.h"

#include <algorithm>
#include <cmath>

#include "base/try.h"
#include "formats/shards.h"
#include "models/decoder.h"
#include "models/sentence.h"
#include "runtime/inside.h"
#include "runtime/program_cache.h"

namespace bitloom {

// A program, and what its inputs that are indices must be under.
struct Model::Ready {
  std::shared_ptr<Program> program;
  std::map<std::string, int64_t> limits;
};

struct Model::Programs : ProgramCache<Ready> {
  Programs() : ProgramCache(256) {}  // lengths without end
};

namespace {

bool is_finite(const Tensor& t, bool may_be_suppressed) {
  if (!is_float(t.dtype())) return true;
  const std::vector<float> all = t.to_floats();
  return std::ranges::all_of(all, [&](float v) { return std::isfinite(v) || (may_be_suppressed && v < 0); });
}

Status check_indices(const std::map<std::string, int64_t>& limits, const Model::Tensors& inputs, std::string_view who) {
  for (const auto& [name, limit] : limits) {
    const auto found = inputs.find(name);
    if (found == inputs.end() || !found->second.on_cpu() || found->second.dtype() != DType::i32) continue;
    for (const int32_t id : found->second.data<int32_t>())
      if (id < 0 || id >= limit)
        return error(Code::invalid_argument, "[model] '{}' has {}; {} takes 0 to {}", name, id, who, limit - 1);
  }
  return {};
}

}  // namespace

Model::Model() : programs_(std::make_unique<Programs>()) {}
Model::~Model() = default;

Task<Result<std::shared_ptr<Model>>> Model::load(std::shared_ptr<Backend> backend, const Folder& folder,
                                                 ModelOptions options) {
  auto model = std::shared_ptr<Model>(new Model);
  model->backend_ = std::move(backend), model->options_ = options;
  if (options.activations != DType::f32 && options.activations != DType::f16)
    co_return error(Code::invalid_argument, "[model] activations are f32 or f16, not {}", options.activations);
  CO_TRY(const Folder::Bytes config_bytes, folder.open("config.json"));
  CO_TRY(std::string text, text_of(*config_bytes));
  CO_TRY(Config config, Config::parse(std::move(text), format("[config] {}", config_bytes->name())));
  model->config_ = std::make_unique<Config>(std::move(config));
  CO_TRY(const FamilyEntry* entry, find_family(*model->config_));
  model->family_name_ = entry->name;
  CO_TRY(const Shards shards, Shards::open(folder));
  CO_TRY(model->weights_, Weights::open(shards.files()));
  if (options.max_length < 0)
    co_return error(Code::invalid_argument, "[model] max_length is {}; it must be 0 or more", options.max_length);
  CO_TRY(const TaskKind task, find_task(*entry, *model->config_, model->weights_.get(), is_sentence_folder(folder)));
  CO_TRY(model->family_, entry->make(*entry, task, *model->config_, *model->weights_));
  if (const Decoder* d = model->family_->decoder(); d && d->has_encoder())
    if (const int64_t start = d->start_token(); start < 0 || start >= d->cache().vocabulary)
      co_return error(Code::invalid_argument, "{}: 'decoder_start_token_id' is {}; it must be between 0 and {}",
                      model->config_->name(), start, d->cache().vocabulary - 1);
  if (options.bits != 0) {
    const auto turned = [family = model->family_.get()](std::string_view name) { return family->is_transposed(name); };
    const wgsl::Profile* profile = Inside::profile(*model->backend_);
    const bool aligned = profile && profile->aligned_3bit;
    CO_CHECK(co_await model->weights_->quantize(options.bits, options.mixed_precision, aligned, turned,
                                                options.on_quantized));
  }
  // Every use is built once: all weights must be there, and what programs will need of them moves to the backend.
  for (const Use& use : model->family_->uses(options.activations)) {
    Net net(*model->weights_, options.activations);
    model->family_->build(net, use.inputs);
    CO_CHECK(net.status());
    CO_TRY(std::vector<Constant> held, co_await model->backend_->upload_constants(std::move(net.graph)));
    model->held_.insert(model->held_.end(), held.begin(), held.end());
  }
  model->weights_->forget_quantized();
  co_return model;
}

Result<double> Model::similarity_scale() const { return family_->similarity_scale(*weights_); }
uint64_t Model::bytes() const { return weights_->bytes(); }
std::vector<std::string> Model::unused() const { return weights_->unused(); }

int64_t Model::max_length() const {
  const int64_t own = family_->positions();
  if (options_.max_length > 0) return own > 0 ? std::min(own, options_.max_length) : options_.max_length;
  return own > 0 ? own : ModelOptions::default_max_length;
}

Result<Net> Model::net_for(const Tensors& inputs, const std::vector<std::string>& wanted) const {
  Inputs descs;
  for (const auto& [name, t] : inputs) descs.emplace(name, t.desc());
  (void)TRY(check_inputs(*family_, options_.activations, descs));
  // What grows with the square of a text is not begun for one that is too long.
  const auto ids = descs.find("input_ids");
  if (const int64_t own = family_->positions();
      ids != descs.end() && ids->second.shape[1] > max_length() && (own == 0 || ids->second.shape[1] <= own))
    return error(Code::limit, "[{}] the text has {} tokens; the limit is {} (ModelOptions::max_length)", family_name_,
                 ids->second.shape[1], max_length());
  Net net(*weights_, options_.activations, wanted);
  family_->build(net, descs);
  (void)TRY(net.status());
  for (const std::string& name : wanted)
    if (name != "*" && std::ranges::none_of(net.graph.outputs(), [&](const auto& o) { return o.name == name; }))
      return error(Code::not_found, "[model] this {} has no output '{}' for these inputs", family_name_, name);
  return net;
}

Result<Explanation> Model::explain(const Tensors& inputs, const std::vector<std::string>& wanted) const {
  return backend_->explain(TRY(net_for(inputs, wanted)).graph);
}

Task<Result<std::shared_ptr<Model::Ready>>> Model::program_for(const Tensors& inputs,
                                                               const std::vector<std::string>& wanted) {
  std::string key;
  for (const auto& [name, t] : inputs) append_key(key += name, t.desc());
  for (const std::string& name : wanted) key += ' ' + name;
  if (const auto found = programs_->find(key)) co_return found;
  CO_TRY(Net net, net_for(inputs, wanted));
  const RunOptions options;  // by name: g++ 12 destroys a temporary of an awaited call twice
  const std::vector<Tensor> anywhere;
  auto ready = std::make_shared<Ready>();
  ready->limits = net.limits();
  // What it has of its own, as biases of the scores of a length: not the weights, which are there already.
  const uint64_t before = backend_->memory().live;
  CO_TRY(ready->program, co_await backend_->prepare(std::move(net.graph), options, anywhere));
  const uint64_t after = backend_->memory().live;
  programs_->keep(std::move(key), ready, after > before ? after - before : 0);
  co_return ready;
}

Task<Result<Model::Tensors>> Model::run(Tensors inputs, std::vector<std::string> wanted) {
  const bool suppresses = inputs.contains("bias");
  Tensors again = inputs;
  CO_TRY(Tensors results, co_await run_there(std::move(inputs), std::move(wanted)));
  for (auto& [name, t] : results) {
    CO_TRY(t, co_await backend_->download(t));
    if (is_finite(t, suppresses)) continue;
    const std::string why = co_await why_not_finite(std::move(again));
    co_return not_finite(format("the result '{}'", name), why);
  }
  co_return results;
}

Task<Result<Model::Tensors>> Model::run_there(Tensors inputs, std::vector<std::string> wanted) {
  CO_TRY(const std::shared_ptr<Ready> ready, co_await program_for(inputs, wanted));
  CO_CHECK(check_indices(ready->limits, inputs, family_name_));
  const std::shared_ptr<Program> program = ready->program;
  std::vector<Tensor> in;
  for (const Program::Port& input : program->inputs()) {
    const auto found = inputs.find(input.name);
    if (found == inputs.end())
      co_return error(Code::invalid_argument, "[model] {} needs the input '{}'", family_name_, input.name);
    CO_TRY(Tensor there, co_await backend_->upload(found->second));
    in.push_back(std::move(there));
  }
  CO_TRY(const std::vector<Tensor> out, co_await backend_->run(program, std::move(in)));
  Tensors results;
  for (size_t i = 0; i < out.size(); ++i) results.emplace(program->outputs()[i].name, out[i]);
  co_return results;
}

Error Model::not_finite(std::string_view what, const std::string& why) const {
  return error(Code::not_finite, "[{}] {} is not finite (NaN or infinite){}{}", family_name_, what,
               why.empty() ? "" : "; ", why);
}

Task<std::string> Model::why_not_finite(Tensors inputs) {
  for (const auto& [name, t] : inputs)
    if (t.on_cpu() && !is_finite(t, name == "mask" || name == "bias")) co_return format("the input '{}' is not", name);
  const std::vector<std::string> all{"*"};
  const Result<Net> net = net_for(inputs, all);
  if (!net.ok()) co_return std::string();
  const std::vector<std::string> layers = net->layers();
  std::vector<std::string> names;
  for (const Graph::Named& o : net->graph.outputs()) names.push_back(o.name);
  std::vector<std::string> wanted = all;
  const auto results = co_await run_there(std::move(inputs), std::move(wanted));
  if (!results.ok()) co_return std::string();
  for (size_t i = 0; i < names.size(); ++i) {
    const auto t = co_await backend_->download(results->at(names[i]));
    if (t.ok() && !is_finite(*t, false)) co_return format("first so in '{}' ({})", layers[i], names[i]);
  }
  co_return std::string();
}

}  // namespace bitloom

#include "bitloom/fusion.h"

#include <algorithm>

#include "base/try.h"
#include "graph/fuse.h"
#include "graph/passes.h"
#include "ops/op.h"
#include "runtime/few_bit_cache.h"
#include "runtime/fold.h"
#include "runtime/inside.h"
#include "runtime/program_cache.h"

namespace bitloom {

using lists::Kind, lists::Place;

struct WebGPUOperationFusion::List {
  FusionOps ops;
  FusionAnswer answer;
  Graph plain, graph;  // as the list says, and as it runs
  std::vector<lists::FewBitInput> weights;
  RunOptions options;
  std::shared_ptr<Program> program;
};
struct WebGPUOperationFusion::Kept {
  ProgramCache<List> lists;  // by ops and shapes
  FewBitCache weights;
};

WebGPUOperationFusion::WebGPUOperationFusion(Backend& backend, FusionConfig config)
    : backend_(backend), config_(std::move(config)), kept_(std::make_shared<Kept>()) {}

Status WebGPUOperationFusion::check_config() const {
  if (config_.max_fusion_length < 1)
    return error(Code::invalid_argument, "[fusion] the longest list to fuse has at least 1 op, not {}",
                 config_.max_fusion_length);
  constexpr int allowed[] = {1, 2, 3, 4, 8, 16};
  if (std::find(std::begin(allowed), std::end(allowed), config_.bits_per_weight) == std::end(allowed))
    return error(Code::invalid_argument, "[fusion] weights have 1, 2, 3, 4, 8 or 16 bits, not {}",
                 config_.bits_per_weight);
  return {};
}

Result<FusionAnswer> WebGPUOperationFusion::can_fuse(const FusionOps& ops) const {
  FusionAnswer answer = TRY(can_fuse_any_length(ops));
  const auto limit = static_cast<size_t>(config_.max_fusion_length);
  if (ops.size() > limit)
    answer.fuses = false,
    answer.reason = format("op {} '{}' is past the limit of {} ops", limit, ops[limit].name, limit);
  return answer;
}

Result<FusionAnswer> WebGPUOperationFusion::can_fuse_any_length(const FusionOps& ops) const {
  const std::vector<Place> places = TRY(lists::places_of(ops));
  (void)TRY(check_config());
  const std::optional<FusionPattern> pattern = recognize(ops, config_.use_quantized_weights);
  const std::string found(pattern ? name(*pattern) : "");
  const auto& enabled = config_.enabled_patterns;
  if (pattern && (!enabled || std::find(enabled->begin(), enabled->end(), *pattern) != enabled->end()))
    return FusionAnswer{true, found, format("it is a {}", found)};
  for (const Custom& c : customs_)
    if (c.ops == ops) return FusionAnswer{true, c.name, "it is a pattern of your own"};
  if (pattern) return FusionAnswer{false, found, format("it is a {}, which is not enabled", found)};
  if (ops.size() == 1) return FusionAnswer{false, "", "one op alone has nothing to fuse with"};
  const auto joins = [](Kind k) { return lists::element_wise(k) || k == Kind::shape; };
  for (size_t i = 0; i + 1 < ops.size(); ++i)
    if (joins(places[i].kind) || joins(places[i + 1].kind))
      return FusionAnswer{
          true, "", format("op {} '{}' and op {} '{}' can share a kernel", i, ops[i].name, i + 1, ops[i + 1].name)};
  return FusionAnswer{false, "",
                      format("op 0 '{}' and op 1 '{}' each need a kernel of their own", ops[0].name, ops[1].name)};
}

Result<FusionAnswer> WebGPUOperationFusion::create_fusion_pattern(FusionOps ops, std::string own) {
  (void)TRY(lists::places_of(ops));
  if (own.empty())
    for (const FusionOp& op : ops) own += own.empty() ? "" : "+", own += op.name;
  if (fusion_pattern(own).ok())
    return error(Code::invalid_argument, "[fusion] '{}' is one of the built-in patterns: choose another name", own);
  for (const Custom& c : customs_)
    if (c.name == own && c.ops != ops)
      return error(Code::invalid_argument, "[fusion] there is a pattern '{}' already: {}", own, lists::text_of(c.ops));
  // Asked as if every pattern were enabled: one's own may be one that is not.
  FusionConfig open = config_;
  open.enabled_patterns.reset();
  FusionAnswer answer = TRY(WebGPUOperationFusion(backend_, std::move(open)).can_fuse(ops));
  if (!answer.fuses) return answer;
  const bool known = std::any_of(customs_.begin(), customs_.end(), [&](const Custom& c) { return c.ops == ops; });
  if (!known) customs_.push_back({std::move(ops), std::move(own)});
  kept_->lists.clear();  // lists that ran unfused may fuse now
  return answer;
}

Result<std::shared_ptr<WebGPUOperationFusion::List>> WebGPUOperationFusion::make(std::span<const Desc> tensors,
                                                                                 const FusionOps& ops,
                                                                                 bool use_fusion) const {
  auto list = std::make_shared<List>();
  list->ops = ops;
  list->answer = TRY(can_fuse(ops));
  const QuantizeOptions few = quantizing(false);
  lists::Folded folded = TRY(lists::fold(tensors, ops, config_.use_quantized_weights ? &few : nullptr));
  list->plain = std::move(folded.graph), list->weights = std::move(folded.weights);
  FusionAnswer& answer = list->answer;
  if (!use_fusion) answer.fuses = false, answer.reason = "fusion was not asked for";
  else if (config_.strict && !answer.fuses)
    return error(Code::unsupported, "[fusion] {} cannot fuse: {}", lists::text_of(ops), answer.reason);
  // A list over the limit still runs in kernels of as many ops as are allowed.
  list->options.fuse = use_fusion && TRY(can_fuse_any_length(ops)).fuses;
  list->options.most_fused = config_.max_fusion_length;
  list->options.profile = config_.profile;
  if (!config_.use_browser_optimizations) list->options.profile.browser = "chrome";
  std::optional<Graph> joined;
  if (use_fusion && answer.fuses && list->weights.empty()) joined = lists::as_attention(tensors, ops, list->plain);
  list->graph = joined ? std::move(*joined) : list->plain;
  if (use_fusion && config_.reassociate) list->graph = TRY(passes::associate_products(list->graph));
  return list;
}

Task<Result<Tensor>> WebGPUOperationFusion::execute_operations(std::vector<Tensor> tensors, FusionOps ops,
                                                               bool use_fusion) {
  std::string key(1, use_fusion ? '+' : '-');
  for (const FusionOp& op : ops) {
    key += op.name, key += ' ';
    if (!op.settings.empty()) key += format("({}) ", op.settings);
  }
  append_key(key, tensors);
  std::shared_ptr<List> list = kept_->lists.find(key);
  const bool fresh = !list;
  if (fresh) {
    std::vector<Desc> descs;
    for (const Tensor& t : tensors) descs.push_back(t.desc());
    CO_TRY(list, make(descs, ops, use_fusion));
  }
  for (const lists::FewBitInput& w : list->weights) {
    QuantizeOptions options = quantizing(w.transpose_b);  // by name: g++ 12 destroys temporaries of awaited calls twice
    QuantizedTensor few;
    CO_TRY(few, co_await kept_->weights.quantized(backend_, tensors[w.tensor], std::move(options)));
    for (const Tensor& t : few.tensors()) tensors.push_back(t);
  }
  if (fresh) {
    CO_TRY(list->program, co_await backend_.prepare(list->graph, list->options, tensors));
    kept_->lists.keep(std::move(key), list);
  }
  last_ = list;
  CO_TRY(std::vector<Tensor> out, co_await backend_.run(list->program, std::move(tensors)));
  co_return std::move(out[0]);
}

QuantizeOptions WebGPUOperationFusion::quantizing(bool transpose_b) const {
  const wgsl::Profile* shaders = Inside::profile(backend_);
  return {.bits_per_weight = config_.bits_per_weight,
          .use_symmetric_quantization = config_.use_symmetric_quantization,
          .use_per_channel_quantization = config_.use_per_channel_quantization,
          .aligned = config_.bits_per_weight == 3 && shaders && shaders->aligned_3bit,
          .transpose_b = transpose_b,
          .activation_bits = config_.activation_bits};
}

Result<FusionReport> WebGPUOperationFusion::explain(std::span<const Desc> tensors, const FusionOps& ops,
                                                    bool use_fusion) const {
  return report(*TRY(make(tensors, ops, use_fusion)));
}

Result<FusionReport> WebGPUOperationFusion::report() const {
  if (!last_) return error(Code::invalid_argument, "[fusion] no list has run yet");
  return report(*last_);
}

Result<FusionReport> WebGPUOperationFusion::report(const List& list) const {
  FusionReport r{.ops = {}, .answer = list.answer, .fused = false, .before = {}, .after = {}, .explanation = {}};
  for (const FusionOp& op : list.ops) r.ops.push_back(op.name);
  r.explanation.given = list.plain, r.explanation.graph = list.graph;
  r.explanation = TRY(backend_.explain(list.graph, list.options));
  if (!r.explanation.unfused.empty()) {
    r.answer.fuses = false, r.answer.reason = r.explanation.unfused;
    return r;
  }
  if (!list.options.fuse) {  // the same reason everywhere, seen through reshapes
    const std::vector<int> maker = makers_of(list.graph);
    const auto& nodes = list.graph.nodes();
    for (size_t n = 0; n < nodes.size(); ++n)
      for (Value v : looks_through(op_of(nodes[n])) ? std::vector<Value>() : nodes[n].in)
        if (const int m = maker[static_cast<size_t>(without_reshapes(list.graph, maker, v).id)]; m >= 0)
          r.explanation.apart.push_back({m, static_cast<int>(n), list.answer.reason});
  }
  // A list that became attention is compared with what it says, op by op.
  r.explanation.given = list.plain;
  r.explanation.before = TRY(backend_.explain(list.plain, list.options)).before;
  r.before = Explanation::total(r.explanation.before);
  r.after = Explanation::total(r.explanation.after);
  r.fused = r.after.dispatches < r.before.dispatches;
  return r;
}

}  // namespace bitloom

#include "bitloom/fusion.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/json_text.h"
#include "base/try.h"
#include "graph/fuse.h"
#include "graph/passes.h"
#include "ops/packed/packed.h"
#include "runtime/inside.h"
#include "runtime/patterns.h"
#include "runtime/program_cache.h"
#include "wgsl/profile.h"

namespace bitloom {
namespace {

using lists::Kind, lists::Place;

// A tensor of a list that is taken as few-bit weights.
struct Weights {
  size_t tensor;
  bool transpose_b;
};

std::string list_text(const FusionOps& ops) {
  std::string out = "[";
  for (const FusionOp& op : ops) out += out.size() > 1 ? ", " : "", out += op.name;
  return out + "]";
}

Error error_at(const FusionOps& ops, size_t at, Code code, std::string_view problem) {
  return error(code, "[fusion] op {} '{}' of {}: {}", at, ops[at].name, list_text(ops), problem);
}

Result<std::vector<Place>> places_of(const FusionOps& ops) {
  if (ops.empty()) return error(Code::invalid_argument, "[fusion] the list of ops is empty");
  std::vector<Place> places;
  for (size_t i = 0; i < ops.size(); ++i) {
    const std::optional<Place> place = lists::place_of(ops[i].name);
    if (!place)
      return error_at(ops, i, Code::not_found,
                      find_op(ops[i].name) ? "it takes more than two tensors and has no place in a list"
                                           : "there is no such op; docs/ops.md lists them all, and there are scale, "
                                             "mask, dropout and gelu_tanh");
    places.push_back(*place);
  }
  return places;
}

// Matrices, and batches of them, with the axes they lack for attention: [batch, heads, length, size].
Result<Value> with_heads(Graph& graph, Value v) {
  const std::span<const int64_t> sizes = graph.desc(v).shape.sizes();
  if (sizes.size() != 2 && sizes.size() != 3) return v;  // four, or attention says what is wrong
  std::vector<int64_t> four(4 - sizes.size(), 1);
  four.insert(four.end(), sizes.begin(), sizes.end());
  return graph.apply("reshape", {v}, {{"shape", four}});
}

// The list as it is folded: a graph, the value so far, and the tensors not yet taken.
class Fold {
 public:
  // `quantize`: what right sides of matmuls are quantized to, or null. The parts of such ones are inputs after all
  // tensors.
  Fold(const FusionOps& ops, std::span<const Desc> tensors, const QuantizeOptions* quantize)
      : ops_(ops), quantize_(quantize) {
    for (size_t i = 0; i < tensors.size(); ++i) inputs_.push_back(graph_.input(format("t{}", i), tensors[i]));
  }

  const std::vector<Weights>& weights() const { return weights_; }

  Result<Graph> run(const std::vector<Place>& places) {
    const int given = static_cast<int>(inputs_.size());
    int need = 1, most = 1;
    for (const Place& p : places) need += p.takes, most += p.takes + p.may_take;
    if (given == 0 || given > most)
      return error(Code::invalid_argument, "[fusion] {} takes {} tensors, got {}{}", list_text(ops_),
                   need == most ? to_text(need) : format("{} to {}", need, most), given,
                   given ? format(": no op takes tensor {}", most) : "");
    int missing = need - given, spare = given - need;
    for (size_t i = places.size(); missing > 0;)  // from the end, to the first op that goes without
      if ((missing -= places[--i].takes) <= 0)
        return error_at(ops_, i, Code::invalid_argument,
                        format("it needs a tensor more than the {} given; the list takes {}", given, need));
    acc_ = inputs_[0];
    size_t next = 1;
    for (size_t at = 0; at < ops_.size(); ++at) {
      const int more = std::min(places[at].may_take, spare);
      spare -= more;
      std::vector<Value> in{acc_};
      for (int k = 0; k < places[at].takes + more; ++k) in.push_back(inputs_[next++]);
      const auto made = step(ops_[at], places[at].kind, in);
      if (!made.ok()) return error_at(ops_, at, made.error().code, made.error().message);
      acc_ = *made;
    }
    graph_.output("", acc_);
    return std::move(graph_);
  }

 private:
  Result<Value> step(const FusionOp& op, Kind kind, std::span<const Value> in) {
    const Desc acc = graph_.desc(acc_);
    if (op.name == "dropout") {
      (void)TRY(only(op, "rate"));
      return acc_;
    }
    if (op.name == "scale") {
      (void)TRY(only(op, "factor"));
      const AttrValue* factor = op.settings.find("factor");
      if (factor ? !factor->is_number() : !summed_)
        return error(Code::invalid_argument,
                     "[scale] needs the setting 'factor', a number; only after a matmul can it be left out");
      if (!is_float(acc.dtype)) return error(Code::invalid_argument, "[scale] takes f32, f16 and bf16, got {}", acc);
      const double by = factor ? factor->number() : 1 / std::sqrt(static_cast<double>(summed_));
      return times(by);
    }
    if (op.name == "mask") {
      (void)TRY(only(op, ""));
      if (is_float(graph_.desc(in[1]).dtype)) return graph_.apply("add", in);
      if (!is_float(acc.dtype)) return error(Code::invalid_argument, "[mask] takes f32, f16 and bf16, got {}", acc);
      const Value hidden = number(acc.dtype, -std::numeric_limits<double>::infinity());
      return graph_.apply("where", {in[1], acc_, hidden});
    }
    if (!find_op(op.name)) {  // a name of an activation that stands for settings
      (void)TRY(only(op, ""));
      const NamedActivation act = find_activation(op.name);
      return graph_.apply(act.op->name, in, act.settings);
    }
    if (kind == Kind::attention) return attention(op, in);
    if (kind == Kind::product && quantize_) return packed_matmul(op, in[1]);
    const Value made = TRY(graph_.apply(op.name, in, op.settings));
    if (kind == Kind::product) {
      const bool flipped = graph_.nodes().back().attrs.flag("transpose_a");
      summed_ = acc.shape[acc.shape.rank() - (flipped ? 2 : 1)];
    }
    return made;
  }

  Result<Value> packed_matmul(const FusionOp& op, Value right) {
    const std::vector<Desc> both{graph_.desc(acc_), graph_.desc(right)};
    const Resolved plain = TRY(resolve("matmul", both, op.settings));
    const Desc& w = both[1];
    if (w.shape.rank() != 2 || plain.attrs.flag("transpose_a"))
      return error(Code::unsupported,
                   "[matmul] A is {} and B is {}{}: to have few bits B must be a matrix, and A not transposed", both[0],
                   w, plain.attrs.flag("transpose_a") ? ", transpose_a" : "");
    const bool turned = plain.attrs.flag("transpose_b");
    const int64_t outputs = w.shape[turned ? 0 : 1], inputs = w.shape[turned ? 1 : 0];
    const auto at = std::ranges::find(inputs_, right.id, &Value::id) - inputs_.begin();
    weights_.push_back({static_cast<size_t>(at), turned});
    const auto part = [&](std::string_view what, const Desc& desc) {
      return graph_.input(format("t{}.{}", at, what), desc);
    };
    Attrs settings{{"dtype", std::string(name(plain.out[0].dtype))}};
    summed_ = inputs;
    if (quantize_->bits_per_weight == 16) {
      settings.set("transpose_b", 1);
      return graph_.apply("matmul", {acc_, part("f16", {DType::f16, {outputs, inputs}})}, settings);
    }
    const quant::Scheme scheme = TRY(scheme_of(*quantize_));
    (void)TRY(quant::layout_of(scheme, outputs, inputs));
    for (const auto& [key, value] : packed_settings(scheme)) settings.set(key, value);
    settings.set("x_bits", quantize_->activation_bits);
    std::vector<Value> in{acc_};
    const char* parts[] = {"codes", "scales", "minimums"};
    for (const Desc& desc : packed_inputs(scheme, outputs, inputs)) in.push_back(part(parts[in.size() - 1], desc));
    return graph_.apply("quantized_matmul", in, settings);
  }

  // Keys and values of 8 bits, or 4 where weights have fewer.
  Result<Value> few_bit_attention(const FusionOp& op, std::span<const Value> in) {
    const int bits = quantize_->bits_per_weight == 8 ? 8 : 4;
    std::vector<Value> out{in[0]};
    for (size_t i : {1, 2}) {
      out.push_back(TRY(graph_.apply("quantize_groups", {in[i]}, {{"bits", bits}})));
      out.push_back(TRY(graph_.apply("quantize_groups", {in[i]}, {{"bits", bits}, {"fits", 1}})));
    }
    for (Value mask : in.subspan(3)) out.push_back(mask);
    Attrs settings = op.settings;
    settings.set("bits", bits);
    return graph_.apply("quantized_attention", out, settings);
  }

  Result<Value> attention(const FusionOp& op, std::span<const Value> in) {
    const int rank = graph_.desc(acc_).shape.rank();
    std::vector<Value> four(in.begin(), in.end());
    for (size_t i = 0; i < 3; ++i) four[i] = TRY(with_heads(graph_, in[i]));
    const Value made = TRY(quantize_ && quantize_->bits_per_weight < 16 ? few_bit_attention(op, four)
                                                                        : graph_.apply("attention", four, op.settings));
    if (rank == 4) return made;
    const std::span<const int64_t> sizes = graph_.desc(made).shape.sizes();
    return graph_.apply("reshape", {made}, {{"shape", std::vector<int64_t>(sizes.end() - rank, sizes.end())}});
  }

  Value number(DType dtype, double value) {
    const float v = static_cast<float>(value);
    return graph_.constant(Tensor::from_floats(dtype, {}, {&v, 1}));
  }
  Result<Value> times(double factor) {
    return graph_.apply("multiply", {acc_, number(graph_.desc(acc_).dtype, factor)});
  }
  static Status only(const FusionOp& op, std::string_view setting) {
    for (const auto& [key, value] : op.settings)
      if (key != setting)
        return error(Code::invalid_argument, "[{}] has no setting '{}'; it has: {}", op.name, key,
                     setting.empty() ? "none" : setting);
    return {};
  }

  const FusionOps& ops_;
  Graph graph_;
  std::vector<Value> inputs_;
  Value acc_;
  int64_t summed_ = 0;  // by the last matmul
  const QuantizeOptions* quantize_;
  std::vector<Weights> weights_;
};

// matmul, scale, mask, softmax, dropout, matmul as the one op attention, whose scores are never in memory. Nothing
// where the list is not that, or attention does not take such shapes.
std::optional<Graph> as_attention(std::span<const Desc> tensors, const FusionOps& ops, const Graph& plain) {
  if (recognize(ops) != FusionPattern::AttentionPattern || lists::place_of(ops[0].name)->kind != Kind::product)
    return {};
  const auto& nodes = plain.nodes();
  const Attrs &first = nodes.front().attrs, &last = nodes.back().attrs;
  if (first.flag("transpose_a") || !first.word("dtype").empty() || last.flag("transpose_a") ||
      last.flag("transpose_b") || !last.word("dtype").empty())
    return {};
  Attrs settings{{"scale", 1.0}};
  size_t v = 2;
  for (const FusionOp& op : ops) {
    if (op.name == "scale") {
      const AttrValue* factor = op.settings.find("factor");
      settings.set("scale", factor ? factor->number() : 0.0);  // 0: by the size of a head, as here
      if (factor && factor->number() == 0) return {};
    }
    if (lists::place_of(op.name)->kind == Kind::softmax)
      if (const AttrValue* axis = op.settings.find("axis"); axis && axis->integer() != -1) return {};
    if (op.name == "mask" && !is_float(tensors[v++].dtype)) return {};
  }
  // The heads of k and v must be those of q, or one for all: sharing in groups is not what matmul means.
  const auto leading = [&](size_t i, int from_end) {
    const Shape& s = tensors[i].shape;
    return s.rank() >= from_end ? s[s.rank() - from_end] : 1;
  };
  if (leading(1, 3) != leading(0, 3) && leading(1, 3) != 1) return {};
  if (leading(1, 3) != leading(v, 3)) return {};

  Graph graph;
  std::vector<Value> in;
  for (size_t i = 0; i < tensors.size(); ++i) in.push_back(graph.input(format("t{}", i), tensors[i]));
  const auto build = [&]() -> Status {
    std::vector<Value> taken{TRY(with_heads(graph, in[0])), TRY(with_heads(graph, in[1])),
                             TRY(with_heads(graph, in[v]))};
    if (graph.desc(taken[1]).shape.rank() != 4) return error(Code::unsupported, "[attention] takes four axes");
    if (!first.flag("transpose_b")) taken[1] = TRY(graph.apply("transpose", {taken[1]}, {{"perm", {0, 1, 3, 2}}}));
    if (v == 3) taken.push_back(in[2]);
    const Value made = TRY(graph.apply("attention", taken, settings));
    const Shape& shape = plain.desc(plain.outputs()[0].value).shape;
    const std::vector<int64_t> sizes(shape.sizes().begin(), shape.sizes().end());
    graph.output("", shape.rank() == 4 ? made : TRY(graph.apply("reshape", {made}, {{"shape", sizes}})));
    return {};
  };
  if (!build().ok()) return {};
  return graph;
}

void append_kernel(std::string& out, std::string_view key, const Explanation::Kernel& k) {
  out += format("\"{}\":{\"dispatches\":{},\"read\":{},\"written\":{}}", key, k.dispatches, k.read, k.written);
}

}  // namespace

Result<Graph> fold_ops(std::span<const Desc> tensors, const FusionOps& ops) {
  const std::vector<Place> places = TRY(places_of(ops));
  return Fold(ops, tensors, nullptr).run(places);
}

struct WebGPUOperationFusion::List {
  FusionOps ops;
  FusionAnswer answer;
  Graph plain, graph;  // as the list says, and as it runs
  std::vector<Weights> weights;
  RunOptions options;
  std::shared_ptr<Program> program;
};
struct WebGPUOperationFusion::Lists : ProgramCache<List> {};

WebGPUOperationFusion::WebGPUOperationFusion(Backend& backend, FusionConfig config)
    : backend_(backend), config_(std::move(config)), lists_(std::make_shared<Lists>()) {}

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
  const std::vector<Place> places = TRY(places_of(ops));
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
  (void)TRY(places_of(ops));
  if (own.empty())
    for (const FusionOp& op : ops) own += own.empty() ? "" : "+", own += op.name;
  if (fusion_pattern(own).ok())
    return error(Code::invalid_argument, "[fusion] '{}' is one of the built-in patterns: choose another name", own);
  for (const Custom& c : customs_)
    if (c.name == own && c.ops != ops)
      return error(Code::invalid_argument, "[fusion] there is a pattern '{}' already: {}", own, list_text(c.ops));
  // Asked as if every pattern were enabled: one's own may be one that is not.
  FusionConfig open = config_;
  open.enabled_patterns.reset();
  FusionAnswer answer = TRY(WebGPUOperationFusion(backend_, std::move(open)).can_fuse(ops));
  if (!answer.fuses) return answer;
  const bool known = std::any_of(customs_.begin(), customs_.end(), [&](const Custom& c) { return c.ops == ops; });
  if (!known) customs_.push_back({std::move(ops), std::move(own)});
  lists_->clear();  // lists that ran unfused may fuse now
  return answer;
}

Result<std::shared_ptr<WebGPUOperationFusion::List>> WebGPUOperationFusion::make(std::span<const Desc> tensors,
                                                                                 const FusionOps& ops,
                                                                                 bool use_fusion) const {
  auto list = std::make_shared<List>();
  list->ops = ops;
  list->answer = TRY(can_fuse(ops));
  const QuantizeOptions few = quantizing(false);
  Fold fold(ops, tensors, config_.use_quantized_weights ? &few : nullptr);
  list->plain = TRY(fold.run(TRY(places_of(ops))));
  list->weights = fold.weights();
  FusionAnswer& answer = list->answer;
  if (!use_fusion) answer.fuses = false, answer.reason = "fusion was not asked for";
  else if (config_.strict && !answer.fuses)
    return error(Code::unsupported, "[fusion] {} cannot fuse: {}", list_text(ops), answer.reason);
  // A list over the limit still runs in kernels of as many ops as are allowed.
  list->options.fuse = use_fusion && TRY(can_fuse_any_length(ops)).fuses;
  list->options.most_fused = config_.max_fusion_length;
  list->options.profile = config_.profile;
  if (!config_.use_browser_optimizations) list->options.profile.browser = "chrome";
  std::optional<Graph> joined;
  if (use_fusion && answer.fuses && list->weights.empty()) joined = as_attention(tensors, ops, list->plain);
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
  std::shared_ptr<List> list = lists_->find(key);
  const bool fresh = !list;
  if (fresh) {
    std::vector<Desc> descs;
    for (const Tensor& t : tensors) descs.push_back(t.desc());
    CO_TRY(list, make(descs, ops, use_fusion));
  }
  for (const Weights& w : list->weights) {
    QuantizedTensor few;
    CO_TRY(few, co_await quantized(tensors[w.tensor], w.transpose_b));
    for (const Tensor& t : few.tensors()) tensors.push_back(t);
  }
  if (fresh) {
    CO_TRY(list->program, co_await backend_.prepare(list->graph, list->options, tensors));
    lists_->keep(std::move(key), list);
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

Task<Result<QuantizedTensor>> WebGPUOperationFusion::quantized(Tensor weights, bool transpose_b) {
  const std::string key = format("{} {} {} {}", reinterpret_cast<uintptr_t>(weights.storage().get()), weights.offset(),
                                 weights.desc(), transpose_b ? "turned" : "");
  if (const auto found = kept_.find(key); found != kept_.end() && !found->second.of.expired())
    co_return found->second.weights;
  std::erase_if(kept_, [](const auto& entry) { return entry.second.of.expired(); });
  const std::weak_ptr<const void> of = weights.storage();
  QuantizeOptions options = quantizing(transpose_b);
  QuantizedTensor few;
  CO_TRY(few, co_await backend_.quantize(std::move(weights), std::move(options)));
  kept_.insert_or_assign(key, Kept{of, few});
  co_return few;
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
  if (!backend_.fuses()) {
    r.answer.fuses = false, r.answer.reason = "the CPU runs op by op";
    return r;
  }
  if (!list.options.fuse) {  // the same reason everywhere, seen through reshapes
    const std::vector<int> maker = makers_of(list.graph);
    const auto& nodes = list.graph.nodes();
    for (size_t n = 0; n < nodes.size(); ++n)
      for (Value v : looks_through(*nodes[n].op) ? std::vector<Value>() : nodes[n].in)
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

std::string FusionReport::text() const {
  std::string out = to_text(ops);
  if (!answer.pattern.empty()) out += format(" ({})", answer.pattern);
  out += format(": {} dispatches became {}; {}\n", before.dispatches, after.dispatches, answer.reason);
  return explanation.after.empty() ? out : out + explanation.text();
}

std::string FusionReport::json(bool pictures) const {
  std::string out = "{\"ops\":[";
  for (size_t i = 0; i < ops.size(); ++i) out += i ? "," : "", append_json(out, ops[i]);
  out += "],\"pattern\":", append_json(out, answer.pattern);
  out += format(",\"fuses\":{},\"fused\":{},\"reason\":", answer.fuses ? "true" : "false", fused ? "true" : "false");
  append_json(out, answer.reason);
  out += ',', append_kernel(out, "before", before);
  out += ',', append_kernel(out, "after", after);
  return out + format(",\"explanation\":{}}", explanation.json(pictures));
}

}  // namespace bitloom

#include "bitloom/fusion.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "base/json_text.h"
#include "graph/fuse.h"
#include "graph/passes.h"
#include "ops/packed/packed.h"

namespace bitloom {
namespace {

// A tensor of a list that is taken as few-bit weights.
struct Weights {
  size_t tensor;
  bool transpose_b;
};

constexpr std::string_view pattern_names[fusion_patterns] = {
    "LinearActivation",  "ElementWiseChain", "BinaryUnary", "ReshapeOp",       "ActivationChain",
    "NormActivation",    "AttentionPattern", "MatrixChain", "QuantizedMatmul", "QuantizedMatmulActivation",
    "QuantizedAttention"};

enum class Kind { binary, unary, activation, matmul, norm, shape, softmax, attention, other };

// What an op is in a list: its kind, and how many tensors it takes beside the one so far, needed and if there are some.
struct Role {
  Kind kind;
  int takes = 0, may_take = 0;
};

std::optional<Role> role_of(const std::string& name) {
  struct Row {
    std::string_view name;
    Role role;
  };
  static constexpr Row rows[] = {
      {"relu", {Kind::activation}},    {"sigmoid", {Kind::activation}},    {"tanh", {Kind::activation}},
      {"gelu", {Kind::activation}},    {"gelu_tanh", {Kind::activation}},  {"quick_gelu", {Kind::activation}},
      {"silu", {Kind::activation}},    {"leaky_relu", {Kind::activation}}, {"elu", {Kind::activation}},
      {"dropout", {Kind::activation}}, {"scale", {Kind::unary}},           {"mask", {Kind::binary, 1}},
      {"matmul", {Kind::matmul, 1}},   {"layer_norm", {Kind::norm, 0, 2}}, {"rms_norm", {Kind::norm, 1}},
      {"batch_norm", {Kind::norm, 4}}, {"group_norm", {Kind::norm, 2}},    {"softmax", {Kind::softmax}},
      {"reshape", {Kind::shape}},      {"transpose", {Kind::shape}},       {"attention", {Kind::attention, 2, 1}},
  };
  const auto row = std::find_if(std::begin(rows), std::end(rows), [&](const Row& r) { return r.name == name; });
  const Op* op = find_op(name);
  if (row != std::end(rows)) return row->role;
  if (!op || op->min_inputs != op->max_inputs || op->max_inputs > 2) return std::nullopt;
  const bool two = op->max_inputs == 2;
  return Role{op->anchor != Anchor::elementwise ? Kind::other : two ? Kind::binary : Kind::unary, two ? 1 : 0};
}

bool element_wise(Kind kind) { return kind == Kind::binary || kind == Kind::unary || kind == Kind::activation; }

std::string list_text(const FusionOps& ops) {
  std::string out = "[";
  for (const FusionOp& op : ops) out += out.size() > 1 ? ", " : "", out += op.name;
  return out + "]";
}

Error error_at(const FusionOps& ops, size_t at, Code code, std::string_view problem) {
  return error(code, "[fusion] op {} '{}' of {}: {}", at, ops[at].name, list_text(ops), problem);
}

Result<std::vector<Role>> roles_of(const FusionOps& ops) {
  if (ops.empty()) return error(Code::invalid_argument, "[fusion] the list of ops is empty");
  std::vector<Role> roles;
  for (size_t i = 0; i < ops.size(); ++i) {
    const std::optional<Role> role = role_of(ops[i].name);
    if (!role)
      return error_at(ops, i, Code::not_found,
                      find_op(ops[i].name) ? "it takes more than two tensors and has no place in a list"
                                           : "there is no such op; docs/ops.md lists them all, and there are scale, "
                                             "mask, dropout and gelu_tanh");
    roles.push_back(*role);
  }
  return roles;
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
  // `quantize`: what right sides of matmuls are quantised to, or null. The parts of such ones are inputs after all
  // tensors.
  Fold(const FusionOps& ops, std::span<const Desc> tensors, const QuantizeOptions* quantize)
      : ops_(ops), quantize_(quantize) {
    for (size_t i = 0; i < tensors.size(); ++i) inputs_.push_back(graph_.input(format("t{}", i), tensors[i]));
  }

  const std::vector<Weights>& weights() const { return weights_; }

  Result<Graph> run(const std::vector<Role>& roles) {
    const int given = static_cast<int>(inputs_.size());
    int need = 1, most = 1;
    for (const Role& r : roles) need += r.takes, most += r.takes + r.may_take;
    if (given == 0 || given > most)
      return error(Code::invalid_argument, "[fusion] {} takes {} tensors, got {}{}", list_text(ops_),
                   need == most ? to_text(need) : format("{} to {}", need, most), given,
                   given ? format(": no op takes tensor {}", most) : "");
    int missing = need - given, spare = given - need;
    for (size_t i = roles.size(); missing > 0;)  // from the end, to the first op that goes without
      if ((missing -= roles[--i].takes) <= 0)
        return error_at(ops_, i, Code::invalid_argument,
                        format("it needs a tensor more than the {} given; the list takes {}", given, need));
    acc_ = inputs_[0];
    size_t next = 1;
    for (size_t at = 0; at < ops_.size(); ++at) {
      const int more = std::min(roles[at].may_take, spare);
      spare -= more;
      std::vector<Value> in{acc_};
      for (int k = 0; k < roles[at].takes + more; ++k) in.push_back(inputs_[next++]);
      const auto made = step(ops_[at], in);
      if (!made.ok()) return error_at(ops_, at, made.error().code, made.error().message);
      acc_ = *made;
    }
    graph_.output("", acc_);
    return std::move(graph_);
  }

 private:
  Result<Value> step(const FusionOp& op, std::span<const Value> in) {
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
    if (op.name == "gelu_tanh") {
      (void)TRY(only(op, ""));
      return graph_.apply("gelu", in, {{"approximate", "tanh"}});
    }
    if (op.name == "attention") return attention(op, in);
    if (op.name == "matmul" && quantize_) return packed_matmul(op, in[1]);
    const Value made = TRY(graph_.apply(op.name, in, op.settings));
    if (op.name == "matmul") {
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
  if (!find_op("attention") || recognise(ops) != FusionPattern::AttentionPattern || ops[0].name != "matmul") return {};
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
    if (op.name == "softmax")
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

std::string_view name(FusionPattern pattern) { return pattern_names[static_cast<size_t>(pattern)]; }

Result<FusionPattern> fusion_pattern(std::string_view name) {
  std::string known;
  for (size_t i = 0; i < fusion_patterns; ++i) {
    if (pattern_names[i] == name) return static_cast<FusionPattern>(i);
    known += i ? ", " : "", known += pattern_names[i];
  }
  return error(Code::not_found, "[fusion] there is no pattern '{}'; there are {}", name, known);
}

std::optional<FusionPattern> recognise(const FusionOps& ops, bool quantised) {
  std::vector<Kind> kinds;
  for (const FusionOp& op : ops) {
    const std::optional<Role> role = role_of(op.name);
    if (!role) return {};
    kinds.push_back(role->kind);
  }
  if (kinds.empty()) return {};
  const size_t count = kinds.size();
  const auto all = [&](size_t from, auto is) {
    return std::all_of(kinds.begin() + static_cast<long>(from), kinds.end(), is);
  };
  const auto are = [&](size_t from, Kind kind) { return from < count && all(from, [=](Kind k) { return k == kind; }); };
  const auto named = [&](size_t i, std::string_view name) { return i < count && ops[i].name == name; };

  size_t i = 1;  // of attention written out
  if (named(i, "scale")) ++i;
  if (named(i, "mask")) ++i;
  if (named(i, "softmax")) ++i;
  else i = count;
  if (named(i, "dropout")) ++i;
  const bool written_out = kinds[0] == Kind::matmul && named(i, "matmul") && i + 1 == count;
  if (written_out || (count == 1 && kinds[0] == Kind::attention))
    return quantised ? FusionPattern::QuantizedAttention : FusionPattern::AttentionPattern;

  if (kinds[0] == Kind::matmul) {
    if (count == 1) return quantised ? std::optional(FusionPattern::QuantizedMatmul) : std::nullopt;
    if (are(1, Kind::matmul)) return FusionPattern::MatrixChain;
    if (are(named(1, "add") ? 2 : 1, Kind::activation))
      return quantised ? FusionPattern::QuantizedMatmulActivation : FusionPattern::LinearActivation;
    return {};
  }
  if (kinds[0] == Kind::norm)
    return are(1, Kind::activation) ? std::optional(FusionPattern::NormActivation) : std::nullopt;
  if (kinds[0] == Kind::shape) {
    const bool rest_is_shape = std::all_of(kinds.begin(), kinds.end() - 1, [](Kind k) { return k == Kind::shape; });
    return rest_is_shape && kinds.back() != Kind::shape ? std::optional(FusionPattern::ReshapeOp) : std::nullopt;
  }
  if (count < 2) return {};
  if (are(0, Kind::activation)) return FusionPattern::ActivationChain;
  if (count == 2 && kinds[0] == Kind::binary && (kinds[1] == Kind::unary || kinds[1] == Kind::activation))
    return FusionPattern::BinaryUnary;
  if (all(0, element_wise)) return FusionPattern::ElementWiseChain;
  return {};
}

Result<Graph> fold_ops(std::span<const Desc> tensors, const FusionOps& ops) {
  const std::vector<Role> roles = TRY(roles_of(ops));
  return Fold(ops, tensors, nullptr).run(roles);
}

struct WebGPUOperationFusion::Seen {
  FusionOps ops;
  FusionAnswer answer;
  Graph plain, graph;  // as the list says, and as it runs
  std::vector<Weights> weights;
  RunOptions options;
  WebGPUBackend::Program program;
  CpuBackend::Program cpu_program;
};

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
  const std::vector<Role> roles = TRY(roles_of(ops));
  (void)TRY(check_config());
  const std::optional<FusionPattern> pattern = recognise(ops, config_.use_quantized_weights);
  const std::string found(pattern ? name(*pattern) : "");
  const auto& enabled = config_.enabled_patterns;
  if (pattern && (!enabled || std::find(enabled->begin(), enabled->end(), *pattern) != enabled->end()))
    return FusionAnswer{true, found, format("it is a {}", found)};
  for (const Custom& c : customs_)
    if (c.ops == ops) return FusionAnswer{true, c.name, "it is a pattern of your own"};
  if (pattern) return FusionAnswer{false, found, format("it is a {}, which is not enabled", found)};
  if (ops.size() == 1) return FusionAnswer{false, "", "one op alone has nothing to fuse with"};
  const auto joins = [](Kind k) { return element_wise(k) || k == Kind::shape; };
  for (size_t i = 0; i + 1 < ops.size(); ++i)
    if (joins(roles[i].kind) || joins(roles[i + 1].kind))
      return FusionAnswer{
          true, "", format("op {} '{}' and op {} '{}' can share a kernel", i, ops[i].name, i + 1, ops[i + 1].name)};
  return FusionAnswer{false, "",
                      format("op 0 '{}' and op 1 '{}' each need a kernel of their own", ops[0].name, ops[1].name)};
}

Result<FusionAnswer> WebGPUOperationFusion::create_fusion_pattern(FusionOps ops, std::string own) {
  (void)TRY(roles_of(ops));
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
  seen_.clear();  // lists that ran unfused may fuse now
  return answer;
}

Result<std::shared_ptr<WebGPUOperationFusion::Seen>> WebGPUOperationFusion::make(std::span<const Desc> tensors,
                                                                                 const FusionOps& ops,
                                                                                 bool use_fusion) const {
  auto seen = std::make_shared<Seen>();
  seen->ops = ops;
  seen->answer = TRY(can_fuse(ops));
  const QuantizeOptions few = quantizing(false);
  Fold fold(ops, tensors, config_.use_quantized_weights ? &few : nullptr);
  seen->plain = TRY(fold.run(TRY(roles_of(ops))));
  seen->weights = fold.weights();
  FusionAnswer& answer = seen->answer;
  if (!use_fusion) answer.fuses = false, answer.reason = "fusion was not asked for";
  else if (config_.strict && !answer.fuses)
    return error(Code::unsupported, "[fusion] {} cannot fuse: {}", list_text(ops), answer.reason);
  // A list over the limit still runs in kernels of as many ops as are allowed.
  seen->options.fuse = use_fusion && TRY(can_fuse_any_length(ops)).fuses;
  seen->options.most_fused = config_.max_fusion_length;
  seen->options.profile = config_.profile;
  if (!config_.use_browser_optimizations && config_.profile.profile.empty()) seen->options.profile.profile = "chrome";
  std::optional<Graph> joined;
  if (use_fusion && answer.fuses && backend_.webgpu() && seen->weights.empty())
    joined = as_attention(tensors, ops, seen->plain);
  seen->graph = joined ? std::move(*joined) : seen->plain;
  if (use_fusion && config_.reassociate) seen->graph = TRY(passes::associate_products(seen->graph));
  return seen;
}

Task<Result<Tensor>> WebGPUOperationFusion::execute_operations(std::vector<Tensor> tensors, FusionOps ops,
                                                               bool use_fusion) {
  WebGPUBackend* gpu = backend_.webgpu();
  for (size_t i = 0; i < tensors.size(); ++i)
    if (gpu ? !tensors[i].on_gpu() : !tensors[i].on_cpu())
      co_return error(Code::invalid_argument, "[fusion] tensor {} is not on the {}: move it there first", i,
                      gpu ? "GPU (upload)" : "CPU (download)");
  // Bytes rather than text where there are many: this is done for every call.
  std::string key(1, use_fusion ? '+' : '-');
  for (const FusionOp& op : ops) {
    key += op.name, key += ' ';
    if (!op.settings.empty()) key += format("({}) ", op.settings);
  }
  for (const Tensor& t : tensors) {
    const std::span<const int64_t> sizes = t.shape().sizes();
    const char head[] = {' ', static_cast<char>(t.dtype()), static_cast<char>(t.offset() % 4 != 0),
                         static_cast<char>(sizes.size())};
    key.append(head, sizeof head).append(reinterpret_cast<const char*>(sizes.data()), sizes.size_bytes());
  }
  std::shared_ptr<Seen> seen;
  const auto found = seen_.find(key);
  const bool fresh = found == seen_.end();
  if (!fresh) {
    seen = found->second;
  } else {
    std::vector<Desc> descs;
    for (const Tensor& t : tensors) descs.push_back(t.desc());
    CO_TRY(seen, make(descs, ops, use_fusion));
  }
  for (const Weights& w : seen->weights) {
    QuantizedTensor few;
    CO_TRY(few, co_await quantised(tensors[w.tensor], w.transpose_b));
    for (const Tensor& t : few.tensors()) tensors.push_back(t);
  }
  if (fresh) {
    if (gpu) {
      CO_TRY(seen->program, co_await gpu->prepare(seen->graph, tensors, seen->options));
    } else if (const CpuBackend* cpu = backend_.cpu()) {
      CO_TRY(seen->cpu_program, cpu->prepare(seen->graph));
    }
    if (seen_.size() > 4096) seen_.clear();
    seen_.emplace(std::move(key), seen);
  }
  last_ = seen;
  Result<std::vector<Tensor>> out{std::vector<Tensor>{}};
  if (gpu) out = co_await gpu->run(seen->program, std::move(tensors));
  else if (seen->cpu_program) out = co_await backend_.cpu()->run(seen->cpu_program, std::move(tensors));
  else out = co_await backend_.run(seen->graph, std::move(tensors), seen->options);
  if (!out.ok()) co_return std::move(out).error();
  co_return std::move((*out)[0]);
}

QuantizeOptions WebGPUOperationFusion::quantizing(bool transpose_b) const {
  return {.bits_per_weight = config_.bits_per_weight,
          .use_symmetric_quantization = config_.use_symmetric_quantization,
          .use_per_channel_quantization = config_.use_per_channel_quantization,
          .transpose_b = transpose_b,
          .activation_bits = config_.activation_bits};
}

Task<Result<QuantizedTensor>> WebGPUOperationFusion::quantised(Tensor weights, bool transpose_b) {
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

Result<FusionReport> WebGPUOperationFusion::report(const Seen& seen) const {
  FusionReport r{.ops = {}, .answer = seen.answer, .fused = false, .before = {}, .after = {}, .explanation = {}};
  for (const FusionOp& op : seen.ops) r.ops.push_back(op.name);
  r.explanation.given = seen.plain, r.explanation.graph = seen.graph;
  const WebGPUBackend* gpu = backend_.webgpu();
  if (!gpu) {
    r.answer.fuses = false, r.answer.reason = "the CPU runs op by op";
    return r;
  }
  r.explanation = TRY(gpu->explain(seen.graph, seen.options));
  if (!seen.options.fuse) {  // the same reason everywhere, seen through reshapes
    const std::vector<int> maker = makers_of(seen.graph);
    const auto& nodes = seen.graph.nodes();
    for (size_t n = 0; n < nodes.size(); ++n)
      for (Value v : nodes[n].op->name == "reshape" ? std::vector<Value>() : nodes[n].in)
        if (const int m = maker[static_cast<size_t>(without_reshapes(seen.graph, maker, v).id)]; m >= 0)
          r.explanation.apart.push_back({m, static_cast<int>(n), seen.answer.reason});
  }
  // A list that became attention is compared with what it says, op by op.
  r.explanation.given = seen.plain;
  r.explanation.before = TRY(gpu->explain(seen.plain, seen.options)).before;
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

// attention: y = softmax(scale * q·kᵀ + mask)·v per head, in one kernel and without a matrix of all scores: keys are
// met a tile at a time, and sums are kept relative to the largest score so far. Several heads of q may share one of k
// and v.
//
// A row that sees no key, or only keys whose score is -inf, is 0 (a plain softmax has no value there). Causal rows do
// not look at later keys at all; a key masked with -inf has the weight 0, so that NaN or infinity in its v still makes
// NaN, as the formula says. NaN or +inf among the scores of a row makes the row NaN.
#include "ops/attention/attention.h"

#include <cmath>
#include <limits>

#include "base/try.h"
#include "ops/rows/rows.h"

namespace bitloom {
namespace {

Result<std::vector<Desc>> infer(const OpCall& call) {
  const Desc &q = call.in[0], &k = call.in[1], &v = call.in[2];
  for (const Desc* x : {&q, &k, &v}) {
    const char* who = x == &q ? "q" : x == &k ? "k" : "v";
    if (!is_float(x->dtype))
      return error(Code::invalid_argument, "[attention] {} is {}; it takes f32, f16 and bf16", who, *x);
    if (x->dtype != q.dtype)
      return error(Code::invalid_argument, "[attention] q is {} and {} is {}: types {} and {} differ.", q, who, *x,
                   name(q.dtype), name(x->dtype));
    if (x->shape.rank() != 4)
      return error(Code::invalid_argument, "[attention] {} is {}: four axes are needed, [batch, heads, length, size]",
                   who, *x);
  }
  const auto differ = [](const char* a_name, const Desc& a, const char* b_name, const Desc& b, const char* what,
                         int axis) {
    return error(Code::invalid_argument, "[attention] {} is {} and {} is {}: {} {} and {} differ.", a_name, a.shape,
                 b_name, b.shape, what, a.shape[axis], b.shape[axis]);
  };
  if (q.shape[0] != k.shape[0]) return differ("q", q, "k", k, "batch sizes", 0);
  if (k.shape[0] != v.shape[0]) return differ("k", k, "v", v, "batch sizes", 0);
  if (q.shape[3] != k.shape[3]) return differ("q", q, "k", k, "head sizes", 3);
  if (k.shape[1] != v.shape[1]) return differ("k", k, "v", v, "numbers of heads", 1);
  if (k.shape[2] != v.shape[2]) return differ("k", k, "v", v, "lengths", 2);
  const int64_t heads = q.shape[1], groups = k.shape[1];
  if (groups == 0 ? heads != 0 : heads % groups != 0)
    return error(Code::invalid_argument, "[attention] q is {} and k is {}: {} heads cannot share {} evenly.", q.shape,
                 k.shape, heads, groups);
  if (q.shape[3] < 1 || q.shape[3] > Attention::max_size)
    return error(Code::invalid_argument, "[attention] q is {}: a head has 1 to {} elements, not {}", q.shape,
                 Attention::max_size, q.shape[3]);
  if (v.shape[3] > Attention::max_size)
    return error(Code::invalid_argument, "[attention] v is {}: a head has at most {} elements, not {}", v.shape,
                 Attention::max_size, v.shape[3]);
  if (call.in.size() > 3) {
    const Desc& mask = call.in[3];
    if (mask.dtype != DType::f32 && mask.dtype != q.dtype)
      return error(Code::invalid_argument, "[attention] the mask is {} and q is {}: a mask is f32 or of q's type", mask,
                   q);
    const Shape scores{q.shape[0], heads, q.shape[2], k.shape[2]};
    const auto both = broadcast("attention", mask.shape, scores);
    if (!both || *both != scores)
      return error(Code::invalid_argument, "[attention] the mask is {}: it does not broadcast to the scores, {}",
                   mask.shape, scores);
  }
  const double scale = call.attrs.number("scale");
  if (!std::isfinite(scale))
    return error(Code::invalid_argument, "[attention] scale is {}: a finite number is needed, 0 for 1/sqrt(D)", scale);
  return std::vector<Desc>{
      {q.dtype, TRY(checked_shape("attention", std::array<int64_t, 4>{q.shape[0], heads, q.shape[2], v.shape[3]}))}};
}

// Scores are f32: what is over its range is infinite.
double as_f32(double v) {
  return std::abs(v) > static_cast<double>(std::numeric_limits<float>::max())
             ? std::copysign(std::numeric_limits<double>::infinity(), v)
             : v;
}

// The mask's element for a score of a batch, head, query and key: its axes are the last ones, and those of size 1
// repeat.
size_t mask_index(const Shape& mask, const std::array<int64_t, 4>& at) {
  int64_t index = 0;
  for (int axis = 0; axis < mask.rank(); ++axis)
    index = index * mask[axis] +
            (mask[axis] == 1 ? 0 : at[size_t{4} - static_cast<size_t>(mask.rank()) + static_cast<size_t>(axis)]);
  return static_cast<size_t>(index);
}

void reference(const CpuCall& c) {
  if (c.out[0].elements() == 0) return;
  const Attention a = attention_of(c.call());
  const std::vector<double> q = c.in[0].to_doubles(), k = c.in[1].to_doubles(), v = c.in[2].to_doubles();
  const std::vector<double> mask = a.masked ? c.in[3].to_doubles() : std::vector<double>{};
  std::vector<double> scores(static_cast<size_t>(a.keys));
  for (int64_t row = 0; row < a.batch * a.heads * a.queries; ++row) {
    const int64_t head = row / a.queries, query = row % a.queries, seen = a.seen(query);
    const double* k_head = k.data() + head / a.share() * a.keys * a.d;
    const double* v_head = v.data() + head / a.share() * a.keys * a.e;
    double top = -std::numeric_limits<double>::infinity(), total = 0;
    for (int64_t j = 0; j < seen; ++j) {
      double s = 0;
      for (int64_t i = 0; i < a.d; ++i) s += as_f32(q[static_cast<size_t>(row * a.d + i)] * k_head[j * a.d + i]);
      s *= a.scale;
      if (a.masked) s += mask[mask_index(c.in[3].shape(), {head / a.heads, head % a.heads, query, j})];
      s = as_f32(s);
      scores[static_cast<size_t>(j)] = s;
      top = std::fmax(top, s);
    }
    if (top == -std::numeric_limits<double>::infinity()) {  // NaN is less than that only where all are NaN
      bool none = true;
      for (int64_t j = 0; j < seen; ++j) none = none && !std::isnan(scores[static_cast<size_t>(j)]);
      if (none) {
        for (int64_t i = 0; i < a.e; ++i) set_double(c.out[0], row * a.e + i, 0);
        continue;
      }
    }
    for (int64_t j = 0; j < seen; ++j) {
      double& s = scores[static_cast<size_t>(j)];
      s = std::exp(s - top);
      total += s;
    }
    for (int64_t i = 0; i < a.e; ++i) {
      double sum = 0;
      for (int64_t j = 0; j < seen; ++j) sum += scores[static_cast<size_t>(j)] / total * v_head[j * a.e + i];
      set_double(c.out[0], row * a.e + i, sum);
    }
  }
}

double flops(const OpCall& call) {
  const Attention a = attention_of(call);
  double pairs = 0;
  for (int64_t i = 0; i < a.queries; ++i) pairs += static_cast<double>(a.seen(i));
  return 2.0 * pairs * static_cast<double>(a.batch * a.heads) * static_cast<double>(a.d + a.e);
}

std::vector<Case> cases() {
  using enum DType;
  const Attrs causal{{"causal", 1}};
  const Fill special{Fill::special}, holes{Fill::uniform, -6.8e38, 0};  // holes: half of them -inf as f32
  const Fill plain{};
  // q, k and v of one size; heads of k and v when they are fewer.
  const auto qkv = [](DType t, int64_t b, int64_t h, int64_t s, int64_t keys, int64_t d, int64_t g = 0) {
    const int64_t kv = g ? g : h;
    return std::vector<Desc>{{t, {b, h, s, d}}, {t, {b, kv, keys, d}}, {t, {b, kv, keys, d}}};
  };
  const auto with = [](std::vector<Desc> in, Desc mask) {
    in.push_back(mask);
    return in;
  };
  return {
      {"heads of 64", qkv(f32, 1, 2, 70, 70, 64)},
      {"heads of 64, causal", qkv(f32, 1, 2, 70, 70, 64), causal},
      {"heads of 32, several tiles", qkv(f32, 1, 1, 130, 139, 32)},
      {"heads of 80, causal, fewer queries", qkv(f32, 1, 1, 20, 45, 80), causal},
      {"heads of 128, causal, more queries", qkv(f32, 1, 1, 45, 20, 128), causal},
      {"heads of 256", qkv(f32, 1, 1, 33, 66, 256)},
      {"v longer than q and k", {{f32, {1, 2, 12, 20}}, {f32, {1, 2, 14, 20}}, {f32, {1, 2, 14, 64}}}},
      {"two heads share", qkv(f32, 2, 4, 10, 18, 64, 2)},
      {"eight heads share, causal", qkv(f32, 1, 8, 12, 12, 64, 1), causal},
      {"a scale", qkv(f32, 1, 1, 12, 20, 64), {{"scale", 0.5}}},
      {"f16, mask", with(qkv(f16, 2, 2, 12, 20, 64), {f32, {2, 2, 12, 20}})},
      {"f16, mask of keys", with(qkv(f16, 1, 2, 20, 34, 64), {f32, {34}})},
      {"f16, mask of queries and keys, with -inf",
       with(qkv(f16, 2, 2, 12, 20, 64), {f32, {12, 20}}),
       {},
       {plain, plain, plain, holes}},
      {"f16, mask of heads and queries, causal", with(qkv(f16, 2, 4, 12, 20, 64, 2), {f32, {4, 12, 1}}), causal},
      {"f16, special values in the mask",
       with(qkv(f16, 1, 1, 40, 6, 64), {f32, {40, 6}}),
       {},
       {plain, plain, plain, special}},
      {"f16, several tiles", qkv(f16, 1, 2, 70, 139, 64)},
      {"f16, several tiles, causal", qkv(f16, 1, 1, 150, 161, 32), causal},
      {"f16, heads of 100, shared", qkv(f16, 1, 4, 20, 45, 100, 2), causal},
      {"f16, special values in v, causal", qkv(f16, 1, 2, 12, 1, 64), causal, {plain, plain, special}},
      {"f16, odd size", qkv(f16, 1, 2, 21, 34, 35)},
      {"one query", qkv(f32, 2, 4, 1, 100, 64, 2)},
      {"one query, many keys", qkv(f32, 1, 2, 1, 2100, 32), causal},
      {"few queries, many keys, causal, shared", qkv(f32, 1, 4, 3, 1100, 40, 2), causal},
      {"one query, odd size, mask, many keys",
       with(qkv(f16, 1, 1, 1, 1500, 35), {f32, {1500}}),
       {},
       {plain, plain, plain, holes}},
      {"odd sizes, few queries", qkv(f32, 2, 3, 5, 29, 7)},
      {"heads of 1, causal", qkv(f32, 1, 2, 8, 33, 1), causal},
      {"few queries, more than keys, causal", qkv(f32, 1, 2, 4, 2, 32), causal},
      {"bf16, mask of keys", with(qkv(bf16, 2, 2, 3, 20, 32), {bf16, {20}})},
      {"bf16, mask of batch and keys", with(qkv(bf16, 2, 2, 2, 70, 80), {bf16, {2, 1, 1, 70}})},
      {"one key", qkv(f32, 2, 2, 12, 1, 64)},
      {"no keys", qkv(f32, 1, 2, 12, 0, 64)},
      {"no keys for one query", qkv(f32, 1, 2, 1, 0, 32)},
      {"no queries", qkv(f32, 1, 2, 0, 12, 32)},
      {"no batches", qkv(f32, 0, 2, 3, 12, 32)},
      {"special values in q and k", qkv(f32, 1, 20, 2, 5, 1), {}, {special, special, plain}},
      {"special values in v", qkv(f32, 1, 2, 12, 1, 64), {}, {plain, plain, special}},
      {.name = "16 heads of 64, 2048 tokens", .in = qkv(f32, 1, 16, 2048, 2048, 64), .benchmark = true},
      {.name = "the same, causal", .in = qkv(f32, 1, 16, 2048, 2048, 64), .attrs = causal, .benchmark = true},
      {.name = "the same in f16", .in = qkv(f16, 1, 16, 2048, 2048, 64), .benchmark = true},
      {.name = "the same in f16, causal", .in = qkv(f16, 1, 16, 2048, 2048, 64), .attrs = causal, .benchmark = true},
      {.name = "one query, 2048 tokens", .in = qkv(f32, 1, 32, 1, 2048, 64), .benchmark = true},
      {.name = "one query, 32768 tokens", .in = qkv(f32, 1, 8, 1, 32768, 128), .benchmark = true},
  };
}

}  // namespace

Attention attention_of(const OpCall& call) {
  const Shape &q = call.in[0].shape, &k = call.in[1].shape;
  Attention a{.batch = q[0],
              .heads = q[1],
              .groups = k[1],
              .queries = q[2],
              .keys = k[2],
              .d = q[3],
              .e = call.in[2].shape[3],
              .causal = call.attrs.flag("causal"),
              .masked = call.in.size() > 3,
              .halves = call.in[0].dtype == DType::f16};
  a.scale = call.attrs.number("scale");
  if (a.scale == 0) a.scale = 1 / std::sqrt(static_cast<double>(a.d));
  if (a.masked) {
    const Shape& mask = call.in[3].shape;
    const auto strides = mask.strides();
    const size_t rank = static_cast<size_t>(mask.rank());
    for (size_t axis = 0; axis < rank; ++axis)
      if (mask.sizes()[axis] != 1) a.mask_steps[4 - rank + axis] = strides[axis];
  }
  return a;
}

const Op& op_attention() {
  static const Op op{
      .name = "attention",
      .formula = "y = softmax(scale · q·kᵀ + mask)·v per head; q [B, H, S, D], k and v [B, G, T, D], G divides H",
      .anchor = Anchor::attention,
      .min_inputs = 3,
      .max_inputs = 4,
      .attrs = {{"causal", false, "1: query i sees the keys up to i + T - S", AttrKind::flag},
                {"scale", 0.0, "of the scores; 0: 1/sqrt(D)"}},
      .infer = infer,
      .role = Role::attention,
      .reference = reference,
      .cpu = attention_cpu,
      .gpu = attention_gpu,
      .tolerance = 2e-5,  // the exp of a score has the error of the score, absolute, as its relative one
      .matrix_tolerance = 1e-3,
      .flops = flops,
      .cases = cases,
  };
  return op;
}

}  // namespace bitloom

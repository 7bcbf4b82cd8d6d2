// quantized_attention: attention whose k and v are codes of 4 or 8 bits, as a cache of them is kept: groups of 32 of a
// head's elements, each with a scale and a minimum side by side in f16. Codes are turned into numbers where the kernel
// loads them; everything else is the op attention.
#include <algorithm>
#include <array>
#include <cmath>

#include "base/try.h"
#include "ops/attention/attention.h"
#include "ops/packed/packed.h"

namespace bitloom {
namespace {

constexpr int64_t group = 32;

quant::Scheme scheme_of(const OpCall& call) {
  return {.bits = static_cast<int>(call.attrs.integer("bits")), .group = static_cast<int>(group)};
}

// How many elements a head has, or why codes and fits are none.
Result<int64_t> head_size(const OpCall& call, const char* who, size_t at) {
  const Desc &codes = call.in[at], &fits = call.in[at + 1];
  if (codes.dtype != DType::u32 || codes.shape.rank() != 4 || codes.shape[3] * 32 % (scheme_of(call).bits * group) != 0)
    return error(Code::invalid_argument,
                 "[quantized_attention] {} is {}: codes are u32 [batch, heads, length, words], whole groups of {}", who,
                 codes, group);
  const int64_t size = codes.shape[3] * 32 / scheme_of(call).bits;
  const Shape& c = codes.shape;
  const std::array<int64_t, 5> wanted{c[0], c[1], c[2], size / group, 2};
  if (fits.dtype != DType::f16 || fits.shape != Shape(wanted))
    return error(Code::invalid_argument,
                 "[quantized_attention] the scales and minimums of {} are {}: f16{} belong to codes {}", who, fits,
                 Shape(wanted), c);
  return size;
}

// What attention would be given.
Result<std::vector<Desc>> written_out(const OpCall& call) {
  const int64_t bits = call.attrs.integer("bits");
  if (bits != 4 && bits != 8)
    return error(Code::invalid_argument, "[quantized_attention] {} bits: keys and values must have 4 or 8", bits);
  std::vector<Desc> out{call.in[0]};
  for (const size_t at : {size_t{1}, size_t{3}}) {
    const int64_t size = TRY(head_size(call, at == 1 ? "k" : "v", at));
    const Shape& c = call.in[at].shape;
    out.push_back({call.in[0].dtype, {c[0], c[1], c[2], size}});
  }
  if (call.in.size() > 5) out.push_back(call.in[5]);
  return out;
}

Attrs plain_attrs(const OpCall& call) {
  return {{"causal", call.attrs.integer("causal")}, {"scale", call.attrs.number("scale")}};
}

Result<std::vector<Desc>> infer(const OpCall& call) {
  const std::vector<Desc> in = TRY(written_out(call));
  const auto plain = resolve("attention", in, plain_attrs(call));
  if (!plain.ok()) return error(plain.error().code, "[quantized_attention] {}", plain.error().message);
  return plain->out;
}

// Where attention's own view of the call lives.
struct Plain {
  std::vector<Desc> in;
  Attrs attrs;
  explicit Plain(const OpCall& call) : in(*written_out(call)), attrs(plain_attrs(call)) {}
  Attention attention(const OpCall& call) const {
    Attention a = attention_of({in, attrs, call.out});
    a.halves = false;  // a code times its scale is more than f16 holds
    return a;
  }
};

// Keys or values in f32; the reference takes codes out by the quantizer's own unpacking.
Tensor numbers(const CpuCall& call, size_t at, const Shape& shape, bool reference) {
  const Tensor &codes = call.in[at], &fits = call.in[at + 1];
  const int64_t size = shape[3], rows = shape.product(0, 3), groups = size / group;
  const Packed packed{.scheme = scheme_of(call.call()),
                      .layout = *quant::layout_of(scheme_of(call.call()), std::max<int64_t>(rows, 1), size)};
  const std::vector<float> pairs = fits.to_floats();
  std::vector<float> scales, minimums;
  for (size_t i = 0; i + 1 < pairs.size(); i += 2) scales.push_back(pairs[i]), minimums.push_back(pairs[i + 1]);
  const std::array parts{*codes.reshape({rows, packed.layout.words}), Tensor::from<float>({rows, groups}, scales),
                         Tensor::from<float>({rows, groups}, minimums)};
  const Tensor out(DType::f32, shape);
  for (int64_t row = 0; row < rows; ++row) {
    float* to = out.data<float>().data() + row * size;
    if (reference) std::ranges::copy(reference_row(packed, parts, row), to);
    else unpack_row(packed, parts, row, to);
  }
  return out;
}

void run(const CpuCall& call, bool reference) {
  if (call.out[0].elements() == 0) return;
  const Plain plain(call.call());
  const DType dtype = call.out[0].dtype();
  std::vector<Tensor> in{Tensor::from_floats(DType::f32, call.in[0].shape(), call.in[0].to_floats()),
                         numbers(call, 1, plain.in[1].shape, reference),
                         numbers(call, 3, plain.in[2].shape, reference)};
  if (call.in.size() > 5) in.push_back(Tensor::from_floats(DType::f32, call.in[5].shape(), call.in[5].to_floats()));
  const std::vector<Tensor> out{dtype == DType::f32 ? call.out[0] : Tensor(DType::f32, call.out[0].shape())};
  const Op& op = *find_op("attention");
  (reference ? op.reference : op.cpu)({in, plain.attrs, out, {}, {}});
  if (dtype != DType::f32) {
    const Tensor narrow = Tensor::from_floats(dtype, out[0].shape(), out[0].to_floats());
    std::copy_n(narrow.raw(), narrow.bytes(), call.out[0].raw());
  }
}
void reference(const CpuCall& call) { run(call, true); }
void cpu(const CpuCall& call) { run(call, false); }

Status lower(Lowering& to, const OpCall& call) {
  const Plain plain(call);
  return lower_attention(to, call, plain.attention(call), scheme_of(call).bits);
}

double flops(const OpCall& call) {
  const Plain plain(call);
  return find_op("attention")->flops({plain.in, plain.attrs, call.out});
}

std::vector<Case> cases() {
  std::vector<Case> list;
  struct Sizes {
    int64_t batch, heads, groups, queries, keys, d, e;
  };
  const auto add = [&](const char* name, int bits, DType dtype, Sizes s, Attrs attrs = {}, Shape mask = {},
                       bool large = false) {
    const auto codes = [&](int64_t size) { return Desc{DType::u32, {s.batch, s.groups, s.keys, size * bits / 32}}; };
    const auto fits = [&](int64_t size) { return Desc{DType::f16, {s.batch, s.groups, s.keys, size / 32, 2}}; };
    std::vector<Desc> in{{dtype, {s.batch, s.heads, s.queries, s.d}}, codes(s.d), fits(s.d), codes(s.e), fits(s.e)};
    // Numbers of ordinary size: a score's rounding error is a weight's relative one.
    const double most = 1.5 / (1 << bits);
    const Fill bit{.kind = Fill::bits}, small{.kind = Fill::uniform, .low = -most, .high = most};
    std::vector<Fill> fill{{}, bit, small, bit, small};
    if (mask.rank() > 0) in.push_back({DType::f32, mask}), fill.push_back({});
    attrs.set("bits", bits);
    list.push_back({name, in, attrs, fill, large});
  };
  const Attrs causal{{"causal", 1}};
  add("8 bits", 8, DType::f32, {1, 2, 2, 20, 37, 64, 64});
  add("4 bits, causal, shared", 4, DType::f32, {2, 4, 2, 12, 12, 32, 32}, causal);
  add("4 bits, v longer, a mask", 4, DType::f32, {1, 2, 2, 11, 19, 32, 64}, {{"scale", 0.3}}, {11, 19});
  add("8 bits, few queries, many keys, causal", 8, DType::f32, {1, 2, 2, 3, 700, 32, 32}, causal);
  add("4 bits, one query, a mask", 4, DType::f16, {1, 2, 2, 1, 33, 64, 32}, {}, {33});
  add("no keys", 4, DType::f32, {1, 1, 1, 2, 0, 32, 32});
  for (int bits : {8, 4})
    add(bits == 8 ? "8 bits, one query, 32768 tokens" : "4 bits, one query, 32768 tokens", bits, DType::f32,
        {1, 8, 8, 1, 32768, 128, 128}, {}, {}, true);
  return list;
}

}  // namespace

const Op& op_quantized_attention() {
  static const Op op{
      .name = "quantized_attention",
      .formula =
          "attention whose k and v are codes of 4 or 8 bits, each followed by f16 (scale, minimum) for 32 of them",
      .anchor = Anchor::attention,
      .min_inputs = 5,
      .max_inputs = 6,
      .attrs = {{"bits", {}, "of keys and values: 4 or 8", AttrKind::integer},
                {"causal", false, "1: query i sees the keys up to i + T - S", AttrKind::flag},
                {"scale", 0.0, "of the scores; 0: 1/sqrt(D)"}},
      .infer = infer,
      .reference = reference,
      .cpu = cpu,
      .gpu = lower,
      .tolerance = 2e-5,
      .flops = flops,
      .cases = cases,
  };
  return op;
}

}  // namespace bitloom

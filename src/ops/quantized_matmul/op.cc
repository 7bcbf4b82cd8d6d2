// quantized_matmul: y[..., j] = sum over p of x[..., p] * W[j, p], where W is few-bit weights [outputs, inputs]: codes,
// scales and, unless they are symmetric, minimums (src/ops/packed). The weights are never written out; sums are in f32.
// Anchor: matmul, with the same prologue and epilogue.
#include <algorithm>
#include <array>
#include <cmath>

#include "base/try.h"
#include "ops/quantized_matmul/quantized_matmul.h"

namespace bitloom {
namespace {

Result<std::vector<Desc>> infer(const OpCall& call) {
  const Desc& x = call.in[0];
  if (!is_float(x.dtype) || x.shape.rank() == 0)
    return error(Code::invalid_argument,
                 "[quantized_matmul] x is {}: f32, f16 or bf16 with at least one axis is needed", x);
  DType dtype = x.dtype;
  if (const std::string& word = call.attrs.word("dtype"); !word.empty()) {
    const std::optional<DType> wanted = parse_dtype(word);
    if (!wanted || !is_float(*wanted))
      return error(Code::invalid_argument,
                   "[quantized_matmul] dtype '{}' is not supported; supported are f32, f16 and bf16", word);
    dtype = *wanted;
  }
  const int64_t inputs = x.shape[x.shape.rank() - 1], columns = call.attrs.integer("columns");
  if (columns != 0 && columns != inputs)
    return error(Code::invalid_argument, "[quantized_matmul] x is {} and a row has {} weights: {} and {} differ", x,
                 columns, inputs, columns);
  if (const int64_t bits = call.attrs.integer("x_bits"); bits != 32 && bits != 16 && bits != 8)
    return error(Code::invalid_argument,
                 "[quantized_matmul] x_bits {} is not supported; supported are 32 (x as it is), 16 and 8", bits);
  const Packed weights = TRY(packed_of("quantized_matmul", call, 1, inputs));
  std::vector<int64_t> sizes(x.shape.sizes().begin(), x.shape.sizes().end());
  const bool gated = call.attrs.flag("gated");
  if (gated && weights.rows() % 2 != 0)
    return error(Code::invalid_argument, "[quantized_matmul] gated, with {} rows of weights: their number must be even",
                 weights.rows());
  sizes.back() = weights.rows() / (gated ? 2 : 1);
  return std::vector<Desc>{{dtype, TRY(checked_shape("quantized_matmul", sizes))}};
}

void reference(const CpuCall& call) {
  const Packed p = weights_of(call.call());
  std::vector<double> x = call.in[0].to_doubles();
  const int64_t m = rows_of(call.call()), n = p.rows(), k = p.columns();
  if (const int64_t x_bits = call.call().attrs.integer("x_bits"); x_bits < 32)
    for (int64_t i = 0; i < m; ++i)
      for (int64_t from = 0; from < k; from += 32) {
        const auto stretch = std::span(x).subspan(static_cast<size_t>(i * k + from),
                                                  static_cast<size_t>(std::min<int64_t>(32, k - from)));
        double size = 0;
        for (double v : stretch) size = std::max(size, std::abs(v));
        const double unit = size / (x_bits == 8 ? 127 : 32512);
        if (size > 1e-30)
          for (double& v : stretch) v = std::nearbyint(v / unit) * unit;
      }
  std::vector<float> y(static_cast<size_t>(m * n));
  for (int64_t j = 0; j < n; ++j) {
    const std::vector<double> w = reference_row(p, call.in.subspan(1), j);
    for (int64_t i = 0; i < m; ++i) {
      double sum = 0;
      for (int64_t q = 0; q < k; ++q) sum += x[static_cast<size_t>(i * k + q)] * w[static_cast<size_t>(q)];
      y[static_cast<size_t>(i * n + j)] = static_cast<float>(sum);
    }
  }
  if (call.call().attrs.flag("gated")) {
    for (size_t i = 0; i < y.size() / 2; ++i)
      y[i] = static_cast<float>(y[2 * i] / (1 + std::exp(-static_cast<double>(y[2 * i]))) * y[2 * i + 1]);
    y.resize(y.size() / 2);
  }
  const Tensor rounded = Tensor::from_floats(call.out[0].dtype(), call.out[0].shape(), y);
  std::copy_n(rounded.raw(), rounded.bytes(), call.out[0].raw());
}

double flops(const OpCall& call) {
  const Packed p = weights_of(call);
  return 2.0 * static_cast<double>(rows_of(call)) * static_cast<double>(p.rows()) * static_cast<double>(p.columns());
}

std::vector<Case> cases() {
  std::vector<Case> list;
  const auto add = [&](std::string name, DType dtype, Shape x, int64_t n, const quant::Scheme& s, bool large = false) {
    std::vector<Desc> in{{dtype, x}};
    for (const Desc& d : packed_inputs(s, n, x[x.rank() - 1])) in.push_back(d);
    list.push_back({std::move(name), in, packed_settings(s), {{}, {.kind = Fill::bits}, {}, {}}, large});
  };
  // Few rows and many, sizes that fill words and groups and such that do not. test.cc has every scheme.
  int64_t turn = 0;
  for (const auto& [name, s] : packed_schemes(true)) {
    const int64_t few = turn == 1 ? 3 : turn == 5 ? 2 : turn == 8 ? 7 : 1, odd = turn % 3;
    add(name, DType::f32, {few, odd ? 67 + 2 * turn : 160}, odd ? 13 + turn : 24, s);
    if (turn % 4 == 0) add(name + ", many rows", DType::f32, {12 + turn, turn ? 96 : 45}, turn ? 36 : 21, s);
    ++turn;
  }
  add("f16 rows", DType::f16, {5, 64}, 20, {.bits = 4});
  add("bf16, many rows, odd", DType::bf16, {19, 51}, 23, {.bits = 3});
  add("batches", DType::f32, {2, 3, 40}, 9, {.bits = 2});
  add("a vector", DType::f32, {70}, 8, {.bits = 4});
  add("one by one", DType::f32, {1, 1}, 1, {.bits = 8});
  add("one weight a row, many rows", DType::f16, {33, 1}, 3, {.bits = 1});
  add("no rows", DType::f32, {0, 32}, 5, {.bits = 4});
  // Of -1, 0 and 1 none lies half-way between two numbers, where rounding could go either way. test.cc rounds others.
  const auto whole = [&](std::string name, int x_bits, Shape x, int64_t n, const quant::Scheme& s,
                         DType dtype = DType::f32) {
    add(std::move(name), dtype, x, n, s);
    list.back().attrs.set("x_bits", x_bits);
    list.back().fill[0] = {.kind = Fill::integers, .low = -1, .high = 2};
  };
  const auto gated = [&](std::string name, DType dtype, Shape x, int64_t n, const quant::Scheme& s) {
    add(std::move(name), dtype, x, n, s);
    list.back().attrs.set("gated", 1);
  };
  gated("gated", DType::f32, {1, 64}, 12, {.bits = 4});
  gated("gated, odd pairs", DType::f32, {3, 50}, 14, {.bits = 2});
  gated("gated, many rows", DType::f16, {18, 64}, 22, {.bits = 8});
  whole("x in 8 bits, 4 bits", 8, {1, 96}, 20, {.bits = 4});
  whole("x in 16 bits, 3 bits", 16, {2, 77}, 9, {.bits = 3});
  whole("x in 8 bits, 3 bits aligned", 8, {3, 64}, 6, {.bits = 3, .aligned = true});
  whole("x in 8 bits, 8 bits, many rows", 8, {11, 70}, 35, {.bits = 8});
  whole("x in 16 bits, 2 bits, many rows", 16, {37, 160}, 24, {.bits = 2, .symmetric = true}, DType::f16);
  for (int bits : {8, 4, 3, 2, 1})
    add(format("{} bits, one row, 4096", bits), DType::f32, {1, 4096}, 4096, {.bits = bits}, true);
  add("4 bits, 128 rows, 4096", DType::f32, {128, 4096}, 4096, {.bits = 4}, true);
  return list;
}

}  // namespace

Packed weights_of(const OpCall& call) {
  const Shape& x = call.in[0].shape;
  return *packed_of("quantized_matmul", call, 1, x[x.rank() - 1]);
}

int64_t rows_of(const OpCall& call) { return call.in[0].shape.product(0, call.in[0].shape.rank() - 1); }

const Op& op_quantized_matmul() {
  static const Op op{
      .name = "quantized_matmul",
      .formula = "y = x·W', W few-bit weights [outputs, inputs] given by codes, scales and minimums",
      .anchor = Anchor::matmul,
      .min_inputs = 3,
      .max_inputs = 4,
      .attrs =
          [] {
            std::vector<AttrSpec> out = packed_attrs();
            out.push_back({"columns", 0, "weights of a row, without padding, to be checked; 0: as many as x has"});
            out.push_back({"dtype", "", "of the result: f32, f16 or bf16; empty: x's", AttrKind::dtype});
            out.push_back(
                {"gated", false, "1: rows of weights are pairs (gate, up), and y = silu(gate) * up", AttrKind::flag});
            out.push_back(
                {"x_bits", 32, "16 or 8: each 32 elements of x are rounded to whole numbers of so many bits"});
            return out;
          }(),
      .infer = infer,
      .outputs_axis = [](const Attrs&) { return 0; },
      .gate = Gate{.activation = "silu", .combine = "multiply"},
      .reference = reference,
      .cpu = quantized_matmul_cpu,
      .gpu = quantized_matmul_gpu,
      .tolerance = 1e-5,
      .flops = flops,
      .cases = cases,
  };
  return op;
}

}  // namespace bitloom

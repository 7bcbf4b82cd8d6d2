// Few-bit weights as ops take them: codes, u32 [N, words], with the scales they share and, unless the scheme is
// symmetric, minimums of the same shape: [N, groups], [N] or [1]. docs/format.md has the bits.
#pragma once

#include "bitloom/quantize.h"
#include "cpu/packed.h"
#include "graph/lowering.h"
#include "ops/op.h"
#include "quant/scheme.h"

namespace bitloom {

struct Packed {
  quant::Scheme scheme;
  quant::Layout layout;

  int64_t rows() const { return layout.rows; }
  int64_t columns() const { return layout.columns; }
  // From a row's scales to the next one's: 0 if all rows share one.
  int64_t scale_step() const { return layout.scales == 1 ? 0 : layout.scales / layout.rows; }
};

// The scheme that options ask for (src/quant/quantize.cc).
Result<quant::Scheme> scheme_of(const QuantizeOptions& options);

// bits, group and aligned; ops add their own.
std::vector<AttrSpec> packed_attrs();
// The same for ops that write weights out: how many a row has, and in what type.
std::vector<AttrSpec> unpacked_attrs();

// The weights that inputs `first`, `first + 1` and, if it is there, `first + 2` are, or why they are none.
Result<Packed> packed_of(std::string_view op, const OpCall& call, size_t first, int64_t columns);

// Weights of a row, all `columns` of them, in f32.
void unpack_row(const Packed& weights, std::span<const Tensor> tensors, int64_t row, float* to);
// The codes of some rows with what they are multiplied with and added to, in f32, which lies in `fits`.
struct Fits {
  std::vector<float> scales, bases;
};
CodeRows code_rows(const Packed& weights, std::span<const Tensor> tensors, int64_t first, int64_t count, Fits& fits);
// The same for references: plainly, by the quantizer's own unpacking.
std::vector<double> reference_row(const Packed& weights, std::span<const Tensor> tensors, int64_t row);
// Rounds values to row `row` of a matrix.
void store_row(std::span<const float> values, const Tensor& to, int64_t row);

// Adds weights to a kernel that includes packed/codes.wgsl: reads, settings and uniforms.
void read_packed(Lowering& to, const Packed& weights, int first, Kernel& kernel);

// dequantize and quantized_gather: rows of weights, `indices` naming them or not.
Status unpack_gpu(Lowering& to, const OpCall& call, const Packed& weights, bool indices);
// Their type: what attribute `dtype` says.
Result<DType> unpacked_type(std::string_view op, const OpCall& call);

// What an op with such weights takes.
std::vector<Desc> packed_inputs(const quant::Scheme& scheme, int64_t rows, int64_t columns);
Attrs packed_settings(const quant::Scheme& scheme);
// Every bit width with every kind of scheme; `some`: a third of them, in which each width and each kind occurs.
std::vector<std::pair<std::string, quant::Scheme>> packed_schemes(bool some = false);

}  // namespace bitloom

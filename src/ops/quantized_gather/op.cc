// quantized_gather: rows of few-bit weights, such as an embedding table, by their numbers (src/ops/packed). Negative
// indices count from the end; out of range gives NaN, as gather does.
#include <algorithm>
#include <array>
#include <limits>

#include "base/try.h"
#include "cpu/threads.h"
#include "ops/packed/packed.h"

namespace bitloom {
namespace {

Result<std::vector<Desc>> infer(const OpCall& call) {
  const Desc& indices = call.in[0];
  if (indices.dtype != DType::i32 && indices.dtype != DType::u32)
    return error(Code::invalid_argument, "[quantized_gather] indices are {}: their type must be i32 or u32", indices);
  const DType dtype = TRY(unpacked_type("quantized_gather", call));
  const Packed p = TRY(packed_of("quantized_gather", call, 1, call.attrs.integer("columns")));
  std::vector<int64_t> sizes(indices.shape.sizes().begin(), indices.shape.sizes().end());
  sizes.push_back(p.columns());
  return std::vector<Desc>{{dtype, TRY(checked_shape("quantized_gather", sizes))}};
}

Packed weights_of(const OpCall& call) { return *packed_of("quantized_gather", call, 1, call.attrs.integer("columns")); }

int64_t row_at(const Tensor& indices, int64_t rows, int64_t i) {
  if (indices.dtype() == DType::u32) return indices.data<uint32_t>()[static_cast<size_t>(i)];
  const int64_t at = indices.data<int32_t>()[static_cast<size_t>(i)];
  return at < 0 ? at + rows : at;
}

void reference(const CpuCall& call) {
  const Packed p = weights_of(call.call());
  std::vector<float> values(static_cast<size_t>(p.columns()));
  for (int64_t j = 0; j < call.in[0].elements(); ++j) {
    const int64_t row = row_at(call.in[0], p.rows(), j);
    if (row >= 0 && row < p.rows()) std::ranges::copy(reference_row(p, call.in.subspan(1), row), values.begin());
    else std::ranges::fill(values, std::numeric_limits<float>::quiet_NaN());
    store_row(values, call.out[0], j);
  }
}

void cpu(const CpuCall& call) {
  const Packed p = weights_of(call.call());
  const size_t columns = static_cast<size_t>(p.columns()), grain = std::max<size_t>(1, (1 << 14) / columns);
  parallel_for(static_cast<size_t>(call.in[0].elements()), grain, [&](size_t begin, size_t end) {
    std::vector<float> values(columns);
    for (auto j = static_cast<int64_t>(begin); j < static_cast<int64_t>(end); ++j) {
      const int64_t row = row_at(call.in[0], p.rows(), j);
      if (row >= 0 && row < p.rows()) unpack_row(p, call.in.subspan(1), row, values.data());
      else std::ranges::fill(values, std::numeric_limits<float>::quiet_NaN());
      store_row(values, call.out[0], j);
    }
  });
}

Status lower(Lowering& to, const OpCall& call) { return unpack_gpu(to, call, weights_of(call), true); }

std::vector<Case> cases() {
  std::vector<Case> list;
  int64_t turn = 0;
  for (const auto& [name, s] : packed_schemes(true)) {
    const int64_t rows = 5 + turn % 4, columns = turn % 2 ? 40 + turn : 64;
    std::vector<Desc> in{{turn % 3 ? DType::i32 : DType::u32, turn % 4 ? Shape{7} : Shape{2, 3}}};
    for (const Desc& d : packed_inputs(s, rows, columns)) in.push_back(d);
    Attrs attrs = packed_settings(s);
    attrs.set("columns", columns).set("dtype", std::array{"f32", "f16"}[static_cast<size_t>(turn % 2)]);
    const double low = turn % 3 ? -9.0 : 0.0;
    list.push_back({name, in, attrs, {{Fill::integers, low, 9}, {.kind = Fill::bits}, {}}});
    ++turn;
  }
  std::vector<Desc> in{{DType::i32, {16384}}};
  for (const Desc& d : packed_inputs({.bits = 4}, 32768, 1024)) in.push_back(d);
  Attrs attrs = packed_settings({.bits = 4});
  attrs.set("columns", 1024);
  list.push_back({"4 bits, large", in, attrs, {{Fill::integers, 0, 32768}, {.kind = Fill::bits}, {}}, true});
  return list;
}

}  // namespace

const Op& op_quantized_gather() {
  static const Op op{
      .name = "quantized_gather",
      .formula = "rows of few-bit weights by their numbers; out of range: NaN",
      .anchor = Anchor::move,
      .min_inputs = 3,
      .max_inputs = 4,
      .attrs = unpacked_attrs(),
      .infer = infer,
      .reference = reference,
      .cpu = cpu,
      .gpu = lower,
      .tolerance = 1e-6,
      .cases = cases,
  };
  return op;
}

}  // namespace bitloom

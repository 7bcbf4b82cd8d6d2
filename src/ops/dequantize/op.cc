// dequantize: few-bit weights [rows, columns] written out (src/ops/packed).
#include <algorithm>
#include <array>

#include "base/try.h"
#include "cpu/threads.h"
#include "ops/packed/packed.h"

namespace bitloom {
namespace {

Result<std::vector<Desc>> infer(const OpCall& call) {
  const DType dtype = TRY(unpacked_type("dequantize", call));
  const Packed p = TRY(packed_of("dequantize", call, 0, call.attrs.integer("columns")));
  return std::vector<Desc>{{dtype, {p.rows(), p.columns()}}};
}

Packed weights_of(const OpCall& call) { return *packed_of("dequantize", call, 0, call.attrs.integer("columns")); }

void reference(const CpuCall& call) {
  const Packed p = weights_of(call.call());
  for (int64_t j = 0; j < p.rows(); ++j) {
    const std::vector<double> row = reference_row(p, call.in, j);
    store_row(std::vector<float>(row.begin(), row.end()), call.out[0], j);
  }
}

void cpu(const CpuCall& call) {
  const Packed p = weights_of(call.call());
  const size_t columns = static_cast<size_t>(p.columns()), grain = std::max<size_t>(1, (1 << 14) / columns);
  parallel_for(static_cast<size_t>(p.rows()), grain, [&](size_t begin, size_t end) {
    std::vector<float> row(columns);
    for (auto j = static_cast<int64_t>(begin); j < static_cast<int64_t>(end); ++j) {
      unpack_row(p, call.in, j, row.data());
      store_row(row, call.out[0], j);
    }
  });
}

Status lower(Lowering& to, const OpCall& call) { return unpack_gpu(to, call, weights_of(call), false); }

std::vector<Case> cases() {
  std::vector<Case> list;
  int64_t turn = 0;
  const auto add = [&](std::string name, const quant::Scheme& s, int64_t rows, int64_t columns, const char* dtype,
                       bool large = false) {
    Attrs attrs = packed_settings(s);
    attrs.set("columns", columns).set("dtype", dtype);
    list.push_back({std::move(name), packed_inputs(s, rows, columns), attrs, {{.kind = Fill::bits}, {}}, large});
  };
  for (const auto& [name, s] : packed_schemes(true)) {
    add(name, s, 3 + turn % 5, turn % 2 ? 64 : 33 + 3 * turn,
        std::array{"f32", "f16", "bf16"}[static_cast<size_t>(turn % 3)]);
    ++turn;
  }
  add("4 bits, 4096 x 4096", {.bits = 4}, 4096, 4096, "f32", true);
  return list;
}

}  // namespace

const Op& op_dequantize() {
  static const Op op{
      .name = "dequantize",
      .formula = "few-bit weights [rows, columns], given by codes, scales and minimums, written out",
      .anchor = Anchor::move,
      .min_inputs = 2,
      .max_inputs = 3,
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

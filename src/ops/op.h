// What an op is. Each op lives in one folder under src/ops and describes itself with one of these; the list of all of
// them is ops.def. Graphs, plans, both backends, the doctor, the fuzzer, the benchmarks and docs/ops.md read only this.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "bitloom/attrs.h"
#include "bitloom/result.h"
#include "bitloom/tensor.h"

namespace bitloom {

class Lowering;  // src/graph/lowering.h

// An op with concrete inputs: descriptions only, no bytes. `attrs` has every declared attribute.
struct OpCall {
  std::span<const Desc> in;
  const Attrs& attrs;
  std::span<const Desc> out;  // empty while the shape rule runs
};

// The same with bytes, on the CPU. `out` is allocated; the kernel fills it.
struct CpuCall {
  std::span<const Tensor> in;
  const Attrs& attrs;
  std::span<const Tensor> out;
  OpCall call() const;  // without the bytes; valid while this is
  mutable std::vector<Desc> in_descs, out_descs;
};

struct AttrSpec {
  std::string_view name;
  std::optional<AttrValue> fallback;  // none: must be given
  std::string_view help;
};

// What may be fused around a kernel (docs/architecture.md, fusion).
enum class Anchor { none, elementwise, matmul, attention, rows, reduce, conv, view, move };

// How a test input is drawn.
struct Fill {
  enum Kind {
    normal,
    uniform,
    integers,
    special,
    bits
  } kind = normal;           // special: NaN, infinities, huge, tiny, zeros mixed in; bits: every one drawn
  double low = 0, high = 1;  // for uniform and integers (high excluded)
};

// One concrete use of an op. The same list drives tests, fuzzing seeds, the doctor, benchmarks, goldens and the docs.
struct Case {
  std::string name;
  std::vector<Desc> in;
  Attrs attrs{};
  std::vector<Fill> fill{};  // per input; the last one repeats, none is normal
  bool benchmark = false;    // large: measured, not part of the correctness runs
};

struct Op {
  std::string_view name;
  std::string_view formula;  // one line for docs/ops.md
  Anchor anchor = Anchor::none;
  bool expression = false;  // element-wise, and its folder's expr.wgsl is a function that other kernels can call
  int min_inputs = 1, max_inputs = 1;
  // Output 0 may be input 0 itself, changed; it is, where that is an input of the graph.
  bool in_place = false;
  std::vector<AttrSpec> attrs{};
  // Shapes and types of the outputs, or why the inputs do not fit.
  Result<std::vector<Desc>> (*infer)(const OpCall&) = nullptr;
  // Where output 0 only shows input 0's bytes differently: the element offset it starts at. Such a step costs nothing.
  std::optional<int64_t> (*view)(const OpCall&) = nullptr;
  // Plain and obviously right, in double where that matters: the truth for tests.
  void (*reference)(const CpuCall&) = nullptr;
  // The CPU backend's kernel; null: the reference is fast enough.
  void (*cpu)(const CpuCall&) = nullptr;
  // Appends the dispatches that compute it.
  Status (*gpu)(Lowering&, const OpCall&) = nullptr;
  // Allowed error of f32 results, relative to the value and to the RMS of the tensor; narrower types add their
  // rounding.
  double tolerance = 1e-5;
  // The same for f16 on devices that multiply small matrices, where the op uses that: factors are f16. 0: it does not.
  double matrix_tolerance = 0;
  // Arithmetic operations, for benchmarks; null: one per output element.
  double (*flops)(const OpCall&) = nullptr;
  std::vector<Case> (*cases)() = nullptr;
};

std::span<const Op* const> all_ops();
const Op* find_op(std::string_view name);

// Checks count, attributes and shapes; fills defaults. Every path into a graph goes through here.
struct Resolved {
  const Op* op;
  Attrs attrs;
  std::vector<Desc> out;
};
Result<Resolved> resolve(std::string_view op, std::span<const Desc> in, const Attrs& attrs);

}  // namespace bitloom

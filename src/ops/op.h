// What an op is. Each op lives in one folder under src/ops and describes itself with one of these; the list of all of
// them is ops.def. Graphs, plans, both backends, the doctor, the fuzzer, the benchmarks and docs/ops.md read only this.
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "bitloom/attrs.h"
#include "bitloom/graph.h"
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

// What a setting is, for those who write it down with a type (`bitloom ops --cpp`, `--typescript`).
enum class AttrKind : uint8_t { as_default, integer, number, flag, word, dtype, list };

struct AttrSpec {
  std::string_view name;
  std::optional<AttrValue> fallback;  // none: must be given
  std::string_view help;
  AttrKind kind = AttrKind::as_default;  // to be said where the default does not: flags, element types, needed settings

  AttrKind type() const;
};

// What may be fused around a kernel (docs/fusion.md). `view` is for ops whose output has the elements of input 0 in the
// same order under another shape: fused code counts elements, not axes, and looks through them.
enum class Anchor { none, elementwise, matmul, attention, rows, reduce, conv, view, move };

// What an op is in a list of ops, where patterns are recognized by it (bitloom/fusion.h), and to the passes, which
// rewrite products. `product` is for A·B with the settings transpose_a and transpose_b.
enum class Role { other, product, norm, softmax, attention };

// A name that the configs of models have for an activation (`hidden_act`), and the settings it stands for.
struct Activation {
  std::string_view name;
  Attrs (*settings)() = nullptr;  // null: the defaults
};

// A product that computes combine(activation(a), b) of its results a and b in turn; both are names of ops.
struct Gate {
  std::string_view activation, combine;
};

// The values of an input in the fuzzer's graphs. Beyond them results overflow, or hang on a rounding error (log near
// 0).
struct Domain {
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
  bool computed = true;  // false: it decides between results (a condition), so it is 0 or 1, and no rounding reaches it
};

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
  // True: expr.wgsl gives the right result for NaN itself (where, pow). Otherwise a NaN in any input is one in the
  // result, and the kernel around the function sees to that: compilers of shaders may assume there are none.
  bool handles_nan = false;
  int min_inputs = 1, max_inputs = 1;
  // Output 0 may be input 0 itself, changed; it is, where nothing needs what was there before.
  bool in_place = false;
  // The setting that says how far along the last axis of input 0 it works, if it has one: what lies behind is passed
  // on, and 0 means all. Slices side by side can then go through one such op.
  std::string_view until{};
  std::vector<AttrSpec> attrs{};
  // Shapes and types of the outputs, or why the inputs do not fit.
  Result<std::vector<Desc>> (*infer)(const OpCall&) = nullptr;
  // Where output 0 only shows input 0's bytes differently: the element offset it starts at. Such a step costs nothing.
  std::optional<int64_t> (*view)(const OpCall&) = nullptr;

  // --- Traits: what graphs, lists, models and the fuzzer ask instead of its name -------------------------------------
  Role role = Role::other;
  // An activation has at least one name. Models find it by them, lists of ops by them and the op's own.
  std::span<const Activation> activations{};
  // op(a, b) is op(b, a): of two such nodes one is enough.
  bool commutative = false;
  // Of a commutative op: op(x, identity) is x. Joined products fill up with it where one of them has no bias.
  std::optional<double> identity{};
  // A transpose, for input 0 of that rank: the axis of x that each axis of y is. Passes move and merge transposes.
  std::vector<int64_t> (*permutation)(const Attrs&, int rank) = nullptr;
  // Where y is a stretch of x's last axis, whole in all others: where it starts. Kernels store such parts directly.
  std::optional<int64_t> (*cut)(const OpCall&) = nullptr;
  // A product of input 0 with a matrix, kept in the inputs after it: their axis that the outputs lie along. Products of
  // one input 0 are joined along it.
  int (*outputs_axis)(const Attrs&) = nullptr;
  // What the setting `gated` of a product computes, if there is one. A gate and what it lets through become one
  // product.
  std::optional<Gate> gate{};
  std::span<const Domain> domains{};  // by input; the last one repeats, none is any value

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
inline const Op& op_of(const Graph::Node& node) { return *node.op_; }
inline bool looks_through(const Op& op) { return op.anchor == Anchor::view; }
struct NamedActivation {
  const Op* op = nullptr;  // null: no op has the name
  Attrs settings{};
};
NamedActivation find_activation(std::string_view name);

// Checks count, attributes and shapes; fills defaults. Every path into a graph goes through here.
struct Resolved {
  const Op* op;
  Attrs attrs;
  std::vector<Desc> out;
};
Result<Resolved> resolve(std::string_view op, std::span<const Desc> in, const Attrs& attrs);

}  // namespace bitloom

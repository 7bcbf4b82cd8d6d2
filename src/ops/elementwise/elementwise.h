// What the element-wise ops share. An op gives a name, a formula on one element and a WGSL function (expr.wgsl) of the
// same meaning; shapes, broadcasting, element types, threads, SIMD and the kernel around it are here. Fusion puts
// the same WGSL functions into other kernels.
//
//   struct Silu {
//     static constexpr std::string_view name = "silu";
//     static double eval(const double* x, const Attrs&) { return x[0] / (1 + std::exp(-x[0])); }
//   };
//   const Op& op_silu() {
//     static const Op op = elementwise::make<Silu, 1>("x · sigmoid(x)");
//     return op;
//   }
//
// Optional members: `eval_int` (then integers are allowed; they wrap on overflow), `loop` (the same in f32 over arrays,
// for what a compiler vectorises itself; otherwise src/cpu/elementwise.h looks for the op's simd.h), `check` (of the
// settings, for the type), `fill` (values tests draw), `settings` (of the shared cases, for the type; else the
// defaults), `every_form` (its cases try every storage type and way to broadcast, which the shared kernel then need not
// be tried with again), and of op.h `tolerance`, `handles_nan`, `activations`, `commutative`, `identity`, `domains`.
#pragma once

#include "graph/lowering.h"
#include "ops/op.h"

namespace bitloom::elementwise {

struct Formula {
  std::string_view name;
  int inputs = 1;
  double (*eval)(const double* x, const Attrs& attrs) = nullptr;
  int64_t (*eval_int)(const int64_t* x, const Attrs& attrs) = nullptr;
  void (*loop)(const float* const* x, float* y, size_t n) = nullptr;
  Status (*check)(const Attrs& attrs, DType dtype) = nullptr;
  Fill fill{};
  bool every_form = false, handles_nan = false;
};

Result<std::vector<Desc>> infer(const Formula& f, const OpCall& call);
void reference(const Formula& f, const CpuCall& call);
void on_cpu(const Formula& f, const CpuCall& call);
Status on_gpu(const Formula& f, Lowering& to, const OpCall& call);
std::vector<Case> cases(const Formula& f);

template <class T, int inputs>
Formula formula_of() {
  Formula f{.name = T::name, .inputs = inputs, .eval = T::eval};
  if constexpr (requires(const int64_t* x, const Attrs& attrs) { T::eval_int(x, attrs); }) f.eval_int = T::eval_int;
  else if constexpr (requires { T::eval_int; })
    f.eval_int = [](const int64_t* x, const Attrs&) { return T::eval_int(x); };
  if constexpr (requires { T::loop; }) f.loop = T::loop;
  if constexpr (requires { T::check; }) f.check = T::check;
  if constexpr (requires { T::fill; }) f.fill = T::fill;
  if constexpr (requires { T::every_form; }) f.every_form = T::every_form;
  if constexpr (requires { T::handles_nan; }) f.handles_nan = T::handles_nan;
  return f;
}

template <class T, int inputs>
Op make(std::string_view formula, std::vector<AttrSpec> attrs = {}, std::vector<Case> (*more_cases)() = nullptr) {
  static std::vector<Case> (*const kept_cases)() = more_cases;
  Op op{.name = T::name,
        .formula = formula,
        .anchor = Anchor::elementwise,
        .expression = true,
        .min_inputs = inputs,
        .max_inputs = inputs};
  op.attrs = std::move(attrs);
  op.infer = [](const OpCall& c) { return infer(formula_of<T, inputs>(), c); };
  op.reference = [](const CpuCall& c) { reference(formula_of<T, inputs>(), c); };
  op.cpu = [](const CpuCall& c) { on_cpu(formula_of<T, inputs>(), c); };
  op.gpu = [](Lowering& to, const OpCall& c) { return on_gpu(formula_of<T, inputs>(), to, c); };
  op.cases = [] {
    std::vector<Case> list = cases(formula_of<T, inputs>());
    if constexpr (requires { T::settings; })
      for (Case& c : list) c.attrs = T::settings(c.in[0].dtype);
    if (kept_cases)
      for (Case& c : kept_cases()) list.push_back(std::move(c));
    return list;
  };
  if constexpr (requires { T::tolerance; }) op.tolerance = T::tolerance;
  if constexpr (requires { T::handles_nan; }) op.handles_nan = T::handles_nan;
  if constexpr (requires { T::activations; }) op.activations = T::activations;
  if constexpr (requires { T::commutative; }) op.commutative = T::commutative;
  if constexpr (requires { T::identity; }) op.identity = T::identity;
  if constexpr (requires { T::domains; }) op.domains = T::domains;
  return op;
}

// --- Broadcasting, also for where ------------------------------------------------------------------------------------

// How an operand's elements follow the output's: axes merged where all operands allow it, outermost first.
struct Broadcast {
  int rank = 0;
  std::array<int64_t, max_rank> sizes{};
  std::vector<std::array<int64_t, max_rank>> steps;  // per operand; 0 where it repeats
  bool whole(size_t operand) const;                  // its elements are the outputs', in the same order
};
Broadcast broadcast_of(std::span<const Desc> in, const Shape& out);

// Cuts the outputs [begin, end) where the last axis starts again: f(i, run, offsets) for `run` outputs from i on;
// operand k reads offsets[k] and then on by steps[k][rank - 1].
template <class F>
void for_runs(const Broadcast& b, size_t begin, size_t end, F f) {
  const int64_t last = b.sizes[b.rank - 1];
  std::array<int64_t, 3> offsets{};
  for (size_t i = begin; i < end;) {
    auto rest = static_cast<int64_t>(i);
    const int64_t column = rest % last;
    offsets = {};
    for (int d = b.rank - 1; d >= 0; --d) {
      for (size_t k = 0; k < b.steps.size(); ++k) offsets[k] += rest % b.sizes[d] * b.steps[k][d];
      rest /= b.sizes[d];
    }
    const size_t run = std::min(end - i, static_cast<size_t>(last - column));
    f(i, run, offsets);
    i += run;
  }
}

// How a kernel reads an operand, cheapest first.
enum class Form {
  flat,     // as the output, four at a time
  scalar,   // one element
  row,      // repeats every so many quads (a bias)
  runs,     // quads in some order ([B, 1, N] against [M, N])
  splat,    // one element for each whole quad ([C, 1, 1] against [C, H, W])
  strided,  // anything else, element by element
};
std::string_view name(Form form);

struct Decision {
  std::vector<Form> forms;     // per operand
  std::vector<uint32_t> rows;  // per operand: the period in quads, for Form::row
};
void append_text(std::string& out, const Decision& d);
Decision decide(const Broadcast& b, std::span<const bool> quads);

// Dispatches the shared kernel: `function` is the WGSL function's name, in function/expr.wgsl; `handles_nan` as in
// op.h.
Status dispatch(Lowering& to, std::string_view function, std::span<const Operand> in, const Operand& out,
                const Attrs& attrs, bool handles_nan);

}  // namespace bitloom::elementwise

// Fused code: element-wise nodes of a graph as text that goes before a kernel's template, through the hooks of
// common/fused.wgsl. Each stretch of nodes becomes one WGSL function of a unit (an element or a quad) of the result.
//
//   Weaver weaver(graph, makers_of(graph), plan, fast_math);
//   weaver.add({.hook = "post", .nodes = {3, 4}, .carried = y, .result = z, .unit = 4});
//   weaver.weave(kernel);      // adds reads, writes, uniforms and the prelude
//
// What it writes, for a product with a bias and a gelu:
//
//   fn fused_post(i: u32, v: vec4f) -> vec4f {
//     let x0 = take_f0(i);
//     let v7 = op0(v, x0);
//     let v8 = op1(v7);
//     return v8;
//   }
#pragma once

#include <map>
#include <string>
#include <vector>

#include "graph/lowering.h"

namespace bitloom {

class Weaver {
 public:
  Weaver(const Graph& graph, const std::vector<int>& maker, const Plan& plan, bool fast)
      : graph_(graph), maker_(maker), plan_(plan), fast_(fast) {}

  struct Stretch {
    std::string hook{};  // the macro that calls it; empty: the function is fused_unit(i), called by the kernel
    std::span<const int> nodes{};
    Value carried{};  // what the kernel passes in, and
    Value result{};   // what it gets back; none for fused_unit
    // Slices of what the nodes make, and transposes; the first goes to the kernel's own y if nothing else does.
    std::vector<int> cuts{};
    std::vector<Value> out{};  // what is stored besides
    int unit = 4;              // elements at once: 4 or 1
  };
  // False: it cannot be done with this unit (single elements of narrow types cannot be stored).
  bool add(const Stretch& stretch);
  void weave(Kernel& kernel);

 private:
  struct Read {
    int slot;
    std::string form;
    int unit, rank;
    std::string fields{};           // of Params
    std::vector<uint32_t> words{};  // their values
  };
  std::string operand(Value v, const Shape& result, int unit);

  const Graph& graph_;
  const std::vector<int>& maker_;
  const Plan& plan_;
  bool fast_;
  std::vector<Read> reads_;
  std::vector<std::pair<int, int>> writes_;  // slot, unit
  std::string cut_fields_{};
  std::vector<uint32_t> cut_words_{};
  bool turns_ = false;
  std::map<std::string, std::string> functions_;  // an op with its settings: the function's name
  std::string includes_, code_, hooks_;
};

}  // namespace bitloom

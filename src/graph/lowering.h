// What an op's gpu() works with: it reads operands, picks a variant from the device and profile, and appends kernels.
//
//   Status relu_gpu(Lowering& to, const OpCall& call) {
//     Kernel k{.file = "relu/kernel.wgsl"};
//     k.params.set("dtype", name(call.in[0].dtype)).set("threads", to.profile().elementwise_threads);
//     k.reads = {to.in(0)};  k.writes = {to.out(0)};
//     k.uniforms.add(count);
//     k.groups = to.linear_groups(ceil_div(count, 4 * threads));
//     return to.dispatch(std::move(k));
//   }
#pragma once

#include "graph/fuse.h"
#include "graph/plan.h"

namespace bitloom {

constexpr size_t most_uniform_words = 64;  // of a dispatch: the block a dynamic offset reaches

constexpr uint64_t ceil_div(uint64_t a, uint64_t b) { return (a + b - 1) / b; }

// The kernel's `struct Params`, word by word, after the offsets of its reads (see common/tensor.wgsl).
class Uniforms {
 public:
  template <class T>
  Uniforms& add(T value) {
    if constexpr (std::floating_point<T>) words_.push_back(std::bit_cast<uint32_t>(static_cast<float>(value)));
    else words_.push_back(static_cast<uint32_t>(value));
    return *this;
  }
  const std::vector<uint32_t>& words() const { return words_; }

 private:
  std::vector<uint32_t> words_;
};

struct Operand {
  int slot = -1;
  Desc desc;
  bool quads = true;  // may be read four elements at a time
};

struct Kernel {
  std::string file;
  wgsl::Params params{};
  std::vector<Operand> reads{}, writes{};
  Uniforms uniforms{};
  std::array<uint32_t, 3> groups{1, 1, 1};
  uint32_t threads = 0;            // of a workgroup; 0: the parameter of that name
  std::array<uint32_t, 2> tile{};  // results of a workgroup, down and across, where it has a tile of them

  // Where others may be fused in (common/fused.wgsl). What the kernel loads of an input goes through a macro, `unit`
  // elements at a time; `once`: each element only once, so that what is computed there may also be stored.
  struct Load {
    int input = 0;
    std::string hook = "pre";
    int unit = 4;
    bool once = false;
  };
  std::vector<Load> loads{};
  int store_unit = 0;  // what it stores to its first write goes through #post, so many at a time; 0: it does not
  std::string prelude{};
};

class Lowering {
 public:
  Lowering(Plan& plan, Step& step, const Target& target);

  const DeviceInfo& device() const { return *target_.device; }
  const Limits& limits() const { return target_.device->limits; }
  const wgsl::Profile& profile() const { return target_.profile; }

  // The op's operands; around a fused op, what its kernel loads and stores instead.
  Operand in(int i) const { return with_quads(in_[static_cast<size_t>(i)]); }
  Operand out(int i = 0) const { return with_quads(out_[static_cast<size_t>(i)]); }
  Operand temp(Desc desc);
  bool in_place() const { return step_.in_place; }

  // A one-dimensional count of workgroups, folded into two dimensions where it is over the device's limit; kernels get
  // it back with linear_group() of common/grid.wgsl and must ignore groups past the end.
  Result<std::array<uint32_t, 3>> linear_groups(uint64_t groups) const;

  Status dispatch(Kernel kernel);
  // Converts between element types, flat; for kernels that can only write f32 where the result is narrower.
  Status cast(const Operand& from, const Operand& to);

  // Lowers a group of nodes into the step and returns an empty text; or why the anchor's kernels cannot take them all,
  // and the step is as it was.
  Result<std::string> lower(const Graph& graph, const std::vector<int>& maker, const Group& group);

 private:
  Operand with_quads(Operand o) const {
    o.quads = plan_.slots[static_cast<size_t>(o.slot)].quads;
    return o;
  }
  // Of the nodes around an anchor, what one kernel computes.
  struct Parts {
    std::vector<size_t> prologues{};
    bool epilogue = false;  // with its cuts
    bool fit = true;        // the kernel has no more tensors or parameters than it can
  };
  Parts weave(Kernel& kernel);
  void take(const Parts& parts);
  std::vector<int> cuts() const;
  Value result() const;

  Plan& plan_;
  Step& step_;
  const Target& target_;
  std::vector<Operand> in_{}, out_{};
  // Of the group being lowered.
  const Graph* graph_ = nullptr;
  const std::vector<int>* maker_ = nullptr;
  const Group* group_ = nullptr;
  std::vector<bool> prologues_left_{};  // each part goes into one kernel
  bool epilogue_left_ = false;
  std::string why_not_{};
};

}  // namespace bitloom

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

#include "graph/plan.h"

namespace bitloom {

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
};

class Lowering {
 public:
  Lowering(Plan& plan, Step& step, const Target& target) : plan_(plan), step_(step), target_(target) {}

  const DeviceInfo& device() const { return *target_.device; }
  const Limits& limits() const { return target_.device->limits; }
  const wgsl::Profile& profile() const { return target_.profile; }

  Operand in(int i) const { return operand(step_.in[static_cast<size_t>(i)]); }
  Operand out(int i = 0) const { return operand(step_.out[static_cast<size_t>(i)]); }
  Operand temp(Desc desc);

  // A one-dimensional count of workgroups, folded into two dimensions where it is over the device's limit; kernels get
  // it back with linear_group() of common/grid.wgsl and must ignore groups past the end.
  Result<std::array<uint32_t, 3>> linear_groups(uint64_t groups) const;

  Status dispatch(Kernel kernel);
  // Converts between element types, flat; for kernels that can only write f32 where the result is narrower.
  Status cast(const Operand& from, const Operand& to);

 private:
  Operand operand(int slot) const;
  Plan& plan_;
  Step& step_;
  const Target& target_;
};

}  // namespace bitloom

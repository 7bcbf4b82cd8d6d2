#include "base/try.h"
#include "ops/conv/conv.h"
#include "ops/matmul/matmul.h"

namespace bitloom {
namespace {

void add_window(Uniforms& words, const Window& w) {
  for (const auto& both : {w.stride, w.before, w.dilation}) words.add(both[0]).add(both[1]);
}

Status direct(Lowering& to, const Convolution& c, const OpCall& call) {
  const Window& w = c.window;
  const uint32_t threads = to.profile().elementwise_threads;
  const uint64_t count = static_cast<uint64_t>(call.out[0].shape.elements());
  Kernel k{.file = "conv/direct.wgsl"};
  k.params.set("a", name(call.in[1].dtype)).set("b", name(call.in[0].dtype)).set("y", name(call.out[0].dtype));
  k.params.set("threads", threads);
  k.reads = {to.in(1), to.in(0)};
  if (call.in.size() > 2) k.reads.push_back(to.in(2)), k.params.set("bias", name(call.in[2].dtype));
  k.writes = {to.out()};
  k.store_unit = 4;
  k.uniforms.add(count).add(w.in[0]).add(w.in[1]).add(w.out[0]).add(w.out[1]).add(w.kernel[0]).add(w.kernel[1]);
  add_window(k.uniforms, w);
  k.uniforms.add(c.in_channels).add(c.out_channels).add(c.in_per_group()).add(c.out_per_group());
  k.groups = TRY(to.linear_groups(ceil_div(ceil_div(count, 4), threads)));
  return to.dispatch(std::move(k));
}

Status tiled(Lowering& to, const Convolution& c, const OpCall& call) {
  const Window& w = c.window;
  Product p{.m = c.out_per_group(), .n = w.out_size(), .k = c.depth()};
  p.batch_rank = 2;
  p.batch[0] = {c.images, 0, c.in_channels * w.in_size()};
  p.batch[1] = {c.groups, c.out_per_group() * c.depth(), c.in_per_group() * w.in_size()};
  p.simplify();
  const bool gather = !w.trivial();
  const MatmulPlan plan = plan_matmul(
      p, {.a_quads = to.in(1).quads, .b_quads = to.in(0).quads && !gather, .hooked = true}, to.device(), to.profile());
  const bool narrow = plan.y_width == 1 && call.out[0].dtype != DType::f32;
  const Operand y = narrow ? to.temp({DType::f32, call.out[0].shape}) : to.out();
  Kernel k{.file = "conv/kernel.wgsl"};
  k.params.set("gather", gather).set("y_binding", 3);
  k.reads = {to.in(1), to.in(0)};
  if (call.in.size() > 2) {
    k.reads.push_back(to.in(2));
    k.params.set("bias", name(call.in[2].dtype)).set("y_binding", 4);
  }
  k.writes = {y};
  k.store_unit = plan.y_width;
  k.uniforms.add(c.groups).add(w.in[0]).add(w.in[1]).add(w.out[1]).add(w.taps()).add(w.kernel[1]);
  add_window(k.uniforms, w);
  TRY(dispatch_product(to, p, plan, std::move(k)));
  return narrow ? to.cast(y, to.out()) : Status{};
}

}  // namespace

Status convolve_gpu(Lowering& to, const Convolution& c, const OpCall& call) {
  if (call.out[0].shape.elements() == 0) return {};
  return c.out_per_group() < to.profile().few_channels || c.depth() == 0 ? direct(to, c, call) : tiled(to, c, call);
}

}  // namespace bitloom

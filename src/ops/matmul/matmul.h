// C = A·B as the kernels see it: three sizes, two transposes and strides for the batches. Convolutions are such
// products too (src/ops/conv), with an A of weights and a B that is gathered from the image.
#pragma once

#include <array>

#include "graph/lowering.h"
#include "ops/op.h"

namespace bitloom {

struct Product {
  static constexpr int max_batch_rank = max_rank - 2;

  int64_t m = 1, n = 1, k = 1;
  bool transpose_a = false, transpose_b = false;  // A is stored [k, m], B is stored [n, k]
  // Batch axes, outermost first: how many, and how far apart each operand's are (0 where it is broadcast).
  struct Axis {
    int64_t size = 1, a_step = 0, b_step = 0;
  };
  std::array<Axis, max_batch_rank> batch{};
  int batch_rank = 0;

  int64_t batches() const;
  // Joins neighbouring batch axes that are one stretch for both operands, and drops those of size 1. Where B is the
  // same for all batches, the batches are just more rows.
  void simplify();
  // The same numbers as the transposed product, B'·A', which is stored alike when a side is 1.
  Product flipped() const;
};

// For inputs that fit.
Product product_of(const OpCall& call);

// How a product runs on a device.
struct MatmulPlan {
  enum Kind { tiled, skinny } kind = tiled;
  bool flip = false;                          // run flipped(): B is a vector
  int a_width = 1, b_width = 1, y_width = 1;  // elements per load or store
  bool k_edge = true;                         // k does not end with a tile (skinny: with a quad)
  int batch_rank = 1;                         // axes the kernel counts: 1 or max_batch_rank
  // Tiled: results per workgroup and per thread, see kernel.wgsl.
  uint32_t tile_m = 0, tile_n = 0, tile_k = 0, rows = 0, cols = 0, lanes = 0, unroll = 1;
  bool explicit_bounds = false;
  uint32_t slices = 1;  // threads that share a result
  // Skinny, with `rows` and `slices`: see skinny.wgsl.
  uint32_t columns = 0;

  uint32_t threads() const { return (kind == skinny ? columns : tile_m / rows * (tile_n / cols)) * slices; }
  uint64_t groups(const Product& p) const;
};
void append_text(std::string& out, const MatmulPlan& plan);

// What is known of the operands besides their sizes.
struct MatmulOperands {
  bool a_quads = true, b_quads = true;  // start at a multiple of four elements
  bool hooked = false;                  // hooks depend on the tiled kernel and on which operand is which
};
MatmulPlan plan_matmul(const Product& product, const MatmulOperands& operands, const DeviceInfo& device,
                       const wgsl::Profile& profile);

// Fills in what the plan decides; `kernel` brings the reads (A, B, ...), the write, its file and further settings, and
// uniforms that follow the product's.
Status dispatch_product(Lowering& to, const Product& product, const MatmulPlan& plan, Kernel kernel);

void matmul_cpu(const CpuCall& call);
Status matmul_gpu(Lowering& to, const OpCall& call);

}  // namespace bitloom

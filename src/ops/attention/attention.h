// Attention as its kernels see it: sizes, strides of the mask, and how it runs on a device.
#pragma once

#include <array>

#include "graph/lowering.h"
#include "ops/op.h"

namespace bitloom {

struct Attention {
  static constexpr int64_t max_size = 256;  // of a head

  int64_t batch = 1, heads = 1, groups = 1;  // heads of q; of k and v
  int64_t queries = 1, keys = 1;
  int64_t d = 1, e = 1;  // length of the rows of q and k; of v and y
  bool causal = false, masked = false;
  bool halves = false;  // q, k and v are f16
  double scale = 1;
  std::array<int64_t, 4> mask_steps{};  // over batch, heads, queries, keys; 0 where the mask is broadcast

  int64_t share() const { return heads / std::max<int64_t>(groups, 1); }
  // How many keys a query sees, from the first on.
  int64_t seen(int64_t query) const { return causal ? std::clamp<int64_t>(query + 1 + keys - queries, 0, keys) : keys; }
  // Where the mask's row for a query of a head (counted over all batches) begins.
  int64_t mask_row(int64_t head, int64_t query) const {
    return head / heads * mask_steps[0] + head % heads * mask_steps[1] + query * mask_steps[2];
  }
};
// For inputs that fit.
Attention attention_of(const OpCall& call);

// How it runs on a device; the names are the parameters of kernel.wgsl (tiled), held.wgsl (held), row.wgsl (single
// rows) and matrices.wgsl.
struct AttentionPlan {
  enum Kind { tiled, held, single, matrices } kind = tiled;
  int qk_width = 1, v_width = 1, y_width = 1;  // elements per load or store
  uint32_t rows = 4, keys = 4, down = 8, across = 8, cols = 1, deep = 4, p_keys = 32, v_keys = 16, unroll = 1;
  uint32_t threads = 64;                       // of tiled and held: down * across; of matrices: down * 32
  bool spelled = false;                        // matrices: written out, not the device's own
  uint32_t columns = 1, parts = 1, chunk = 0;  // single; with several parts, each has `chunk` keys

  uint32_t tile_q() const { return kind == single ? 1 : rows * down; }
  uint32_t tile_k() const { return kind == single ? threads * 4 : keys * across; }
  uint32_t workgroup_bytes() const;
  uint64_t groups(const Attention& a) const;
};
void append_text(std::string& out, const AttentionPlan& plan);
// `qk_quads`, `v_quads`: the tensors start at a multiple of four elements.
AttentionPlan plan_attention(const Attention& a, bool qk_quads, bool v_quads, const DeviceInfo& device,
                             const wgsl::Profile& profile);

// `kv_bits`: k and v are codes, each followed by its scales and minimums (src/ops/quantized_attention).
Status lower_attention(Lowering& to, const OpCall& call, const Attention& a, int kv_bits);

void attention_cpu(const CpuCall& call);
Status attention_gpu(Lowering& to, const OpCall& call);

}  // namespace bitloom

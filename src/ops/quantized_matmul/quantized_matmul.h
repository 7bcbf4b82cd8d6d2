// How a product with few-bit weights runs.
#pragma once

#include "ops/packed/packed.h"

namespace bitloom {

struct FewRowsPlan {
  uint32_t rows = 1;                  // rounded up
  uint32_t span = 32, threads = 128;  // see few_rows.wgsl
  int x_width = 1, y_width = 1, wide = 1;
  uint32_t wave = 0;
  bool staged = false, looped = false;
};
FewRowsPlan plan_few_rows(int64_t m, const Packed& weights, bool x_quads, bool code_quads, int x_bits,
                          const DeviceInfo& device, const wgsl::Profile& profile);
void append_text(std::string& out, const FewRowsPlan& plan);

struct WholeTilesPlan {  // see whole_tiles.wgsl
  uint32_t tile_m = 64, tile_n = 32, deep = 4;
  int y_width = 1, wide = 1;
  bool unrolled = false;
  uint32_t threads() const { return tile_m * tile_n / 16; }
};
WholeTilesPlan plan_whole_tiles(int64_t m, const Packed& weights, bool code_quads, const DeviceInfo& device,
                                const wgsl::Profile& profile);

// For inputs that fit.
Packed weights_of(const OpCall& call);
int64_t rows_of(const OpCall& call);

void quantized_matmul_cpu(const CpuCall& call);
Status quantized_matmul_gpu(Lowering& to, const OpCall& call);

}  // namespace bitloom

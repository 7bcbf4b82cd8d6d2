// How a product with few-bit weights runs.
#pragma once

#include "ops/packed/packed.h"

namespace bitloom {

struct FewRowsPlan {
  uint32_t rows = 1;                  // rounded up
  uint32_t span = 32, threads = 128;  // see few_rows.wgsl
  int x_width = 1, y_width = 1, wide = 1;
  bool subgroups = false, looped = false;
};
FewRowsPlan plan_few_rows(int64_t m, const Packed& weights, bool x_quads, bool code_quads, const DeviceInfo& device,
                          const wgsl::Profile& profile);
void append_text(std::string& out, const FewRowsPlan& plan);

// For inputs that fit.
Packed weights_of(const OpCall& call);
int64_t rows_of(const OpCall& call);

void quantized_matmul_cpu(const CpuCall& call);
Status quantized_matmul_gpu(Lowering& to, const OpCall& call);

}  // namespace bitloom

// Everything public. Ten lines to a result:
//
//   #include <bitloom/bitloom.h>
//   using namespace bitloom;
//   int main() {
//     sync::Backend gpu = sync::gpu();
//     Tensor a = Tensor::from<float>({2, 2}, {1, 2, 3, 4});
//     Tensor y = ops::matmul(gpu, a, a);
//     for (float v : gpu.read(y)) std::printf("%g ", v);  // 7 10 15 22
//   }
//
// Threads: each header says what its own may do. In short: values are like those of the standard library, a Tokenizer
// is for all, a CPU backend and its models are for one thread at a time, and everything on GPUs is for the same one.
#pragma once

#include "bitloom/attrs.h"
#include "bitloom/backend.h"
#include "bitloom/device.h"
#include "bitloom/dtype.h"
#include "bitloom/explain.h"
#include "bitloom/folder.h"
#include "bitloom/fusion.h"
#include "bitloom/graph.h"
#include "bitloom/quantize.h"
#include "bitloom/result.h"
#include "bitloom/shape.h"
#include "bitloom/task.h"
#include "bitloom/tensor.h"
#include "bitloom/text.h"
#include "bitloom/tokenizer.h"
#include "bitloom/version.h"
#ifndef __wasm__
#include "bitloom/ops.h"
#include "bitloom/pipeline.h"
#include "bitloom/sync.h"
#endif

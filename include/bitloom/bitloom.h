// Everything public. Ten lines to a result:
//
//   #include <bitloom/bitloom.h>
//   using namespace bitloom;
//   int main() {
//     auto gpu = run_sync(WebGPUBackend::create());
//     if (!gpu.ok()) return std::puts(gpu.error().message.c_str()), 1;
//     Tensor a = *run_sync((*gpu)->upload(Tensor::from<float>({2, 2}, {1, 2, 3, 4})));
//     Tensor y = *run_sync((*gpu)->run("matmul", {a, a}));
//     for (float v : run_sync((*gpu)->download(y))->to_floats()) std::printf("%g ", v);   // 7 10 15 22
//   }
#pragma once

#include "bitloom/attrs.h"
#include "bitloom/backend.h"
#include "bitloom/device.h"
#include "bitloom/dtype.h"
#include "bitloom/explain.h"
#include "bitloom/fusion.h"
#include "bitloom/graph.h"
#include "bitloom/quantize.h"
#include "bitloom/result.h"
#include "bitloom/shape.h"
#include "bitloom/task.h"
#include "bitloom/tensor.h"
#include "bitloom/text.h"
#include "bitloom/tokenizer.h"
#ifndef __wasm__
#include "bitloom/pipeline.h"
#endif

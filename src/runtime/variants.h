// The shader variants our cases lead to on two made-up devices, the smallest WebGPU allows and a large one. Their
// expanded text is checked in beside the ops, and both engines must compile each of them.
#pragma once

#include "bitloom/device.h"
#include "wgsl/key.h"

namespace bitloom {

struct Variant {
  std::string op;  // the folder its text is kept in
  wgsl::Key key;
  int reads = 0, writes = 0;
};

// The two devices variants are collected on.
DeviceInfo smallest_device();  // WebGPU's guaranteed limits, no features
DeviceInfo large_device();     // a current desktop GPU: 1024 threads, 48 KiB workgroup memory, every feature

Result<std::vector<Variant>> all_variants();

}  // namespace bitloom

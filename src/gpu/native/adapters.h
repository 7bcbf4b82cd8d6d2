// The adapters an engine offers.
#pragma once

#include <vector>

#include "bitloom/device.h"
#include "gpu/native/engine.h"

namespace bitloom::gpu {

struct Adapter {
  WGPUAdapter handle = nullptr;
  AdapterInfo info;
  uint32_t subgroup_min = 0, subgroup_max = 0;
};

// What an adapter is for: to compute, or only to read shaders (checker.h), for which Dawn needs no driver.
enum class Purpose { compute, check };

// All of them. The caller releases the handles.
std::vector<Adapter> find_adapters(const Engine& engine, Purpose purpose = Purpose::compute);
// The one the options ask for, or the best; its handle is the caller's to release.
Result<Adapter> choose_adapter(const Engine& engine, const DeviceOptions& options, Purpose purpose = Purpose::compute);

}  // namespace bitloom::gpu

// What is behind the public classes, for our own files and tests.
#pragma once

#include "bitloom/backend.h"
#include "gpu/device.h"
#include "wgsl/profile.h"

namespace bitloom {

struct Inside {
  static const wgsl::Profile* profile(const Backend& backend) { return backend.profile(); }  // null: it has no shaders
  static gpu::Device& device(WebGPUBackend& backend) { return *backend.device_; }
};

}  // namespace bitloom

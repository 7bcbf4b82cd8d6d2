// What is behind the public classes, for our own files and tests.
#pragma once

#include "bitloom/pipeline.h"
#include "gpu/device.h"
#include "wgsl/profile.h"

namespace bitloom {

struct Inside {
  static const wgsl::Profile* profile(const Backend& backend) { return backend.profile(); }  // null: it has no shaders
  static gpu::Device& device(WebGPUBackend& backend) { return *backend.device_; }
  static const Config& config(const Model& model) { return *model.config_; }
  static const Family& family(const Model& model) { return *model.family_; }
  static TaskKind task(const Pipeline& pipeline) { return pipeline.task_; }
};

}  // namespace bitloom

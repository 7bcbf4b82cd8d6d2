// A device of an engine as a Host: buffers, pipelines, submits, error scopes.
#pragma once

#include "gpu/host.h"
#include "gpu/native/engine.h"

namespace bitloom::gpu {

Code code_of(WGPUErrorType type);

// Outlives the host, since an engine may deliver "device lost" after the device was let go.
struct DeviceLife {
  std::unique_ptr<Error> lost;
  std::function<void(const Error&)> on_lost;
  bool closing = false;
  std::vector<Error> stray;  // errors outside all scopes

  void lose(const std::string& why) {
    if (closing || lost) return;
    lost = std::make_unique<Error>(error(Code::device_lost, "[device] the GPU device is lost: {}", why));
    if (on_lost) on_lost(*lost);
  }
};

// Takes the device over.
std::unique_ptr<Host> make_host(const Engine& engine, WGPUDevice device, DeviceLife* life);
// Whether such a host's engine reads a shader; fills the issue where it does not.
Task<Status> check_shader(Host& host, std::string label, std::string wgsl, ShaderIssue* issue);

}  // namespace bitloom::gpu

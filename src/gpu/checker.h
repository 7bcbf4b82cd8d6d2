// An engine's compiler without a device to compile for: it reads WGSL and says what is wrong with it. Natively only.
//
//   ShaderChecker checker = TRY(run_sync(open_checker("dawn")));
//   ShaderIssue issue;
//   Status read = run_sync(checker.check("mine.wgsl", text, &issue));
//
// Dawn offers one where there is no driver at all (its Null backend, with every feature). wgpu needs an adapter, of
// which nothing is asked but its features.
#pragma once

#include <functional>

#include "gpu/host.h"

namespace bitloom::gpu {

struct ShaderChecker {
  DeviceInfo info;
  // Fills the issue where the text is wrong.
  std::function<Task<Status>(std::string label, std::string wgsl, ShaderIssue* issue)> check;
};
Task<Result<ShaderChecker>> open_checker(std::string engine);

}  // namespace bitloom::gpu

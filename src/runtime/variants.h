// The shader variants that tests look at without a device: what our ops, and lists of ops fused around them, become on
// a few made-up devices. Goldens and the manifest are made of their text (cli/goldens.h), and both engines' compilers
// read each of them.
#pragma once

#include <map>
#include <span>

#include "bitloom/device.h"
#include "bitloom/graph.h"
#include "graph/plan.h"
#include "wgsl/key.h"

namespace bitloom {

DeviceInfo smallest_device();  // WebGPU's guaranteed limits, no features
DeviceInfo large_device();     // a current desktop GPU: 1024 threads, 48 KiB workgroup memory, every feature

// A device with a profile, by the name goldens call it.
struct MadeUpDevice {
  std::string name;
  DeviceInfo device;
  wgsl::Profile profile;
  bool odd_views = false;  // inputs start at odd elements
};
std::span<const MadeUpDevice> made_up_devices();

// What a graph becomes there.
Result<Plan> plan_on(const MadeUpDevice& device, const Graph& graph);

struct Variant {
  wgsl::Key key;
  int reads = 0, writes = 0;
};
using Variants = std::map<std::string, Variant>;  // by the key's text
void add_variants(Variants& to, const Plan& plan);

// Every case of every op on every made-up device, alone and with other ops fused to it.
Result<Variants> all_variants();

}  // namespace bitloom

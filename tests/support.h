// What the tests that need a device share. The engine is the one in BITLOOM_WEBGPU; ./test runs them once per engine.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "bitloom/bitloom.h"

namespace bitloom {

inline uint64_t fresh_seed() {
  static const uint64_t seed = [] {
    const char* given = std::getenv("BITLOOM_SEED");
    const uint64_t s = given ? std::strtoull(given, nullptr, 10) : std::random_device{}();
    std::printf("seed %llu (repeat with BITLOOM_SEED)\n", static_cast<unsigned long long>(s));
    return s;
  }();
  return seed;
}

// One device for all tests of a run; making one takes longer than most tests.
inline std::shared_ptr<WebGPUBackend> shared_gpu() {
  static std::shared_ptr<WebGPUBackend> gpu = [] {
    auto made = run_sync(WebGPUBackend::create());
    if (!made.ok()) fatal(made.error().message);
    return *made;
  }();
  return gpu;
}

// `./test --all`: nothing is left to chance, however long it takes.
inline bool everything() { return std::getenv("BITLOOM_ALL") != nullptr; }

// SwiftShader takes a while for every shader. Tests with many draw some of them there, anew each time; on lavapipe all
// run, and on a GPU.
inline bool compiles_slowly(Backend& backend) {
  return !everything() && backend.info().adapter.name.find("SwiftShader") != std::string::npos;
}

inline Tensor up(Backend& backend, const Tensor& t) { return *run_sync(backend.upload(t)); }
inline Tensor down(Backend& backend, const Tensor& t) { return *run_sync(backend.download(t)); }

}  // namespace bitloom

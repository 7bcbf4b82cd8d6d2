// Where graphs run: the CPU, or a GPU through WebGPU. Both take the same graphs and the same ops.
//
//   std::shared_ptr<Backend> gpu = TRY(run_sync(WebGPUBackend::create({.engine = "dawn"})));
//   Tensor a = TRY(run_sync(gpu->upload(Tensor::from<float>({2, 2}, {1, 2, 3, 4}))));
//   Tensor y = TRY(run_sync(gpu->run("matmul", {a, a}, {{"transpose_b", 1}})));
//   std::vector<float> values = TRY(run_sync(gpu->download(y))).to_floats();
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "bitloom/device.h"
#include "bitloom/explain.h"
#include "bitloom/graph.h"
#include "bitloom/quantize.h"
#include "bitloom/task.h"
#include "bitloom/tensor.h"

namespace bitloom {

namespace wgsl {
struct Profile;
}

struct Plan;  // src/graph/plan.h
struct Target;
class CpuBackend;
class WebGPUBackend;

struct RunOptions {
  bool fuse = true;    // on a GPU; the CPU runs op by op
  int most_fused = 0;  // ops in one kernel at most; 0: as many as fit
  wgsl::ProfileOverrides profile{};
};

class Backend {
 public:
  virtual ~Backend() = default;
  virtual std::string name() const = 0;  // "cpu", or engine and adapter

  // Runs a graph, which must live until then. Inputs must be where the backend computes; results stay there. What a
  // graph became is kept, so its constants must not change afterwards.
  virtual Task<Result<std::vector<Tensor>>> run(const Graph& graph, std::vector<Tensor> inputs,
                                                RunOptions options = {}) = 0;
  // One op, as a graph of one node.
  virtual Task<Result<Tensor>> run(std::string op, std::vector<Tensor> inputs, Attrs attrs = {});

  // To and from this backend's memory. A tensor that is there already comes back as it is.
  virtual Task<Result<Tensor>> upload(Tensor tensor) = 0;
  virtual Task<Result<Tensor>> download(Tensor tensor) = 0;

  // Few-bit weights in this backend's memory, from weights anywhere; and x·W with them.
  Task<Result<QuantizedTensor>> quantize(Tensor weights, QuantizeOptions options);
  Task<Result<Tensor>> matmul(Tensor x, QuantizedTensor weights);

  virtual WebGPUBackend* webgpu() { return nullptr; }  // this, if it is one
  virtual CpuBackend* cpu() { return nullptr; }
};

class CpuBackend final : public Backend {
 public:
  // `reference` runs the plain kernels, the ones every other result is compared with.
  explicit CpuBackend(bool reference = false) : reference_(reference) {}
  using Backend::run;
  std::string name() const override { return reference_ ? "cpu reference" : "cpu"; }
  Task<Result<std::vector<Tensor>>> run(const Graph& graph, std::vector<Tensor> inputs,
                                        RunOptions options = {}) override;
  Task<Result<Tensor>> upload(Tensor tensor) override;
  Task<Result<Tensor>> download(Tensor tensor) override;
  CpuBackend* cpu() override { return this; }

  // A graph planned once, to be run many times.
  using Program = std::shared_ptr<const Plan>;
  Result<Program> prepare(const Graph& graph) const;
  Task<Result<std::vector<Tensor>>> run(Program program, std::vector<Tensor> inputs);

 private:
  bool reference_;
};

struct WebGPUOptions : DeviceOptions {
  std::string profile{};      // chrome, firefox, safari, edge; empty: by engine and GPU
  int threads = 0, tile = 0;  // over the profile's; 0: the profile's
  bool fast_math = false;
};

class WebGPUBackend final : public Backend {
 public:
  static Task<Result<std::shared_ptr<WebGPUBackend>>> create(WebGPUOptions options = {});
  ~WebGPUBackend() override;
  using Backend::run;

  std::string name() const override;
  Task<Result<std::vector<Tensor>>> run(const Graph& graph, std::vector<Tensor> inputs,
                                        RunOptions options = {}) override;
  Task<Result<Tensor>> run(std::string op, std::vector<Tensor> inputs, Attrs attrs = {}) override {
    return run(std::move(op), std::move(inputs), std::move(attrs), wgsl::ProfileOverrides{});
  }
  // The same with another profile, or other numbers, than the backend's own.
  Task<Result<Tensor>> run(std::string op, std::vector<Tensor> inputs, Attrs attrs, wgsl::ProfileOverrides overrides);
  Task<Result<Tensor>> upload(Tensor tensor) override;
  Task<Result<Tensor>> download(Tensor tensor) override;

  WebGPUBackend* webgpu() override { return this; }

  // A graph made ready once (planned, pipelines compiled, constants uploaded), to be run many times. It is good for
  // inputs that start where the given ones do; without any, for inputs that are no views.
  struct Ready;
  using Program = std::shared_ptr<const Ready>;
  Task<Result<Program>> prepare(const Graph& graph, std::vector<Tensor> inputs = {}, RunOptions options = {});
  Task<Result<std::vector<Tensor>>> run(Program program, std::vector<Tensor> inputs);

  // What the graph becomes here, with fusion and without.
  Result<Explanation> explain(const Graph& graph, const RunOptions& options = {}) const;

  const wgsl::Profile& profile() const;  // the shader profile in use
  // What one op would run here, as text.
  Result<std::string> plan_text(const std::string& op, const std::vector<Tensor>& inputs, const Attrs& attrs,
                                const wgsl::ProfileOverrides& overrides = {}) const;

  gpu::Device& device() { return *device_; }
  const DeviceInfo& info() const;
  MemoryReport memory() const;

 private:
  struct Impl;
  WebGPUBackend(std::shared_ptr<gpu::Device> device, std::unique_ptr<Impl> impl);
  Result<Target> target(const std::vector<Tensor>& inputs, const RunOptions& options = {}) const;
  void keep(std::string key, Program program);
  Task<Result<Program>> prepare(const Graph& graph, const Target& target);

  std::shared_ptr<gpu::Device> device_;
  std::unique_ptr<Impl> impl_;
};

}  // namespace bitloom

// Where graphs run: the CPU, or a GPU through WebGPU. Both take the same graphs and the same ops.
//
//   std::shared_ptr<Backend> gpu = run_sync(WebGPUBackend::create({.engine = "dawn"})).value();
//   Tensor a = run_sync(gpu->upload(Tensor::from<float>({2, 2}, {1, 2, 3, 4}))).value();
//   Result<Tensor> y = run_sync(gpu->run("matmul", {a, a}, {{"transpose_b", 1}}));
//   if (y.ok()) run_sync(gpu->download(*y))->to_floats();
//
// In a coroutine, co_await instead of run_sync; bitloom/sync.h has the same without tasks and results.
//
// Threads: one at a time uses a backend and what was made with it. Separate CPU backends are independent and share one
// pool of threads; GPU backends all belong to one thread (bitloom/device.h).
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

class Backend;
struct Target;  // src/graph/plan.h

namespace wgsl {
struct Profile;
}

struct RunOptions {
  bool fuse = true;    // false: every op of the graph as it is, one after the other
  int most_fused = 0;  // ops in one kernel at most; 0: as many as fit
  wgsl::ProfileOverrides profile{};
};

// A graph made ready for one backend, to be run many times: planned, its constants uploaded and, on a GPU, its
// pipelines compiled. It does not outlive its backend.
class Program {
 public:
  struct Port {
    std::string name;
    Desc desc;
    bool changes = false;  // an input: see Graph::mutable_input
  };
  virtual ~Program() = default;
  const std::vector<Port>& inputs() const { return inputs_; }
  const std::vector<Port>& outputs() const { return outputs_; }
  const Backend* backend() const { return backend_; }
  uint64_t constant_bytes() const { return constant_bytes_; }

 protected:
  Program(const Backend& backend, const Graph& graph);
  uint64_t constant_bytes_ = 0;

 private:
  std::vector<Port> inputs_, outputs_;
  const Backend* backend_;
};

class Backend {
 public:
  Backend();
  virtual ~Backend();
  Backend(const Backend&) = delete;
  Backend& operator=(const Backend&) = delete;

  virtual std::string name() const = 0;  // "cpu", or engine and adapter
  virtual const DeviceInfo& info() const = 0;
  // The shader profiles kernels can be made by, the one in use first; empty names where there are no shaders.
  virtual std::vector<std::string> profiles() const { return {""}; }

  // Makes a graph ready. Its constants must not change afterwards. A program runs with inputs that start anywhere in
  // their memory; it is made ready for places like those of the given inputs, and for others when they first come.
  virtual Task<Result<std::shared_ptr<Program>>> prepare(Graph graph, RunOptions options = {},
                                                         std::vector<Tensor> like = {}) = 0;
  // Inputs must be where the backend computes; results stay there. A mutable input shares no
  // memory with another one: on the CPU no bytes, on a GPU no buffer.
  virtual Task<Result<std::vector<Tensor>>> run(std::shared_ptr<Program> program, std::vector<Tensor> inputs) = 0;
  // A graph, or one op as a graph of one node. The program it became is kept for the next time, with what was computed
  // of its constants; but for single ops on the CPU, which are planned as fast as found.
  Task<Result<std::vector<Tensor>>> run(Graph graph, std::vector<Tensor> inputs, RunOptions options = {});
  Task<Result<Tensor>> run(std::string op, std::vector<Tensor> inputs, Attrs attrs = {}, RunOptions options = {});

  // What the graph becomes here, with fusion and without; and the plan it runs by, as text.
  virtual Result<Explanation> explain(const Graph& graph, const RunOptions& options = {}) const = 0;
  virtual Result<std::string> plan_text(const Graph& graph, const std::vector<Tensor>& inputs,
                                        const RunOptions& options = {}) const = 0;

  // To and from this backend's memory. A tensor that is there already comes back as it is.
  virtual Task<Result<Tensor>> upload(Tensor tensor) = 0;
  virtual Task<Result<Tensor>> download(Tensor tensor) = 0;
  // Uploads the constants that programs of this graph will use. They stay as long as what is returned is held.
  Task<Result<std::vector<Constant>>> upload_constants(Graph graph);

  // A tensor filled piece by piece: between begin_upload and end_upload nothing else may happen. Offsets and sizes on a
  // GPU are whole words; the memory is padded to them.
  virtual Result<Tensor> begin_upload(Desc desc) = 0;
  virtual void write(const Tensor& to, uint64_t offset, std::span<const std::byte> bytes) = 0;
  virtual Task<Result<Tensor>> end_upload(Tensor tensor) = 0;
  virtual Task<Result<std::vector<std::byte>>> read(Tensor from, uint64_t offset, size_t size) = 0;

  // Few-bit weights in this backend's memory, from weights anywhere; and x·W with them.
  Task<Result<QuantizedTensor>> quantize(Tensor weights, QuantizeOptions options);
  Task<Result<Tensor>> matmul(Tensor x, QuantizedTensor weights);

  virtual Task<Status> finished() = 0;  // waits for all that was begun
  virtual MemoryReport memory() const = 0;
  virtual void trim() {}  // frees what is kept for reuse
  virtual Counters counters() const { return {}; }
  // While on, every dispatch is timed; take_times() hands over what was measured since the last call.
  virtual Status set_timing(bool on);
  virtual std::vector<DispatchTime> take_times() { return {}; }

 protected:
  virtual Result<Graph> simplified(const Graph& graph, const RunOptions& options) const = 0;
  Task<Result<Tensor>> uploaded(Constant constant);  // by this backend before, or now

 private:
  friend struct Inside;  // src/runtime/inside.h
  virtual const wgsl::Profile* profile() const { return nullptr; }
  struct Kept;
  Task<Result<std::shared_ptr<Program>>> kept_or_prepared(std::string key, Graph graph, RunOptions options,
                                                          std::vector<Tensor> inputs, bool keep);
  const uint64_t number_;  // no two backends have the same
  std::unique_ptr<Kept> kept_;
};

class CpuBackend final : public Backend {
 public:
  // `reference` runs the plain kernels on the graph as it is: what every other result is compared with.
  explicit CpuBackend(bool reference = false) : reference_(reference) {}
  using Backend::run;
  std::string name() const override { return reference_ ? "cpu reference" : "cpu"; }
  const DeviceInfo& info() const override;
  Task<Result<std::shared_ptr<Program>>> prepare(Graph graph, RunOptions options = {},
                                                 std::vector<Tensor> like = {}) override;
  Task<Result<std::vector<Tensor>>> run(std::shared_ptr<Program> program, std::vector<Tensor> inputs) override;
  Result<Explanation> explain(const Graph& graph, const RunOptions& options = {}) const override;
  Result<std::string> plan_text(const Graph& graph, const std::vector<Tensor>& inputs,
                                const RunOptions& options = {}) const override;
  Task<Result<Tensor>> upload(Tensor tensor) override;
  Task<Result<Tensor>> download(Tensor tensor) override;
  Result<Tensor> begin_upload(Desc desc) override;
  void write(const Tensor& to, uint64_t offset, std::span<const std::byte> bytes) override;
  Task<Result<Tensor>> end_upload(Tensor tensor) override;
  Task<Result<std::vector<std::byte>>> read(Tensor from, uint64_t offset, size_t size) override;
  Task<Status> finished() override;
  MemoryReport memory() const override;

 protected:
  Result<Graph> simplified(const Graph& graph, const RunOptions& options) const override;

 private:
  bool reference_;
};

struct WebGPUOptions : DeviceOptions {
  // Of all shaders, as in ProfileOverrides.
  std::string profile{};      // chrome, firefox, safari, edge; empty: by browser, or engine, and GPU
  int threads = 0, tile = 0;  // 0: the profile's
  bool fast_math = false;
};

class WebGPUBackend final : public Backend {
 public:
  static Task<Result<std::shared_ptr<WebGPUBackend>>> create(WebGPUOptions options = {});
  ~WebGPUBackend() override;
  using Backend::run;

  std::string name() const override;
  const DeviceInfo& info() const override;
  std::vector<std::string> profiles() const override;
  Task<Result<std::shared_ptr<Program>>> prepare(Graph graph, RunOptions options = {},
                                                 std::vector<Tensor> like = {}) override;
  Task<Result<std::vector<Tensor>>> run(std::shared_ptr<Program> program, std::vector<Tensor> inputs) override;
  Result<Explanation> explain(const Graph& graph, const RunOptions& options = {}) const override;
  Result<std::string> plan_text(const Graph& graph, const std::vector<Tensor>& inputs,
                                const RunOptions& options = {}) const override;
  Task<Result<Tensor>> upload(Tensor tensor) override;
  Task<Result<Tensor>> download(Tensor tensor) override;
  Result<Tensor> begin_upload(Desc desc) override;
  void write(const Tensor& to, uint64_t offset, std::span<const std::byte> bytes) override;
  Task<Result<Tensor>> end_upload(Tensor tensor) override;
  Task<Result<std::vector<std::byte>>> read(Tensor from, uint64_t offset, size_t size) override;
  Task<Status> finished() override;
  MemoryReport memory() const override;
  void trim() override;
  Counters counters() const override;
  Status set_timing(bool on) override;
  std::vector<DispatchTime> take_times() override;

 protected:
  Result<Graph> simplified(const Graph& graph, const RunOptions& options) const override;

 private:
  friend struct Inside;
  const wgsl::Profile* profile() const override;
  class Ready;
  struct Impl;
  WebGPUBackend(std::shared_ptr<gpu::Device> device, std::unique_ptr<Impl> impl);
  Result<Target> target(const RunOptions& options) const;

  std::shared_ptr<gpu::Device> device_;
  std::unique_ptr<Impl> impl_;
};

}  // namespace bitloom

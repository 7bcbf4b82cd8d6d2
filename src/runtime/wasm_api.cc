// What the WebAssembly build offers JavaScript (js/src/core.ts is the other half): backends, tensors, single ops,
// few-bit weights, the doctor. Backends and tensors are pointers that JavaScript must give back; work that may wait
// takes a call number and ends with exactly one settle for it.
#include <cstdlib>

#include "base/json_text.h"
#include "cpu/threads.h"
#include "runtime/doctor.h"
#include "runtime/inside.h"
#include "runtime/web.h"
#include "wgsl/profile.h"

namespace bitloom {
namespace {

using namespace web;

class Json {  // one flat object
 public:
  Json& add(std::string_view key, std::string_view value) { return append_json(next(key), value), *this; }
  Json& add(std::string_view key, double value) {
    next(key) += value - value == 0 ? format("{}", value) : "null";
    return *this;
  }
  std::string text() && { return std::move(text_) + '}'; }

 private:
  std::string& next(std::string_view key) {
    text_ += text_.empty() ? '{' : ',';
    append_json(text_, key);
    return text_ += ':';
  }
  std::string text_;
};

Unattended open_webgpu(int call, WebGPUOptions options) {
  auto made = co_await WebGPUBackend::create(std::move(options));
  if (!made.ok()) settle(call, made.error());
  else settle(call, new BackendPointer(*made), "");
}

Unattended finish_put(int call, BackendPointer backend, Tensor tensor) {
  settle(call, co_await backend->end_upload(std::move(tensor)));
}

Unattended run_op(int call, BackendPointer backend, std::string op, std::vector<Tensor> inputs, Attrs attrs,
                  RunOptions options) {
  settle(call, co_await backend->run(std::move(op), std::move(inputs), std::move(attrs), std::move(options)));
}

Unattended quantize_weights(int call, BackendPointer backend, Tensor weights, Tensor importance,
                            QuantizeOptions options) {
  Status ready;
  if (importance.defined()) {
    auto here = co_await backend->download(std::move(importance));
    if (here.ok()) options.importance = here->to_floats();
    else ready = here.error();
  }
  Result<QuantizedTensor> made{QuantizedTensor{}};
  if (ready.ok()) made = co_await backend->quantize(std::move(weights), std::move(options));
  else made = ready.error();
  if (!made.ok()) {
    settle(call, made.error());
    co_return;
  }
  std::string text = format(
      "{\"bits\":{},\"group\":{},\"aligned\":{},\"activations\":{},\"outputs\":{},\"inputs\":{},\"error\":{},"
      "\"tensors\":[",
      made->bits, made->group, made->aligned ? "true" : "false", made->activation_bits, made->outputs, made->inputs,
      made->error);
  const char* comma = "";
  for (const Tensor& t : made->tensors()) {
    text += format("{}{\"object\":{},\"dtype\":{},\"shape\":{}}", comma, reinterpret_cast<uintptr_t>(new Tensor(t)),
                   static_cast<int>(t.dtype()), t.shape());
    comma = ",";
  }
  text += "]}";
  settle(call, nullptr, text);
}

Unattended read_bytes(int call, BackendPointer backend, Tensor tensor, uint64_t from, size_t size) {
  const auto bytes = co_await backend->read(std::move(tensor), from, size);
  if (bytes.ok()) settle(call, nullptr, {reinterpret_cast<const char*>(bytes->data()), bytes->size()});
  else settle(call, bytes.error());
}

Unattended finish(int call, BackendPointer backend) {
  const Status done = co_await backend->finished();
  if (done.ok()) settle(call, nullptr, "");
  else settle(call, done.error());
}

Unattended run_doctor(int call, BackendPointer backend, DoctorOptions options) {
  const DoctorReport report = co_await examine(backend, options, [call](const DoctorFinding& f) {
    Json json;
    json.add("op", f.op).add("test", f.test).add("profile", f.profile).add("state", name(f.state));
    json.add("worst", f.worst).add("ms", f.ms).add("cpuMs", f.cpu_ms).add("problem", f.problem);
    json.add("kernels", f.kernels).add("done", f.done).add("total", f.total);
    const std::string text = std::move(json).text();
    return tell(call, text);
  });
  Json json;
  json.add("seed", static_cast<double>(report.seed)).add("right", report.right).add("wrong", report.wrong);
  json.add("failed", report.failed).add("slow", report.slow);
  const std::string text = std::move(json).text();
  settle(call, nullptr, text);
}

}  // namespace

extern "C" {

BITLOOM_EXPORT(bitloom_alloc) void* bitloom_alloc(size_t bytes) { return std::malloc(bytes); }
BITLOOM_EXPORT(bitloom_free) void bitloom_free(void* bytes) { std::free(bytes); }

BITLOOM_EXPORT(bitloom_open_webgpu) void bitloom_open_webgpu(int call, int device) {
  const Words words = said();
  WebGPUOptions options;
  options.adapter = device;
  options.validate = words.number("validate") != 0;
  options.profile = words.word("profile");
  options.threads = static_cast<int>(words.number("threads"));
  options.tile = static_cast<int>(words.number("tile"));
  options.fast_math = words.number("fastMath") != 0;
  // What the device can do is said next, when open_host asks JavaScript for it.
  open_webgpu(call, std::move(options));
}
BITLOOM_EXPORT(bitloom_open_cpu) BackendPointer* bitloom_open_cpu() {
  return new BackendPointer(std::make_shared<CpuBackend>());
}
BITLOOM_EXPORT(bitloom_close) void bitloom_close(BackendPointer* backend) {
  forget_lists(backend);
  delete backend;
}

// The shader profile in use, as JSON.
BITLOOM_EXPORT(bitloom_profile) void bitloom_profile(int call, BackendPointer* backend) {
  const wgsl::Profile p = Inside::profile(**backend) ? *Inside::profile(**backend) : wgsl::Profile{};
  Json json;
  json.add("name", p.name).add("threads", p.threads).add("elementwiseThreads", p.elementwise_threads);
  json.add("tile", p.tile).add("unroll", p.unroll).add("fastMath", p.fast_math).add("why", p.why);
  settle(call, nullptr, std::move(json).text());
}

// A new tensor on a backend: made here, filled with bitloom_write, finished with bitloom_put. In between nothing else
// may happen. 0: the error was settled. Without a backend it is on the CPU, and finished when filled.
BITLOOM_EXPORT(bitloom_make)
Tensor* bitloom_make(int call, BackendPointer* backend, int dtype, int rank, const double* dims) {
  const auto shape = checked_shape("tensor", std::vector<int64_t>(dims, dims + rank));
  if (!shape.ok()) return settle(call, shape.error()), nullptr;
  const Desc desc{static_cast<DType>(dtype), *shape};
  auto made = backend ? (*backend)->begin_upload(desc) : Tensor::make(desc);
  if (made.ok()) return new Tensor(std::move(*made));
  settle(call, made.error());
  if (backend) finish_put(-1, *backend, {});  // closes the error scope; nobody listens
  return nullptr;
}
BITLOOM_EXPORT(bitloom_write)
void bitloom_write(BackendPointer* backend, const Tensor* tensor, double offset, const std::byte* bytes, size_t size) {
  (*backend)->write(*tensor, static_cast<uint64_t>(offset), {bytes, size});
}
BITLOOM_EXPORT(bitloom_put) void bitloom_put(int call, BackendPointer* backend, Tensor* tensor) {
  const std::unique_ptr<Tensor> mine(tensor);
  finish_put(call, *backend, std::move(*mine));
}
// Where a CPU tensor's bytes are.
BITLOOM_EXPORT(bitloom_data) std::byte* bitloom_data(const Tensor* tensor) { return tensor->raw(); }
BITLOOM_EXPORT(bitloom_read)
void bitloom_read(int call, BackendPointer* backend, const Tensor* tensor, double from, size_t size) {
  read_bytes(call, *backend, *tensor, static_cast<uint64_t>(from), size);
}
BITLOOM_EXPORT(bitloom_free_tensor) void bitloom_free_tensor(Tensor* tensor) { delete tensor; }

// The text: the op's name, then its settings (type letter and value) and the profile's, which start with @.
BITLOOM_EXPORT(bitloom_run)
void bitloom_run(int call, BackendPointer* backend, const char* text, size_t size, Tensor* const* inputs,
                 size_t count) {
  std::string op;
  Attrs attrs;
  RunOptions options;
  each_line({text, size}, [&](std::string_view key, std::string_view value) {
    if (key == "@op") op = value;
    else if (!read_option(options, key, value)) attrs.set(std::string(key), attr_of(value));
  });
  run_op(call, *backend, std::move(op), tensors_at(inputs, count), std::move(attrs), std::move(options));
}

BITLOOM_EXPORT(bitloom_quantize)
void bitloom_quantize(int call, BackendPointer* backend, Tensor* weights, Tensor* importance) {
  const Words words = said();
  QuantizeOptions options;
  const auto flag = [&](std::string_view key) -> std::optional<bool> {
    if (words.word(key).empty()) return {};
    return words.number(key) != 0;
  };
  if (!words.word("bits").empty()) options.bits_per_weight = static_cast<int>(words.number("bits"));
  options.use_symmetric_quantization = flag("symmetric");
  options.use_per_channel_quantization = flag("channel");
  options.group = static_cast<int>(words.number("group"));
  options.aligned = flag("aligned");
  if (words.word("scales") == "f32") options.scales = DType::f32;
  options.solver = words.word("solver");
  if (!words.word("activations").empty()) options.activation_bits = static_cast<int>(words.number("activations"));
  options.transpose_b = flag("turned").value_or(false);
  quantize_weights(call, *backend, *weights, importance ? *importance : Tensor{}, std::move(options));
}
BITLOOM_EXPORT(bitloom_finish) void bitloom_finish(int call, BackendPointer* backend) { finish(call, *backend); }

BITLOOM_EXPORT(bitloom_doctor) void bitloom_doctor(int call, BackendPointer* backend) {
  const Words words = said();
  run_doctor(call, *backend,
             {.op = std::string(words.word("op")),
              .seed = static_cast<uint64_t>(words.number("seed")),
              .all_profiles = words.number("allProfiles") != 0,
              .all_views = words.number("allProfiles") != 0});
}

// live, pooled, peak, buffers; then bytes in CPU tensors, and the most there ever were.
BITLOOM_EXPORT(bitloom_memory) void bitloom_memory(BackendPointer* backend, double* out) {
  const MemoryReport m = (*backend)->memory();
  const CpuMemory cpu = cpu_memory();
  for (const double v :
       {double(m.live), double(m.pooled), double(m.peak), double(m.buffers), double(cpu.live), double(cpu.peak)})
    *out++ = v;
}
// submits, dispatches, pipelines, compile ms, bytes up, bytes down.
BITLOOM_EXPORT(bitloom_counters) void bitloom_counters(BackendPointer* backend, double* out) {
  const Counters c = (*backend)->counters();
  for (const double v : {double(c.submits), double(c.dispatches), double(c.pipelines), c.compile_ms, double(c.uploaded),
                         double(c.downloaded)})
    *out++ = v;
}
// Frees what is kept for reuse.
BITLOOM_EXPORT(bitloom_trim) void bitloom_trim(BackendPointer* backend) { (*backend)->trim(); }
// Timing of dispatches by the GPU. Returns 0 where it cannot be had.
BITLOOM_EXPORT(bitloom_set_timing) int bitloom_set_timing(BackendPointer* backend, int on) {
  return (*backend)->set_timing(on != 0).ok();
}
BITLOOM_EXPORT(bitloom_take_times) void bitloom_take_times(int call, BackendPointer* backend) {
  std::string text;
  for (const DispatchTime& t : (*backend)->take_times()) text += format("{}={}\n", t.label, t.microseconds);
  settle(call, nullptr, text);
}

BITLOOM_EXPORT(bitloom_set_threads) void bitloom_set_threads(int count) { set_threads(count); }
BITLOOM_EXPORT(bitloom_threads) int bitloom_threads() { return threads(); }
BITLOOM_EXPORT(bitloom_join) int bitloom_join() { return join_threads(); }
BITLOOM_EXPORT(bitloom_work) void bitloom_work(int number) { work_as_thread(number); }
BITLOOM_EXPORT(bitloom_abandon) void bitloom_abandon() { abandon_work(); }
BITLOOM_EXPORT(bitloom_recover) void bitloom_recover() { recover_threads(); }

}  // extern "C"

}  // namespace bitloom

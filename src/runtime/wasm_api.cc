// What the WebAssembly build offers JavaScript (js/src/core.ts is the other half). Backends and tensors are pointers
// that JavaScript must give back; work that may wait takes a call number and ends with exactly one settle_... for it.
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <map>
#include <unordered_map>

#include "base/json_text.h"
#include "bitloom/backend.h"
#include "bitloom/fusion.h"
#include "cpu/threads.h"
#include "gpu/device.h"
#include "runtime/doctor.h"
#include "runtime/web.h"
#include "wgsl/profile.h"

namespace bitloom {
namespace {

extern "C" {
BITLOOM_IMPORT(settle) void settle(int call, const void* object, const void* bytes, size_t size);
BITLOOM_IMPORT(settle_tensor)
void settle_tensor(int call, const Tensor* tensor, int dtype, int rank, const int64_t* dims);
BITLOOM_IMPORT(settle_tensors) void settle_tensors(int call, const double* numbers, size_t count);
BITLOOM_IMPORT(settle_error) void settle_error(int call, int code, const char* text, size_t size);
BITLOOM_IMPORT(finding) int finding(int call, const char* json, size_t size);  // 0: stop
BITLOOM_IMPORT(fatal) void fatal_in_javascript(int code, const char* text, size_t size);
}

using BackendPointer = std::shared_ptr<Backend>;

std::string said_text;

using web::settle;

void settle(int call, Tensor tensor) {
  auto* kept = new Tensor(std::move(tensor));
  settle_tensor(call, kept, static_cast<int>(kept->dtype()), kept->shape().rank(), kept->shape().sizes().data());
}

// Several at once: for each its pointer, type, rank and sizes.
void settle(int call, std::vector<Tensor> tensors) {
  std::vector<double> numbers;
  for (Tensor& t : tensors) {
    const Desc desc = t.desc();
    numbers.push_back(static_cast<double>(reinterpret_cast<uintptr_t>(new Tensor(std::move(t)))));
    numbers.push_back(static_cast<double>(desc.dtype)), numbers.push_back(desc.shape.rank());
    for (const int64_t size : desc.shape.sizes()) numbers.push_back(static_cast<double>(size));
  }
  settle_tensors(call, numbers.data(), numbers.size());
}

void settle(int call, const Result<std::string>& text) {
  if (text.ok()) settle(call, nullptr, text->data(), text->size());
  else settle(call, text.error());
}

double number_of(std::string_view text) {
  // Debian's libc++ has no from_chars for floating point.
  return std::strtod(std::string(text).c_str(), nullptr);
}

std::vector<int64_t> list_of(std::string_view text) {
  std::vector<int64_t> list;
  for (const char *at = text.data(), *end = at + text.size(); at < end; ++at) {
    int64_t number = 0;
    at = std::from_chars(at, end, number).ptr;
    list.push_back(number);
  }
  return list;
}

// i: whole number, f: number, w: word, l: list of whole numbers.
AttrValue attr_of(std::string_view text) {
  if (text.empty()) return std::string();
  const std::string_view value = text.substr(1);
  if (text[0] == 'f') return number_of(value);
  if (text[0] == 'w') return std::string(value);
  std::vector<int64_t> list = list_of(value);
  if (text[0] == 'l') return list;
  return list.empty() ? int64_t{0} : list[0];
}

// Up to the next colon, which goes with it.
std::string_view next_part(std::string_view& text) {
  const size_t end = text.find(':');
  const std::string_view part = text.substr(0, end);
  text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  return part;
}

// type:sizes, as in 0:2,3
Result<Desc> desc_of(std::string_view& text) {
  const auto dtype = static_cast<DType>(number_of(next_part(text)));
  return Desc{dtype, TRY(checked_shape("tensor", list_of(next_part(text))))};
}

// The lines of a call that say how it runs; true if this was one.
bool read_option(RunOptions& options, std::string_view key, std::string_view value) {
  if (key == "@profile") options.profile.profile = value;
  else if (key == "@threads") options.profile.threads = static_cast<uint32_t>(number_of(value));
  else if (key == "@tile") options.profile.tile = static_cast<uint32_t>(number_of(value));
  else if (key == "@fastMath") options.profile.fast_math = number_of(value) != 0;
  else if (key == "@fuse") options.fuse = number_of(value) != 0;
  else if (key == "@mostFused") options.most_fused = static_cast<int>(number_of(value));
  else return false;
  return true;
}

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
  else settle(call, new BackendPointer(*made), nullptr, 0);
}

Unattended finish_put(int call, BackendPointer backend, Tensor tensor) {
  Status sent;
  if (WebGPUBackend* gpu = backend->webgpu()) sent = co_await gpu->device().submit();
  if (!sent.ok()) {
    tensor = {};
    if (sent.error().code == Code::out_of_memory) backend->webgpu()->device().trim();
    settle(call, sent.error());
  } else {
    settle(call, std::move(tensor));
  }
}

Unattended run_op(int call, BackendPointer backend, std::string op, std::vector<Tensor> inputs, Attrs attrs,
                  wgsl::ProfileOverrides overrides) {
  Result<Tensor> out{Tensor{}};
  if (WebGPUBackend* gpu = backend->webgpu()) out = co_await gpu->run(op, std::move(inputs), attrs, overrides);
  else out = co_await backend->run(op, std::move(inputs), attrs);
  if (out.ok()) settle(call, std::move(*out));
  else settle(call, out.error());
}

// --- Graphs
struct Compiled {
  BackendPointer backend;
  Graph graph;
  RunOptions options;
  std::map<std::vector<bool>, WebGPUBackend::Program> programs;  // by which inputs start at odd places
  CpuBackend::Program cpu_program;
};

// The lines: input=type:sizes:name, constant=number, @op=name with @in=values and settings after it, output=value:name.
// Values are counted as they come.
Result<Compiled> read_graph(std::string_view text, std::span<Tensor* const> constants) {
  Compiled out;
  std::vector<Value> values;
  std::string op;
  std::vector<int64_t> in;
  Attrs attrs;
  int count = 0;
  Status status;
  const auto value_at = [&](int64_t i) {
    return i >= 0 && i < static_cast<int64_t>(values.size()) ? values[static_cast<size_t>(i)] : Value{};
  };
  const auto finish_op = [&]() -> Status {
    if (op.empty()) return {};
    std::vector<Value> taken;
    for (const int64_t i : in) taken.push_back(value_at(i));
    auto made = out.graph.apply(op, taken, attrs);
    if (!made.ok()) return error(made.error().code, "[graph] op {} '{}': {}", count, op, made.error().message);
    values.push_back(*made);
    op.clear(), in.clear(), attrs = {}, ++count;
    return {};
  };
  const auto line = [&](std::string_view key, std::string_view value) -> Status {
    if (key == "input" || key == "constant" || key == "output" || key == "@op") (void)TRY(finish_op());
    if (key == "input") {
      const Desc desc = TRY(desc_of(value));
      values.push_back(out.graph.input(std::string(value), desc));
    } else if (key == "constant") {
      values.push_back(out.graph.constant(*constants[static_cast<size_t>(number_of(value))]));
    } else if (key == "output") {
      const Value made = value_at(static_cast<int64_t>(number_of(next_part(value))));
      out.graph.output(std::string(value), made);
    } else if (key == "@op") {
      op = value;
    } else if (key == "@in") {
      in = list_of(value);
    } else if (!read_option(out.options, key, value)) {
      attrs.set(std::string(key), attr_of(value));
    }
    return {};
  };
  web::each_line(text, [&](std::string_view key, std::string_view value) {
    if (status.ok()) status = line(key, value);
  });
  (void)TRY(std::move(status));
  return out;
}

Task<Result<WebGPUBackend::Program>> program_for(Compiled& compiled, const std::vector<Tensor>& inputs) {
  std::vector<bool> odd;
  for (const Tensor& t : inputs) odd.push_back(t.offset() % 4 != 0);
  if (const auto found = compiled.programs.find(odd); found != compiled.programs.end()) co_return found->second;
  CO_TRY(WebGPUBackend::Program made,
         co_await compiled.backend->webgpu()->prepare(compiled.graph, inputs, compiled.options));
  compiled.programs.emplace(std::move(odd), made);
  co_return made;
}

Unattended compile_graph(int call, std::shared_ptr<Compiled> compiled) {
  Status ready;
  if (compiled->backend->webgpu()) {
    // For inputs that start where tensors of their own do.
    const std::vector<Tensor> inputs(compiled->graph.inputs().size());
    auto made = co_await program_for(*compiled, inputs);
    if (!made.ok()) ready = made.error();
  } else {
    auto made = compiled->backend->cpu()->prepare(compiled->graph);
    if (made.ok()) compiled->cpu_program = std::move(*made);
    else ready = made.error();
  }
  if (!ready.ok()) {
    settle(call, ready.error());
    co_return;
  }
  std::string text;
  for (const Graph::Named& o : compiled->graph.outputs()) {
    const Desc& desc = compiled->graph.desc(o.value);
    text += format("{}:{}\n", static_cast<int>(desc.dtype), desc.shape);
  }
  settle(call, new std::shared_ptr<Compiled>(compiled), text.data(), text.size());
}

Unattended run_graph(int call, std::shared_ptr<Compiled> compiled, std::vector<Tensor> inputs) {
  Result<std::vector<Tensor>> out{std::vector<Tensor>{}};
  if (WebGPUBackend* gpu = compiled->backend->webgpu()) {
    auto program = co_await program_for(*compiled, inputs);
    if (program.ok()) out = co_await gpu->run(std::move(*program), std::move(inputs));
    else out = program.error();
  } else {
    out = co_await compiled->backend->cpu()->run(compiled->cpu_program, std::move(inputs));
  }
  if (out.ok()) settle(call, std::move(*out));
  else settle(call, out.error());
}

// --- Lists of ops
struct List {
  FusionOps ops;
  bool use_fusion = true;
  std::unique_ptr<WebGPUOperationFusion> fusion;
};
// By their text, for each backend: what was read once is not read again.
std::map<const void*, std::unordered_map<std::string, std::shared_ptr<List>>> lists;

// The lines: the fusion's configuration; own=name and its ops, for each pattern of one's own; list= and the ops; an op
// is
// @op=name and its settings.
Result<std::shared_ptr<List>> read_list(BackendPointer* backend, std::string_view text) {
  auto& known = lists[backend];
  if (const auto found = known.find(std::string(text)); found != known.end()) return found->second;
  auto list = std::make_shared<List>();
  FusionConfig config;
  RunOptions options;
  std::vector<std::pair<std::string, FusionOps>> own;
  FusionOps* ops = &list->ops;
  Status status;
  const auto line = [&](std::string_view key, std::string_view value) -> Status {
    if (key == "enabled") {
      config.enabled_patterns.emplace();
      while (!value.empty()) config.enabled_patterns->push_back(TRY(fusion_pattern(next_part(value))));
    } else if (key == "limit") {
      config.max_fusion_length = static_cast<int>(number_of(value));
    } else if (key == "browser") {
      config.use_browser_optimizations = number_of(value) != 0;
    } else if (key == "reassociate") {
      config.reassociate = number_of(value) != 0;
    } else if (key == "strict") {
      config.strict = number_of(value) != 0;
    } else if (key == "quantized") {
      config.use_quantized_weights = number_of(value) != 0;
    } else if (key == "bits") {
      config.bits_per_weight = static_cast<int>(number_of(value));
    } else if (key == "symmetric") {
      config.use_symmetric_quantization = number_of(value) != 0;
    } else if (key == "channel") {
      config.use_per_channel_quantization = number_of(value) != 0;
    } else if (key == "activations") {
      config.activation_bits = static_cast<int>(number_of(value));
    } else if (key == "own") {
      own.emplace_back(std::string(value), FusionOps{});
      ops = &own.back().second;
    } else if (key == "list") {
      ops = &list->ops;
    } else if (key == "@op") {
      ops->emplace_back(std::string(value));
    } else if (!read_option(options, key, value)) {
      ops->back().settings.set(std::string(key), attr_of(value));
    }
    return {};
  };
  web::each_line(text, [&](std::string_view key, std::string_view value) {
    if (status.ok()) status = line(key, value);
  });
  (void)TRY(std::move(status));
  config.profile = options.profile;
  list->use_fusion = options.fuse;
  list->fusion = std::make_unique<WebGPUOperationFusion>(**backend, std::move(config));
  for (auto& [name, pattern] : own) (void)TRY(list->fusion->create_fusion_pattern(std::move(pattern), name));
  if (known.size() > 1000) known.clear();
  known.emplace(std::string(text), list);
  return list;
}

// The backend is held until the end.
Unattended run_list(int call, BackendPointer, std::shared_ptr<List> list, std::vector<Tensor> inputs) {
  auto out = co_await list->fusion->execute_operations(std::move(inputs), list->ops, list->use_fusion);
  if (out.ok()) settle(call, std::move(*out));
  else settle(call, out.error());
}

// --- Few-bit weights
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
  settle(call, nullptr, text.data(), text.size());
}

std::vector<Tensor> tensors_at(Tensor* const* pointers, size_t count) {
  std::vector<Tensor> tensors;
  for (size_t i = 0; i < count; ++i) tensors.push_back(*pointers[i]);
  return tensors;
}

Unattended read_gpu(int call, BackendPointer backend, Tensor tensor, uint64_t from, size_t size) {
  // Copies start at whole words: read from the word the first byte is in.
  const uint64_t start = static_cast<uint64_t>(tensor.offset()) * byte_size(tensor.dtype()) + from, skip = start % 4;
  const gpu::Binding binding{tensor.buffer(), start - skip, 0, 0};
  std::vector<std::byte> bytes((size + skip + 3) / 4 * 4);
  const Status read = co_await backend->webgpu()->device().read(binding, bytes);
  if (read.ok()) settle(call, nullptr, bytes.data() + skip, size);
  else settle(call, read.error());
}

Unattended finish(int call, BackendPointer backend) {
  Status done;
  if (WebGPUBackend* gpu = backend->webgpu()) done = co_await gpu->device().finished();
  if (done.ok()) settle(call, nullptr, nullptr, 0);
  else settle(call, done.error());
}

Unattended run_doctor(int call, BackendPointer backend, DoctorOptions options) {
  const DoctorReport report = co_await examine(backend, options, [call](const DoctorFinding& f) {
    Json json;
    json.add("op", f.op).add("test", f.test).add("profile", f.profile).add("state", name(f.state));
    json.add("worst", f.worst).add("ms", f.ms).add("cpuMs", f.cpu_ms).add("problem", f.problem);
    json.add("kernels", f.kernels).add("done", f.done).add("total", f.total);
    const std::string text = std::move(json).text();
    return web::tell(call, text);
  });
  Json json;
  json.add("seed", static_cast<double>(report.seed)).add("right", report.right).add("wrong", report.wrong);
  json.add("failed", report.failed).add("slow", report.slow);
  const std::string text = std::move(json).text();
  settle(call, nullptr, text.data(), text.size());
}

}  // namespace

namespace web {

std::string_view Words::word(std::string_view key) const {
  std::string_view found;
  each_line(text_, [&](std::string_view k, std::string_view v) {
    if (k == key) found = v;
  });
  return found;
}
double Words::number(std::string_view key) const { return number_of(word(key)); }

Words said() { return Words(std::exchange(said_text, {})); }

void settle(int call, const void* object, std::string_view text) {
  bitloom::settle(call, object, text.data(), text.size());
}
void settle(int call, const Error& e) {
  settle_error(call, static_cast<int>(e.code), e.message.data(), e.message.size());
}
bool tell(int call, std::string_view json) { return finding(call, json.data(), json.size()) != 0; }

}  // namespace web

// An import that throws: the page goes on, but what ran is left where it was.
void fatal(std::string_view message) {
  fatal_in_javascript(static_cast<int>(Code::internal), message.data(), message.size());
  std::abort();
}

namespace {

Error no_memory(size_t bytes) {
  return error(Code::out_of_memory, "[wasm] WebAssembly memory is exhausted: {} bytes asked, {} held in tensors", bytes,
               cpu_memory().live);
}

}  // namespace

void fatal_out_of_memory() {
  const Error e = error(Code::out_of_memory,
                        "[wasm] WebAssembly memory is exhausted: a thread could not get what its "
                        "kernel needs, with {} bytes held in tensors",
                        cpu_memory().live);
  fatal_in_javascript(static_cast<int>(e.code), e.message.data(), e.message.size());
  std::abort();
}

extern "C" {

BITLOOM_EXPORT(bitloom_alloc) void* bitloom_alloc(size_t bytes) { return std::malloc(bytes); }
BITLOOM_EXPORT(bitloom_free) void bitloom_free(void* bytes) { std::free(bytes); }
// Text for the next call that wants some.
BITLOOM_EXPORT(bitloom_say) void bitloom_say(const char* text, size_t size) { said_text.assign(text, size); }

BITLOOM_EXPORT(bitloom_open_webgpu) void bitloom_open_webgpu(int call, int device) {
  const web::Words words = web::said();
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
  lists.erase(backend);
  delete backend;
}

// The shader profile in use, as JSON.
BITLOOM_EXPORT(bitloom_profile) void bitloom_profile(int call, BackendPointer* backend) {
  const wgsl::Profile& p = (*backend)->webgpu()->profile();
  Json json;
  json.add("name", p.name).add("threads", p.threads).add("elementwiseThreads", p.elementwise_threads);
  json.add("tile", p.tile).add("unroll", p.unroll).add("fastMath", p.fast_math).add("why", p.why);
  const std::string text = std::move(json).text();
  settle(call, nullptr, text.data(), text.size());
}

// A new tensor on a backend: made here, filled with bitloom_write, finished with bitloom_put. In between nothing else
// may happen. 0: the error was settled. Without a backend it is on the CPU, and finished when filled.
BITLOOM_EXPORT(bitloom_make)
Tensor* bitloom_make(int call, BackendPointer* backend, int dtype, int rank, const double* dims) {
  const auto shape = checked_shape("tensor", std::vector<int64_t>(dims, dims + rank));
  if (!shape.ok()) return settle(call, shape.error()), nullptr;
  const Desc desc{static_cast<DType>(dtype), *shape};
  if (WebGPUBackend* gpu = backend ? (*backend)->webgpu() : nullptr) {
    if (const Error* gone = gpu->device().lost()) return settle(call, *gone), nullptr;
    gpu->device().begin();
    auto buffer = gpu->device().allocate(desc.bytes());
    if (!buffer.ok()) {
      settle(call, buffer.error());
      finish_put(-1, *backend, {});  // closes the error scope; nobody listens
      return nullptr;
    }
    return new Tensor(desc.dtype, desc.shape, std::move(*buffer));
  }
  auto made = Tensor::make(desc);
  if (!made.ok()) return settle(call, made.error()), nullptr;
  return new Tensor(std::move(*made));
}
// Writes to a GPU tensor: whole words (buffers are padded).
BITLOOM_EXPORT(bitloom_write)
void bitloom_write(BackendPointer* backend, const Tensor* tensor, double offset, const std::byte* bytes, size_t size) {
  (*backend)->webgpu()->device().write({tensor->buffer(), static_cast<uint64_t>(offset), size, 0}, {bytes, size});
}
BITLOOM_EXPORT(bitloom_put) void bitloom_put(int call, BackendPointer* backend, Tensor* tensor) {
  const std::unique_ptr<Tensor> mine(tensor);
  finish_put(call, *backend, *mine);
}
// Where a CPU tensor's bytes are.
BITLOOM_EXPORT(bitloom_data) std::byte* bitloom_data(const Tensor* tensor) { return tensor->raw(); }
BITLOOM_EXPORT(bitloom_read)
void bitloom_read(int call, BackendPointer* backend, const Tensor* tensor, double from, size_t size) {
  read_gpu(call, *backend, *tensor, static_cast<uint64_t>(from), size);
}
BITLOOM_EXPORT(bitloom_free_tensor) void bitloom_free_tensor(Tensor* tensor) { delete tensor; }

// The text: the op's name, then its settings (type letter and value) and the profile's, which start with @.
BITLOOM_EXPORT(bitloom_run)
void bitloom_run(int call, BackendPointer* backend, const char* text, size_t size, Tensor* const* inputs,
                 size_t count) {
  std::string op;
  Attrs attrs;
  RunOptions options;
  web::each_line({text, size}, [&](std::string_view key, std::string_view value) {
    if (key == "@op") op = value;
    else if (!read_option(options, key, value)) attrs.set(std::string(key), attr_of(value));
  });
  run_op(call, *backend, std::move(op), tensors_at(inputs, count), std::move(attrs), std::move(options.profile));
}

// A graph (read_graph) made ready for a backend: settles with it, and a line of type:sizes for each output.
BITLOOM_EXPORT(bitloom_compile)
void bitloom_compile(int call, BackendPointer* backend, const char* text, size_t size, Tensor* const* constants,
                     size_t count) {
  auto read = read_graph({text, size}, {constants, count});
  if (!read.ok()) return settle(call, read.error());
  read->backend = *backend;
  compile_graph(call, std::make_shared<Compiled>(std::move(*read)));
}
BITLOOM_EXPORT(bitloom_run_graph)
void bitloom_run_graph(int call, std::shared_ptr<Compiled>* graph, Tensor* const* inputs, size_t count) {
  run_graph(call, *graph, tensors_at(inputs, count));
}
BITLOOM_EXPORT(bitloom_explain_graph) void bitloom_explain_graph(int call, std::shared_ptr<Compiled>* graph) {
  const WebGPUBackend* gpu = (*graph)->backend->webgpu();
  if (!gpu)
    return settle(call, error(Code::unsupported, "[explain] the CPU runs op by op: there is nothing to explain"));
  const auto made = gpu->explain((*graph)->graph, (*graph)->options);
  settle(call, made.ok() ? Result<std::string>(made->json(true)) : Result<std::string>(made.error()));
}
BITLOOM_EXPORT(bitloom_graph_text) void bitloom_graph_text(int call, std::shared_ptr<Compiled>* graph, int dot) {
  settle(call, dot ? (*graph)->graph.dot() : (*graph)->graph.text());
}
BITLOOM_EXPORT(bitloom_free_graph) void bitloom_free_graph(std::shared_ptr<Compiled>* graph) { delete graph; }

// A list of ops (read_list) over tensors.
BITLOOM_EXPORT(bitloom_run_list)
void bitloom_run_list(int call, BackendPointer* backend, const char* text, size_t size, Tensor* const* inputs,
                      size_t count) {
  auto list = read_list(backend, {text, size});
  if (list.ok()) run_list(call, *backend, std::move(*list), tensors_at(inputs, count));
  else settle(call, list.error());
}
// Whether it can fuse: pattern and reason after yes or no, a line each.
BITLOOM_EXPORT(bitloom_can_fuse)
void bitloom_can_fuse(int call, BackendPointer* backend, const char* text, size_t size) {
  auto list = read_list(backend, {text, size});
  if (!list.ok()) return settle(call, list.error());
  const auto answer = (*list)->fusion->can_fuse((*list)->ops);
  if (!answer.ok()) return settle(call, answer.error());
  settle(call, format("{}\n{}\n{}", answer->fuses ? "yes" : "no", answer->pattern, answer->reason));
}
// What it becomes, as JSON; what is said is a line of type:sizes for each tensor.
BITLOOM_EXPORT(bitloom_explain_list)
void bitloom_explain_list(int call, BackendPointer* backend, const char* text, size_t size) {
  const auto json = [&]() -> Result<std::string> {
    std::vector<Desc> tensors;
    Status status;
    web::each_line(said_text, [&](std::string_view, std::string_view value) {
      auto desc = desc_of(value);
      if (desc.ok()) tensors.push_back(*desc);
      else status = desc.error();
    });
    (void)TRY(std::move(status));
    const std::shared_ptr<List> list = TRY(read_list(backend, {text, size}));
    return TRY(list->fusion->explain(tensors, list->ops, list->use_fusion)).json(true);
  };
  settle(call, json());
}
BITLOOM_EXPORT(bitloom_quantize)
void bitloom_quantize(int call, BackendPointer* backend, Tensor* weights, Tensor* importance) {
  const web::Words words = web::said();
  QuantizeOptions options;
  const auto flag = [&](std::string_view key) -> std::optional<bool> {
    if (words.word(key).empty()) return {};
    return words.number(key) != 0;
  };
  if (!words.word("bits").empty()) options.bits_per_weight = static_cast<int>(words.number("bits"));
  options.use_symmetric_quantization = flag("symmetric");
  options.use_per_channel_quantization = flag("channel");
  options.group = static_cast<int>(words.number("group"));
  options.aligned = flag("aligned").value_or(false);
  if (words.word("scales") == "f32") options.scales = DType::f32;
  options.solver = words.word("solver");
  if (!words.word("activations").empty()) options.activation_bits = static_cast<int>(words.number("activations"));
  options.transpose_b = flag("turned").value_or(false);
  quantize_weights(call, *backend, *weights, importance ? *importance : Tensor{}, std::move(options));
}
BITLOOM_EXPORT(bitloom_finish) void bitloom_finish(int call, BackendPointer* backend) { finish(call, *backend); }

BITLOOM_EXPORT(bitloom_doctor) void bitloom_doctor(int call, BackendPointer* backend) {
  const web::Words words = web::said();
  run_doctor(call, *backend,
             {.op = std::string(words.word("op")),
              .seed = static_cast<uint64_t>(words.number("seed")),
              .all_profiles = words.number("allProfiles") != 0});
}

// live, pooled, peak, buffers; then bytes in CPU tensors, and the most there ever were.
BITLOOM_EXPORT(bitloom_memory) void bitloom_memory(BackendPointer* backend, double* out) {
  const WebGPUBackend* gpu = (*backend)->webgpu();
  const MemoryReport m = gpu ? gpu->memory() : MemoryReport{};
  const CpuMemory cpu = cpu_memory();
  for (const double v :
       {double(m.live), double(m.pooled), double(m.peak), double(m.buffers), double(cpu.live), double(cpu.peak)})
    *out++ = v;
}
// submits, dispatches, pipelines, compile ms, bytes up, bytes down.
BITLOOM_EXPORT(bitloom_counters) void bitloom_counters(BackendPointer* backend, double* out) {
  WebGPUBackend* webgpu = (*backend)->webgpu();
  const gpu::Device::Counters c = webgpu ? webgpu->device().counters() : gpu::Device::Counters{};
  for (const double v : {double(c.submits), double(c.dispatches), double(c.pipelines), c.compile_ms, double(c.uploaded),
                         double(c.downloaded)})
    *out++ = v;
}
// Frees what is kept for reuse.
BITLOOM_EXPORT(bitloom_trim) void bitloom_trim(BackendPointer* backend) {
  if (WebGPUBackend* gpu = (*backend)->webgpu()) gpu->device().trim();
}
// Timing of dispatches by the GPU. Returns 0 where it cannot be had.
BITLOOM_EXPORT(bitloom_set_timing) int bitloom_set_timing(BackendPointer* backend, int on) {
  WebGPUBackend* gpu = (*backend)->webgpu();
  return gpu && gpu->device().set_timing(on != 0).ok();
}
BITLOOM_EXPORT(bitloom_take_times) void bitloom_take_times(int call, BackendPointer* backend) {
  std::string text;
  for (const gpu::DispatchTime& t : (*backend)->webgpu()->device().take_times())
    text += format("{}={}\n", t.label, t.microseconds);
  settle(call, nullptr, text.data(), text.size());
}

BITLOOM_EXPORT(bitloom_set_threads) void bitloom_set_threads(int count) { set_threads(count); }
BITLOOM_EXPORT(bitloom_threads) int bitloom_threads() { return threads(); }
BITLOOM_EXPORT(bitloom_join) int bitloom_join() { return join_threads(); }
BITLOOM_EXPORT(bitloom_work) void bitloom_work(int number) { work_as_thread(number); }
BITLOOM_EXPORT(bitloom_abandon) void bitloom_abandon() { abandon_work(); }
BITLOOM_EXPORT(bitloom_recover) void bitloom_recover() { recover_threads(); }

}  // extern "C"

}  // namespace bitloom

// Memory is shared between threads, but Debian's C library was built for one: a lock around its allocator is all it
// needs. (The linker's --wrap sends every call here.)
namespace {

class Lock {
 public:
  Lock() {
    while (__atomic_exchange_n(&held_, 1, __ATOMIC_ACQUIRE)) {
    }
  }
  ~Lock() { __atomic_store_n(&held_, 0, __ATOMIC_RELEASE); }

 private:
  static inline int held_ = 0;
};

}  // namespace

extern "C" {
void* __real_malloc(size_t);
void* __real_calloc(size_t, size_t);
void* __real_realloc(void*, size_t);
void* __real_aligned_alloc(size_t, size_t);
void __real_free(void*);

void* __wrap_malloc(size_t n) { return Lock(), __real_malloc(n); }
void* __wrap_calloc(size_t n, size_t size) { return Lock(), __real_calloc(n, size); }
void* __wrap_realloc(void* p, size_t n) { return Lock(), __real_realloc(p, n); }
void* __wrap_aligned_alloc(size_t align, size_t n) { return Lock(), __real_aligned_alloc(align, n); }
void __wrap_free(void* p) { Lock(), __real_free(p); }
}

// What the standard library cannot get ends as a typed error in JavaScript.
static void* or_fatal(void* p, size_t n) {
  if (p) return p;
  const bitloom::Error e = bitloom::no_memory(n);
  bitloom::fatal_in_javascript(static_cast<int>(e.code), e.message.data(), e.message.size());
  std::abort();
}
void* operator new(size_t n) { return or_fatal(std::malloc(n), n); }
void* operator new[](size_t n) { return or_fatal(std::malloc(n), n); }
void* operator new(size_t n, std::align_val_t align) {
  const auto a = static_cast<size_t>(align);
  return or_fatal(std::aligned_alloc(a, (n + a - 1) / a * a), n);
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete[](void* p) noexcept { std::free(p); }
void operator delete(void* p, size_t) noexcept { std::free(p); }
void operator delete[](void* p, size_t) noexcept { std::free(p); }
void operator delete(void* p, std::align_val_t) noexcept { std::free(p); }

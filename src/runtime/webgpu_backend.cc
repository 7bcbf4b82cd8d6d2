#include <cstring>
#include <unordered_map>

#include "bitloom/backend.h"
#include "gpu/device.h"
#include "graph/explain.h"
#include "graph/plan.h"

namespace bitloom {

Result<Graph> single_op(const std::string& op, std::span<const Tensor> inputs, const Attrs& attrs);  // backend.cc
Status check_inputs(const Graph& graph, std::span<const Tensor> inputs, bool gpu);                   // backend.cc
Status check_inputs(const Plan& plan, std::span<const Tensor> inputs, bool gpu);                     // backend.cc

struct WebGPUBackend::Ready {
  Plan plan;
  std::vector<const gpu::Pipeline*> pipelines;  // one per dispatch, in order
  std::vector<Tensor> constants;                // on this device
  std::vector<Tensor> given;                    // the graph's own constants, by whose addresses it may be known
};

struct WebGPUBackend::Impl {
  wgsl::ProfileOverrides overrides;  // of all calls
  wgsl::Profile profile;
  // Single ops by op, settings, shapes and alignment; graphs by their text.
  std::unordered_map<std::string, Program> programs;
  uint64_t constant_bytes = 0;  // of the programs kept
};

namespace {

bool is_misaligned(const Tensor& t) { return t.offset() % 4 != 0; }

void append_key(std::string& key, const RunOptions& options) {
  if (!options.fuse || options.most_fused) key += format(" !{} {}", int{options.fuse}, options.most_fused);
  const wgsl::ProfileOverrides& p = options.profile;
  if (p != wgsl::ProfileOverrides{})
    key += format(" @{} {} {} {} {}", p.profile, p.threads.value_or(0), p.tile.value_or(0),
                  p.fast_math ? int{*p.fast_math} : -1, p.matrices ? static_cast<int>(*p.matrices) : -1);
}

}  // namespace

WebGPUBackend::WebGPUBackend(std::shared_ptr<gpu::Device> device, std::unique_ptr<Impl> impl)
    : device_(std::move(device)), impl_(std::move(impl)) {}
WebGPUBackend::~WebGPUBackend() = default;

Task<Result<std::shared_ptr<WebGPUBackend>>> WebGPUBackend::create(WebGPUOptions options) {
  wgsl::ProfileOverrides overrides{.profile = options.profile, .fast_math = options.fast_math};
  if (options.threads) overrides.threads = static_cast<uint32_t>(options.threads);
  if (options.tile) overrides.tile = static_cast<uint32_t>(options.tile);
  CO_TRY(std::shared_ptr<gpu::Device> device, co_await open_device(std::move(options)));
  auto impl = std::make_unique<Impl>();
  CO_TRY(impl->profile, wgsl::choose_profile(device->info(), overrides));
  impl->overrides = std::move(overrides);
  co_return std::shared_ptr<WebGPUBackend>(new WebGPUBackend(std::move(device), std::move(impl)));
}

const wgsl::Profile& WebGPUBackend::profile() const { return impl_->profile; }

Result<std::string> WebGPUBackend::plan_text(const std::string& op, const std::vector<Tensor>& inputs,
                                             const Attrs& attrs, const wgsl::ProfileOverrides& overrides) const {
  return TRY(compile(TRY(single_op(op, inputs, attrs)), TRY(target(inputs, {.profile = overrides})))).text();
}

std::string WebGPUBackend::name() const { return format("{}: {}", info().adapter.engine, info().adapter.name); }
const DeviceInfo& WebGPUBackend::info() const { return device_->info(); }
MemoryReport WebGPUBackend::memory() const { return device_->memory(); }

Result<Target> WebGPUBackend::target(const std::vector<Tensor>& inputs, const RunOptions& options) const {
  Target target{
      .device = &device_->info(), .profile = impl_->profile, .fuse = options.fuse, .most_fused = options.most_fused};
  const wgsl::ProfileOverrides& overrides = options.profile;
  if (overrides != wgsl::ProfileOverrides{}) {
    wgsl::ProfileOverrides all = impl_->overrides;
    if (!overrides.profile.empty()) all.profile = overrides.profile;
    if (overrides.threads) all.threads = overrides.threads;
    if (overrides.tile) all.tile = overrides.tile;
    if (overrides.fast_math) all.fast_math = overrides.fast_math;
    if (overrides.matrices) all.matrices = overrides.matrices;
    target.profile = TRY(wgsl::choose_profile(info(), all));
  }
  for (const Tensor& t : inputs) target.misaligned.push_back(is_misaligned(t));
  return target;
}

Task<Result<WebGPUBackend::Program>> WebGPUBackend::prepare(const Graph& graph, std::vector<Tensor> inputs,
                                                            RunOptions options) {
  CO_TRY(const Target made, target(inputs, options));
  co_return co_await prepare(graph, made);
}

Result<Explanation> WebGPUBackend::explain(const Graph& graph, const RunOptions& options) const {
  return bitloom::explain(graph, TRY(target({}, options)));
}

Task<Result<WebGPUBackend::Program>> WebGPUBackend::prepare(const Graph& graph, const Target& target) {
  auto ready = std::make_shared<Ready>();
  CO_TRY(ready->plan, compile(graph, target));
  std::vector<gpu::Device::Wanted> wanted;
  for (const Step& step : ready->plan.steps)
    for (const Dispatch& d : step.dispatches)
      wanted.push_back({&d.key, static_cast<int>(d.reads.size()), static_cast<int>(d.writes.size())});
  CO_CHECK(co_await device_->prepare(wanted));
  for (const gpu::Device::Wanted& w : wanted) ready->pipelines.push_back(device_->find(*w.key));
  for (const auto& [value, tensor] : graph.constants()) ready->given.push_back(tensor);
  for (const Tensor& t : ready->plan.constants) {
    CO_TRY(Tensor uploaded, co_await upload(t));
    ready->constants.push_back(std::move(uploaded));
  }
  co_return Program(std::move(ready));
}

Task<Result<std::vector<Tensor>>> WebGPUBackend::run(const Graph& graph, std::vector<Tensor> inputs,
                                                     RunOptions options) {
  CO_CHECK(check_inputs(graph, inputs, true));
  // A graph seen before is ready: the same text, the same constants (which the program keeps alive), the same views.
  std::string key = graph.text();
  for (const auto& [value, tensor] : graph.constants()) {
    const void* bytes = tensor.on_gpu() ? static_cast<const void*>(tensor.buffer().get()) : tensor.raw();
    key += format("{}+{} ", reinterpret_cast<uintptr_t>(bytes), tensor.offset());
  }
  for (const Tensor& t : inputs) key += is_misaligned(t) ? '1' : '0';
  append_key(key, options);
  Program ready;
  if (auto found = impl_->programs.find(key); found != impl_->programs.end()) {
    ready = found->second;
  } else {
    CO_TRY(ready, co_await prepare(graph, inputs, options));
    keep(std::move(key), ready);
  }
  co_return co_await run(std::move(ready), std::move(inputs));
}

void WebGPUBackend::keep(std::string key, Program program) {
  constexpr uint64_t most_bytes = 256 << 20;
  if (impl_->programs.size() > 4096 || impl_->constant_bytes > most_bytes)
    impl_->programs.clear(), impl_->constant_bytes = 0;
  for (const Tensor& t : program->constants) impl_->constant_bytes += t.bytes();
  impl_->programs.emplace(std::move(key), std::move(program));
}

Task<Result<Tensor>> WebGPUBackend::run(std::string op, std::vector<Tensor> inputs, Attrs attrs,
                                        wgsl::ProfileOverrides overrides) {
  std::string key = op;
  if (!attrs.empty()) key += format(" {}", attrs);
  const RunOptions options{.profile = std::move(overrides)};
  append_key(key, options);
  for (const Tensor& t : inputs) {  // bytes rather than text: this is done for every call
    const std::span<const int64_t> sizes = t.shape().sizes();
    const char head[] = {' ', static_cast<char>(t.dtype()), static_cast<char>(is_misaligned(t)),
                         static_cast<char>(sizes.size())};
    key.append(head, sizeof head).append(reinterpret_cast<const char*>(sizes.data()), sizes.size_bytes());
  }
  Program ready;
  if (auto found = impl_->programs.find(key); found != impl_->programs.end()) {
    ready = found->second;
  } else {
    CO_TRY(const Graph graph, single_op(op, inputs, attrs));
    CO_CHECK(check_inputs(graph, inputs, true));
    CO_TRY(const Target made, target(inputs, options));
    CO_TRY(ready, co_await prepare(graph, made));
    keep(std::move(key), ready);
  }
  CO_TRY(std::vector<Tensor> out, co_await run(std::move(ready), std::move(inputs)));
  co_return std::move(out[0]);
}

Task<Result<std::vector<Tensor>>> WebGPUBackend::run(Program ready, std::vector<Tensor> inputs) {
  if (const Error* gone = device_->lost()) co_return *gone;
  const Plan& plan = ready->plan;
  CO_CHECK(check_inputs(plan, inputs, true));
  std::vector<Tensor> slots(plan.slots.size());
  std::vector<Tensor> out;
  // Nothing is awaited between begin and submit, so that the errors caught are this call's own.
  device_->begin();
  const auto record_all = [&]() -> Status {
    for (size_t i = 0; i < plan.slots.size(); ++i) {
      const Slot& slot = plan.slots[i];
      if (slot.source == Slot::input) slots[i] = inputs[static_cast<size_t>(slot.index)];
      if (slot.source == Slot::constant) slots[i] = ready->constants[static_cast<size_t>(slot.index)];
    }
    std::vector<std::shared_ptr<gpu::Buffer>> arena;
    for (uint64_t bytes : plan.arena) arena.push_back(TRY(device_->allocate(bytes)));
    size_t next = 0;
    std::vector<gpu::Binding> reads, writes;
    std::vector<uint32_t> uniforms;
    for (size_t s = 0; s < plan.steps.size(); ++s) {
      const Step& step = plan.steps[s];
      if (step.view) {
        const Slot& shown = plan.slots[static_cast<size_t>(step.out[0])];
        const int64_t within = shown.offset - plan.slots[static_cast<size_t>(step.in[0])].offset;
        slots[static_cast<size_t>(step.out[0])] =
            TRY(slots[static_cast<size_t>(step.in[0])].view(within, shown.desc.shape));
      } else {
        if (step.in_place) {
          const Tensor& changed = slots[static_cast<size_t>(step.in[0])];
          if (changed.offset() != 0)
            return error(Code::unsupported, "[{}] changes {} in place, which must be no view", step.label,
                         changed.desc());
          slots[static_cast<size_t>(step.out[0])] = changed;
        }
        for (const auto* list : {&step.out, &step.temps})
          for (int i : *list) {
            if (step.in_place && i == step.out[0]) continue;
            const Desc& d = plan.slots[static_cast<size_t>(i)].desc;
            const int block = plan.slots[static_cast<size_t>(i)].block;
            slots[static_cast<size_t>(i)] = Tensor(
                d.dtype, d.shape, block >= 0 ? arena[static_cast<size_t>(block)] : TRY(device_->allocate(d.bytes())));
          }
        for (const Dispatch& d : step.dispatches) {
          reads.clear(), writes.clear();
          uniforms = d.uniforms;
          for (int i : d.reads) {
            reads.push_back(TRY(device_->bind(slots[static_cast<size_t>(i)])));
            uniforms[reads.size() - 1] = reads.back().at;
          }
          for (int i : d.writes) writes.push_back(TRY(device_->bind(slots[static_cast<size_t>(i)])));
          (void)TRY(device_->record(*ready->pipelines[next++], reads, writes, uniforms, d.groups, step.label));
        }
      }
    }
    for (int i : plan.outputs) out.push_back(slots[static_cast<size_t>(i)]);
    return {};
  };
  Status recorded = record_all();
  slots.clear();
  Status sent = co_await device_->submit();
  if (!recorded.ok()) co_return recorded.error();
  if (!sent.ok()) {
    // A failed allocation leaves dead buffers behind; they must not be handed out again.
    if (sent.error().code == Code::out_of_memory) out.clear(), device_->trim();
    co_return sent.error();
  }
  co_return out;
}

Task<Result<Tensor>> WebGPUBackend::upload(Tensor tensor) {
  if (tensor.on_gpu()) co_return tensor;
  if (const Error* gone = device_->lost()) co_return *gone;
  device_->begin();
  auto buffer = device_->allocate(tensor.bytes());
  Tensor out;
  if (buffer.ok()) {
    out = Tensor(tensor.dtype(), tensor.shape(), *buffer);
    // Whole words; CPU tensors are padded for it.
    const size_t bytes = (tensor.bytes() + 3) / 4 * 4;
    if (bytes) device_->write({*buffer, 0, bytes, 0}, {tensor.raw(), bytes});
  }
  Status sent = co_await device_->submit();
  if (!buffer.ok()) co_return buffer.error();
  if (!sent.ok()) {
    buffer->reset(), out = {};
    if (sent.error().code == Code::out_of_memory) device_->trim();
    co_return sent.error();
  }
  co_return out;
}

Task<Result<Tensor>> WebGPUBackend::download(Tensor tensor) {
  if (tensor.on_cpu()) co_return tensor;
  CO_TRY(Tensor out, Tensor::make(tensor.desc(), false));
  if (tensor.bytes() == 0) co_return out;
  // Copies start at whole words: read from the word the tensor starts in.
  const uint64_t start = static_cast<uint64_t>(tensor.offset()) * byte_size(tensor.dtype()), skip = start % 4;
  const gpu::Binding from{tensor.buffer(), start - skip, 0, 0};
  // What is read too much goes where CPU tensors are padded.
  const size_t size = (tensor.bytes() + skip + 3) / 4 * 4;
  const std::span<std::byte> into(out.raw(), size);
  CO_CHECK(co_await device_->read(from, into));
  if (skip) std::memmove(out.raw(), out.raw() + skip, tensor.bytes());
  std::memset(out.raw() + tensor.bytes(), 0, size - tensor.bytes());
  co_return out;
}

}  // namespace bitloom

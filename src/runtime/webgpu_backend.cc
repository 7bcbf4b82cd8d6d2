#include <algorithm>
#include <cstring>
#include <map>

#include "base/try.h"
#include "bitloom/backend.h"
#include "gpu/device.h"
#include "graph/explain.h"
#include "graph/plan.h"
#include "runtime/program_cache.h"

namespace bitloom {

// A program for inputs that start in certain places.
struct Variant {
  Plan plan;
  std::vector<const gpu::Pipeline*> pipelines;  // one per dispatch, in order
};

class WebGPUBackend::Ready final : public Program {
 public:
  Ready(const Backend& backend, const Graph& given, Graph simplified, RunOptions made_with)
      : Program(backend, given), graph(std::move(simplified)), options(std::move(made_with)) {}
  void add(Tensor constant) {
    constant_bytes_ += constant.bytes();
    graph.set_constant(constants.size(), constant);
    constants.push_back(std::move(constant));
  }

  Graph graph;  // after the passes; its constants are on this device
  RunOptions options;
  std::vector<Tensor> constants{};
  std::map<std::vector<bool>, std::shared_ptr<const Variant>> variants{};  // by Target::misaligned
};

struct WebGPUBackend::Impl {
  wgsl::ProfileOverrides overrides;  // of all calls
  wgsl::Profile profile;
  bool uploading = false;
};

namespace {

// Target::misaligned; empty: none is.
std::vector<bool> misaligned_of(const Graph& graph, const std::vector<Tensor>& inputs) {
  std::vector<bool> out(inputs.size());
  for (size_t i = 0; i < inputs.size(); ++i)
    out[i] = graph.inputs()[i].changes ? inputs[i].offset() != 0 : inputs[i].offset() % 4 != 0;
  return std::ranges::find(out, true) == out.end() ? std::vector<bool>() : out;
}

Task<Result<std::shared_ptr<const Variant>>> make_variant(gpu::Device& device, Plan plan) {
  auto made = std::make_shared<Variant>();
  made->plan = std::move(plan);
  std::vector<gpu::Device::Wanted> wanted;
  for (const Step& step : made->plan.steps)
    for (const Dispatch& d : step.dispatches)
      wanted.push_back({&d.key, static_cast<int>(d.reads.size()), static_cast<int>(d.writes.size())});
  CO_CHECK(co_await device.prepare(wanted));
  for (const gpu::Device::Wanted& w : wanted) made->pipelines.push_back(device.find(*w.key));
  co_return std::shared_ptr<const Variant>(std::move(made));
}

}  // namespace

WebGPUBackend::WebGPUBackend(std::shared_ptr<gpu::Device> device, std::unique_ptr<Impl> impl)
    : device_(std::move(device)), impl_(std::move(impl)) {}
WebGPUBackend::~WebGPUBackend() = default;

Task<Result<std::shared_ptr<WebGPUBackend>>> WebGPUBackend::create(WebGPUOptions options) {
  wgsl::ProfileOverrides overrides{.profile = options.profile, .fast_math = options.fast_math};
  // Below 0 as 0, which choose_profile() refuses.
  if (options.threads) overrides.threads = static_cast<uint32_t>(std::max(options.threads, 0));
  if (options.tile) overrides.tile = static_cast<uint32_t>(std::max(options.tile, 0));
  CO_TRY(std::shared_ptr<gpu::Device> device, co_await open_device(std::move(options)));
  auto impl = std::make_unique<Impl>();
  CO_TRY(impl->profile, wgsl::choose_profile(device->info(), overrides));
  impl->overrides = std::move(overrides);
  co_return std::shared_ptr<WebGPUBackend>(new WebGPUBackend(std::move(device), std::move(impl)));
}

const wgsl::Profile* WebGPUBackend::profile() const { return &impl_->profile; }
std::vector<std::string> WebGPUBackend::profiles() const {
  std::vector<std::string> names{impl_->profile.name};
  for (std::string_view name : wgsl::profile_names)
    if (name != names[0]) names.emplace_back(name);
  return names;
}

std::string WebGPUBackend::name() const { return format("{}: {}", info().adapter.engine, info().adapter.name); }
const DeviceInfo& WebGPUBackend::info() const { return device_->info(); }
MemoryReport WebGPUBackend::memory() const { return device_->memory(); }
void WebGPUBackend::trim() { device_->trim(); }
Counters WebGPUBackend::counters() const { return device_->counters(); }
Status WebGPUBackend::set_timing(bool on) { return device_->set_timing(on); }
std::vector<DispatchTime> WebGPUBackend::take_times() { return device_->take_times(); }
Task<Status> WebGPUBackend::finished() { return device_->finished(); }

Result<Target> WebGPUBackend::target(const RunOptions& options) const {
  Target target{
      .device = &device_->info(), .profile = impl_->profile, .fuse = options.fuse, .most_fused = options.most_fused};
  const wgsl::ProfileOverrides& overrides = options.profile;
  if (overrides == wgsl::ProfileOverrides{}) return target;
  wgsl::ProfileOverrides all = impl_->overrides;
  if (!overrides.profile.empty()) all.profile = overrides.profile;
  if (!overrides.browser.empty()) all.browser = overrides.browser;
  if (overrides.threads) all.threads = overrides.threads;
  if (overrides.tile) all.tile = overrides.tile;
  if (overrides.fast_math) all.fast_math = overrides.fast_math;
  if (overrides.matrices) all.matrices = overrides.matrices;
  target.profile = TRY(wgsl::choose_profile(info(), all));
  return target;
}

Result<Graph> WebGPUBackend::simplified(const Graph& graph, const RunOptions& options) const {
  return simplified_for(graph, TRY(target(options)));
}

Result<Explanation> WebGPUBackend::explain(const Graph& graph, const RunOptions& options) const {
  return bitloom::explain(graph, TRY(target(options)));
}

Result<std::string> WebGPUBackend::plan_text(const Graph& graph, const std::vector<Tensor>& inputs,
                                             const RunOptions& options) const {
  Target made_for = TRY(target(options));
  made_for.misaligned = misaligned_of(graph, inputs);
  return TRY(compile(graph, made_for)).text();
}

Task<Result<std::shared_ptr<Program>>> WebGPUBackend::prepare(Graph graph, RunOptions options,
                                                              std::vector<Tensor> like) {
  CO_TRY(Target made_for, target(options));
  CO_TRY(Graph simple, simplified_for(graph, made_for));
  auto ready = std::make_shared<Ready>(*this, graph, std::move(simple), std::move(options));
  graph = {};
  if (like.size() == ready->inputs().size()) made_for.misaligned = misaligned_of(ready->graph, like);
  CO_TRY(Plan plan, plan_for(ready->graph, made_for));
  // By name: g++ 12 destroys temporaries of awaited calls twice.
  std::vector<Constant> constants = std::exchange(plan.constants, {});
  CO_TRY(ready->variants[made_for.misaligned], co_await make_variant(*device_, std::move(plan)));
  for (Constant& c : constants) {
    CO_TRY(Tensor there, co_await uploaded(std::move(c)));
    ready->add(std::move(there));
  }
  co_return std::shared_ptr<Program>(std::move(ready));
}

Task<Result<std::vector<Tensor>>> WebGPUBackend::run(std::shared_ptr<Program> program, std::vector<Tensor> inputs) {
  if (const Error* gone = device_->lost()) co_return *gone;
  CO_CHECK(check_owner(program.get(), *this));
  CO_CHECK(check_inputs(*program, inputs, true));
  auto& made = static_cast<Ready&>(*program);
  std::vector<bool> misaligned = misaligned_of(made.graph, inputs);
  std::shared_ptr<const Variant> ready;
  if (const auto found = made.variants.find(misaligned); found != made.variants.end()) {
    ready = found->second;
  } else {
    CO_TRY(Target made_for, target(made.options));
    made_for.misaligned = misaligned;
    CO_TRY(Plan plan, plan_for(made.graph, made_for));
    plan.constants.clear();
    CO_TRY(ready, co_await make_variant(*device_, std::move(plan)));
    made.variants.emplace(std::move(misaligned), ready);
  }
  const Plan& plan = ready->plan;
  std::vector<Tensor> slots(plan.slots.size());
  std::vector<Tensor> out;
  // Nothing is awaited between begin and submit, so that the errors caught are this call's own.
  device_->begin();
  const auto record_all = [&]() -> Status {
    for (size_t i = 0; i < plan.slots.size(); ++i) {
      const Slot& slot = plan.slots[i];
      if (slot.source == Slot::input) slots[i] = inputs[static_cast<size_t>(slot.index)];
      if (slot.source == Slot::constant) slots[i] = made.constants[static_cast<size_t>(slot.index)];
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
        if (step.in_place) slots[static_cast<size_t>(step.out[0])] = slots[static_cast<size_t>(step.in[0])];
        for (const auto* list : {&step.out, &step.temps})
          for (int i : *list) {
            if (step.in_place && i == step.out[0]) continue;
            const Desc& d = plan.slots[static_cast<size_t>(i)].desc;
            const int block = plan.slots[static_cast<size_t>(i)].block;
            slots[static_cast<size_t>(i)] = gpu::Buffer::tensor(
                d, block >= 0 ? arena[static_cast<size_t>(block)] : TRY(device_->allocate(d.bytes())));
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

Result<Tensor> WebGPUBackend::begin_upload(Desc desc) {
  if (const Error* gone = device_->lost()) return *gone;
  device_->begin();
  impl_->uploading = true;
  return gpu::Buffer::tensor(desc, TRY(device_->allocate(desc.bytes())));
}

void WebGPUBackend::write(const Tensor& to, uint64_t offset, std::span<const std::byte> bytes) {
  device_->write({gpu::Buffer::of(to), offset, bytes.size(), 0}, bytes);
}

Task<Result<Tensor>> WebGPUBackend::end_upload(Tensor tensor) {
  if (!std::exchange(impl_->uploading, false)) co_return tensor;
  const Status sent = co_await device_->submit();
  if (sent.ok()) co_return tensor;
  // A failed allocation leaves dead buffers behind; they must not be handed out again.
  tensor = {};
  if (sent.error().code == Code::out_of_memory) device_->trim();
  co_return sent.error();
}

Task<Result<Tensor>> WebGPUBackend::upload(Tensor tensor) {
  if (tensor.on_gpu()) co_return tensor;
  Result<Tensor> made = begin_upload(tensor.desc());
  Tensor there;
  if (made.ok()) there = std::move(*made);
  // Whole words; CPU tensors are padded for it.
  const size_t bytes = (tensor.bytes() + 3) / 4 * 4;
  if (made.ok() && bytes) write(there, 0, {tensor.raw(), bytes});
  auto sent = co_await end_upload(std::move(there));
  co_return made.ok() ? std::move(sent) : std::move(made);
}

Task<Result<std::vector<std::byte>>> WebGPUBackend::read(Tensor from, uint64_t offset, size_t size) {
  // Copies start at whole words: read from the word the first byte is in.
  const uint64_t start = static_cast<uint64_t>(from.offset()) * byte_size(from.dtype()) + offset, skip = start % 4;
  const gpu::Binding binding{gpu::Buffer::of(from), start - skip, 0, 0};
  std::vector<std::byte> bytes((size + skip + 3) / 4 * 4);
  CO_CHECK(co_await device_->read(binding, bytes));
  bytes.erase(bytes.begin(), bytes.begin() + static_cast<int64_t>(skip));
  bytes.resize(size);
  co_return bytes;
}

Task<Result<Tensor>> WebGPUBackend::download(Tensor tensor) {
  if (tensor.on_cpu()) co_return tensor;
  CO_TRY(Tensor out, Tensor::make(tensor.desc(), false));
  if (tensor.bytes() == 0) co_return out;
  // Copies start at whole words: read from the word the tensor starts in.
  const uint64_t start = static_cast<uint64_t>(tensor.offset()) * byte_size(tensor.dtype()), skip = start % 4;
  const gpu::Binding from{gpu::Buffer::of(tensor), start - skip, 0, 0};
  // What is read too much goes where CPU tensors are padded.
  const size_t size = (tensor.bytes() + skip + 3) / 4 * 4;
  const std::span<std::byte> into(out.raw(), size);
  CO_CHECK(co_await device_->read(from, into));
  if (skip) std::memmove(out.raw(), out.raw() + skip, tensor.bytes());
  std::memset(out.raw() + tensor.bytes(), 0, size - tensor.bytes());
  co_return out;
}

}  // namespace bitloom

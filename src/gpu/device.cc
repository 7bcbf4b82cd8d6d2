#include "gpu/device.h"

#include <chrono>
#include <cstring>

#include "base/try.h"

namespace bitloom {
namespace gpu {
namespace {

// Dispatches in one submit. Enough that a submit costs nothing beside them, few enough that the GPU starts on the first
// while the CPU still records the rest.
constexpr size_t most_recorded = 256, first_recorded = 32;  // of a run: the GPU begins while the rest is recorded
constexpr size_t most_timed = most_queries / 2;
constexpr size_t most_groups = 8192;  // bind groups kept

uint64_t round_up(uint64_t n, uint64_t to) { return (n + to - 1) / to * to; }

}  // namespace

bool Device::GroupKey::operator==(const GroupKey& other) const {
  return reads == other.reads && writes == other.writes && entries.size() == other.entries.size() &&
         std::memcmp(entries.data(), other.entries.data(), entries.size() * sizeof(BindEntry)) == 0;
}

size_t Device::GroupHash::operator()(const GroupKey& key) const {
  const auto* bytes = reinterpret_cast<const char*>(key.entries.data());
  return std::hash<std::string_view>()({bytes, key.entries.size() * sizeof(BindEntry)});
}

Device::Device(std::shared_ptr<Host> host, bool validate)
    : host_(std::move(host)), validate_(validate), allocator_(std::make_shared<Allocator>(host_)) {
  uniform_buffer_ = host_->create_buffer(most_timed * uniform_bytes, BufferUse::uniform);
  uniforms_there_.resize(most_timed * uniform_bytes);
  host_->flush = [this] { flush(); };
}

Device::~Device() {
  host_->flush = {};
  trim();
  for (auto& [name, pipeline] : pipelines_) host_->destroy_pipeline(pipeline.handle);
  if (query_buffer_) host_->destroy_buffer(query_buffer_);
  host_->destroy_buffer(uniform_buffer_);
}

void Device::trim() {
  drop_bind_groups();
  for (auto& [size, handles] : staging_)
    for (Handle h : handles) host_->destroy_buffer(h);
  staging_.clear();
  allocator_->trim();
}

Result<Binding> Device::bind(const Tensor& tensor) const {
  if (!tensor.on_gpu())
    return error(Code::invalid_argument, "[bind] {} is not on the GPU: upload it first", tensor.desc());
  if (Buffer::of(tensor)->allocator() != allocator_.get())
    return error(Code::invalid_argument, "[bind] {} lives on another device", tensor.desc());
  const uint64_t element = byte_size(tensor.dtype()), start = static_cast<uint64_t>(tensor.offset()) * element;
  const uint64_t base = start / info().limits.min_storage_offset_alignment * info().limits.min_storage_offset_alignment;
  Binding b{Buffer::of(tensor), base, 0, static_cast<uint32_t>((start - base) / element)};
  // Kernels read and write whole quads, so the binding covers the last one; buffers are padded for it.
  b.size =
      std::min(std::max<uint64_t>(round_up(start - base + tensor.bytes(), 16), 16), Buffer::of(tensor)->size() - base);
  if (b.size > info().limits.max_storage_buffer_binding_size)
    return error(Code::limit, "[bind] {} needs {} bytes, over the device's maxStorageBufferBindingSize {}",
                 tensor.desc(), b.size, info().limits.max_storage_buffer_binding_size);
  return b;
}

const Pipeline* Device::find(const wgsl::Key& key) const {
  const auto found = pipelines_.find(key.text());
  return found == pipelines_.end() ? nullptr : &found->second;
}

Task<Status> Device::prepare(std::vector<Wanted> wanted) {
  std::map<std::string, Wanted> missing;
  for (const Wanted& w : wanted) {
    std::string name = w.key->text();
    if (pipelines_.contains(name)) ++counters_.pipeline_hits;
    else missing.emplace(std::move(name), w);
  }
  std::vector<Task<Status>> tasks;
  for (const auto& [name, w] : missing) {
    tasks.push_back(compile(name, wgsl::expand(wgsl::Sources::embedded(), *w.key), w.reads, w.writes));
    tasks.back().start();
  }
  Status first;
  for (Task<Status>& task : tasks) {
    Status status = co_await task;
    if (first.ok() && !status.ok()) first = std::move(status);
  }
  co_return first;
}

Task<Result<const Pipeline*>> Device::compile_text(std::string name, std::string wgsl, int reads, int writes) {
  if (auto found = pipelines_.find(name); found != pipelines_.end()) co_return &found->second;
  wgsl::Sources sources;
  sources.add(name, wgsl);
  const wgsl::Key key{.file = name};
  Result<wgsl::Expanded> source =
      wgsl::expand(sources, key);  // g++ 12 destroys a braced temporary of an awaited call twice
  CO_CHECK(co_await compile(name, std::move(source), reads, writes));
  co_return &pipelines_.at(name);
}

// Calls that need the same pipeline at the same time share one compilation, which belongs to none of them: it goes on
// where the one that began it is given up.
Task<Status> Device::compile(std::string name, Result<wgsl::Expanded> source, int reads, int writes) {
  if (pipelines_.contains(name)) co_return Status{};
  const Completion<Status> done;
  const auto [waiters, first] = compiling_.try_emplace(name);
  waiters->second.push_back(done);
  if (first) compile_for_all(shared_from_this(), std::move(name), std::move(source), reads, writes);
  co_return co_await done;
}

Unattended Device::compile_for_all(std::shared_ptr<Device> self, std::string name, Result<wgsl::Expanded> source,
                                   int reads, int writes) {
  Status status = co_await self->compile_now(name, std::move(source), reads, writes);
  const auto waiters = self->compiling_.extract(name);
  for (const Completion<Status>& one : waiters.mapped()) one.complete(status);
}

Task<Status> Device::compile_now(std::string name, Result<wgsl::Expanded> source, int reads, int writes) {
  if (!source.ok()) co_return source.error();
  if (const Error* gone = lost()) co_return *gone;
  const uint32_t most = info().limits.max_storage_buffers_per_stage;
  if (static_cast<uint32_t>(reads + writes) > most)
    co_return error(Code::limit, "[wgsl] {}: {} buffers are over the device's maxStorageBuffersPerShaderStage {}", name,
                    reads + writes, most);
  const auto start = std::chrono::steady_clock::now();
  ShaderIssue issue;
  auto made = co_await host_->create_pipeline(name, source->text, reads, writes, &issue);
  if (!made.ok()) {
    if (made.error().code != Code::compile) co_return made.error();
    if (issue.line > 0)
      co_return error(Code::compile, "[wgsl] {}, line {}, column {}\n{}\nThe expanded text:\n{}", name, issue.line,
                      issue.column, wgsl::annotate(*source, issue.line, issue.column, issue.message), source->text);
    co_return error(Code::compile, "[wgsl] {}: {}\n{}", name, issue.message, source->text);
  }
  const double ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  pipelines_[name] = {*made, ms};
  ++counters_.pipelines;
  counters_.compile_ms += ms;
  co_return Status{};
}

Handle Device::bind_group(const GroupKey& key) {
  // A freed buffer's handle may come back for another buffer: groups do not outlive a trim.
  if (groups_trim_ != allocator_->trims() || groups_.size() > most_groups) {
    drop_bind_groups();
    groups_trim_ = allocator_->trims();
  }
  if (auto found = groups_.find(key); found != groups_.end()) return ++counters_.bind_group_hits, found->second;
  ++counters_.bind_groups;
  return groups_[key] = host_->create_bind_group(key.reads, key.writes, key.entries);
}

void Device::drop_bind_groups() {
  if (!commands_.empty()) send();  // they are still in use there
  for (auto& [old, group] : groups_) host_->destroy_bind_group(group);
  groups_.clear();
}

void Device::begin() {
  sent_ = false;
  if (commands_.empty()) uniforms_from_ = 0;
  if (validate_ || !std::exchange(gathering_, true)) host_->push_errors();
}

Status Device::record(const Pipeline& pipeline, std::span<const Binding> reads, std::span<const Binding> writes,
                      std::span<const uint32_t> uniforms, std::array<uint32_t, 3> groups, std::string_view label) {
  if (uniforms.size_bytes() > uniform_bytes)
    return error(Code::internal, "[{}] {} bytes of parameters; {} fit", label, uniforms.size_bytes(), uniform_bytes);
  if (commands_.size() >= (validate_ && !sent_ ? first_recorded : most_recorded) && !timing_) send();
  if (uniforms_from_ + uniforms_.size() == uniforms_there_.size()) {
    if (!commands_.empty()) send();
    uniforms_from_ = 0;
  }
  if (timing_ && timed_.size() >= most_timed)
    return error(Code::limit, "[{}] over {} dispatches in one timed run", label, most_timed);
  GroupKey& key = group_key_;  // kept, so that finding a group again allocates nothing
  key.reads = static_cast<int>(reads.size()), key.writes = static_cast<int>(writes.size());
  key.entries.assign(1, {uniform_buffer_, 0, uniform_bytes});
  for (std::span<const Binding> list : {reads, writes})
    for (const Binding& b : list) {
      key.entries.push_back({b.buffer->handle(), b.offset, b.size});
    }
  Command c;
  c.pipeline = pipeline.handle;
  c.bind_group = bind_group(key);
  c.uniform_offset = static_cast<uint32_t>(uniforms_from_ + uniforms_.size());
  c.groups = groups;
  uniforms_.resize(uniforms_.size() + uniform_bytes);
  std::memcpy(uniforms_.data() + uniforms_.size() - uniform_bytes, uniforms.data(), uniforms.size_bytes());
  if (timing_) {
    c.timestamp = static_cast<int>(timed_.size());
    timed_.emplace_back(label);
  }
  commands_.push_back(c);
  ++counters_.dispatches;
  return {};
}

Unattended Device::keep_verdict(std::shared_ptr<Host> host, std::shared_ptr<Verdicts> to) {
  ++to->awaited;
  Status status = co_await host->pop_errors();
  if (!status.ok() && !to->error) to->error = status.error();
  if (--to->awaited > 0) co_return;
  const std::vector<Completion<bool>> waiters = std::exchange(to->waiters, {});
  for (const Completion<bool>& one : waiters) one.complete(true);
}

void Device::flush() {
  if (!commands_.empty() && !lost()) send();
  if (std::exchange(gathering_, false)) keep_verdict(host_, verdicts_);
}

// Of all that was gathered since the last time it was asked for.
Task<Status> Device::verdict() {
  flush();
  while (verdicts_->awaited > 0) {
    const Completion<bool> all_in;
    verdicts_->waiters.push_back(all_in);
    co_await all_in;
  }
  if (!verdicts_->error) co_return Status{};
  Error error = std::move(*verdicts_->error);
  verdicts_->error.reset();
  co_return failed(std::move(error));
}

Task<Status> Device::finished() {
  flush();
  Status done = co_await host_->finished();
  if (!done.ok()) co_return done;
  co_return co_await verdict();
}

Status Device::failed(Status status) {
  status = with_sizes(std::move(status));
  distrust();
  return status;
}

// Buffers made around an error may be dead: none of them is handed out again.
void Device::distrust() {
  allocator_->distrust();
  std::ranges::fill(uniforms_there_, std::byte{0xff});  // no parameters look like that: all are written again
}

// Around the wait for an engine's verdict: a task that is given up meanwhile will not hear of an error.
struct Device::Unheard {
  std::shared_ptr<Device> device;
  ~Unheard() {
    if (device) device->distrust();
  }
};

// A buffer to read from, destroyed unless it was kept: one that is still being mapped cannot be used again.
struct Device::Staging {
  Staging(std::shared_ptr<Device> of, uint64_t bytes) : device(std::move(of)), size(size_class(bytes)) {
    std::vector<Handle>& kept = device->staging_[size];
    handle = kept.empty() ? device->host_->create_buffer(size, BufferUse::staging) : kept.back();
    if (!kept.empty()) kept.pop_back();
  }
  ~Staging() {
    if (device) device->host_->destroy_buffer(handle);
  }
  void keep() {
    device->staging_[size].push_back(handle);
    device.reset();
  }
  std::shared_ptr<Device> device;
  uint64_t size;
  Handle handle = nullptr;
};

// Work that comes again has the same parameters in the same places: they are there already, and the queue need not stop
// for them.
void Device::write_uniforms() {
  std::byte* there = uniforms_there_.data() + uniforms_from_;
  size_t same = 0;
  while (same < uniforms_.size() && std::memcmp(uniforms_.data() + same, there + same, uniform_bytes) == 0)
    same += uniform_bytes;
  if (const auto fresh = std::span(uniforms_).subspan(same); !fresh.empty()) {
    std::memcpy(there + same, fresh.data(), fresh.size());
    host_->write_buffer(uniform_buffer_, uniforms_from_ + same, fresh);
    counters_.parameters += fresh.size();
  }
  uniforms_from_ += uniforms_.size();
  uniforms_.clear();
}

void Device::send() {
  write_uniforms();
  host_->submit(commands_);
  ++counters_.submits;
  commands_.clear();
  sent_ = true;
}

Task<Status> Device::submit() {
  if (const Error* gone = lost()) {
    commands_.clear(), uniforms_.clear(), timed_.clear();
    co_return *gone;
  }
  if (!validate_ && !timing_) {
    if (commands_.size() >= most_recorded) flush();
    else host_->flush_soon();
    co_return Status{};
  }
  std::vector<std::string> labels = std::exchange(timed_, {});
  std::optional<Staging> stage;
  const uint64_t query_size = labels.size() * 2 * sizeof(uint64_t);
  if (!labels.empty()) {
    if (!query_buffer_) query_buffer_ = host_->create_buffer(most_queries * sizeof(uint64_t), BufferUse::queries);
    stage.emplace(shared_from_this(), query_size);
    Command resolve, copy;
    resolve.queries = static_cast<uint32_t>(labels.size() * 2);
    resolve.to = query_buffer_;
    copy.from = query_buffer_, copy.to = stage->handle, copy.size = query_size;
    commands_.push_back(resolve);
    commands_.push_back(copy);
  }
  if (!commands_.empty()) send();
  if (validate_) {
    Unheard verdict{shared_from_this()};
    Status status = co_await host_->pop_errors();
    verdict.device.reset();
    if (!status.ok()) co_return failed(std::move(status));
  }
  if (stage) {
    std::vector<uint64_t> ticks(labels.size() * 2);
    Status status = co_await host_->read_staging(stage->handle, std::as_writable_bytes(std::span(ticks)));
    if (!status.ok()) co_return status;
    stage->keep();
    for (size_t i = 0; i < labels.size(); ++i) {
      const double span = ticks[2 * i + 1] > ticks[2 * i] ? static_cast<double>(ticks[2 * i + 1] - ticks[2 * i]) : 0;
      times_.push_back({std::move(labels[i]), span * host_->tick_ns * 1e-3});
    }
  }
  co_return Status{};
}

Status Device::with_sizes(Status status) const {
  if (status.error().code != Code::out_of_memory) return status;
  const MemoryReport m = memory();
  return error(Code::out_of_memory, "[device] out of memory with {} bytes in tensors and {} kept for reuse: {}", m.live,
               m.pooled, status.error().message);
}

void Device::write(const Binding& to, std::span<const std::byte> bytes) {
  counters_.uploaded += bytes.size();
  if (!commands_.empty()) send();  // what was recorded before must not see these bytes
  host_->write_buffer(to.buffer->handle(), to.offset, bytes);
}

Task<Status> Device::read(Binding from, std::span<std::byte> into) {
  if (const Error* gone = lost()) co_return *gone;
  const uint64_t size = into.size();
  flush();
  begin();
  Staging stage(shared_from_this(), size);
  Command copy;
  copy.from = from.buffer->handle(), copy.from_offset = from.offset, copy.to = stage.handle, copy.size = size;
  host_->submit(std::span(&copy, 1));
  ++counters_.submits;
  if (validate_) {
    Unheard verdict{shared_from_this()};
    Status status = co_await host_->pop_errors();
    verdict.device.reset();
    if (!status.ok()) co_return failed(std::move(status));
  } else {
    flush();
  }
  Status status = co_await host_->read_staging(stage.handle, into);
  Status right = co_await verdict();  // says more than a failed mapping does
  if (!right.ok()) status = std::move(right);
  if (!status.ok()) co_return status;
  stage.keep();
  counters_.downloaded += size;
  co_return Status{};
}

Status Device::set_timing(bool on) {
  if (on && !info().features.timestamps)
    return error(Code::unsupported, "[device] '{}' has no timestamp-query", info().adapter.name);
  flush();
  timing_ = on;
  return {};
}

}  // namespace gpu

Task<Result<std::shared_ptr<gpu::Device>>> open_device(DeviceOptions options) {
  const bool validate = options.validate;
  CO_TRY(std::shared_ptr<gpu::Host> host, co_await gpu::open_host(std::move(options)));
  // Kernels say `enable subgroups;`, as the language has it; an engine may have them and not know the line.
  if (bool& subgroups = host->info.features.subgroups; subgroups) {
    gpu::ShaderIssue ignored;
    const auto probe = co_await host->create_pipeline(
        "subgroups", "enable subgroups;\n@compute @workgroup_size(1) fn main() {}", 0, 0, &ignored);
    if (const Error* gone = host->lost()) co_return *gone;
    subgroups = probe.ok();
    if (probe.ok()) host->destroy_pipeline(*probe);
  }
  co_return std::make_shared<gpu::Device>(std::move(host), validate);
}

}  // namespace bitloom

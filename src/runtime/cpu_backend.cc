#include <cstring>

#include "base/try.h"
#include "bitloom/backend.h"
#include "graph/explain.h"
#include "graph/plan.h"
#include "runtime/program_cache.h"

namespace bitloom {
namespace {

class CpuProgram final : public Program {
 public:
  CpuProgram(const Backend& backend, const Graph& graph, Plan made) : Program(backend, graph), plan(std::move(made)) {}

  Plan plan;
  const uint64_t peak = plan.peak_bytes();
  std::vector<Tensor> constants{};
  void add(Tensor constant) {
    constant_bytes_ += constant.bytes();
    constants.push_back(std::move(constant));
  }
};

Target target_of(const RunOptions& options) { return {.fuse = options.fuse}; }

}  // namespace

const DeviceInfo& CpuBackend::info() const {
  static const DeviceInfo info = [] {
    DeviceInfo cpu;
    cpu.adapter.engine = cpu.adapter.name = cpu.adapter.backend = "cpu";
    cpu.adapter.vendor = Vendor::software, cpu.adapter.software = true;
    return cpu;
  }();
  return info;
}

Result<Graph> CpuBackend::simplified(const Graph& graph, const RunOptions& options) const {
  return reference_ ? graph : simplified_for(graph, target_of(options));
}

Task<Result<std::shared_ptr<Program>>> CpuBackend::prepare(Graph graph, RunOptions options, std::vector<Tensor> like) {
  (void)like;  // it has a name because g++ 12 destroys parameters of coroutines that have none twice
  CO_TRY(const Graph simple, simplified(graph, options));
  CO_TRY(Plan plan, plan_for(simple, target_of(options)));
  const std::vector<Constant> constants = std::exchange(plan.constants, {});
  auto program = std::make_shared<CpuProgram>(*this, graph, std::move(plan));
  for (const Constant& c : constants) {
    CO_TRY(Tensor here, co_await uploaded(c));
    program->add(std::move(here));
  }
  co_return std::shared_ptr<Program>(std::move(program));
}

Task<Result<std::vector<Tensor>>> CpuBackend::run(std::shared_ptr<Program> program, std::vector<Tensor> inputs) {
  CO_CHECK(check_owner(program.get(), *this));
  CO_CHECK(check_inputs(*program, inputs, false));
  const auto& made = static_cast<const CpuProgram&>(*program);
  const Plan& plan = made.plan;
  CO_CHECK(check_cpu_memory(made.peak, "run"));
  std::vector<Tensor> slots(plan.slots.size());
  for (size_t i = 0; i < plan.slots.size(); ++i) {
    const Slot& slot = plan.slots[i];
    if (slot.source == Slot::input) slots[i] = inputs[static_cast<size_t>(slot.index)];
    if (slot.source == Slot::constant) slots[i] = made.constants[static_cast<size_t>(slot.index)];
  }
  for (size_t s = 0; s < plan.steps.size(); ++s) {
    const Step& step = plan.steps[s];
    if (step.view && !reference_) {  // the reference computes even what is only a view, so that it can disagree
      const Slot& shown = plan.slots[static_cast<size_t>(step.out[0])];
      const Tensor& from = slots[static_cast<size_t>(step.in[0])];
      const int64_t within = shown.offset - plan.slots[static_cast<size_t>(step.in[0])].offset;
      CO_TRY(slots[static_cast<size_t>(step.out[0])], from.view(within, shown.desc.shape));
    } else {
      std::vector<Tensor> in, out;
      for (int i : step.in) in.push_back(slots[static_cast<size_t>(i)]);
      for (int i : step.out) {
        const Desc& d = plan.slots[static_cast<size_t>(i)].desc;
        // The reference makes anew even what is changed in place, so that it can disagree.
        if (step.in_place && !reference_) slots[static_cast<size_t>(i)] = in[0];
        else {
          CO_TRY(slots[static_cast<size_t>(i)], Tensor::make(d));
        }
        out.push_back(slots[static_cast<size_t>(i)]);
      }
      const CpuCall call{in, step.attrs, out, {}, {}};
      (step.op->cpu && !reference_ ? step.op->cpu : step.op->reference)(call);
      if (step.in_place && reference_) {  // but a mutable input must hold the result
        const int root = plan.slots[static_cast<size_t>(step.out[0])].root;
        std::memcpy(slots[static_cast<size_t>(root)].raw(), out[0].raw(), out[0].bytes());
      }
    }
    for (size_t i = 0; i < plan.slots.size(); ++i) {
      const Slot& slot = plan.slots[i];
      const int last = slot.root >= 0 ? plan.slots[static_cast<size_t>(slot.root)].last_use : slot.last_use;
      if (slot.source == Slot::made && last == static_cast<int>(s)) slots[i] = {};
    }
  }
  std::vector<Tensor> out;
  for (int i : plan.outputs) out.push_back(slots[static_cast<size_t>(i)]);
  co_return out;
}

Result<Explanation> CpuBackend::explain(const Graph& graph, const RunOptions& options) const {
  return bitloom::explain(graph, target_of(options));
}
Result<std::string> CpuBackend::plan_text(const Graph& graph, const std::vector<Tensor>&,
                                          const RunOptions& options) const {
  return TRY(compile(graph, target_of(options))).text();
}

Task<Result<Tensor>> CpuBackend::upload(Tensor tensor) {
  if (!tensor.on_cpu())
    co_return error(Code::invalid_argument, "[upload] {} is on a GPU: download it there", tensor.desc());
  co_return tensor;
}
Task<Result<Tensor>> CpuBackend::download(Tensor tensor) { return upload(std::move(tensor)); }

Result<Tensor> CpuBackend::begin_upload(Desc desc) { return Tensor::make(desc); }
void CpuBackend::write(const Tensor& to, uint64_t offset, std::span<const std::byte> bytes) {
  std::memcpy(to.raw() + offset, bytes.data(), bytes.size());
}
Task<Result<Tensor>> CpuBackend::end_upload(Tensor tensor) { co_return tensor; }
Task<Result<std::vector<std::byte>>> CpuBackend::read(Tensor from, uint64_t offset, size_t size) {
  CO_TRY(const Tensor here, co_await download(std::move(from)));
  const std::byte* first = here.raw() + offset;
  co_return std::vector<std::byte>(first, first + size);
}
Task<Status> CpuBackend::finished() { co_return Status{}; }
MemoryReport CpuBackend::memory() const { return {.live = cpu_memory().live, .peak = cpu_memory().peak}; }

}  // namespace bitloom

#include "bitloom/backend.h"

#include "graph/plan.h"

namespace bitloom {

Result<Graph> single_op(const std::string& op, std::span<const Tensor> inputs, const Attrs& attrs) {
  Graph graph;
  std::vector<Value> values;
  for (const Tensor& t : inputs) values.push_back(graph.input("", t.desc()));
  graph.output("", TRY(graph.apply(op, values, attrs)));
  return graph;
}

Status check_inputs(const Graph& graph, std::span<const Tensor> inputs, bool gpu) {
  if (inputs.size() != graph.inputs().size())
    return error(Code::invalid_argument, "[run] the graph has {} inputs, got {}", graph.inputs().size(), inputs.size());
  for (size_t i = 0; i < inputs.size(); ++i) {
    const Graph::Named& named = graph.inputs()[i];
    if (inputs[i].desc() != graph.desc(named.value))
      return error(Code::invalid_argument, "[run] input {} '{}' is {}, the graph wants {}", i, named.name,
                   inputs[i].desc(), graph.desc(named.value));
    if (gpu ? !inputs[i].on_gpu() : !inputs[i].on_cpu())
      return error(Code::invalid_argument, "[run] input {} '{}' is not on the {}: move it there first", i, named.name,
                   gpu ? "GPU (upload)" : "CPU (download)");
  }
  return {};
}

// The same of a program, which besides counts on where views start.
Status check_inputs(const Plan& plan, std::span<const Tensor> inputs, bool gpu) {
  if (inputs.size() != plan.inputs.size())
    return error(Code::invalid_argument, "[run] the program has {} inputs, got {}", plan.inputs.size(), inputs.size());
  for (size_t i = 0; i < inputs.size(); ++i) {
    const Slot& slot = plan.slots[static_cast<size_t>(plan.inputs[i])];
    if (inputs[i].desc() != slot.desc)
      return error(Code::invalid_argument, "[run] input {} is {}, the program was made for {}", i, inputs[i].desc(),
                   slot.desc);
    if (gpu ? !inputs[i].on_gpu() : !inputs[i].on_cpu())
      return error(Code::invalid_argument, "[run] input {} is not on the {}: move it there first", i,
                   gpu ? "GPU (upload)" : "CPU (download)");
    if (gpu && slot.quads && inputs[i].offset() % 4 != 0)
      return error(Code::invalid_argument,
                   "[run] input {} is a view that starts at element {}: prepare the program with such an input", i,
                   inputs[i].offset());
  }
  return {};
}

Task<Result<Tensor>> Backend::run(std::string op, std::vector<Tensor> inputs, Attrs attrs) {
  CO_TRY(const Graph graph, single_op(op, inputs, attrs));
  const RunOptions options;  // by name: g++ 12 destroys a temporary of an awaited call twice
  CO_TRY(std::vector<Tensor> out, co_await run(graph, std::move(inputs), options));
  co_return std::move(out[0]);
}

Task<Result<std::vector<Tensor>>> CpuBackend::run(const Graph& graph, std::vector<Tensor> inputs, RunOptions) {
  CO_CHECK(check_inputs(graph, inputs, false));
  CO_TRY(Program program, prepare(graph));
  co_return co_await run(std::move(program), std::move(inputs));
}

Result<CpuBackend::Program> CpuBackend::prepare(const Graph& graph) const {
  return std::make_shared<const Plan>(TRY(compile(graph, {})));
}

Task<Result<std::vector<Tensor>>> CpuBackend::run(Program program, std::vector<Tensor> inputs) {
  const Plan& plan = *program;
  CO_CHECK(check_inputs(plan, inputs, false));
  std::vector<Tensor> slots(plan.slots.size());
  for (size_t i = 0; i < plan.slots.size(); ++i) {
    const Slot& slot = plan.slots[i];
    if (slot.source == Slot::input) slots[i] = inputs[static_cast<size_t>(slot.index)];
    if (slot.source == Slot::constant) slots[i] = plan.constants[static_cast<size_t>(slot.index)];
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

Task<Result<Tensor>> CpuBackend::upload(Tensor tensor) {
  if (!tensor.on_cpu())
    co_return error(Code::invalid_argument, "[upload] {} is on a GPU: download it there", tensor.desc());
  co_return tensor;
}
Task<Result<Tensor>> CpuBackend::download(Tensor tensor) { return upload(std::move(tensor)); }

}  // namespace bitloom

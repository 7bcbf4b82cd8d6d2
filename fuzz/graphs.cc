#include "fuzz/graphs.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <set>

#include "base/try.h"
#include "graph/plan.h"
#include "wgsl/expander.h"

namespace bitloom::fuzz {
namespace {

// --- What is right ---------------------------------------------------------------------------------------------------

double rounding(DType dtype) {
  return dtype == DType::f16 ? 0x1p-11 : dtype == DType::bf16 ? 0x1p-8 : dtype == DType::f32 ? 0x1p-24 : 0;
}

double rms(const std::vector<double>& values) {
  double square = 0, count = 0;
  for (double v : values)
    if (std::isfinite(v)) square += v * v, ++count;
  return count ? std::sqrt(square / count) : 0;
}

Tensor nudged(const Tensor& t, double tolerance, Random& random) {
  std::vector<float> values = t.to_floats();
  const double size = rms(t.to_doubles()), relative = tolerance + rounding(t.dtype());
  for (float& v : values) {
    const double most = relative * std::abs(static_cast<double>(v)) + tolerance * size;
    // Fused code does not round to the narrow types on the way: there a nudge reaches the next number, or none would.
    if (t.dtype() == DType::f32) v += static_cast<float>((2 * random.uniform() - 1) * most);
    else v += static_cast<float>((random.below(2) ? 2 : -2) * most);
  }
  return Tensor::from_floats(t.dtype(), t.shape(), values);
}

// Every value of the graph by the references, results nudged by `noise` if given.
std::vector<Tensor> evaluate(const GraphTrial& t, Random* noise) {
  std::vector<Tensor> values(t.graph.values());
  for (size_t i = 0; i < t.inputs.size(); ++i) values[static_cast<size_t>(t.graph.inputs()[i].value.id)] = t.inputs[i];
  for (const auto& [v, constant] : t.graph.constants()) values[static_cast<size_t>(v.id)] = *constant.load();
  for (const Graph::Node& node : t.graph.nodes()) {
    std::vector<Tensor> in, out;
    for (Value v : node.in) in.push_back(values[static_cast<size_t>(v.id)]);
    for (Value v : node.out) out.emplace_back(t.graph.desc(v).dtype, t.graph.desc(v).shape);
    // Of a row of equal numbers the norm is nothing but the rounding error of their mean, enlarged.
    if (noise && op_of(node).anchor == Anchor::rows && in[0].dtype() == DType::f32)
      in[0] = nudged(in[0], 0x1p-22, *noise);
    op_of(node).reference({in, node.attrs, out, {}, {}});
    const bool inexact = op_of(node).tolerance > 0 && is_float(out[0].dtype());
    if (noise && inexact) out[0] = nudged(out[0], op_of(node).tolerance, *noise);
    for (size_t i = 0; i < out.size(); ++i) values[static_cast<size_t>(node.out[i].id)] = out[i];
  }
  return values;
}

// --- Shrinking -------------------------------------------------------------------------------------------------------

struct Edit {
  std::vector<Value> outputs{};  // these instead
  std::set<int> cut{};           // values that become inputs
  std::map<int, int> instead{};  // read the second where the first was read
};

GraphTrial edited(const GraphTrial& t, const Edit& edit, const std::vector<Tensor>& values) {
  const Graph& old = t.graph;
  const auto source = [&](Value v) {
    for (auto found = edit.instead.find(v.id); found != edit.instead.end(); found = edit.instead.find(v.id))
      v.id = found->second;
    return v;
  };
  std::set<int> needed;
  for (Value v : edit.outputs) needed.insert(source(v).id);
  for (size_t n = old.nodes().size(); n-- > 0;)
    if (const int made = old.nodes()[n].out[0].id; needed.contains(made) && !edit.cut.contains(made))
      for (Value v : old.nodes()[n].in) needed.insert(source(v).id);
  GraphTrial out{.seed = t.seed, .odd_views = t.odd_views, .options = t.options};
  std::map<int, Value> now;
  const auto input = [&](int id) {
    now[id] = out.graph.input(format("x{}", out.inputs.size()), values[static_cast<size_t>(id)].desc());
    out.inputs.push_back(values[static_cast<size_t>(id)]);
  };
  for (const Graph::Named& i : old.inputs())
    if (needed.contains(i.value.id)) input(i.value.id);
  for (const auto& [v, tensor] : old.constants())
    if (needed.contains(v.id)) now[v.id] = out.graph.constant(tensor);
  for (const Graph::Node& node : old.nodes()) {
    const int made = node.out[0].id;
    if (!needed.contains(made)) continue;
    if (edit.cut.contains(made)) {
      input(made);
      continue;
    }
    std::vector<Value> in;
    for (Value v : node.in) in.push_back(now.at(source(v).id));
    now[made] = *out.graph.apply(node.op(), in, node.attrs);
  }
  for (Value v : edit.outputs) out.graph.output(format("y{}", out.graph.outputs().size()), now.at(source(v).id));
  return out;
}

}  // namespace

Truth truth_of(const GraphTrial& trial) {
  Truth truth{.values = evaluate(trial, nullptr)};
  std::vector<std::vector<double>> moves;
  for (const Graph::Named& o : trial.graph.outputs()) {
    truth.outputs.push_back(truth.values[static_cast<size_t>(o.value.id)]);
    moves.emplace_back(static_cast<size_t>(truth.outputs.back().elements()), 0.0);
  }
  Random noise(trial.seed ^ 0x5eedu);
  for (int draw = 0; draw < 6; ++draw) {
    const std::vector<Tensor> other = evaluate(trial, &noise);
    for (size_t k = 0; k < moves.size(); ++k) {
      const std::vector<double> was = truth.outputs[k].to_doubles();
      const std::vector<double> is = other[static_cast<size_t>(trial.graph.outputs()[k].value.id)].to_doubles();
      for (size_t i = 0; i < was.size(); ++i) {
        const double moved = std::abs(is[i] - was[i]);
        moves[k][i] = std::isfinite(moved) ? std::max(moves[k][i], moved) : INFINITY;
      }
    }
  }
  for (size_t k = 0; k < moves.size(); ++k) {
    const std::vector<double> values = truth.outputs[k].to_doubles();
    const double usual = rms(moves[k]), size = rms(values), own = rounding(truth.outputs[k].dtype());
    for (size_t i = 0; i < values.size(); ++i) {
      double& allowed = moves[k][i];
      // What an element happened not to move, its neighbours did.
      allowed = 4 * std::max(allowed, usual) + (2 * own + 2e-6) * std::abs(values[i]) + 2e-6 * size + 1e-7;
      if (!std::isfinite(values[i]) || usual > 0.1 * size) allowed = INFINITY;
    }
  }
  truth.allowed = std::move(moves);
  return truth;
}

std::string wrong(const GraphTrial& trial, const Truth& truth, const std::vector<Tensor>& got) {
  if (got.size() != truth.outputs.size()) return format("{} outputs, wanted {}", got.size(), truth.outputs.size());
  for (size_t k = 0; k < got.size(); ++k) {
    const std::string& name = trial.graph.outputs()[k].name;
    if (got[k].desc() != truth.outputs[k].desc())
      return format("output {} is {}, wanted {}", name, got[k].desc(), truth.outputs[k].desc());
    const std::vector<double> is = got[k].to_doubles(), should = truth.outputs[k].to_doubles();
    size_t off = 0, worst = 0;
    double most = 1;
    for (size_t i = 0; i < is.size(); ++i) {
      const double allowed = truth.allowed[k][i];
      if (allowed == INFINITY || std::abs(is[i] - should[i]) <= allowed) continue;
      ++off;
      const double times = std::isfinite(is[i]) ? std::abs(is[i] - should[i]) / allowed : INFINITY;
      if (times > most) most = times, worst = i;
    }
    if (off)
      return format("output {} {}: {} of {} elements are wrong; element {} is {}, wanted {} ± {}", name, got[k].desc(),
                    off, is.size(), worst, is[worst], should[worst], truth.allowed[k][worst]);
  }
  return "";
}

std::vector<Tensor> by_reference(const GraphTrial& trial) {
  const std::vector<Tensor> values = evaluate(trial, nullptr);
  std::vector<Tensor> out;
  for (const Graph::Named& o : trial.graph.outputs()) out.push_back(values[static_cast<size_t>(o.value.id)]);
  return out;
}

namespace {

Result<std::vector<Tensor>> on_gpu(WebGPUBackend& gpu, const GraphTrial& trial, bool fuse) {
  std::vector<Tensor> there, back;
  for (size_t i = 0; i < trial.inputs.size(); ++i) {
    const Tensor& x = trial.inputs[i];
    const int64_t start = trial.odd_views && (trial.seed + i) % 3 ? 1 + 2 * static_cast<int64_t>(i) : 0;
    const Tensor whole(x.dtype(), {start + x.elements()});
    std::memcpy(whole.raw() + static_cast<size_t>(start) * byte_size(x.dtype()), x.raw(), x.bytes());
    there.push_back(TRY(TRY(run_sync(gpu.upload(whole))).view(start, x.shape())));
  }
  RunOptions options = trial.options;
  options.fuse = fuse;
  for (const Tensor& y : TRY(run_sync(gpu.run(trial.graph, std::move(there), options))))
    back.push_back(TRY(run_sync(gpu.download(y))));
  return back;
}

Result<std::vector<Tensor>> on_cpu(const GraphTrial& trial) {
  CpuBackend cpu;
  std::vector<Tensor> in;
  for (const Tensor& x : trial.inputs) {
    in.emplace_back(x.dtype(), x.shape());
    std::memcpy(in.back().raw(), x.raw(), x.bytes());
  }
  std::vector<Tensor> out = TRY(run_sync(cpu.run(trial.graph, in)));
  for (size_t i = 0; i < in.size(); ++i)
    if (std::memcmp(in[i].raw(), trial.inputs[i].raw(), in[i].bytes()) != 0)
      return error(Code::internal, "input {} was changed", i);
  return out;
}

std::string problem_of(const GraphTrial& trial, const Truth& truth, const Runner& runner) {
  const Result<std::vector<Tensor>> got = runner.run(trial);
  return got ? wrong(trial, truth, *got) : format("{}: {}", code_name(got.error().code), got.error().message);
}

}  // namespace

namespace {

// Everything is there before it is read, and as long; a kernel never reads what it writes; every output is written.
// What is changed in place is a result, whole, or a mutable input, and nothing reads the old value afterwards.
Status check(const Plan& plan, const Graph& graph) {
  const auto slot = [&](int i) -> const Slot& { return plan.slots[static_cast<size_t>(i)]; };
  const auto root = [&](int i) { return slot(i).root >= 0 ? slot(i).root : i; };
  std::vector<bool> ready;
  for (const Slot& s : plan.slots) ready.push_back(s.source != Slot::made);
  // How often a root was changed in place, and how often it had been when a slot came to show it.
  std::vector<int> changes(plan.slots.size()), shown(plan.slots.size());
  const auto there = [&](int i) {
    return ready[static_cast<size_t>(i)] && ready[static_cast<size_t>(root(i))] &&
           shown[static_cast<size_t>(i)] == changes[static_cast<size_t>(root(i))];
  };
  const auto show = [&](int i) {
    ready[static_cast<size_t>(i)] = true;
    shown[static_cast<size_t>(i)] = changes[static_cast<size_t>(root(i))];
  };
  const auto bad = [&](const Step& step, std::string_view what, int i) {
    return error(Code::internal, "{}: {} (slot {} {})\n{}", step.label, what, i, slot(i).desc, plan.text());
  };
  for (size_t n = 0; n < plan.steps.size(); ++n) {
    const Step& step = plan.steps[n];
    const auto alive = [&](int i) {
      return slot(root(i)).source != Slot::made || slot(root(i)).last_use >= static_cast<int>(n);
    };
    if ((step.view || step.in_place) && !there(step.in[0]))
      return bad(step, "shows or changes what is not there", step.in[0]);
    if (step.in_place) {
      const int from = step.in[0], to = step.out[0];
      const Slot& whole = slot(root(from));
      const bool may = whole.source == Slot::made ||
                       (whole.source == Slot::input && graph.inputs()[static_cast<size_t>(whole.index)].changes);
      if (!may || root(to) != root(from) || slot(to).desc.bytes() != whole.desc.bytes())
        return bad(step, "changes what it may not", from);
    }
    for (const Dispatch& d : step.dispatches) {
      for (int i : d.reads) {
        if (!there(i)) return bad(step, "reads what is not there", i);
        if (!alive(i)) return bad(step, "reads what was freed", i);
        for (int w : d.writes)
          if (root(w) == root(i)) return bad(step, "reads what it writes", i);
      }
      for (int i : d.writes) {
        const bool changed = step.in_place && i == step.out[0];
        if (!changed && (slot(i).source != Slot::made || slot(i).root >= 0))
          return bad(step, "writes what is not its own", i);
        if (!alive(i)) return bad(step, "writes what was freed", i);
        if (changed) ++changes[static_cast<size_t>(root(i))];
        show(i);
      }
      (void)TRY(wgsl::expand(wgsl::Sources::embedded(), d.key));
    }
    for (int i : step.out)
      // Nothing to write: no elements, or no rows to replace.
      if (step.view || slot(i).desc.shape.elements() == 0 || (step.in_place && step.dispatches.empty())) show(i);
      else if (!there(i)) return bad(step, "does not write its result", i);
  }
  for (int i : plan.outputs)
    if (!there(i)) return error(Code::internal, "an output is never written: slot {}\n{}", i, plan.text());
  return {};
}

Result<std::vector<Tensor>> only_plan(const GraphTrial& trial, const DeviceInfo& device) {
  Target target{.device = &device,
                .profile = TRY(wgsl::choose_profile(device, trial.options.profile)),
                .most_fused = trial.options.most_fused};
  for (size_t i = 0; i < trial.inputs.size(); ++i) target.misaligned.push_back(trial.odd_views && i % 2);
  const Result<Plan> plan = compile(trial.graph, target);
  if (plan) {
    (void)TRY(check(*plan, trial.graph));
  } else {  // unless it has an op that this device cannot run by itself either
    target.fuse = false;
    if (compile(trial.graph, target)) return plan.error();
  }
  return by_reference(trial);
}

}  // namespace

Runner planner(const DeviceInfo& device) {
  return {"plan", [device](const GraphTrial& t) { return only_plan(t, device); }};
}

std::vector<Runner> runners(WebGPUBackend* gpu, uint64_t unfused_every) {
  std::vector<Runner> list{{"cpu", on_cpu}};
  if (!gpu) return list;
  list.push_back({"unfused", [gpu](const GraphTrial& t) { return on_gpu(*gpu, t, false); }, unfused_every});
  list.push_back({"fused", [gpu](const GraphTrial& t) { return on_gpu(*gpu, t, true); }});
  return list;
}

std::optional<GraphFailure> GraphFuzzer::try_seed(uint64_t seed, size_t most_ops) {
  const GraphTrial trial = random_graph(seed, most_ops);
  const Truth truth = truth_of(trial);
  ++counts_.graphs, counts_.nodes += trial.graph.nodes().size();
  for (const Graph::Node& node : trial.graph.nodes()) ++counts_.drawn[std::string(node.op())];
  for (const std::vector<double>& allowed : truth.allowed) {
    ++counts_.outputs;
    counts_.blurred += !allowed.empty() && allowed[0] == INFINITY;
  }
  for (const Runner& runner : runners_) {
    const std::string problem = seed % runner.every ? "" : problem_of(trial, truth, runner);
    if (problem.empty()) continue;
    GraphFailure failure{seed, runner.name, problem, "", shrink(trial, runner)};
    const GraphTrial& small = failure.smallest;
    failure.shrunk = small.graph.text();
    const RunOptions& o = small.options;
    if (o.most_fused) failure.shrunk += format("at most {} ops in a kernel\n", o.most_fused);
    if (!(o.profile == wgsl::ProfileOverrides{}))
      failure.shrunk += format("profile '{}', {} threads, tile {}\n", o.profile.profile, o.profile.threads.value_or(0),
                               o.profile.tile.value_or(0));
    if (small.odd_views) failure.shrunk += "inputs are odd views\n";
    for (const Runner& other : runners_) {
      const std::string here = problem_of(small, truth_of(small), other);
      failure.shrunk += format("{}: {}\n", other.name, here.empty() ? "right" : here);
    }
    return failure;
  }
  return std::nullopt;
}

// Keeps what still fails in the same way: an early result alone, then the last nodes alone over what came before them,
// then fewer of them.
GraphTrial GraphFuzzer::shrink(GraphTrial trial, const Runner& runner) {
  int tries = 400;
  const auto keep = [&](const GraphTrial& smaller) {
    const bool fails =
        --tries >= 0 && !smaller.graph.nodes().empty() && !problem_of(smaller, truth_of(smaller), runner).empty();
    if (fails) trial = smaller;
    return fails;
  };
  const auto same_outputs = [&] {
    Edit edit;
    for (const Graph::Named& o : trial.graph.outputs()) edit.outputs.push_back(o.value);
    return edit;
  };
  const auto one_output = [&] {
    const std::vector<Tensor> values = evaluate(trial, nullptr);
    const std::vector<Graph::Node> nodes = trial.graph.nodes();
    const bool one = trial.graph.outputs().size() == 1;
    for (size_t i = 0; i + one < nodes.size(); ++i)
      if (keep(edited(trial, {.outputs = {nodes[i].out[0]}}, values))) return true;
    return false;
  };
  const auto last_nodes = [&] {
    const std::vector<Tensor> values = evaluate(trial, nullptr);
    const std::vector<Graph::Node> nodes = trial.graph.nodes();
    for (size_t from = nodes.size(); from-- > 1;) {
      Edit edit = same_outputs();
      for (size_t i = 0; i < from; ++i) edit.cut.insert(nodes[i].out[0].id);
      const GraphTrial smaller = edited(trial, edit, values);
      if (smaller.graph.nodes().size() < nodes.size() && keep(smaller)) return true;
    }
    return false;
  };
  const auto one_node_less = [&] {  // skipped, or its result given
    const std::vector<Tensor> values = evaluate(trial, nullptr);
    const std::vector<Graph::Node> nodes = trial.graph.nodes();
    for (const Graph::Node& node : nodes) {
      for (Value v : node.in) {
        Edit edit = same_outputs();
        edit.instead[node.out[0].id] = v.id;
        if (trial.graph.desc(v) == trial.graph.desc(node.out[0]) && keep(edited(trial, edit, values))) return true;
      }
      Edit edit = same_outputs();
      edit.cut.insert(node.out[0].id);
      if (keep(edited(trial, edit, values))) return true;
    }
    return false;
  };
  GraphTrial plain = trial;
  if (trial.odd_views) plain.odd_views = false, keep(plain);
  if (plain = trial; trial.options.most_fused) plain.options.most_fused = 0, keep(plain);
  if (plain = trial; !(trial.options.profile == wgsl::ProfileOverrides{})) plain.options.profile = {}, keep(plain);
  while (tries > 0 && (one_output() || last_nodes() || one_node_less())) {
  }
  return trial;
}

}  // namespace bitloom::fuzz

#include "graph/explain.h"

#include <set>

#include "base/json_text.h"
#include "base/try.h"
#include "graph/fuse.h"
#include "ops/op.h"

namespace bitloom {
namespace {

std::vector<Explanation::Kernel> kernels_of(const Plan& plan, bool on_cpu) {
  std::vector<Explanation::Kernel> out;
  for (const Step& step : plan.steps) {
    if (step.view) continue;
    Explanation::Kernel k{.label = step.label, .nodes = step.nodes, .dispatches = step.dispatches.size()};
    const auto bytes = [&](int slot) { return plan.slots[static_cast<size_t>(slot)].desc.bytes(); };
    if (on_cpu) {  // a step is one call
      k.dispatches = 1;
      for (int slot : std::set<int>(step.in.begin(), step.in.end())) k.read += bytes(slot);
      for (int slot : step.out) k.written += bytes(slot);
    } else if (step.dispatches.empty()) continue;
    for (const Dispatch& d : step.dispatches) {
      for (int slot : std::set<int>(d.reads.begin(), d.reads.end())) k.read += bytes(slot);
      for (int slot : d.writes) k.written += bytes(slot);
      k.variants.push_back(format("{}: {} threads{}{}{}", d.key.file, d.threads,
                                  d.tile[0] ? format(" for {}x{} results", d.tile[0], d.tile[1]) : "",
                                  d.note.empty() ? "" : "; ", d.note));
    }
    out.push_back(std::move(k));
  }
  return out;
}

std::string bytes_text(uint64_t bytes) {
  if (bytes < 10'000) return format("{} B", bytes);
  if (bytes < 10'000'000) return format("{} kB", (bytes + 500) / 1000);
  return format("{} MB", (bytes + 500'000) / 1'000'000);
}

}  // namespace

Result<Explanation> explain(const Graph& graph, const Target& target) {
  Target plain = target;
  plain.fuse = false;
  Explanation e{.given = graph, .graph = TRY(simplified_for(graph, target))};
  Plan fused = TRY(plan_for(e.graph, target));
  e.before = kernels_of(TRY(compile(graph, plain)), !target.device);
  e.after = kernels_of(fused, !target.device);
  e.apart = std::move(fused.apart);
  if (target.device) e.profile = target.profile.text();
  else e.unfused = "the CPU runs op by op";
  return e;
}

Explanation::Kernel Explanation::total(const std::vector<Kernel>& kernels) {
  Kernel sum;
  for (const Kernel& k : kernels) sum.dispatches += k.dispatches, sum.read += k.read, sum.written += k.written;
  return sum;
}

std::string Explanation::text() const {
  std::string out;
  size_t wide = 8;
  for (const Kernel& k : after) wide = std::max(wide, k.label.size());
  const auto row = [&](std::string label, uint64_t dispatches, uint64_t read, uint64_t written) {
    label.resize(std::max(label.size(), wide), ' ');
    const auto right = [](const std::string& s, size_t n) {
      return std::string(n > s.size() ? n - s.size() : 0, ' ') + s;
    };
    out += format("{}  {}  {}  {}\n", label, right(to_text(dispatches), 10), right(bytes_text(read), 9),
                  right(bytes_text(written), 9));
  };
  std::string head = "kernel";
  head.resize(wide, ' ');
  out += format("{}  dispatches       read    written\n", head);
  for (const Kernel& k : after) {
    row(k.label, k.dispatches, k.read, k.written);
    for (const std::string& variant : k.variants) out += format("  {}\n", variant);
  }
  const Kernel now = total(after), then = total(before);
  row("together", now.dispatches, now.read, now.written);
  row("unfused", then.dispatches, then.read, then.written);
  for (const Edge& edge : apart) {
    const auto name = [&](int n) { return graph.nodes()[static_cast<size_t>(n)].op(); };
    out += format("{} and {} (%{} -> %{}) stay apart: {}\n", name(edge.from), name(edge.to),
                  graph.nodes()[static_cast<size_t>(edge.from)].out[0].id,
                  graph.nodes()[static_cast<size_t>(edge.to)].out[0].id, edge.reason);
  }
  if (!profile.empty()) out += format("profile {}\n", profile);
  return out;
}

// By hand: a JSON library would be a tenth of the .wasm.
std::string Explanation::json(bool pictures) const {
  const auto quoted = [](std::string_view text) {
    std::string out;
    append_json(out, text);
    return out;
  };
  const auto list = [](const auto& items, const auto& text) {
    std::string out;
    for (const auto& item : items) out += out.empty() ? "[" : ",", out += text(item);
    return out.empty() ? "[]" : out + "]";
  };
  const auto kernel = [&](const Kernel& k) {
    return format("{\"label\":{},\"nodes\":{},\"dispatches\":{},\"read\":{},\"written\":{},\"variants\":{}}",
                  quoted(k.label), k.nodes, k.dispatches, k.read, k.written, list(k.variants, quoted));
  };
  const std::vector<int> maker = makers_of(graph);
  const auto read = [&](Value v) {
    return format("{\"value\":{},\"node\":{}}", v.id, maker[static_cast<size_t>(v.id)]);
  };
  const auto input = [&](const Graph::Named& i) {
    return format("{\"name\":{},\"value\":{},\"desc\":{}}", quoted(i.name), i.value.id,
                  quoted(to_text(graph.desc(i.value))));
  };
  const auto node = [&](const Graph::Node& n) {
    return format("{\"op\":{},\"settings\":{},\"in\":{},\"out\":{},\"result\":{}}", quoted(n.op()),
                  quoted(to_text(n.attrs)), list(n.in, read), n.out[0].id, quoted(to_text(graph.desc(n.out[0]))));
  };
  const auto edge = [&](const Edge& e) {
    return format("{\"from\":{},\"to\":{},\"reason\":{}}", e.from, e.to, quoted(e.reason));
  };
  std::string out = format("{\"profile\":{},\"inputs\":{},\"nodes\":{},\"before\":{},\"after\":{},\"apart\":{}",
                           quoted(profile), list(graph.inputs(), input), list(graph.nodes(), node),
                           list(before, kernel), list(after, kernel), list(apart, edge));
  if (pictures) out += format(",\"svg\":{\"before\":{},\"after\":{}}", quoted(svg(false)), quoted(svg(true)));
  return out + "}";
}

std::string Explanation::dot() const {
  std::string out = graph.dot();
  out.resize(out.size() - 2);  // the closing brace
  for (size_t k = 0; k < after.size(); ++k) {
    out += format("  subgraph cluster{} { style=\"rounded,filled\"; color=\"#9ab\"; fillcolor=\"#eef4fa\";", k);
    for (int n : after[k].nodes) out += format(" v{};", graph.nodes()[static_cast<size_t>(n)].out[0].id);
    out += " }\n";
  }
  return out + "}\n";
}

}  // namespace bitloom

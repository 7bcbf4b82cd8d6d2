// Graphs and lists of ops from JavaScript (js/src/graph.ts, program.ts and fusion.ts are the other half).
#include <map>

#include "base/try.h"
#include "bitloom/fusion.h"
#include "runtime/program_cache.h"
#include "runtime/web.h"

namespace bitloom {
namespace {

using namespace web;

// Copies the bytes of a constant that only JavaScript has; 0: it has them no longer.
extern "C" BITLOOM_IMPORT(fill) int fill(int call, int constant, std::byte* to, size_t size);

struct Compiled {
  BackendPointer backend;
  Graph graph;
  RunOptions options;
  std::shared_ptr<Program> program{};
};

// The lines: input=type:sizes:name, constant=number, elsewhere=type:sizes:number (a constant whose bytes JavaScript has
// until the call is settled), @op=name with @in=values and settings after it, output=value:name. Values are counted as
// they come.
Result<Compiled> read_graph(int call, std::string_view text, std::span<Tensor* const> constants) {
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
    if (key == "input" || key == "constant" || key == "elsewhere" || key == "output" || key == "@op")
      (void)TRY(finish_op());
    if (key == "input") {
      const Desc desc = TRY(desc_of(value));
      values.push_back(out.graph.input(std::string(value), desc));
    } else if (key == "constant") {
      values.push_back(out.graph.constant(*constants[static_cast<size_t>(number_of(value))]));
    } else if (key == "elsewhere") {
      const Desc desc = TRY(desc_of(value));
      const auto number = static_cast<int>(number_of(value));
      values.push_back(out.graph.constant(Constant(desc, [=]() -> Result<Tensor> {
        const Tensor made = TRY(Tensor::make(desc));
        if (!fill(call, number, made.raw(), made.bytes()))
          return error(Code::internal, "[graph] the constant {} is no longer there", number);
        return made;
      })));
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
  each_line(text, [&](std::string_view key, std::string_view value) {
    if (status.ok()) status = line(key, value);
  });
  (void)TRY(std::move(status));
  return out;
}

Unattended compile_graph(int call, std::shared_ptr<Compiled> compiled) {
  auto made = co_await compiled->backend->prepare(compiled->graph, compiled->options);
  if (!made.ok()) {
    settle(call, made.error());
    co_return;
  }
  compiled->program = std::move(*made);
  std::string text;
  for (const Program::Port& o : compiled->program->outputs())
    text += format("{}:{}\n", static_cast<int>(o.desc.dtype), o.desc.shape);
  settle(call, new std::shared_ptr<Compiled>(compiled), text);
}

Unattended run_graph(int call, std::shared_ptr<Compiled> compiled, std::vector<Tensor> inputs) {
  settle(call, co_await compiled->backend->run(compiled->program, std::move(inputs)));
}

// --- Lists of ops
using Fusion = WebGPUOperationFusion;

struct List {
  FusionOps ops{};
  bool use_fusion = true;
  std::shared_ptr<Fusion> fusion{};
};
// For each backend, by the text of a configuration: the lists that ran with it, and its few-bit weights.
std::map<const void*, ProgramCache<Fusion>> fusions;

// The lines: the fusion's configuration; own=name and its ops, for each pattern of one's own; list= and the ops; an op
// is @op=name and its settings.
Result<List> read_list(BackendPointer* backend, std::string_view text) {
  List list;
  FusionConfig config;
  RunOptions options;
  std::vector<std::pair<std::string, FusionOps>> own;
  FusionOps* ops = nullptr;
  std::string configuration;
  Status status;
  const auto line = [&](std::string_view key, std::string_view value) -> Status {
    if (key == "list") ops = &list.ops;
    if (ops != &list.ops && key != "@fuse") configuration += format("{}={}\n", key, value);
    if (key == "list") return {};
    if (key == "own") {
      own.emplace_back(std::string(value), FusionOps{});
      ops = &own.back().second;
    } else if (key == "@op") {
      ops->emplace_back(std::string(value));
    } else if (read_option(options, key, value)) {
      return {};
    } else if (ops) {
      ops->back().settings.set(std::string(key), attr_of(value));
    } else if (key == "enabled") {
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
    }
    return {};
  };
  each_line(text, [&](std::string_view key, std::string_view value) {
    if (status.ok()) status = line(key, value);
  });
  (void)TRY(std::move(status));
  list.use_fusion = options.fuse;
  ProgramCache<Fusion>& known = fusions[backend];
  list.fusion = known.find(configuration);
  if (list.fusion) return list;
  config.profile = options.profile;
  list.fusion = std::make_shared<Fusion>(**backend, std::move(config));
  for (auto& [name, pattern] : own) (void)TRY(list.fusion->create_fusion_pattern(std::move(pattern), name));
  known.keep(std::move(configuration), list.fusion);
  return list;
}

// The backend is held until the end.
Unattended run_list(int call, BackendPointer, List list, std::vector<Tensor> inputs) {
  settle(call, co_await list.fusion->execute_operations(std::move(inputs), std::move(list.ops), list.use_fusion));
}

// The build without models cannot draw (wasm_plain.cc).
Status check_pictures(bool wanted) {
  if (!wanted || !Explanation{}.svg(true).empty()) return {};
  return error(Code::unsupported, "[explain] not supported: pictures on this backend; create it with { models: true }");
}

}  // namespace

namespace web {
void forget_lists(const void* backend) { fusions.erase(backend); }
}  // namespace web

extern "C" {

// A graph (read_graph) made ready for a backend: settles with it, and a line of type:sizes for each output.
BITLOOM_EXPORT(bitloom_compile)
void bitloom_compile(int call, BackendPointer* backend, const char* text, size_t size, Tensor* const* constants,
                     size_t count) {
  auto read = read_graph(call, {text, size}, {constants, count});
  if (!read.ok()) return settle(call, read.error());
  read->backend = *backend;
  compile_graph(call, std::make_shared<Compiled>(std::move(*read)));
}
BITLOOM_EXPORT(bitloom_run_graph)
void bitloom_run_graph(int call, std::shared_ptr<Compiled>* graph, Tensor* const* inputs, size_t count) {
  run_graph(call, *graph, tensors_at(inputs, count));
}
BITLOOM_EXPORT(bitloom_explain_graph)
void bitloom_explain_graph(int call, std::shared_ptr<Compiled>* graph, int pictures) {
  const auto json = [&]() -> Result<std::string> {
    TRY(check_pictures(pictures));
    return TRY((*graph)->backend->explain((*graph)->graph, (*graph)->options)).json(pictures);
  };
  settle(call, json());
}
BITLOOM_EXPORT(bitloom_graph_text) void bitloom_graph_text(int call, std::shared_ptr<Compiled>* graph, int dot) {
  settle(call, nullptr, dot ? (*graph)->graph.dot() : (*graph)->graph.text());
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
  const auto answer = list->fusion->can_fuse(list->ops);
  if (!answer.ok()) return settle(call, answer.error());
  settle(call, nullptr, format("{}\n{}\n{}", answer->fuses ? "yes" : "no", answer->pattern, answer->reason));
}
// What it becomes, as JSON; what is said is a line of type:sizes for each tensor.
BITLOOM_EXPORT(bitloom_explain_list)
void bitloom_explain_list(int call, BackendPointer* backend, const char* text, size_t size, int pictures) {
  const auto json = [&]() -> Result<std::string> {
    std::vector<Desc> tensors;
    Status status;
    each_line(said().all(), [&](std::string_view, std::string_view value) {
      auto desc = desc_of(value);
      if (desc.ok()) tensors.push_back(*desc);
      else status = desc.error();
    });
    (void)TRY(std::move(status));
    const List list = TRY(read_list(backend, {text, size}));
    TRY(check_pictures(pictures));
    return TRY(list.fusion->explain(tensors, list.ops, list.use_fusion)).json(pictures);
  };
  settle(call, json());
}

}  // extern "C"

}  // namespace bitloom

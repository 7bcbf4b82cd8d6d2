#include "bitloom/backend.h"

#include <algorithm>
#include <atomic>

#include "base/try.h"
#include "graph/constant_state.h"
#include "runtime/program_cache.h"

namespace bitloom {
namespace {

uint64_t next_number() {
  static std::atomic<uint64_t> last = 0;
  return ++last;
}

// What a mutable input shows, no other input shows too: one would be changed while the other is read. A GPU's buffers
// count as wholes, since no kernel can read and write one through two bindings.
Status check_apart(const std::vector<Program::Port>& ports, std::span<const Tensor> inputs) {
  if (std::ranges::none_of(ports, &Program::Port::changes)) return {};
  struct Stretch {
    const void* storage;
    uint64_t first, end;
  };
  std::vector<Stretch> all;
  for (const Tensor& t : inputs) {
    const uint64_t first = t.on_gpu() ? 0 : static_cast<uint64_t>(t.offset()) * byte_size(t.dtype());
    const uint64_t end = t.bytes() == 0 ? 0 : t.on_gpu() ? UINT64_MAX : first + t.bytes();
    all.push_back({t.storage().get(), first, end});
  }
  for (size_t i = 0; i < all.size(); ++i)
    for (size_t k = 0; ports[i].changes && k < all.size(); ++k)
      if (k != i && all[k].storage == all[i].storage && all[k].first < all[i].end && all[i].first < all[k].end)
        return error(Code::invalid_argument, "[run] the mutable input {} '{}' shares memory with input {} '{}'", i,
                     ports[i].name, k, ports[k].name);
  return {};
}

}  // namespace

Program::Program(const Backend& backend, const Graph& graph) : backend_(&backend) {
  for (const Graph::Named& i : graph.inputs()) inputs_.push_back({i.name, graph.desc(i.value), i.changes});
  for (const Graph::Named& o : graph.outputs()) outputs_.push_back({o.name, graph.desc(o.value)});
}

void append_key(std::string& key, const RunOptions& options) {
  if (!options.fuse || options.most_fused) key += format(" !{} {}", int{options.fuse}, options.most_fused);
  const wgsl::ProfileOverrides& p = options.profile;
  if (p != wgsl::ProfileOverrides{})
    key += format(" @{} {} {} {} {} {}", p.profile, p.browser, p.threads.value_or(0), p.tile.value_or(0),
                  p.fast_math ? int{*p.fast_math} : -1, p.matrices ? static_cast<int>(*p.matrices) : -1);
}

Status check_owner(const Program* program, const Backend& backend) {
  if (!program || program->backend() != &backend)
    return error(Code::invalid_argument, "[run] the program was not prepared by this backend");
  return {};
}

Status check_inputs(const Program& program, std::span<const Tensor> inputs, bool gpu) {
  const std::vector<Program::Port>& ports = program.inputs();
  if (inputs.size() != ports.size())
    return error(Code::invalid_argument, "[run] the graph has {} inputs, got {}", ports.size(), inputs.size());
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i].desc() != ports[i].desc)
      return error(Code::invalid_argument, "[run] input {} '{}' is {}, the graph wants {}", i, ports[i].name,
                   inputs[i].desc(), ports[i].desc);
    if (gpu ? !inputs[i].on_gpu() : !inputs[i].on_cpu())
      return error(Code::invalid_argument, "[run] input {} '{}' is not on the {}: move it there first", i,
                   ports[i].name, gpu ? "GPU (upload)" : "CPU (download)");
  }
  return check_apart(ports, inputs);
}

struct Backend::Kept {
  struct Entry {
    std::shared_ptr<Program> program;
    std::vector<Constant> constants;  // of the graph: held, so that no others get their addresses
  };
  ProgramCache<Entry> programs;
};

Backend::Backend() : number_(next_number()), kept_(std::make_unique<Kept>()) {}
Backend::~Backend() = default;

Task<Result<std::shared_ptr<Program>>> Backend::kept_or_prepared(std::string key, Graph graph, RunOptions options,
                                                                 std::vector<Tensor> inputs, bool keep) {
  if (const auto found = kept_->programs.find(key)) co_return found->program;
  auto entry = std::make_shared<Kept::Entry>();
  for (const auto& [value, constant] : graph.constants()) entry->constants.push_back(constant);
  CO_TRY(entry->program, co_await prepare(std::move(graph), std::move(options), std::move(inputs)));
  if (keep) kept_->programs.keep(std::move(key), entry, entry->program->constant_bytes());
  co_return entry->program;
}

Task<Result<std::vector<Tensor>>> Backend::run(Graph graph, std::vector<Tensor> inputs, RunOptions options) {
  std::string key = graph.text();
  for (const auto& [value, constant] : graph.constants())
    key += format("{} ", reinterpret_cast<uintptr_t>(constant.given().defined() ? constant.given().storage().get()
                                                                                : constant.id())) +
           format("+{} ", constant.given().offset());
  append_key(key, options);
  CO_TRY(std::shared_ptr<Program> program,
         co_await kept_or_prepared(std::move(key), std::move(graph), std::move(options), inputs, true));
  co_return co_await run(std::move(program), std::move(inputs));
}

Task<Result<Tensor>> Backend::run(std::string op, std::vector<Tensor> inputs, Attrs attrs, RunOptions options) {
  std::string key = "op " + op;
  if (!attrs.empty()) key += format(" {}", attrs);
  append_key(key, options);
  append_key(key, inputs);
  std::shared_ptr<Program> program;
  if (const auto found = kept_->programs.find(key)) program = found->program;
  else {
    Graph graph;
    std::vector<Value> values;
    for (const Tensor& t : inputs) values.push_back(graph.input("", t.desc()));
    CO_TRY(const Value result, graph.apply(op, values, attrs));
    graph.output("", result);
    // Without shaders one op is planned as fast as it is found, and small blocks that stay would split memory.
    const bool keep = profile() != nullptr;
    CO_TRY(program, co_await kept_or_prepared(std::move(key), std::move(graph), std::move(options), inputs, keep));
  }
  CO_TRY(std::vector<Tensor> out, co_await run(std::move(program), std::move(inputs)));
  co_return std::move(out[0]);
}

Task<Result<Tensor>> Backend::uploaded(Constant constant) {
  Constant::State& state = *constant.state_;
  for (const auto& [backend, tensor] : state.uploaded)
    if (backend == number_) co_return tensor;
  if (state.whole) {
    Constant all(state.whole);
    CO_TRY(const Tensor whole, co_await uploaded(std::move(all)));
    co_return whole.view(state.offset, state.desc.shape);
  }
  Tensor there;
  if (state.given.defined()) {
    CO_TRY(there, co_await upload(state.given));
  } else {
    CO_TRY(Tensor here, constant.load());
    CO_TRY(there, co_await upload(std::move(here)));
  }
  state.uploaded.emplace_back(number_, there);
  co_return there;
}

Task<Result<std::vector<Constant>>> Backend::upload_constants(Graph graph) {
  CO_TRY(const Graph used, simplified(graph, {}));
  std::vector<Constant> held;
  for (const auto& [value, constant] : used.constants()) {
    held.push_back(constant);
    CO_TRY(const Tensor there, co_await uploaded(constant));
    (void)there;
  }
  co_return held;
}

Status Backend::set_timing(bool) { return error(Code::unsupported, "[timing] {} does not time its kernels", name()); }

}  // namespace bitloom

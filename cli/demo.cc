// `bitloom demo`: shows the device and a small computation checked against the CPU.
#include <chrono>

#include "base/try.h"
#include "cli/commands.h"
#include "cli/evaluate.h"
#include "cli/interrupt.h"
#include "cli/temporary.h"
#include "cli/terminal.h"
#include "ops/check.h"
#include "quant/convert.h"
#include "runtime/inside.h"

using namespace bitloom;

// softmax(gelu(x · w + b)): three kinds of kernel in four dispatches.
static Result<Graph> demo_graph() {
  Graph g;
  const Value x = g.input("x", {DType::f32, {96, 257}}), w = g.input("w", {DType::f16, {257, 128}}),
              b = g.input("b", {DType::f32, {128}});
  const Value product = TRY(g.apply("matmul", {x, w}));
  const Value activated = TRY(g.apply("gelu", {TRY(g.apply("add", {product, b}))}));
  g.output("y", TRY(g.apply("softmax", {activated}, {{"axis", -1}})));
  return g;
}

static Result<int> show_model(const std::string& model, const std::shared_ptr<Backend>& backend);

static int demo(const std::string& engine, const std::string& model) {
  int code = 0;
  const auto backend = open_backend_or_cpu(engine, code);
  if (!backend.ok()) return report(backend.error());
  print("device    %s\n", (*backend)->name().c_str());
  if (const DeviceInfo& d = (*backend)->info(); Inside::profile(**backend)) {
    print("          %s, %s%s%s%s%s\n", d.adapter.backend.c_str(), std::string(name(d.adapter.vendor)).c_str(),
          d.adapter.software ? ", runs on the CPU" : "", d.features.f16 ? ", f16" : "",
          d.features.subgroups ? ", subgroups" : "", d.features.timestamps ? ", timestamps" : "");
    print("limits    buffers %s, workgroups of %u threads with %s of memory\n",
          bytes_text(d.limits.max_buffer_size).c_str(), d.limits.max_invocations_per_workgroup,
          bytes_text(d.limits.max_workgroup_storage_size).c_str());
  }
  auto graph = demo_graph();
  if (!graph.ok()) return report(graph.error());
  Random random(static_cast<uint64_t>(std::chrono::steady_clock::now().time_since_epoch().count()));
  std::vector<Tensor> inputs, there;
  for (const Graph::Named& in : graph->inputs()) inputs.push_back(make_input(graph->desc(in.value), {}, random));
  for (const Tensor& t : inputs) {
    auto moved = run_sync((*backend)->upload(t));
    if (!moved.ok()) return report(moved.error());
    there.push_back(*moved);
  }
  print("computes  softmax(gelu(x * w + b)) with x f32[96, 257], w f16[257, 128], fresh random numbers\n");
  for (const char* turn : {"first", "again"}) {
    const auto start = std::chrono::steady_clock::now();
    auto y = run_sync((*backend)->run(*graph, there));
    if (!y.ok()) return report(y.error());
    auto got = run_sync((*backend)->download((*y)[0]));
    if (!got.ok()) return report(got.error());
    const double ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    CpuBackend reference(true);
    const Tensor want = (*run_sync(reference.run(*graph, inputs)))[0];
    const Comparison c = compare(*got, want, 1e-4);
    print("%s     %.2f ms, %s the plain CPU result (largest error %.2f of what is allowed)\n", turn, ms,
          c.right ? "equals" : "DIFFERS FROM", c.worst);
    if (!c.right) return print("%s\n", c.problem.c_str()), 1;
  }
  // The CPU itself is the better device than a GPU that runs on it.
  const std::shared_ptr<Backend> best = (*backend)->info().adapter.software ? std::make_shared<CpuBackend>() : *backend;
  std::error_code ignored;
  if (std::filesystem::exists(std::filesystem::path(model) / "config.json", ignored))
    if (const auto shown = show_model(model, best); !shown.ok()) return report(shown.error());
  return code;
}

// A model in 4 bits answers, and says what the bits cost it.
static Result<int> show_model(const std::string& model, const std::shared_ptr<Backend>& backend) {
  const std::string question = "My card has not come yet, where is it?";
  const TemporaryFolder few = TRY(TemporaryFolder::create());
  const quant::Converted made = TRY(convert_stoppable(model, few.path() / "few", {.bits = 4}));
  const auto plain = TRY(run_sync(Pipeline::load(backend, model)));
  const auto small = TRY(run_sync(Pipeline::load(backend, few.path() / "few")));
  print("\nmodel     %s, %s: %s of weights, quantized to 4 bits %s (%.2f bits a weight with scales)\n", model.c_str(),
        small->model().family().c_str(), short_bytes(made.bytes_before).c_str(), short_bytes(made.bytes_after).c_str(),
        16.0 * static_cast<double>(made.bytes_after) / static_cast<double>(made.bytes_before));
  Answer answer = TRY(run_sync(small->ask({.text = question, .top = 3})));
  const double first = answer.ms;
  answer = TRY(run_sync(small->ask({.text = question, .top = 3})));
  print("question  %s\n", question.c_str());
  for (const Answer::Label& l : answer.labels) print("          %5.1f %%  %s\n", 100 * l.score, l.name.c_str());
  print("speed     %.1f ms on %s, the first time %.1f ms\n", answer.ms, backend->name().c_str(), first);
  const Scored before = TRY(evaluate(*plain, model, 0)), after = TRY(evaluate(*small, model, 0));
  size_t same = 0;
  for (size_t i = 0; i < after.answers.size(); ++i) same += after.answers[i] == before.answers[i];
  print("cost      of %zu questions %.1f %% are answered right, in f16 %.1f %%; %zu answers are the same\n",
        after.answers.size(), 100 * after.score, 100 * before.score, same);
  return 0;
}

void add_demo(CLI::App& app, int& code) {
  CLI::App* command = app.add_subcommand("demo", "Shows the device, a checked computation, and a model in 4 bits");
  auto engine = std::make_shared<std::string>();
  command->add_option("--engine", *engine, "dawn, wgpu, cpu, or a library's path (default: the best there is)");
  auto model = std::make_shared<std::string>("zoo/intents");
  command->add_option("--model", *model, "A folder with a text classifier to show as well, if it is there")
      ->capture_default_str();
  command->callback([engine, model, &code] { code = demo(*engine, *model); });
}

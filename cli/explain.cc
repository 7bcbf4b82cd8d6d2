// `bitloom explain`: what a list of ops becomes on a device, and why.
//
//   bitloom explain matmul add gelu --tensors 128x768,768x3072,3072
//   bitloom explain reshape:shape=4x32x96 softmax:axis=1 --tensors 128x96:f16 --svg after.svg
#include "base/try.h"
#include "bitloom/fusion.h"
#include "cli/commands.h"
#include "cli/terminal.h"
#include "formats/files.h"
#include "graph/parse.h"
#include "graph/plan.h"
#include "runtime/inside.h"
#include "wgsl/expander.h"

using namespace bitloom;

namespace {

struct ExplainArguments {
  std::vector<std::string> ops;
  std::string tensors, dtype = "f32", svg;
  WebGPUOptions device;
  bool json = false, dot = false, shader = false, before = false;
};

// name, or name:key=value,key=value
Result<FusionOp> op_of(const std::string& text, size_t position) {
  const size_t colon = text.find(':');
  FusionOp op(text.substr(0, colon));
  if (colon == std::string::npos) return op;
  for (const std::string_view setting : split_list(std::string_view(text).substr(colon + 1))) {
    const size_t equals = setting.find('=');
    if (equals == 0 || equals == std::string_view::npos)
      return error(Code::invalid_argument, "[explain] op {} '{}': a setting is key=value, not '{}'", position, op.name,
                   setting);
    op.settings.set(std::string(setting.substr(0, equals)), parse_setting(setting.substr(equals + 1)));
  }
  return op;
}

std::string moved(const Explanation::Kernel& k) {
  const auto bytes = static_cast<double>(k.read + k.written);
  const double unit = bytes < 1e4 ? 1 : bytes < 1e7 ? 1e3 : 1e6;
  return format("{} dispatch{}, {} {}", k.dispatches, k.dispatches == 1 ? "" : "es",
                static_cast<int64_t>(bytes / unit + 0.5),
                unit == 1     ? "B"
                : unit == 1e3 ? "kB"
                              : "MB");
}

Status print_shaders(const Explanation& e, const Backend& backend) {
  if (!Inside::profile(backend)) return error(Code::unsupported, "[explain] {} has no shaders", backend.name());
  const Target target{
      .device = &backend.info(), .profile = *Inside::profile(backend), .most_fused = FusionConfig{}.max_fusion_length};
  for (const Step& step : TRY(plan_for(e.graph, target)).steps)
    for (const Dispatch& d : step.dispatches) {
      const wgsl::Expanded shader = TRY(wgsl::expand(wgsl::Sources::embedded(), d.key));
      print("// ==== %s: %s, %u x %u x %u workgroups\n%s\n", step.label.c_str(), d.key.text().c_str(), d.groups[0],
            d.groups[1], d.groups[2], shader.text.c_str());
    }
  return {};
}

int explain(const ExplainArguments& asked) {
  FusionOps ops;
  std::vector<Desc> tensors;
  // All that can be wrong with the list is said before there is a device, as wrong use.
  const auto read = [&]() -> Status {
    const auto dtype = parse_dtype(asked.dtype);
    for (size_t i = 0; i < asked.ops.size(); ++i) ops.push_back(TRY(op_of(asked.ops[i], i)));
    for (const std::string_view given : split_list(asked.tensors)) {
      auto tensor = parse_desc(given, *dtype);
      if (!tensor.ok())
        return error(Code::invalid_argument, "[explain] tensor {}: {}", tensors.size(), tensor.error().message);
      tensors.push_back(*tensor);
    }
    (void)TRY(fold_ops(tensors, ops));
    return {};
  };
  if (const Status wrong = read(); !wrong.ok()) return report(wrong.error()), 2;

  const auto backend = run_sync(WebGPUBackend::create(asked.device));
  if (!backend.ok()) return report(backend.error()), backend.error().code == Code::invalid_argument ? 2 : 1;
  const auto made = WebGPUOperationFusion(**backend).explain(tensors, ops);
  if (!made.ok()) return report(made.error());
  const Explanation& e = made->explanation;
  if (!asked.svg.empty()) {
    const Status written = write_text(asked.svg, e.svg(!asked.before));
    return written.ok() ? 0 : report(written.error());
  }
  if (asked.json) print_data(made->json() + "\n");
  else if (asked.dot) print_data(e.dot());
  else if (asked.shader) {
    if (const Status done = print_shaders(e, **backend); !done.ok()) return report(done.error());
  } else {
    print("%zu op%s: %s moved -> %s\n", ops.size(), ops.size() == 1 ? "" : "s", moved(made->before).c_str(),
          moved(made->after).c_str());
    print("%s: %s\n\n%s",
          made->answer.fuses ? "fuses"
          : made->fused      ? "fuses in pieces"
                             : "does not fuse",
          made->answer.reason.c_str(), e.text().c_str());
  }
  return 0;
}

}  // namespace

void add_explain(CLI::App& app, int& code) {
  CLI::App* command = app.add_subcommand("explain", "What a list of ops becomes on a device: kernels, bytes, reasons");
  auto asked = std::make_shared<ExplainArguments>();
  command->add_option("ops", asked->ops, "Ops in order, each name or name:key=value,key=value")->required();
  command->add_option("--tensors", asked->tensors, "Their shapes, 128x768,768x3072:f16,3072; one number is 'scalar'")
      ->required();
  command->add_option("--dtype", asked->dtype, "The tensors' type, where they do not say")
      ->check(CLI::IsMember({"f32", "f16"}))
      ->capture_default_str();
  WebGPUOptions& device = asked->device;
  command->add_option("--engine", device.engine, "dawn, wgpu or a library's path")->check([](const std::string& name) {
    return name == "cpu" ? "the CPU runs op by op" : "";
  });
  command->add_option("--profile", device.profile, "chrome, firefox, safari or edge: that browser's shaders");
  command->add_option("--threads", device.threads, "Of every workgroup")->check(CLI::PositiveNumber);
  command->add_option("--tile", device.tile, "A workgroup has 4 tile x 4 tile results of a product")
      ->check(CLI::PositiveNumber);
  command->add_flag("--fast-math", device.fast_math, "Approximate functions; no care for NaN and infinities");
  auto* as = command->add_option_group("as", "Instead of a table")->require_option(0, 1);
  as->add_flag("--json", asked->json, "For programs");
  as->add_flag("--dot", asked->dot, "For Graphviz");
  as->add_option("--svg", asked->svg, "A picture, written to this file");
  as->add_flag("--shader", asked->shader, "The generated WGSL of each dispatch");
  command->add_flag("--before", asked->before, "The picture without fusion")->needs("--svg");
  command->callback([asked, &code] { code = explain(*asked); });
}

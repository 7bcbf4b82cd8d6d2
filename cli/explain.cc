// `bitloom explain`: what a list of ops becomes on a device, and why.
//
//   bitloom explain matmul add gelu --tensors 128x768,768x3072,3072
//   bitloom explain reshape:shape=4x32x96 softmax:axis=1 --tensors 128x96:f16 --svg after.svg
#include <charconv>
#include <cstdio>
#include <fstream>

#include "bitloom/fusion.h"
#include "cli/commands.h"
#include "graph/plan.h"
#include "wgsl/expander.h"

using namespace bitloom;

namespace {

struct Asked {
  std::vector<std::string> ops;
  std::string tensors, dtype = "f32", engine, svg;
  bool json = false, dot = false, shader = false, before = false;
};

// Split at commas outside brackets.
std::vector<std::string> parts_of(std::string_view text) {
  std::vector<std::string> out(1);
  int depth = 0;
  for (char c : text) {
    depth += c == '[' ? 1 : c == ']' ? -1 : 0;
    if (c == ',' && depth == 0) out.emplace_back();
    else out.back() += c;
  }
  return out;
}

template <class T>
std::optional<T> number_of(std::string_view text) {
  T value{};
  const auto [end, wrong] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (wrong != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<std::vector<int64_t>> numbers_of(std::string_view text, char between) {
  std::vector<int64_t> out;
  for (bool more = true; more;) {
    const size_t end = text.find(between);
    more = end != std::string_view::npos;
    const auto value = number_of<int64_t>(text.substr(0, end));
    if (!value) return std::nullopt;
    out.push_back(*value);
    if (more) text.remove_prefix(end + 1);
  }
  return out;
}

// 3, -0.5, true, [1,0] or 1x0, or a word.
AttrValue value_of(const std::string& text) {
  if (text == "[]") return std::vector<int64_t>();
  if (text.starts_with('[') && text.ends_with(']'))
    if (auto list = numbers_of(std::string_view(text).substr(1, text.size() - 2), ',')) return *list;
  if (const auto v = number_of<int64_t>(text)) return *v;
  if (const auto v = number_of<double>(text)) return *v;
  if (text == "true" || text == "false") return text == "true";
  if (auto list = numbers_of(text, 'x')) return *list;
  return text;
}

// name, or name:key=value,key=value
Result<FusionOp> op_of(const std::string& text, size_t position) {
  const size_t colon = text.find(':');
  FusionOp op(text.substr(0, colon));
  if (colon == std::string::npos) return op;
  for (const std::string& setting : parts_of(std::string_view(text).substr(colon + 1))) {
    const size_t equals = setting.find('=');
    if (equals == 0 || equals == std::string::npos)
      return error(Code::invalid_argument, "[explain] op {} '{}': a setting is key=value, not '{}'", position, op.name,
                   setting);
    op.settings.set(setting.substr(0, equals), value_of(setting.substr(equals + 1)));
  }
  return op;
}

// 128x768, 128x768:i32, or `scalar`
Result<Desc> tensor_of(const std::string& text, size_t position, DType dtype) {
  const size_t colon = text.find(':');
  const std::string sizes = text.substr(0, colon);
  if (colon != std::string::npos) {
    const auto own = parse_dtype(text.substr(colon + 1));
    if (!own)
      return error(Code::invalid_argument,
                   "[explain] tensor {}: there is no type '{}'; there are f32, f16, bf16, i32, "
                   "u32, i8, u8",
                   position, text.substr(colon + 1));
    dtype = *own;
  }
  if (sizes == "scalar") return Desc{dtype, {}};
  const auto list = numbers_of(sizes, 'x');
  if (!list)
    return error(Code::invalid_argument, "[explain] tensor {} is written as sizes, 128x768 or 128x768:f16, not '{}'",
                 position, text);
  return Desc{dtype, TRY(checked_shape("explain", *list))};
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

Status print_shaders(const Explanation& e, const WebGPUBackend& gpu) {
  const Target target{.device = &gpu.info(), .profile = gpu.profile(), .most_fused = FusionConfig{}.max_fusion_length};
  for (const Step& step : TRY(compile_as_is(e.graph, target)).steps)
    for (const Dispatch& d : step.dispatches) {
      const wgsl::Expanded shader = TRY(wgsl::expand(wgsl::Sources::embedded(), d.key));
      std::printf("// ==== %s: %s, %u x %u x %u workgroups\n%s\n", step.label.c_str(), d.key.text().c_str(),
                  d.groups[0], d.groups[1], d.groups[2], shader.text.c_str());
    }
  return {};
}

int explain(const Asked& asked) {
  FusionOps ops;
  std::vector<Desc> tensors;
  // All that can be wrong with the list is said before there is a device, as wrong use.
  const auto read = [&]() -> Status {
    const auto dtype = parse_dtype(asked.dtype);
    for (size_t i = 0; i < asked.ops.size(); ++i) ops.push_back(TRY(op_of(asked.ops[i], i)));
    const std::vector<std::string> given = parts_of(asked.tensors);
    for (size_t i = 0; i < given.size(); ++i) tensors.push_back(TRY(tensor_of(given[i], i, *dtype)));
    (void)TRY(fold_ops(tensors, ops));
    return {};
  };
  if (const Status wrong = read(); !wrong.ok()) return report(wrong.error()), 2;

  const auto backend = open_backend(asked.engine);
  if (!backend.ok()) return report(backend.error());
  const auto made = WebGPUOperationFusion(**backend).explain(tensors, ops);
  if (!made.ok()) return report(made.error());
  const Explanation& e = made->explanation;
  if (!asked.svg.empty()) {
    std::ofstream file(asked.svg, std::ios::binary);
    file << e.svg(!asked.before) << std::flush;
    if (!file) return report(error(Code::io, "[explain] cannot write {}", asked.svg));
    return 0;
  }
  if (asked.json) std::puts(made->json().c_str());
  else if (asked.dot) std::fputs(e.dot().c_str(), stdout);
  else if (asked.shader) {
    if (const Status done = print_shaders(e, *(*backend)->webgpu()); !done.ok()) return report(done.error());
  } else {
    std::printf("%zu op%s: %s moved -> %s\n", ops.size(), ops.size() == 1 ? "" : "s", moved(made->before).c_str(),
                moved(made->after).c_str());
    std::printf("%s: %s\n\n%s",
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
  auto asked = std::make_shared<Asked>();
  command->add_option("ops", asked->ops, "Ops in order, each name or name:key=value,key=value")->required();
  command->add_option("--tensors", asked->tensors, "Their shapes, 128x768,768x3072:f16,3072; one number is 'scalar'")
      ->required();
  command->add_option("--dtype", asked->dtype, "The tensors' type, where they do not say")
      ->check(CLI::IsMember({"f32", "f16"}))
      ->capture_default_str();
  command->add_option("--engine", asked->engine, "dawn, wgpu or a library's path")->check([](const std::string& name) {
    return name == "cpu" ? "the CPU runs op by op" : "";
  });
  auto* as = command->add_option_group("as", "Instead of a table")->require_option(0, 1);
  as->add_flag("--json", asked->json, "For programs");
  as->add_flag("--dot", asked->dot, "For Graphviz");
  as->add_option("--svg", asked->svg, "A picture, written to this file");
  as->add_flag("--shader", asked->shader, "The generated WGSL of each dispatch");
  command->add_flag("--before", asked->before, "The picture without fusion")->needs("--svg");
  command->callback([asked, &code] { code = explain(*asked); });
}

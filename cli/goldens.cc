#include "cli/goldens.h"

#include <algorithm>
#include <sstream>

#include "base/try.h"
#include "bitloom/text.h"
#include "formats/files.h"
#include "graph/parse.h"
#include "ops/op.h"
#include "wgsl/branches.h"
#include "wgsl/evaluate.h"

using namespace bitloom;
namespace fs = std::filesystem;

namespace {

using wgsl::trim;

struct Golden {
  fs::path file;
  std::string from;  // what the text was made from, for its head
  const MadeUpDevice* device;
  Graph graph;
};

const MadeUpDevice* find_device(std::string_view name) {
  const auto all = made_up_devices();
  const auto found = std::ranges::find(all, name, &MadeUpDevice::name);
  return found == all.end() ? nullptr : &*found;
}

std::string_view take_word(std::string_view& text) {
  text = trim(text);
  const std::string_view word = text.substr(0, text.find(' '));
  text = trim(text.substr(word.size()));
  return word;
}

Status read_list(const fs::path& list, std::vector<Golden>& to) {
  std::istringstream in(TRY(read_text(list)));
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    std::string_view rest = line;
    const std::string_view name = take_word(rest), device = take_word(rest);
    if (name.empty() || name.starts_with('#')) continue;
    const auto wrong = [&](std::string_view why) {
      return error(Code::invalid_argument, "[shaders] {}:{}: {}", list.string(), number, why);
    };
    const MadeUpDevice* on = find_device(device);
    if (!on) {
      std::string names;
      for (const MadeUpDevice& known : made_up_devices()) names += " " + known.name;
      return wrong(format("there is no device '{}'; there are:{}", device, names));
    }
    auto graph = parse_graph(rest);
    if (!graph.ok()) return wrong(graph.error().message);
    to.push_back(
        {list.parent_path() / "goldens" / (std::string(name) + ".wgsl"), std::string(rest), on, std::move(*graph)});
  }
  return {};
}

Result<std::vector<Golden>> read_lists(const fs::path& src) {
  std::error_code why;
  if (!fs::exists(src / "ops" / "ops.def", why))
    return error(Code::not_found, "[shaders] {} is not Bitloom's src folder: it has no ops/ops.def", src.string());
  std::vector<Golden> out;
  TRY(read_list(src / "graph" / "goldens.txt", out));
  for (fs::directory_iterator i(src / "ops", why), end; !why && i != end; i.increment(why)) {
    const fs::path list = i->path() / "goldens.txt";
    if (std::error_code missing; fs::exists(list, missing)) TRY(read_list(list, out));
  }
  if (why) return error(Code::io, "[shaders] cannot look into {}: {}", (src / "ops").string(), why.message());
  return out;
}

Result<Golden> first_case(const fs::path& src, const Op& op) {
  const Case first = op.cases().at(0);
  Graph graph;
  std::vector<Value> in;
  for (const Desc& d : first.in) in.push_back(graph.input("", d));
  graph.output("", TRY(graph.apply(op.name, in, first.attrs)));
  return Golden{src / "ops" / std::string(op.name) / "goldens" / "first_case.wgsl",
                format("{}, case '{}'", op.name, first.name), find_device("small"), std::move(graph)};
}

Status add_golden(Shaders& to, const Golden& golden) {
  const Plan plan = TRY(plan_on(*golden.device, golden.graph));
  add_variants(to.variants, plan);
  std::string text = format("// {}\n// on {}\n", golden.from, golden.device->name);
  bool fused = false;
  for (const Step& step : plan.steps)
    for (const Dispatch& d : step.dispatches) {
      wgsl::Branches taken;
      const wgsl::Expanded expanded = TRY(wgsl::expand(wgsl::Sources::embedded(), d.key, &taken));
      text += format("\n// ==== {}: {}\n{}", step.label, d.key, expanded.text);
      for (const auto& branch : taken) to.uncovered.erase(branch);
      fused |= !d.key.prelude.empty();
    }
  to.fused += fused;
  if (!fused && golden.file.parent_path().parent_path().filename() == "graph")
    return error(Code::invalid_argument, "[shaders] {} shows no fused kernel", golden.file.string());
  if (!to.goldens.emplace(golden.file, std::move(text)).second)
    return error(Code::invalid_argument, "[shaders] two goldens are {}", golden.file.string());
  return {};
}

std::string hex(uint64_t value) {
  std::string out;
  for (int shift = 60; shift >= 0; shift -= 4) out += "0123456789abcdef"[value >> shift & 15];
  return out;
}

}  // namespace

Result<Shaders> make_shaders(const fs::path& src) {
  Shaders out;
  out.variants = TRY(all_variants());
  for (const auto& [path, text] : wgsl::Sources::embedded()) out.uncovered.merge(wgsl::branches_of(path, text));
  for (const Golden& golden : TRY(read_lists(src))) TRY(add_golden(out, golden));
  for (const Op* op : all_ops()) {
    const std::string folder = std::string(op->name) + "/";
    const bool missing = std::ranges::any_of(
        out.uncovered, [&](const auto& branch) { return branch.first.starts_with(folder) && branch.second == 0; });
    if (missing) TRY(add_golden(out, TRY(first_case(src, *op))));
  }
  return out;
}

Result<std::string> manifest_of(const Variants& variants) {
  std::string out;
  for (const auto& [key, variant] : variants)
    out += format("{} {}\n", key, hex(wgsl::fnv1a(TRY(wgsl::expand(wgsl::Sources::embedded(), variant.key)).text)));
  return out;
}

// `bitloom shaders`: the expanded text of every shader variant. With --write DIR it renews the texts checked in beside
// the ops, with --check DIR it compares them; with a key it prints that one.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "cli/commands.h"
#include "runtime/variants.h"
#include "wgsl/expander.h"

using namespace bitloom;
namespace fs = std::filesystem;

namespace {

std::string read_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream text;
  text << in.rdbuf();
  return text.str();
}

int print_one(const std::string& text) {
  auto key = wgsl::Key::parse(text);
  if (!key.ok()) return report(key.error());
  auto expanded = wgsl::expand(wgsl::Sources::embedded(), *key);
  if (!expanded.ok()) return report(expanded.error());
  std::fputs(expanded->text.c_str(), stdout);
  return 0;
}

// One file per folder: DIR/<op>/expanded.wgsl, its variants in the order of their keys.
int all(const fs::path& dir, bool write) {
  auto variants = all_variants();
  if (!variants.ok()) return report(variants.error());
  std::map<fs::path, std::string> texts;
  for (const Variant& v : *variants) {
    auto expanded = wgsl::expand(wgsl::Sources::embedded(), v.key);
    if (!expanded.ok()) return report(expanded.error());
    texts[dir / v.op / "expanded.wgsl"] += format("// ==== {}\n{}\n", v.key.text(), expanded->text);
  }
  int different = 0;
  for (const auto& [file, text] : texts) {
    if (read_file(file) == text) continue;
    ++different;
    if (write) std::ofstream(file, std::ios::binary) << text;
    else std::printf("differs: %s\n", file.c_str());
  }
  for (const fs::directory_entry& op : fs::directory_iterator(dir)) {
    const fs::path file = op.path() / "expanded.wgsl";
    if (!fs::exists(file) || texts.contains(file)) continue;
    ++different;
    if (write) fs::remove(file);
    else std::printf("no longer made: %s\n", file.c_str());
  }
  std::printf("%zu variants in %zu files, %d %s\n", variants->size(), texts.size(), different,
              write ? "written" : "different");
  return write || different == 0 ? 0 : 1;
}

}  // namespace

void add_shaders(CLI::App& app, int& code) {
  CLI::App* command = app.add_subcommand("shaders", "Prints, writes or checks the expanded shader variants");
  auto key = std::make_shared<std::string>(), write = std::make_shared<std::string>(),
       check = std::make_shared<std::string>();
  command->add_option("key", *key, "A pipeline key, as plans print them");
  command->add_option("--write", *write, "Renew the texts under DIR (src/ops)");
  command->add_option("--check", *check, "Compare the texts under DIR (src/ops)");
  command->callback([=, &code] {
    if (!key->empty()) code = print_one(*key);
    else if (!write->empty()) code = all(*write, true);
    else if (!check->empty()) code = all(*check, false);
    else throw CLI::RequiredError("a key, --write DIR or --check DIR");
  });
}

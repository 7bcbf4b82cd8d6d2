// `bitloom shaders`: the expanded text of every shader variant. With --write DIR it renews the texts checked in beside the
// ops, with --check DIR it compares them; with a key it prints that one.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <set>
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

// Files go to DIR/<op>/expanded/<name>.wgsl.
int all(const fs::path& dir, bool write) {
  auto variants = all_variants();
  if (!variants.ok()) return report(variants.error());
  std::set<fs::path> wanted, folders;
  int different = 0;
  for (const Variant& v : *variants) {
    auto expanded = wgsl::expand(wgsl::Sources::embedded(), v.key);
    if (!expanded.ok()) return report(expanded.error());
    const std::string text = format("// {}\n{}", v.key.text(), expanded->text);
    const fs::path folder = dir / v.op / "expanded", file = folder / v.file_name();
    wanted.insert(file);
    folders.insert(folder);
    if (read_file(file) == text) continue;
    ++different;
    if (write) {
      fs::create_directories(folder);
      std::ofstream(file, std::ios::binary) << text;
    } else {
      std::printf("differs: %s\n", file.c_str());
    }
  }
  for (const fs::directory_entry& op : fs::directory_iterator(dir)) {
    if (!fs::is_directory(op.path() / "expanded")) continue;
    for (const fs::directory_entry& file : fs::directory_iterator(op.path() / "expanded")) {
      if (wanted.contains(file.path())) continue;
      ++different;
      if (write) fs::remove(file.path());
      else std::printf("no longer made: %s\n", file.path().c_str());
    }
  }
  std::printf("%zu variants, %d %s\n", variants->size(), different, write ? "written" : "different");
  return write || different == 0 ? 0 : 1;
}

}  // namespace

void add_shaders(CLI::App& app, int& code) {
  CLI::App* command = app.add_subcommand("shaders", "Prints, writes or checks the expanded shader variants");
  auto key = std::make_shared<std::string>(), write = std::make_shared<std::string>(), check = std::make_shared<std::string>();
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

// `bitloom shaders`: the texts of all shader variants. With a key it prints that one, with --write and --check it
// renews and compares what is checked in (cli/goldens.h), with --validate an engine's compiler reads every one of them;
// with --texts it prints them all.
#include <nlohmann/json.hpp>
#include <sstream>

#include "base/try.h"
#include "cli/commands.h"
#include "cli/goldens.h"
#include "cli/terminal.h"
#include "formats/files.h"
#include "gpu/checker.h"
#include "wgsl/branches.h"

using namespace bitloom;
namespace fs = std::filesystem;

namespace {

struct ShadersOptions {
  std::string key, engine = "dawn", src = "src";
  bool write = false, check = false, validate = false, texts = false;
};

// What is there; empty where nothing is.
Result<std::string> read_file(const fs::path& path) {
  auto text = read_text(path);
  if (!text.ok() && text.error().code == Code::not_found) return std::string();
  return text;
}

int print_one(const ShadersOptions& options) {
  // The key of a fused kernel holds only the hash of what is fused: it is looked for among those we know.
  auto key = wgsl::Key::parse(options.key);
  if (!key.ok() && options.key.find('#') != std::string::npos) {
    const auto shaders = make_shaders(options.src);
    if (!shaders.ok()) return report(shaders.error());
    const auto found = shaders->variants.find(options.key);
    if (found != shaders->variants.end()) key = found->second.key;
    else key = error(Code::not_found, "[shaders] no variant has the key {}", options.key);
  }
  if (!key.ok()) return report(key.error());
  const auto expanded = wgsl::expand(wgsl::Sources::embedded(), *key);
  if (!expanded.ok()) return report(expanded.error());
  print_data(expanded->text);
  return 0;
}

// Says which lines of a sorted manifest are new, gone or different; returns how many.
int compare_manifests(const std::string& old_text, const std::string& new_text) {
  const auto read = [](const std::string& text) {
    std::map<std::string, std::string> out;
    std::istringstream lines(text);
    for (std::string key, hash; lines >> key >> hash;) out[key] = hash;
    return out;
  };
  auto before = read(old_text);
  int different = 0;
  const auto say = [&](const std::string& what, const std::string& key) {
    if (++different <= 30) print("%s: %s\n", what.c_str(), key.c_str());
  };
  for (const auto& [key, hash] : read(new_text)) {
    const auto old = before.extract(key);
    if (old.empty()) say("new", key);
    else if (old.mapped() != hash) say(format("changed, {} -> {}", old.mapped(), hash), key);
  }
  for (const auto& [key, hash] : before) say("no longer made", key);
  if (different > 30) print("... and %d more\n", different - 30);
  if (different > 0) print_text("The text of one: bitloom shaders 'KEY'\n");
  return different;
}

// Files in the folders `goldens` below a folder.
Result<std::vector<fs::path>> files_in_goldens(const fs::path& folder) {
  std::vector<fs::path> out;
  std::error_code why;
  for (fs::recursive_directory_iterator i(folder, why), end; !why && i != end; i.increment(why))
    if (i->path().parent_path().filename() == "goldens") out.push_back(i->path());
  if (why) return error(Code::io, "[shaders] cannot look into {}: {}", folder.string(), why.message());
  return out;
}

Result<int> renew(const ShadersOptions& options) {
  const Shaders shaders = TRY(make_shaders(options.src));
  const std::string manifest = TRY(manifest_of(shaders.variants));
  const fs::path src = options.src, list = src / "ops" / "manifest.txt";
  int different = 0;
  const auto put = [&](const fs::path& file, const std::string& text) -> Status {
    if (TRY(read_file(file)) == text) return {};
    ++different;
    std::error_code why;
    if (options.write) {
      fs::create_directories(file.parent_path(), why);
      if (why) return error(Code::io, "[shaders] cannot make {}: {}", file.parent_path().string(), why.message());
      (void)TRY(write_text(file, text));
    }
    print("%s: %s\n", options.write ? "written" : "differs", file.c_str());
    return {};
  };
  const int changed = compare_manifests(TRY(read_file(list)), manifest);
  (void)TRY(put(list, manifest));
  for (const auto& [file, text] : shaders.goldens) (void)TRY(put(file, text));
  for (const char* room : {"graph", "ops"})
    for (const fs::path& file : TRY(files_in_goldens(src / room))) {
      if (shaders.goldens.contains(file)) continue;
      ++different;
      print("no golden any more: %s\n", file.c_str());
      std::error_code why;
      if (options.write && !fs::remove(file, why) && why)
        return error(Code::io, "[shaders] cannot remove {}: {}", file.string(), why.message());
    }
  for (const auto& branch : shaders.uncovered)
    print("in no golden: %s\n", wgsl::describe_branch(wgsl::Sources::embedded(), branch).c_str());
  if (!shaders.uncovered.empty())
    print_text("Add a line to a goldens.txt (cli/goldens.h), or drop what nothing uses.\n");
  print("%zu variants, %d different; %zu goldens, %d of fused kernels; %d files %s; %zu branches in no golden\n",
        shaders.variants.size(), changed, shaders.goldens.size(), shaders.fused, different,
        options.write ? "written" : "different", shaders.uncovered.size());
  return shaders.uncovered.empty() && (options.write || different == 0) ? 0 : 1;
}

// For compilers that this program cannot load.
int print_all(const ShadersOptions& options) {
  const auto shaders = make_shaders(options.src);
  if (!shaders.ok()) return report(shaders.error());
  for (const auto& [name, variant] : shaders->variants) {
    const auto expanded = wgsl::expand(wgsl::Sources::embedded(), variant.key);
    if (!expanded.ok()) return report(expanded.error());
    print_data(nlohmann::json{{"key", name}, {"text", expanded->text}}.dump() + "\n");
  }
  return 0;
}

// A module is made of each text and nothing is compiled further, so Dawn needs no driver at all.
int validate(const ShadersOptions& options) {
  const auto shaders = make_shaders(options.src);
  if (!shaders.ok()) return report(shaders.error());
  const auto checker = run_sync(gpu::open_checker(options.engine));
  if (!checker.ok()) return report(checker.error());
  // Extensions that are still finding their form: an engine may have one under its own terms, without the directive
  // that enables it (Naga, subgroups), in a form other than we write, or not at all.
  struct Extension {
    std::string name, body;
    enum { enabled, implied, unknown } known = unknown;
    int variants = 0;
    std::string directive() const { return format("enable {};", name); }
  } extensions[] = {
      {"subgroups", "_ = subgroupAdd(1.0);"},
      {"chromium_experimental_subgroup_matrix",
       "var m = subgroup_matrix_result<f32, 16, 16>(); subgroupMatrixStore<row_major>(&cells, 0, m, 16);"}};
  for (Extension& e : extensions) {
    const std::string text = "var<workgroup> cells: array<f32, 256>;\n@compute @workgroup_size(32) fn main() { ";
    gpu::ShaderIssue issue;
    if (run_sync(checker->check(e.name, e.directive() + text + e.body + " }\n", &issue)).ok())
      e.known = Extension::enabled;
    else if (run_sync(checker->check(e.name, text + e.body + " }\n", &issue)).ok()) e.known = Extension::implied;
  }
  size_t wrong = 0, right = 0, unread = 0, unknown = 0;
  for (const auto& [name, variant] : shaders->variants) {
    const auto expanded = wgsl::expand(wgsl::Sources::embedded(), variant.key);
    if (!expanded.ok()) return report(expanded.error());
    std::string text = expanded->text;
    bool readable = true;
    for (Extension& e : extensions)
      if (const size_t at = text.find(e.directive()); at != std::string::npos && e.known != Extension::enabled) {
        ++e.variants;
        readable = readable && e.known == Extension::implied;
        // Only of what it knows without: a directive it does not know is left in, and must be refused.
        if (e.known == Extension::implied) text.replace(at, e.directive().size(), e.directive().size(), ' ');
      }
    unknown += !readable;
    gpu::ShaderIssue issue;
    const Status status = run_sync(checker->check(name, std::move(text), &issue));
    if (status.ok()) {
      ++right;
    } else if (!readable) {
      ++unread;
    } else if (++wrong <= 10) {
      print("%s\n%s\n", name.c_str(),
            issue.line > 0 ? wgsl::annotate(*expanded, issue.line, issue.column, issue.message).c_str()
                           : status.error().message.c_str());
    }
  }
  print("%s (%s): %zu variants, %zu right, %zu wrong, %zu not read\n", checker->info.adapter.engine.c_str(),
        checker->info.adapter.backend.c_str(), shaders->variants.size(), right, wrong, unread);
  for (const Extension& e : extensions)
    if (e.variants > 0)
      print("%d use %s, which it %s\n", e.variants, e.name.c_str(),
            e.known == Extension::implied ? "knows without being told" : "does not offer as we write it: not read");
  // What it reads it offers: then it was asked for the extension in the wrong way above.
  if (unread < unknown)
    print("%zu were read although they need an extension that it seemed not to offer\n", unknown - unread);
  return wrong == 0 && right > 0 && unread == unknown ? 0 : 1;
}

}  // namespace

void add_shaders(CLI::App& app, int& code) {
  CLI::App* command = app.add_subcommand("shaders", "Prints, renews, compares or validates the shader variants");
  auto options = std::make_shared<ShadersOptions>();
  auto* what = command->add_option_group("what")->require_option(1);
  what->add_option("key", options->key, "Print this one: a pipeline key, as plans print them");
  what->add_flag("--write", options->write, "Renew goldens and manifest");
  what->add_flag("--check", options->check, "Compare goldens and manifest");
  what->add_flag("--texts", options->texts, "Print all, in a line of JSON each");
  what->add_flag("--validate", options->validate, "Let an engine's compiler read all variants");
  command->add_option("--engine", options->engine, "dawn, wgpu or a library's path, for --validate")
      ->capture_default_str();
  command->add_option("--src", options->src, "Bitloom's src folder")->capture_default_str();
  command->callback([options, &code] {
    if (!options->key.empty()) return void(code = print_one(*options));
    if (options->texts) return void(code = print_all(*options));
    if (options->validate) return void(code = validate(*options));
    const auto done = renew(*options);
    code = done.ok() ? *done : report(done.error());
  });
}

#include "base/program.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>

#include "bitloom/text.h"

namespace bitloom {
namespace fs = std::filesystem;

fs::path program_folder() {
  std::error_code unknown;
  return fs::read_symlink("/proc/self/exe", unknown).parent_path();
}

std::vector<fs::path> beside_program(std::string_view path) {
  const fs::path folder = program_folder();
  if (folder.empty()) return {};
  return {folder / path, folder.parent_path() / path};
}

fs::path find_beside_program(std::string_view path) {
  std::error_code ignored;
  for (fs::path& place : beside_program(path))
    if (fs::exists(place, ignored)) return std::move(place);
  return {};
}

namespace {

std::atomic<FatalHandler> handler = nullptr;

}  // namespace

void set_fatal_handler(FatalHandler end) { handler = end; }

// In WebAssembly it becomes an exception of JavaScript: src/runtime/wasm_calls.cc.
void fatal(std::string_view message) {
  if (const FatalHandler end = handler) end(message);
  std::fprintf(stderr, "bitloom: %.*s\n", static_cast<int>(message.size()), message.data());
  std::abort();
}

}  // namespace bitloom

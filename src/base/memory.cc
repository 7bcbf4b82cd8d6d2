#include "base/memory.h"

#ifdef __linux__
#include <algorithm>
#include <charconv>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>
#endif

namespace bitloom {

#ifdef __linux__
namespace {

std::string contents(const std::string& path) {
  std::string out;
  std::FILE* file = std::fopen(path.c_str(), "re");
  if (!file) return out;
  char part[4096];
  for (size_t n; (n = std::fread(part, 1, sizeof part, file)) > 0;) out.append(part, n);
  std::fclose(file);
  return out;
}

// The number after a key at the start of a line; an empty key: at the start of the text.
std::optional<uint64_t> number_after(std::string_view text, std::string_view key) {
  size_t at = text.starts_with(key) ? 0 : std::string_view::npos;
  if (at != 0) {
    const size_t line = text.find("\n" + std::string(key));
    if (line == std::string_view::npos) return std::nullopt;
    at = line + 1;
  }
  at = text.find_first_not_of(' ', at + key.size());
  if (at == std::string_view::npos) return std::nullopt;
  uint64_t n = 0;
  const auto read = std::from_chars(text.data() + at, text.data() + text.size(), n);
  if (read.ec != std::errc()) return std::nullopt;
  return n;
}

// Of a control group (version 2); files that are only kept in memory give way.
uint64_t available_in(const std::string& group) {
  const auto most = number_after(contents(group + "/memory.max"), "");
  const auto used = number_after(contents(group + "/memory.current"), "");
  if (!most || !used) return UINT64_MAX;
  const std::string stat = contents(group + "/memory.stat");
  const uint64_t files =
      number_after(stat, "inactive_file ").value_or(0) + number_after(stat, "active_file ").value_or(0);
  const uint64_t held = *used - std::min(*used, files);
  return *most - std::min(*most, held);
}

}  // namespace

uint64_t available_memory() {
  const auto kilobytes = number_after(contents("/proc/meminfo"), "MemAvailable:");
  uint64_t out = kilobytes ? *kilobytes * 1024 : UINT64_MAX;
  const std::string root = "/sys/fs/cgroup", own = contents("/proc/self/cgroup");
  const size_t at = own.starts_with("0::") ? 3 : own.find("\n0::") + 4;
  std::string path = at < own.size() ? own.substr(at, own.find('\n', at) - at) : "";
  for (;; path.resize(std::min(path.size(), path.rfind('/')))) {  // groups inside of groups
    out = std::min(out, available_in(root + path));
    if (path.empty()) return out;
  }
}
#else
uint64_t available_memory() { return UINT64_MAX; }
#endif

}  // namespace bitloom

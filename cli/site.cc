#include "cli/site.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>

#include "bitloom/text.h"

namespace fs = std::filesystem;

namespace bitloom::http {
namespace {

std::string_view type_of(const fs::path& file) {
  static const std::map<std::string, std::string_view, std::less<>> types = {
      {".js", "text/javascript; charset=utf-8"},
      {".mjs", "text/javascript; charset=utf-8"},
      {".wasm", "application/wasm"},
      {".wgsl", "text/wgsl; charset=utf-8"},
      {".json", "application/json"},
      {".map", "application/json"},
      {".webmanifest", "application/manifest+json"},
      {".html", "text/html; charset=utf-8"},
      {".htm", "text/html; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},
      {".svg", "image/svg+xml"},
      {".png", "image/png"},
      {".jpg", "image/jpeg"},
      {".jpeg", "image/jpeg"},
      {".gif", "image/gif"},
      {".webp", "image/webp"},
      {".avif", "image/avif"},
      {".bmp", "image/bmp"},
      {".ico", "image/x-icon"},
      {".wav", "audio/wav"},
      {".mp3", "audio/mpeg"},
      {".ogg", "audio/ogg"},
      {".flac", "audio/flac"},
      {".mp4", "video/mp4"},
      {".webm", "video/webm"},
      {".woff", "font/woff"},
      {".woff2", "font/woff2"},
      {".pdf", "application/pdf"},
      {".xml", "application/xml"},
      {".ts", "text/plain; charset=utf-8"},
      {".txt", "text/plain; charset=utf-8"},
      {".csv", "text/csv; charset=utf-8"},
      {".md", "text/plain; charset=utf-8"}};
  std::string ending = file.extension().string();
  std::ranges::transform(ending, ending.begin(), [](char c) { return c >= 'A' && c <= 'Z' ? char(c + 32) : c; });
  const auto found = types.find(ending);
  return found == types.end() ? "application/octet-stream" : found->second;
}

// The parts of a path; nothing where one is hidden (.git, but also . and ..) or is no name.
std::optional<std::vector<std::string>> parts_of(std::string_view path) {
  std::vector<std::string> out;
  while (!path.empty()) {
    const size_t slash = std::min(path.find('/'), path.size());
    const std::string_view part = path.substr(0, slash);
    path.remove_prefix(std::min(slash + 1, path.size()));
    if (part.empty()) continue;
    if (part.starts_with('.') || part.find('\0') != part.npos) return std::nullopt;
    out.emplace_back(part);
  }
  return out;
}

// The file or folder that is there, links followed; empty where there is none, or it is hidden or not inside the root.
fs::path inside(const fs::path& root, const fs::path& path) {
  std::error_code missing;
  fs::path file = fs::canonical(path, missing);
  if (missing) return {};
  const auto [rest, below] = std::mismatch(root.begin(), root.end(), file.begin(), file.end());
  if (rest != root.end()) return {};
  const bool hidden = std::any_of(below, file.end(), [](const fs::path& p) { return p.native().starts_with('.'); });
  return hidden ? fs::path() : file;
}

// Open, and its size; -1 where it is no file or may not be read.
std::pair<int, uint64_t> open_file(const fs::path& path) {
  const int handle = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW);
  struct stat about{};
  if (handle >= 0 && ::fstat(handle, &about) == 0 && S_ISREG(about.st_mode))
    return {handle, static_cast<uint64_t>(about.st_size)};
  if (handle >= 0) ::close(handle);
  return {-1, 0};
}

std::string head_of(const Site& site, int status, bool keep_alive, std::string_view more) {
  std::string out = format("HTTP/1.1 {} {}\r\n", status, reason_of(status));
  for (const std::string& header : site.headers) out += header + "\r\n";
  out += more;
  if (!keep_alive) out += "Connection: close\r\n";
  return out += "\r\n";
}

// A text of one line for a status; `more` are headers.
Answer plain(const Site& site, int status, std::string_view more, bool keep_alive, bool head_only) {
  Answer a{.status = status, .head = {}, .text = format("{} {}\n", status, reason_of(status))};
  if (status == 302 || status == 416) a.text.clear();
  a.keep_alive = keep_alive;
  a.head = head_of(site, status, keep_alive,
                   format("Content-Type: text/plain; charset=utf-8\r\nContent-Length: {}\r\n{}", a.text.size(), more));
  if (head_only) a.text.clear();
  return a;
}

}  // namespace

Answer refusal(const Site& site, int status, bool head_only) {
  return plain(site, status, status == 405 ? "Allow: GET, HEAD\r\n" : "", false, head_only);
}

Answer answer(const Site& site, const Request& request) {
  const bool head_only = request.method == "HEAD";
  if (!is_served(request.host, site.listens, site.names)) return refusal(site, 421, head_only);
  if (request.method != "GET" && !head_only) return refusal(site, 405);
  if (request.has_body) return refusal(site, 413, head_only);  // nothing here reads one

  const auto says = [&](int status, std::string_view more = "") {
    return plain(site, status, more, request.keep_alive, head_only);
  };
  auto parts = parts_of(request.path);
  if (!parts) return says(404);
  const bool as_folder = request.path.ends_with('/');
  const auto named = parts->empty() ? site.roots.end() : site.roots.find((*parts)[0]);
  const bool other = named != site.roots.end();
  const fs::path& root = other ? named->second : site.roots.at("");
  if (other) parts->erase(parts->begin());
  fs::path path = root;
  for (const std::string& part : *parts) path /= part;
  fs::path file = inside(root, path);
  std::error_code failed;
  if (fs::is_directory(file, failed)) {
    if (!as_folder) {
      const std::string_view target = std::string_view(request.target).substr(0, request.target.find_first_of("?#"));
      return says(302, format("Location: ./{}/\r\n", target.substr(target.rfind('/') + 1)));
    }
    if (parts->empty() && !other && inside(root, file / "index.html").empty() &&
        !inside(root, file / "demo" / "index.html").empty())
      return says(302, "Location: /demo/\r\n");
    file = inside(root, file / "index.html");
  } else if (as_folder) {
    return says(404);
  }
  if (file.empty()) return says(404);

  std::string more = format("Content-Type: {}\r\nAccept-Ranges: bytes\r\n", type_of(file));
  const bool ranged =
      request.has("range") && !request.has("if-range") && !head_only;  // there is nothing to compare with
  if (const fs::path small = inside(root, fs::path(file) += ".br"); !small.empty()) {
    more += "Vary: Accept-Encoding\r\n";
    if (!ranged && accepts_brotli(request.header("accept-encoding"))) {
      more += "Content-Encoding: br\r\n";
      file = small;
    }
  }
  const auto [handle, size] = open_file(file);
  if (handle < 0) return says(fs::is_regular_file(file, failed) ? 403 : 404);
  const Range range = ranged ? read_range(request.header("range"), size) : Range{0, size};
  if (range.outside) {
    ::close(handle);
    return says(416, format("Content-Range: bytes */{}\r\n", size));
  }
  Answer a{.status = range.whole ? 200 : 206, .head = {}, .file = handle, .begin = range.begin, .end = range.end};
  a.keep_alive = request.keep_alive;
  if (!range.whole) more += format("Content-Range: bytes {}-{}/{}\r\n", range.begin, range.end - 1, size);
  more += format("Content-Length: {}\r\n", range.end - range.begin);
  a.head = head_of(site, a.status, a.keep_alive, more);
  if (head_only) ::close(std::exchange(a.file, -1)), a.begin = a.end = 0;
  return a;
}

}  // namespace bitloom::http

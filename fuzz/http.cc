// A libFuzzer target for HTTP requests: whatever the bytes, they are a request that is answered, or are refused; what
// is answered is inside the folder that is served, and a head is one head.
//
//   bitloom-fuzz-http CORPUS -max_total_time=10      (an empty folder is given seeds first)
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <fstream>

#include "cli/site.h"
#include "fuzz/demand.h"

namespace bitloom {
namespace {

namespace fs = std::filesystem;

// The folder that is served, with secrets around it and in it.
class Place {
 public:
  Place() {
    char name[] = "/tmp/bitloom-fuzz-http-XXXXXX";
    demand(::mkdtemp(name) != nullptr, "there is room for a folder");
    top_ = fs::canonical(name);
    for (const char* folder : {"www/demo", "www/.git", "other/deep er"}) fs::create_directories(top_ / folder);
    for (const char* file :
         {"www/index.html", "www/ten", "www/a.js", "www/a.js.br", "www/demo/index.html", "other/deep er/x.png"})
      std::ofstream(top_ / file) << "0123456789";
    for (const char* file : {"secret", "www/.git/config", "www/.env"}) std::ofstream(top_ / file) << "secret";
    std::ofstream(top_ / "www/empty").flush();
    fs::create_symlink("../secret", top_ / "www/way_out");
    fs::create_symlink(".env", top_ / "www/seen");
    fs::create_directory_symlink("..", top_ / "www/up");
    site_ = {.roots = {{"", top_ / "www"}, {"o", top_ / "other"}}, .listens = "127.0.0.1", .names = {"my.site"}};
    site_.headers = {"X-Always: here"};
  }
  ~Place() {
    std::error_code ignored;
    fs::remove_all(top_, ignored);
  }
  const http::Site& site() const { return site_; }

 private:
  fs::path top_;
  http::Site site_;
};

const Place& place() {
  static const Place it;
  return it;
}

void check_head(const http::Answer& a) {
  demand(a.head.starts_with("HTTP/1.1 ") && a.head.ends_with("\r\n\r\n"), "a head is whole");
  demand(a.head.find("\r\n\r\n") == a.head.size() - 4, "a head ends once");
  demand(a.head.find("X-Always: here\r\n") != std::string::npos, "what is said always is said");
  demand(a.head.find("X-Injected") == std::string::npos, "a request adds no header");
  for (size_t i = 0; i < a.head.size(); ++i) {
    const char c = a.head[i];
    demand(c >= ' ' || c == '\r' || c == '\n', "no control characters");
    if (c == '\n') demand(i > 0 && a.head[i - 1] == '\r', "lines end as they should");
  }
}

void check_answer(const http::Request& request, const http::Answer& a) {
  check_head(a);
  if (a.status >= 400) demand(a.file < 0, "a refusal has no file");
  if (a.status < 400) demand(http::is_served(request.host, "127.0.0.1", place().site().names), "only under its names");
  if (a.file < 0) return;
  char bytes[16] = {};
  const ssize_t got = ::pread(a.file, bytes, sizeof bytes, 0);
  demand(got == 0 || (got == 10 && std::string_view(bytes, 10) == "0123456789"), "no secrets");
  demand(a.begin <= a.end && a.end <= static_cast<uint64_t>(got), "a range of what is there");
  demand(a.status == 206 || (a.begin == 0 && a.end == static_cast<uint64_t>(got)), "all of it, or 206");
  ::close(a.file);
}

void read(std::string_view bytes) {
  for (int requests = 0; requests < 50; ++requests) {
    http::Request request;
    const http::Head head = http::read_head(bytes, request);
    // Coming in pieces changes nothing: before the end more is needed, or it is refused already.
    if (head.bytes > 0)
      for (const size_t cut : {head.bytes - 1, head.bytes / 2, size_t{1}}) {
        http::Request less;
        const http::Head part = http::read_head(bytes.substr(0, cut), less);
        demand(part.bytes == 0 && part.refused == 0, "a part of a request is a part");
      }
    if (head.refused != 0) return check_head(http::refusal(place().site(), head.refused));
    if (head.bytes == 0) return demand(bytes.size() <= http::longest_head, "heads have an end");
    demand(head.bytes <= http::longest_head && head.bytes <= bytes.size(), "a head is within its limit");
    demand(request.headers.size() <= http::most_headers, "so are headers");
    demand(request.path.starts_with('/') && !request.method.empty(), "a request has a path");
    check_answer(request, http::answer(place().site(), request));
    bytes.remove_prefix(head.bytes);
  }
}

void read_range(std::string_view text) {
  for (const uint64_t size : {uint64_t{0}, uint64_t{1}, uint64_t{10}, UINT64_MAX}) {
    const http::Range r = http::read_range(text, size);
    demand(r.outside || (r.begin <= r.end && r.end <= size), "ranges are inside");
    demand(r.outside || r.whole || r.begin < r.end, "a part has bytes");
    demand(!r.whole || (r.begin == 0 && r.end == size), "all is all");
  }
}

}  // namespace
}  // namespace bitloom

extern "C" int LLVMFuzzerInitialize(int* count, char*** words) {
  for (int i = 1; i < *count; ++i) {
    const std::filesystem::path folder = (*words)[i];
    if ((*words)[i][0] == '-' || !std::filesystem::is_directory(folder) || !std::filesystem::is_empty(folder)) continue;
    int n = 0;
    for (const std::string seed :
         {"GET /ten HTTP/1.1\r\nHost: localhost\r\nRange: bytes=2-4\r\n\r\n",
          "HEAD /demo HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nAccept-Encoding: gzip, br;q=0.5\r\nConnection: close\r\n\r\n",
          "GET /a.js?x=1 HTTP/1.1\r\nHost: [::1]\r\nAccept-Encoding: br\r\n\r\nGET / HTTP/1.0\r\nHost: my.site\r\n\r\n",
          "GET http://localhost/o/deep%20er/x.png HTTP/1.1\r\nHost: x\r\nIf-Range: \"a\"\r\nRange: bytes=-3\r\n\r\n",
          "POST /.git/config HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc",
          "GET /up/..%2fsecret%0d%0aX-Injected:1 HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n",
          "rbytes=0-99", "rbytes=-5", "hlocalhost:1", "h[::1]:80"})
      std::ofstream(folder / ("seed" + std::to_string(n++)), std::ios::binary) << seed;
  }
  return 0;
}

// After an r: the value of a Range header; after an h: of Host. All else are requests.
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* input, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(input), size);
  if (text.starts_with('r')) bitloom::read_range(text.substr(1));
  else if (text.starts_with('h')) (void)bitloom::http::is_served(text.substr(1), "0.0.0.0", {});
  else bitloom::read(text);
  return 0;
}

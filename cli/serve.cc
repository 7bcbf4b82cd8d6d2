// `bitloom serve`: a folder over HTTP, as browsers want it: with the types WebAssembly and modules need, byte ranges
// for big models, and the headers that isolate a page, without which it gets no threads.
#include <httplib.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <thread>

#include "cli/commands.h"

using namespace bitloom;
namespace fs = std::filesystem;

namespace {

struct Options {
  std::string dir = BITLOOM_JS_DIR, host = "127.0.0.1";
  int port = 8080;
  bool no_isolation = false, quiet = false;
  std::vector<std::string> also{"zoo=" BITLOOM_ZOO_DIR};
};

// Folders by the first part of a path; the one that is asked for without a name is "".
using Roots = std::map<std::string, fs::path>;

std::string mime_type(const fs::path& file) {
  static const std::map<std::string, std::string> types = {{".js", "text/javascript; charset=utf-8"},
                                                           {".mjs", "text/javascript; charset=utf-8"},
                                                           {".wasm", "application/wasm"},
                                                           {".wgsl", "text/wgsl; charset=utf-8"},
                                                           {".json", "application/json"},
                                                           {".map", "application/json"},
                                                           {".html", "text/html; charset=utf-8"},
                                                           {".css", "text/css; charset=utf-8"},
                                                           {".svg", "image/svg+xml"},
                                                           {".png", "image/png"},
                                                           {".wav", "audio/wav"},
                                                           {".ts", "text/plain; charset=utf-8"},
                                                           {".txt", "text/plain; charset=utf-8"},
                                                           {".md", "text/plain; charset=utf-8"}};
  const auto found = types.find(file.extension().string());
  return found == types.end() ? "application/octet-stream" : found->second;
}

// The file or folder a path names, with links followed; empty if there is none, or it is not inside the root.
fs::path inside(const fs::path& root, const std::string& path) {
  if (path.find('\0') != std::string::npos) return {};
  std::error_code missing;
  fs::path file = fs::canonical(root / fs::path(path).relative_path(), missing);
  if (missing || std::mismatch(root.begin(), root.end(), file.begin(), file.end()).first != root.end()) return {};
  return file;
}

bool accepts_brotli(const httplib::Request& request) {
  static const std::regex br("(^|[ ,])br *($|,|; *q=(1|0\\.0*[1-9]))");
  return std::regex_search(request.get_header_value("Accept-Encoding"), br);
}

// httplib 0.11 believes every range it is asked for. Cuts one to the file's end; false: it starts behind it. Several
// ranges at once are answered with the whole file, as HTTP allows.
bool fit_range(const httplib::Request& request, ssize_t size) {
  auto& ranges = const_cast<httplib::Request&>(request).ranges;
  if (ranges.size() != 1 || size == 0) return ranges.clear(), true;
  auto& [first, last] = ranges[0];
  if (first < 0) first = std::max<ssize_t>(0, size - last), last = size - 1;  // "-5": the last five bytes
  if (last < 0 || last >= size) last = size - 1;
  if (first <= last) return true;
  return ranges.clear(), false;
}

void answer(const Roots& roots, const httplib::Request& request, httplib::Response& response) {
  const size_t slash = request.path.find('/', 1);
  const auto named = slash == std::string::npos ? roots.end() : roots.find(request.path.substr(1, slash - 1));
  const bool other = named != roots.end();
  const fs::path& root = other ? named->second : roots.at("");
  const std::string path = other ? request.path.substr(slash) : request.path;
  fs::path file = inside(root, path);
  std::error_code failed;
  if (fs::is_directory(file, failed)) {
    if (request.path.back() != '/')
      return response.set_redirect(request.path.substr(request.path.rfind('/') + 1) + "/");
    if (path == "/" && !other && !fs::exists(file / "index.html", failed) &&
        fs::exists(file / "demo" / "index.html", failed))
      return response.set_redirect("/demo/");
    file = inside(root, path + "index.html");
  }
  if (!fs::is_regular_file(file, failed)) return void(response.status = 404);
  const std::string type = mime_type(file);
  if (const fs::path small = inside(root, fs::relative(file, root).string() + ".br"); !small.empty()) {
    response.set_header("Vary", "Accept-Encoding");
    if (request.ranges.empty() && accepts_brotli(request)) {
      response.set_header("Content-Encoding", "br");
      file = small;
    }
  }
  const auto in = std::make_shared<std::ifstream>(file, std::ios::binary);
  const uintmax_t size = fs::file_size(file, failed);
  if (!*in || failed) return void(response.status = 403);
  if (!fit_range(request, static_cast<ssize_t>(size))) {
    response.set_header("Content-Range", format("bytes */{}", size));
    return void(response.status = 416);
  }
  if (request.method == "GET") response.set_header("Accept-Ranges", "bytes");  // for HEAD, httplib says so
  if (size == 0) return response.set_content("", type);
  // Read while it is sent: models do not fit into memory twice.
  response.set_content_provider(size, type, [in](size_t offset, size_t length, httplib::DataSink& sink) {
    char piece[65536];
    in->clear();
    in->seekg(static_cast<std::streamoff>(offset));
    in->read(piece, static_cast<std::streamsize>(std::min(length, sizeof piece)));
    return in->gcount() > 0 && sink.write(piece, static_cast<size_t>(in->gcount()));
  });
}

int serve(const Options& o) {
  std::error_code failed;
  const fs::path root = fs::canonical(o.dir, failed);
  if (failed || !fs::is_directory(root)) return report(error(Code::not_found, "[serve] there is no folder {}", o.dir));

  Roots roots{{"", root}};
  for (const std::string& also : o.also) {
    const size_t equals = also.find('=');
    const fs::path folder = equals == std::string::npos ? fs::path() : fs::canonical(also.substr(equals + 1), failed);
    if (equals == 0 || folder.empty() || failed)
      return report(error(Code::invalid_argument,
                          "[serve] --also takes NAME=FOLDER, with a folder that is there; got '{}'", also));
    roots[also.substr(0, equals)] = folder;
  }

  httplib::Server server;
  httplib::Headers headers = {{"Cache-Control", "no-cache"}, {"X-Content-Type-Options", "nosniff"}};
  if (!o.no_isolation) {
    headers.emplace("Cross-Origin-Opener-Policy", "same-origin");
    headers.emplace("Cross-Origin-Embedder-Policy", "require-corp");
    headers.emplace("Cross-Origin-Resource-Policy", "same-origin");
  }
  server.set_default_headers(headers);
  server.set_keep_alive_max_count(1000);
  server.set_keep_alive_timeout(1);  // stopping waits for idle connections this long
  server.set_tcp_nodelay(true);
  // httplib's own choice is SO_REUSEPORT, with which two servers share a port and neither notices.
  server.set_socket_options([](socket_t socket) {
    const int yes = 1;
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  });
  server.Get(".*", [&roots](const httplib::Request& q, httplib::Response& r) { answer(roots, q, r); });
  server.set_error_handler([](const httplib::Request&, httplib::Response& r) {
    if (r.status != 416) r.set_content(format("{}\n", r.status), "text/plain");
  });
  if (!o.quiet)
    server.set_logger([](const httplib::Request& q, const httplib::Response& r) {
      std::fprintf(stderr, "%d %s %s\n", r.status, q.method.c_str(), q.target.c_str());
    });

  errno = 0;
  const int port = o.port == 0 ? server.bind_to_any_port(o.host) : server.bind_to_port(o.host, o.port) ? o.port : -1;
  if (port < 0) {
    const std::string why = errno == EADDRINUSE ? "it is taken; --port 0 picks a free one"
                            : errno != 0        ? std::strerror(errno)
                                                : "no such address here";
    return report(error(Code::io, "[serve] cannot listen on port {} of {}: {}", o.port, o.host, why));
  }
  // Signals are waited for here and nowhere else, so that stopping is ordinary code. Threads inherit the mask.
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::atomic<bool> ended = false;
  std::thread listener([&] {
    server.listen_after_bind();
    ended = true;
    kill(getpid(), SIGTERM);  // wakes the wait below, should it have ended by itself
  });
  const bool v6 = o.host.find(':') != std::string::npos;
  std::printf("serving %s at http://%s%s%s:%d/ (Ctrl-C stops)\n", root.c_str(), v6 ? "[" : "", o.host.c_str(),
              v6 ? "]" : "", port);
  std::fflush(stdout);
  int signal = 0;
  sigwait(&signals, &signal);
  const bool by_itself = ended;
  while (!server.is_running() && !ended) std::this_thread::yield();  // stop() before the start would be lost
  server.stop();
  listener.join();
  if (by_itself) return report(error(Code::io, "[serve] the connection to port {} was lost", port));
  return signal == SIGINT ? 130 : 0;
}

}  // namespace

void add_serve(CLI::App& app, int& code) {
  CLI::App* command = app.add_subcommand("serve", "Serves a folder to browsers: the demo page, or your own");
  auto o = std::make_shared<Options>();
  command->add_option("dir", o->dir, "The folder (default: the package, with its demo page)");
  command->add_option("--port", o->port, "8080 unless given; 0 picks a free one")->check(CLI::Range(0, 65535));
  command->add_option("--host", o->host,
                      "127.0.0.1 unless given; browsers have WebGPU on localhost or over HTTPS only");
  command->add_option("--also", o->also, "NAME=FOLDER: another folder, under /NAME/ (zoo=... unless given)")
      ->allow_extra_args(false);
  command->add_flag("--no-isolation", o->no_isolation, "Leave out the headers that isolate the page (no threads)");
  command->add_flag("--quiet", o->quiet, "No line for each request");
  command->callback([o, &code] { code = serve(*o); });
}

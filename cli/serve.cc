// `bitloom serve`: a folder over HTTP, as browsers want it: with the types WebAssembly and modules need, byte ranges
// for big models, and the headers that isolate a page, without which it gets no threads.
#include <unistd.h>

#include <csignal>

#include "base/program.h"
#include "base/try.h"
#include "cli/commands.h"
#include "cli/server.h"
#include "cli/terminal.h"

using namespace bitloom;
namespace fs = std::filesystem;

namespace {

struct Options {
  std::string dir, host = "127.0.0.1";
  int port = 8080;
  bool no_isolation = false, quiet = false;
  bool own = false;  // the package's page, not a folder of the user's
  std::vector<std::string> also{}, names{};
  std::string policy{};  // empty: a strict one; none: none
};

volatile std::sig_atomic_t stop_signal = 0;

// What the demo page needs: its own scripts, WebAssembly and workers; its styles, some of them in the SVG it draws;
// pictures and sounds the user chose (blob:); and models from where the user says (https:).
std::string policy_of(const Options& o) {
  // A page of the user's may have scripts in its HTML.
  const std::string_view scripts = o.own ? "'self'" : "'self' 'unsafe-inline'";
  return format(
      "default-src 'self'; script-src {} 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
      "img-src 'self' data: blob:; media-src 'self' blob:; connect-src 'self' https:; "
      "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
      scripts);
}

// What is left open are the npm package and the models that came with this program.
Status fill_in(Options& o) {
  if (o.dir.empty()) o.dir = find_beside_program("share/bitloom/js"), o.own = true;
  if (o.dir.empty())
    return error(Code::not_found,
                 "[serve] the npm package is not beside this program (share/bitloom/js); give a folder to serve");
  if (o.also.empty())
    if (const fs::path zoo = find_beside_program("share/bitloom/zoo"); !zoo.empty())
      o.also.push_back("zoo=" + zoo.string());
  return {};
}

Result<http::Site> site_of(const Options& o) {
  std::error_code failed;
  const fs::path root = fs::canonical(o.dir, failed);
  if (failed || !fs::is_directory(root, failed)) return error(Code::not_found, "[serve] there is no folder {}", o.dir);
  http::Site site{.roots = {{"", root}}, .listens = o.host, .names = o.names};
  for (const std::string& also : o.also) {
    const size_t equals = also.find('=');
    const fs::path folder = equals == std::string::npos ? fs::path() : fs::canonical(also.substr(equals + 1), failed);
    if (equals == 0 || folder.empty() || failed)
      return error(Code::invalid_argument, "[serve] --also takes NAME=FOLDER, with a folder that is there; got '{}'",
                   also);
    site.roots[also.substr(0, equals)] = folder;
  }
  site.headers = {"Cache-Control: no-cache", "X-Content-Type-Options: nosniff", "Referrer-Policy: no-referrer"};
  const std::string policy = o.policy.empty() ? policy_of(o) : o.policy;
  if (policy.find_first_of("\r\n") != std::string::npos)
    return error(Code::invalid_argument, "[serve] --csp is one line");
  if (policy != "none") site.headers.push_back("Content-Security-Policy: " + policy);
  if (!o.no_isolation)
    for (const char* header : {"Cross-Origin-Opener-Policy: same-origin", "Cross-Origin-Embedder-Policy: require-corp",
                               "Cross-Origin-Resource-Policy: same-origin"})
      site.headers.emplace_back(header);
  // Listening everywhere, it also goes by the machine's name.
  char name[256] = "";
  if ((o.host == "0.0.0.0" || o.host == "::") && ::gethostname(name, sizeof name - 1) == 0 && name[0] != 0)
    site.names.emplace_back(name);
  return site;
}

Result<int> serve(Options o) {
  (void)TRY(fill_in(o));
  http::Site site = TRY(site_of(o));
  const std::string root = site.roots.at("").string();
  http::Server server(std::move(site));
  // Signals come through only where the server waits, so that stopping is ordinary code.
  sigset_t signals, before;
  sigemptyset(&signals);
  for (const int signal : {SIGINT, SIGTERM}) {
    sigaddset(&signals, signal);
    std::signal(signal, [](int which) { stop_signal = which; });
  }
  pthread_sigmask(SIG_BLOCK, &signals, &before);
  const int port = TRY(server.listen(o.host, o.port));
  const bool v6 = o.host.find(':') != std::string::npos;
  print("serving %s at http://%s%s%s:%d/ (Ctrl-C stops)\n", root.c_str(), v6 ? "[" : "", o.host.c_str(), v6 ? "]" : "",
        port);
  flush_output();
  const auto log = [](int status, const std::string& method, const std::string& target) {
    note("%d %s %s\n", status, one_line(method).c_str(), one_line(target).c_str());
  };
  (void)TRY(server.run(stop_signal, before,
                       o.quiet ? std::function<void(int, const std::string&, const std::string&)>() : log));
  return stop_signal == SIGINT ? 130 : 0;
}

}  // namespace

void add_serve(CLI::App& app, int& code) {
  CLI::App* command = app.add_subcommand("serve", "Serves a folder to browsers: the demo page, or your own");
  auto o = std::make_shared<Options>();
  command->add_option("dir", o->dir, "The folder (default: the package, with its demo page)");
  command->add_option("--port", o->port, "8080 unless given; 0 picks a free one")->check(CLI::Range(0, 65535));
  command->add_option("--host", o->host,
                      "127.0.0.1 unless given; browsers have WebGPU on localhost or over HTTPS only");
  command->add_option("--name", o->names, "Another name this server is reached by; requests for others are refused")
      ->allow_extra_args(false);
  command->add_option("--also", o->also, "NAME=FOLDER: another folder, under /NAME/ (zoo=... unless given)")
      ->allow_extra_args(false);
  command->add_option("--csp", o->policy, "The Content-Security-Policy, instead of a strict one, or none");
  command->add_flag("--no-isolation", o->no_isolation, "Leave out the headers that isolate the page (no threads)");
  command->add_flag("--quiet", o->quiet, "No line for each request");
  command->callback([o, &code] {
    const auto served = serve(*o);
    code = served.ok() ? *served : report(served.error());
  });
}

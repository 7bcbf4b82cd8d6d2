// The `bitloom` program. Each command is a small file beside this one.
#include <CLI/CLI.hpp>
#include <csignal>
#include <sstream>

#include "bitloom/version.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/terminal.h"
#include "formats/file_faults.h"

static int run_command(int argc, char** argv) {
  CLI::App app{"Bitloom: few-bit neural networks on WebGPU"};
  app.set_version_flag("--version", BITLOOM_VERSION);
  app.require_subcommand(1);
  app.set_help_all_flag("--help-all", "Help for every command");
  int code = 0;
  for (auto add : {add_demo, add_devices, add_doctor, add_eval, add_explain, add_families, add_inspect, add_ops,
                   add_quantize, add_run, add_serve, add_shaders})
    add(app, code);
  refuse_empty_values(app);
  // What was given is part of the reason, and may have lines of its own.
  app.failure_message([](const CLI::App*, const CLI::Error& e) {
    return one_line(e.what()) + "\nRun with --help or --help-all for more information.\n";
  });
  app.parse_complete_callback([&] {
    if (!app.got_subcommand("serve")) watch_for_interrupts();  // serve stops in its own way
  });
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    std::ostringstream out, err;
    code = app.exit(e, out, err) == 0 ? 0 : 2;  // 2: wrong use
    print_text(out.str());
    note("%s", err.str().c_str());
  }
  return code;
}

int main(int argc, char** argv) {
  reserve_standard_streams();
  bitloom::report_file_faults(end_in_handler);
  end_orderly_on_errors();
  std::signal(SIGPIPE, SIG_IGN);  // a reader that is gone, and a file over the user's limit, are errors that say so
  std::signal(SIGXFSZ, SIG_IGN);
  // Nothing here catches, or is noexcept: an exception that nobody expects ends the process where it was thrown, in one
  // line. The library is compiled without exceptions, and unwinding it would destroy what it is in the middle of.
  return finish_output(run_command(argc, argv));
}

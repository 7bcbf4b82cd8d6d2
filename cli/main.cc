// The `bitloom` program. Each command is a small file beside this one.
#include <CLI/CLI.hpp>
#include <cstdio>

#include "cli/commands.h"

int main(int argc, char** argv) {
  CLI::App app{"Bitloom: few-bit neural networks on WebGPU"};
  app.require_subcommand(1);
  app.set_help_all_flag("--help-all", "Help for every command");
  int code = 0;
  for (auto add : {add_demo, add_devices, add_doctor, add_eval, add_explain, add_inspect, add_ops, add_quantize,
                   add_run, add_serve, add_shaders})
    add(app, code);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& e) {
    return app.exit(e) == 0 ? 0 : 2;  // 2: wrong use
  }
  return code;
}

// Every command adds itself to the program and sets the exit code: 0 ran as asked, 1 failed, 2 wrong use, 3 ran with a
// fallback, 130 interrupted.
#pragma once

#include <CLI/CLI.hpp>

#include "bitloom/bitloom.h"

void add_demo(CLI::App& app, int& code);
void add_devices(CLI::App& app, int& code);
void add_eval(CLI::App& app, int& code);
void add_families(CLI::App& app, int& code);
void add_run(CLI::App& app, int& code);
void add_doctor(CLI::App& app, int& code);
void add_explain(CLI::App& app, int& code);
void add_inspect(CLI::App& app, int& code);
void add_ops(CLI::App& app, int& code);
void add_quantize(CLI::App& app, int& code);
void add_serve(CLI::App& app, int& code);
void add_shaders(CLI::App& app, int& code);

// Says what went wrong on stderr; returns 1.
int report(const bitloom::Error& error);
// "cpu", or the engine asked for, or (empty) the best there is.
bitloom::Result<std::shared_ptr<bitloom::Backend>> open_backend(const std::string& engine);
// The same, and where none was asked for and none works the CPU, with a line that says so, and exit code 3.
bitloom::Result<std::shared_ptr<bitloom::Backend>> open_backend_or_cpu(const std::string& engine, int& code);
std::string bytes_text(uint64_t bytes);
std::string short_bytes(uint64_t bytes);  // 12.3 MB

// What options of the command line may be, beyond CLI11's own checks.
#pragma once

#include <CLI/CLI.hpp>

CLI::Validator number_between(double low, double high);  // a finite number; CLI::Range lets NaN through
CLI::Validator whole_number();                           // 0 to 2^64 - 1, where strtoull takes what is over it for that
void add_max_length(CLI::App& command, int64_t& tokens);  // --max-length
// No option and no argument of any command is empty: '' is a variable that was not set.
void refuse_empty_values(CLI::App& app);

#pragma once

#include <string>

// Measures every op's benchmark cases on a GPU with its own timestamps; returns the exit code.
int bench_gpu(const std::string& engine, const std::string& op, const std::string& json_file);

#pragma once

#include <string>

// Registers every op's benchmark cases that a CPU finishes in reasonable time.
void register_cpu_benchmarks(const std::string& op);

#include "cli/options.h"

#include <charconv>
#include <cmath>
#include <cstdlib>

#include "bitloom/text.h"

using bitloom::format;

CLI::Validator number_between(double low, double high) {
  const std::string range = format("[{} - {}]", low, high);
  return {[=](const std::string& text) {
            char* end = nullptr;
            const double value = std::strtod(text.c_str(), &end);
            const bool whole = !text.empty() && end == text.c_str() + text.size();
            return whole && value >= low && value <= high ? "" : format("{} is not a number in {}", text, range);
          },
          range};
}

CLI::Validator whole_number() {
  return {[](const std::string& text) {
            uint64_t value = 0;
            const auto [end, why] = std::from_chars(text.data(), text.data() + text.size(), value);
            return why == std::errc() && end == text.data() + text.size()
                       ? ""
                       : format("{} is not a whole number from 0 to {}", text, UINT64_MAX);
          },
          "0 to 2^64 - 1"};
}

void add_max_length(CLI::App& command, int64_t& tokens) {
  command.add_option("--max-length", tokens, "Tokens of a text at most (default: the model's positions, or 2048)")
      ->check(CLI::Range(int64_t{1}, int64_t{1} << 24));
}

void refuse_empty_values(CLI::App& app) {
  for (CLI::Option* option : app.get_options())
    if (option->get_items_expected_max() > 0)
      option->check([](const std::string& text) { return text.empty() ? "the value is empty" : ""; }, "");
  for (CLI::App* command : app.get_subcommands([](CLI::App*) { return true; })) refuse_empty_values(*command);
}

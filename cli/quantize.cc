// `bitloom quantize`: a model folder in fewer bits.
//
//   bitloom quantize bert-base bert-4bit --bits 4
//   bitloom quantize bert-base bert-small --budget 40MB --calibrate activations.safetensors
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "base/try.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/terminal.h"
#include "cpu/threads.h"
#include "quant/convert.h"

using namespace bitloom;
using namespace bitloom::quant;

namespace {

struct QuantizeArguments {
  std::string model, out, solver = "lsq", scales = "f16", budget, calibrate;
  int bits = 4, group = 0, threads = 0;
  std::optional<double> max_error;
  bool per_channel = false, per_tensor = false, symmetric = false, asymmetric = false, aligned = false;
  bool mixed = false, force = false, json = false, quiet = false;
};

Result<ConvertOptions> asked_of(const QuantizeArguments& g) {
  ConvertOptions a{
      .bits = g.bits, .aligned = g.aligned, .mixed = g.mixed, .calibration = g.calibrate, .replace = g.force};
  if (g.group > 0) a.granularity = Granularity::group, a.group = g.group;
  if (g.per_channel) a.granularity = Granularity::channel;
  if (g.per_tensor) a.granularity = Granularity::tensor;
  if (g.symmetric || g.asymmetric) a.symmetric = g.symmetric;
  a.scales = g.scales == "f32" ? DType::f32 : DType::f16;
  a.solver = TRY(parse_solver(g.solver));
  if (!g.budget.empty()) a.budget = TRY(parse_bytes(g.budget));
  a.max_error = g.max_error;
  (void)TRY(check(a));
  return a;
}

// One line on stderr, written over: how much, how long yet, on what.
class Bar {
 public:
  explicit Bar(bool shown) : shown_(shown) {}
  void show(double part, const std::string& tensor) {
    const auto now = Clock::now();
    if (!shown_ || now - last_ < std::chrono::milliseconds(100)) return;
    last_ = now;
    const double spent = std::chrono::duration<double>(now - start_).count();
    const int filled = static_cast<int>(part * 24);
    std::string line = format("[{}{}] {}%", std::string(static_cast<size_t>(filled), '#'),
                              std::string(static_cast<size_t>(24 - filled), '.'), static_cast<int>(part * 100));
    if (part > 0.01 && spent > 1) line += format(", {} left", duration(spent * (1 - part) / part));
    show_progress(line + "  " + one_line(tensor).substr(0, 60));
  }
  void clear() const {
    if (shown_) show_progress("");
  }
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  static std::string duration(double seconds) {
    const auto s = static_cast<int64_t>(seconds + 1);
    return s < 100 ? format("{} s", s) : format("{} min", (s + 30) / 60);
  }
  bool shown_;
  Clock::time_point start_ = Clock::now(), last_{};
};

std::string scheme_text(const TensorReport& t) {
  const Scheme& s = t.scheme;
  return format("{}{}{}", s.symmetric ? "symmetric" : "asymmetric",
                s.granularity == Granularity::group     ? format(", groups of {}", s.group)
                : s.granularity == Granularity::channel ? ", by row"
                                                        : ", one scale",
                s.bits == 3 && s.aligned ? ", aligned" : "");
}

double saving(uint64_t before, uint64_t after) {
  return before == 0 ? 0 : 100 * (1 - static_cast<double>(after) / static_cast<double>(before));
}

nlohmann::json report_json(const Converted& made, double seconds) {
  nlohmann::json tensors = nlohmann::json::array();
  for (const TensorReport& t : made.tensors) {
    nlohmann::json entry{{"name", t.name},
                         {"file", t.file},
                         {"role", name(t.role)},
                         {"dtype", t.type.name},
                         {"shape", t.shape},
                         {"bits", t.bits == 0 ? nlohmann::json() : nlohmann::json(t.bits)},
                         {"bytes_before", t.bytes_before},
                         {"bytes_after", t.bytes_after},
                         {"reason", t.reason}};
    if (t.bits > 0) {
      entry["bits_per_weight"] = t.bits_per_weight();
      entry["error"] = t.loss.relative();
    }
    if (t.is_quantized()) {
      entry["code_bytes"] = t.code_bytes;
      entry["scheme"] = scheme_text(t);
      entry["calibrated"] = t.calibrated;
    }
    tensors.push_back(std::move(entry));
  }
  return {{"tensors", tensors},
          {"bytes_before", made.bytes_before},
          {"bytes_after", made.bytes_after},
          {"bytes_without_overhead", made.bytes_without_overhead},
          {"file_bytes_before", made.file_bytes_before},
          {"file_bytes", made.file_bytes},
          {"saving_percent", saving(made.bytes_before, made.bytes_after)},
          {"saving_percent_without_overhead", saving(made.bytes_before, made.bytes_without_overhead)},
          {"error", made.error()},
          {"seconds", seconds}};
}

void print_report(const Converted& made, double seconds) {
  size_t width = 6;
  for (const TensorReport& t : made.tensors) width = std::max(width, std::min<size_t>(one_line(t.name).size(), 64));
  print("%-*s  %-9s  %4s  %9s  %11s  %7s  %s\n", static_cast<int>(width), "tensor", "role", "bits", "size",
        "bits/weight", "error", "why");
  for (const TensorReport& t : made.tensors) {
    char error[16] = "", per[16] = "";
    if (t.bits > 0) std::snprintf(error, sizeof error, "%.4f", t.loss.relative());
    if (t.elements() > 0) std::snprintf(per, sizeof per, "%.3f", t.bits_per_weight());
    print("%-*s  %-9s  %4s  %9s  %11s  %7s  %s\n", static_cast<int>(width), one_line(t.name).c_str(),
          std::string(name(t.role)).c_str(), t.bits == 0 ? "-" : std::to_string(t.bits).c_str(),
          short_bytes(t.bytes_after).c_str(), per, error, t.reason.c_str());
  }
  uint64_t weights = 0, after = 0, codes = 0, before = 0, count = 0;
  for (const TensorReport& t : made.tensors)
    if (t.bits > 0)
      ++count, weights += static_cast<uint64_t>(t.elements()), after += t.bytes_after, codes += t.code_bytes,
          before += t.bytes_before;
  print("\n%zu tensors, %s -> %s: %.1f %% less, %.1f %% without scales and minimums\n", made.tensors.size(),
        short_bytes(made.bytes_before).c_str(), short_bytes(made.bytes_after).c_str(),
        saving(made.bytes_before, made.bytes_after), saving(made.bytes_before, made.bytes_without_overhead));
  if (weights > 0)
    print("%llu quantized: %.3f bits a weight, %.3f without overhead; relative error %.4f\n",
          static_cast<unsigned long long>(count), 8 * static_cast<double>(after) / static_cast<double>(weights),
          8 * static_cast<double>(codes) / static_cast<double>(weights), made.error());
  print("%.1f s\n", seconds);
}

int quantize(const QuantizeArguments& given) {
  auto asked = asked_of(given);
  if (!asked.ok()) return report(asked.error()), 2;
  if (given.threads > 0) set_threads(given.threads);
  Bar bar(!given.quiet && isatty(2));
  asked->progress = [&](double part, const std::string& tensor) { bar.show(part, tensor); };
  // A path that cannot be one is told from a place that is not right for it.
  std::error_code why;
  (void)std::filesystem::weakly_canonical(given.out, why);
  if (why) return report(error(Code::invalid_argument, "[quantize] out is not a usable path: {}", why.message())), 2;
  const auto made = convert_stoppable(given.model, given.out, *asked);
  bar.clear();
  if (!made.ok()) return report(made.error());
  if (given.json) print_data(json_text(report_json(*made, bar.seconds())) + "\n");
  else if (!given.quiet) print_report(*made, bar.seconds());
  return 0;
}

}  // namespace

void add_quantize(CLI::App& app, int& code) {
  CLI::App* command = app.add_subcommand("quantize", "Writes a model in fewer bits");
  auto g = std::make_shared<QuantizeArguments>();
  command->add_option("model", g->model, "A folder with *.safetensors, or one such file")->required();
  command->add_option("out", g->out, "The folder to make; it must not be there, or be empty")->required();
  command->add_option("--bits", g->bits, "1, 2, 3, 4, 8, or 16 for f16")->capture_default_str();
  auto* per = command->add_option_group("granularity", "What shares a scale")->require_option(0, 1);
  per->add_option("--group", g->group, "32, 64 or 128 weights of a row (below 8 bits: 32)")
      ->check([](const std::string& n) { return n == "0" || n.starts_with('-') ? "a group has weights" : ""; });
  per->add_flag("--per-channel", g->per_channel, "A row (at 8 bits the default)");
  per->add_flag("--per-tensor", g->per_tensor, "The whole matrix");
  auto* sign = command->add_option_group("symmetry")->require_option(0, 1);
  sign->add_flag("--symmetric", g->symmetric, "Scales only (at 8 bits the default)");
  sign->add_flag("--asymmetric", g->asymmetric, "Scales and minimums (below 8 bits the default)");
  command->add_flag("--aligned", g->aligned, "3 bits: 10 in a word instead of 32 in three");
  command->add_option("--scales", g->scales, "Type of scales and minimums")
      ->check(CLI::IsMember({"f16", "f32"}))
      ->capture_default_str();
  command->add_option("--solver", g->solver, "rtn, mse, lsq or hqq")->capture_default_str();
  command->add_flag("--mixed-precision", g->mixed, "8 bits for embeddings, attention and head");
  command->add_option("--calibrate", g->calibrate,
                      "A .safetensors file: under each weight's name activations [rows, K] or importances [K]");
  auto* budget = command->add_option("--budget", g->budget, "Size of the weight files, 20MB: bits are chosen by error");
  command
      ->add_option("--max-error", g->max_error,
                   "Relative error of all weights, over 0 and under 1: bits are chosen by size")
      ->check(number_between(0, 1))
      ->excludes(budget);
  command->add_flag("--force", g->force, "Replace a folder that is there");
  command->add_option("--threads", g->threads, "CPU threads (default: all)")->check(CLI::NonNegativeNumber);
  command->add_flag("--json", g->json, "The report as one JSON object");
  command->add_flag("--quiet", g->quiet, "No progress and no table");
  command->callback([g, &code] { code = quantize(*g); });
}

// `bitloom eval`: what each bit width costs a model, by the evaluation set in its folder; without one, by how often it
// answers as it did.
//
//   bitloom eval zoo/intents --bits 16,8,4,3,2,1 --html report.html
#include <unistd.h>

#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>

#include "base/try.h"
#include "cli/commands.h"
#include "cli/evaluate.h"
#include "cli/interrupt.h"
#include "cli/options.h"
#include "cli/plot.h"
#include "cli/temporary.h"
#include "cli/terminal.h"
#include "formats/files.h"
#include "formats/shards.h"

using namespace bitloom;
namespace fs = std::filesystem;

namespace {

struct EvalArguments {
  std::string model, engine, json_file, svg_file, png_file, html_file;
  std::vector<int> bits{16, 8, 4, 3, 2, 1};
  bool mixed = false, json = false;
  int limit = 0;
  int64_t max_length = 0;
};

struct Row {
  int bits = 32;
  uint64_t bytes = 0;
  double bits_per_weight = 0, error = 0;
  Scored scored;
  double kept = 1, agreement = 1;

  std::string name() const { return bits == 32 ? "as it is" : format("{} bit{}", bits, bits == 1 ? "" : "s"); }
};

std::string fixed(double value, int digits) {
  char out[64];
  std::snprintf(out, sizeof out, "%.*f", digits, value);
  return out;
}

struct Report {
  std::string model, device, samples;  // samples: what took the place of an evaluation set
  bool mixed = false;
  std::vector<Row> rows;

  bool agreement_only() const { return !samples.empty(); }
  std::string title() const { return format("{} on {}{}", model, device, mixed ? ", mixed precision" : ""); }
  std::string note() const {
    return agreement_only() ? format(
                                  "agreement only: there is no eval/eval.jsonl, so this is how much of what the model "
                                  "says as it is stays the same ({})",
                                  samples)
                            : "";
  }

  nlohmann::json json() const {
    nlohmann::json j{{"model", model}, {"device", device}, {"mixed_precision", mixed}};
    if (agreement_only()) j["samples"] = samples;
    for (const Row& r : rows) {
      nlohmann::json one{{"bits", r.bits},          {"bytes", r.bytes},          {"bits_per_weight", r.bits_per_weight},
                         {"weight_error", r.error}, {"metric", r.scored.metric}, {"score", r.scored.score},
                         {"kept", r.kept},          {"ms_each", r.scored.ms}};
      if (r.scored.perplexity > 0) one["perplexity"] = r.scored.perplexity;
      if (!r.scored.answers.empty() || agreement_only()) one["agreement"] = r.agreement;
      j["rows"].push_back(std::move(one));
    }
    return j;
  }

  // The header first; what is not known is "-".
  std::vector<std::vector<std::string>> table() const {
    const bool alone = agreement_only();
    std::vector<std::vector<std::string>> out{
        {"weights", "size", "bits a weight", "error", rows[0].scored.metric, "kept", "same answers", "ms each"}};
    for (const Row& r : rows) {
      const Scored& s = r.scored;
      out.push_back({r.name(), short_bytes(r.bytes), fixed(r.bits_per_weight, 2), fixed(r.error, 3),
                     s.perplexity > 0 ? fixed(s.perplexity, 2) : fixed(100 * s.score, 1) + " %",
                     alone ? "-" : fixed(100 * r.kept, 1) + " %",
                     alone || s.answers.empty() ? "-" : fixed(100 * r.agreement, 1) + " %", fixed(s.ms, 2)});
    }
    return out;
  }

  std::string text() const {
    std::string out = title() + "\n\n";
    const auto cells = table();
    std::vector<size_t> widths(cells[0].size());
    for (const auto& row : cells)
      for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
    for (const auto& row : cells) {
      for (size_t i = 0; i < row.size(); ++i) {
        const std::string space(widths[i] - row[i].size(), ' ');
        out += i == 0 ? row[i] + space : "  " + space + row[i];
      }
      out += "\n";
    }
    return out + (agreement_only() ? "\n" + note() + "\n" : "");
  }

  // What is kept, by size.
  Drawing plot() const {
    Drawing d(640, 400);
    double most = 1, top = 1.05;
    for (const Row& r : rows) most = std::max(most, static_cast<double>(r.bytes)), top = std::max(top, r.kept + 0.05);
    top = std::min(top, 1.5);
    const std::string name = fs::path(model).has_filename() ? fs::path(model).filename().string() : model;
    d.text({320, 28},
           format("{}: {} by size, at each bit width", name,
                  agreement_only() ? "answers that stay (agreement only)" : "score kept"),
           16, Drawing::Anchor::middle);
    const auto x = [&](double bytes) { return 70 + 530 * bytes / (1.1 * most); };
    const auto y = [&](double kept) { return 350 - 280 * std::clamp(kept, 0.0, top) / top; };
    for (int i = 0; 0.2 * i <= top; ++i) {
      d.line({{70, y(0.2 * i)}, {600, y(0.2 * i)}}, 1, 0xdddddd);
      d.text({62, y(0.2 * i) + 4}, format("{} %", 20 * i), 12, Drawing::Anchor::end);
    }
    // Steps of 1, 2 or 5 with zeros.
    double step = std::pow(10, std::floor(std::log10(most * 1.1 / 4)));
    for (const double more : {2.0, 2.5, 2.0})
      if (most * 1.1 / step > 6) step *= more;
    for (double bytes = 0; bytes <= most * 1.1; bytes += step)
      d.text({x(bytes), 372}, short_bytes(static_cast<uint64_t>(bytes)), 12, Drawing::Anchor::middle);
    std::vector<Spot> spots;
    for (const Row& r : rows) spots.push_back({x(static_cast<double>(r.bytes)), y(r.kept)});
    d.line(spots, 2, 0x2a6fbb);
    // Rows that fall on one another share their words.
    struct Label {
      Spot at;
      std::string words;
      bool below;  // where the line comes from above
    };
    std::vector<Label> labels;
    for (size_t i = 0; i < rows.size(); ++i) {
      d.disc(spots[i], 5, 0x2a6fbb);
      const std::string words = rows[i].bits == 32 ? "as it is" : format("{}", rows[i].bits);
      const auto near = std::ranges::find_if(labels, [&](const Label& l) {
        return std::abs(l.at.x - spots[i].x) < 18 && std::abs(l.at.y - spots[i].y) < 14;
      });
      if (near == labels.end()) labels.push_back({spots[i], words, i > 0 && spots[i - 1].y < spots[i].y - 14});
      else near->words += ", " + words;
    }
    for (const Label& l : labels) d.text({l.at.x, l.at.y + (l.below ? 20 : -10)}, l.words, 12, Drawing::Anchor::middle);
    return d;
  }

  std::string html() const {
    std::string out =
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width\">\n<title>" +
        escaped(model) +
        ": what each bit width costs</title>\n<style>\n"
        "body { font: 16px/1.5 system-ui, sans-serif; max-width: 52rem; margin: 2rem auto; padding: 0 1rem; }\n"
        "table { border-collapse: collapse; width: 100%; }\n"
        "th, td { padding: .3rem .6rem; text-align: right; border-bottom: 1px solid #ddd; }\n"
        "th:first-child, td:first-child { text-align: left; }\n</style>\n</head>\n<body>\n<h1>What each bit width "
        "costs</h1>\n<p>" +
        escaped(title()) + "</p>\n";
    if (agreement_only()) out += "<p><strong>" + escaped(note()) + "</strong></p>\n";
    out += "<table>\n";
    const char* kind = "th";
    for (const auto& row : table()) {
      out += "<tr>";
      for (const std::string& cell : row) out += format("<{}>{}</{}>", kind, escaped(cell), kind);
      out += "</tr>\n", kind = "td";
    }
    return out + "</table>\n" + plot().svg() + "</body>\n</html>\n";
  }
};

// Numbers in all tensors, and bytes of all their files.
struct Weights {
  double count = 0;
  uint64_t bytes = 0;
};
Result<Weights> weights_in(const std::string& folder) {
  Weights out;
  const Shards shards = TRY(open_shards(folder));
  for (const Safetensors& file : shards.files()) {
    out.bytes += file.header_bytes() + file.data_bytes();
    for (const StoredTensor& t : file.tensors()) out.count += static_cast<double>(t.elements());
  }
  out.count = std::max(out.count, 1.0);
  return out;
}

Status write_reports(const EvalArguments& g, const Report& report) {
  const Stoppable writing;
  if (!g.json_file.empty()) (void)TRY(write_text(g.json_file, json_text(report.json()) + "\n"));
  if (!g.svg_file.empty()) (void)TRY(write_text(g.svg_file, report.plot().svg()));
  if (!g.png_file.empty()) (void)TRY(write_text(g.png_file, report.plot().png()));
  if (!g.html_file.empty()) (void)TRY(write_text(g.html_file, report.html()));
  return {};
}

Result<int> eval(const EvalArguments& g) {
  int code = 0;
  const std::shared_ptr<Backend> backend = TRY(open_backend_or_cpu(g.engine, code));
  Report report{.model = g.model, .device = backend->name(), .samples = {}, .mixed = g.mixed, .rows = {}};
  std::vector<Row>& rows = report.rows;
  const Weights weights = TRY(weights_in(g.model));
  const bool watched = !g.json && isatty(2);
  Samples samples;
  std::vector<int> widths{32};
  widths.insert(widths.end(), g.bits.begin(), g.bits.end());
  for (int bits : widths) {
    const TemporaryFolder few = TRY(TemporaryFolder::create());
    fs::path folder = g.model;
    Row row;
    row.bits = bits;
    if (bits != 32) {
      folder = few.path() / "few";
      const quant::Converted made = TRY(convert_stoppable(g.model, folder, {.bits = bits, .mixed = g.mixed}));
      row.bytes = made.bytes_after, row.error = made.error();
    } else {
      row.bytes = weights.bytes;
    }
    row.bits_per_weight = 8.0 * static_cast<double>(row.bytes) / weights.count;
    const auto pipeline = TRY(run_sync(Pipeline::load(backend, folder, {.max_length = g.max_length})));
    if (watched) show_progress(row.name() + " ...");
    if (has_evaluation(g.model)) row.scored = TRY(in_file(evaluate(*pipeline, g.model, g.limit), g.model));
    else {
      if (rows.empty()) samples = TRY(in_file(samples_for(*pipeline, g.model, g.limit), g.model));
      report.samples = samples.what;
      row.scored = TRY(in_file(answer_samples(*pipeline, samples), g.model));
    }
    const Scored& base = rows.empty() ? row.scored : rows[0].scored;
    row.agreement = agreement(row.scored, base);
    if (report.agreement_only()) row.scored.score = row.agreement;
    row.kept = base.score > 0 ? row.scored.score / base.score : 1;
    rows.push_back(std::move(row));
  }
  if (watched) show_progress("");
  if (g.json) print_data(json_text(report.json()) + "\n");
  else print_text(report.text());
  (void)TRY(write_reports(g, report));
  return code;
}

}  // namespace

void add_eval(CLI::App& app, int& code) {
  auto* command =
      app.add_subcommand("eval", "What each bit width costs: score, size and speed by the model's evaluation set");
  auto given = std::make_shared<EvalArguments>();
  EvalArguments& g = *given;
  command
      ->add_option("MODEL", g.model,
                   "A Hugging Face folder with eval/eval.jsonl; without that, agreement with the model as it is")
      ->required();
  command->add_option("--bits", g.bits, "Bit widths to compare with the model as it is")
      ->delimiter(',')
      ->allow_extra_args(false)  // what follows is the model
      ->check(CLI::IsMember({1, 2, 3, 4, 8, 16}))
      ->capture_default_str();
  command->add_flag("--mixed-precision", g.mixed, "Critical parts keep 8 bits");
  command->add_option("--limit", g.limit, "Only so many lines of the evaluation set")->check(CLI::Range(1, 1 << 30));
  add_max_length(*command, g.max_length);
  command->add_option("--engine", g.engine, "dawn, wgpu, cpu, or a library's path (default: the best there is)");
  command->add_flag("--json", g.json, "One JSON object");
  command->add_option("--json-file", g.json_file, "The JSON object in a file as well");
  command->add_option("--svg", g.svg_file, "A picture of score by size");
  command->add_option("--png", g.png_file, "The same as PNG");
  command->add_option("--html", g.html_file, "A page with the table and the picture, in one file");
  command->callback([given, &code] {
    auto done = eval(*given);
    code = done.ok() ? *done : report(done.error());
  });
}

// `bitloom eval`: what each bit width costs a model, by the evaluation set in its folder; without one, by how often it
// answers as it did.
//
//   bitloom eval zoo/intents --bits 16,8,4,3,2,1 --html report.html
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/evaluate.h"
#include "cli/plot.h"
#include "formats/files.h"
#include "formats/shards.h"
#include "quant/convert.h"

using namespace bitloom;
namespace fs = std::filesystem;

namespace {

struct Given {
  std::string model, engine, json_file, svg_file, png_file, html_file;
  std::vector<int> bits{16, 8, 4, 3, 2, 1};
  bool mixed = false, json = false;
  int limit = 0;
};

using Lines = std::vector<nlohmann::json>;
Result<Lines> lines_of(const fs::path& path) {
  const std::string text = TRY(read_text(path));
  Lines out;
  size_t at = 0;
  while (at < text.size()) {
    const size_t end = std::min(text.find('\n', at), text.size());
    if (end > at) {
      out.push_back(nlohmann::json::parse(text.substr(at, end - at), nullptr, false));
      if (out.back().is_discarded())
        return error(Code::invalid_argument, "[eval] {}: line {} is no JSON", path.string(), out.size());
    }
    at = end + 1;
  }
  return out;
}
std::string text_of(const nlohmann::json& j, const char* key) {
  return j.contains(key) && j[key].is_string() ? j[key].get<std::string>() : "";
}

// How many words differ, at the least.
size_t distance(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t before = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t here = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, before + (a[i - 1] != b[j - 1])});
      before = here;
    }
  }
  return row[b.size()];
}
std::vector<std::string> words_of(const std::string& text) {
  std::vector<std::string> out(1);
  for (char c : text)
    if (c == ' ') out.emplace_back();
    else out.back() += c;
  std::erase(out, "");
  return out;
}

}  // namespace

Result<Scored> evaluate(Pipeline& p, const fs::path& folder, int limit) {
  const std::string& family = p.model().family();
  Lines lines = TRY(lines_of(folder / "eval" / "eval.jsonl"));
  if (limit > 0 && lines.size() > static_cast<size_t>(limit)) lines.resize(static_cast<size_t>(limit));
  if (lines.empty()) return error(Code::invalid_argument, "[eval] {} is empty", (folder / "eval/eval.jsonl").string());
  Scored s;
  const auto start = std::chrono::steady_clock::now();
  double right = 0, all = static_cast<double>(lines.size());
  if (family == "llama" || family == "gpt2") {
    const std::string text = TRY(read_text(folder / "eval" / text_of(lines[0], "text")));
    const auto likely = TRY(run_sync(p.likelihood(text, lines[0].value("window", 256))));
    s.metric = "perplexity";
    s.perplexity = std::exp(likely.nats / static_cast<double>(std::max<int64_t>(likely.tokens, 1)));
    s.score = 1 / s.perplexity, all = static_cast<double>(likely.tokens);
  } else if (family == "vit" || family == "clip") {
    const std::string pictures = TRY(read_text(folder / "eval" / "pictures.bin"));
    s.metric = "accuracy";
    std::vector<std::vector<float>> prompts;
    if (family == "clip") {
      const auto tasks = nlohmann::json::parse(TRY(read_text(folder / "eval" / "tasks.json")), nullptr, false);
      if (tasks.is_discarded() || !tasks.contains("prompts"))
        return error(Code::invalid_argument, "[eval] tasks.json has no prompts");
      for (const auto& prompt : tasks["prompts"])
        prompts.push_back(TRY(run_sync(p.embed_text(prompt.get<std::string>()))));
    }
    for (const auto& line : lines) {
      const size_t at = line.value("picture", size_t{0}) * 784;
      if (at + 784 > pictures.size())
        return error(Code::invalid_argument, "[eval] there is no picture {}", line.value("picture", 0));
      const auto* from = reinterpret_cast<const uint8_t*>(pictures.data()) + at;
      Tensor pixels = TRY(p.pixels(28, 28, std::vector<uint8_t>(from, from + 784)));
      size_t best = 0;
      if (family == "clip") {
        const auto seen = TRY(run_sync(p.embed_pixels(std::move(pixels))));
        double most = -1e9;
        for (size_t i = 0; i < prompts.size(); ++i) {
          double dot = 0;
          for (size_t k = 0; k < seen.size(); ++k) dot += static_cast<double>(seen[k]) * prompts[i][k];
          if (dot > most) most = dot, best = i;
        }
      } else {
        const auto out = TRY(run_sync(p.model().run({{"pixel_values", pixels}}, {"logits"})));
        const auto y = out.begin()->second.to_floats();
        best = static_cast<size_t>(std::ranges::max_element(y) - y.begin());
      }
      right += best == line.value("id", size_t{0});
      s.answers.push_back(format("{}", best));
    }
    s.score = right / all;
  } else if (family == "whisper") {
    s.metric = "words right";
    double words = 0, wrong = 0;
    for (const auto& line : lines) {
      const std::string file = TRY(read_text(folder / "eval" / text_of(line, "audio")));
      const auto* from = reinterpret_cast<const std::byte*>(file.data());
      const Answer a = TRY(run_sync(p.ask({.audio = {from, from + file.size()}})));
      const auto want = words_of(text_of(line, "text")), got = words_of(a.text);
      words += static_cast<double>(want.size()), wrong += static_cast<double>(distance(want, got));
      s.answers.push_back(a.text);
    }
    s.score = std::max(0.0, 1 - wrong / words);
  } else if (family == "t5") {
    s.metric = "exact";
    for (const auto& line : lines) {
      const Answer a = TRY(run_sync(p.ask({.text = text_of(line, "input")})));
      right += a.text == text_of(line, "output");
      s.answers.push_back(a.text);
    }
    s.score = right / all;
  } else {
    s.metric = "accuracy";
    for (const auto& line : lines) {
      const Answer a = TRY(run_sync(p.ask({.text = text_of(line, "text"), .top = 1})));
      const std::string got = a.labels.empty() ? "" : a.labels[0].name;
      right += got == text_of(line, "label");
      s.answers.push_back(got);
    }
    s.score = right / all;
  }
  s.ms =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count() / std::max(all, 1.0);
  return s;
}

namespace {

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
    double most = 0, top = 1.05;
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

// Numbers in all tensors.
Result<double> weights_in(const std::string& folder) {
  double out = 0;
  const Shards shards = TRY(open_shards(folder));
  for (const Safetensors& file : shards.files())
    for (const StoredTensor& t : file.tensors()) {
      double n = 1;
      for (const int64_t size : t.shape) n *= static_cast<double>(size);
      out += n;
    }
  return std::max(out, 1.0);
}

Result<int> eval(const Given& g) {
  int code = 0;
  auto opened = open_backend(g.engine);
  if (!opened.ok()) {
    if (!g.engine.empty()) return opened.error();
    std::fprintf(stderr, "%s\nrunning on the CPU instead\n", opened.error().message.c_str());
    opened = open_backend("cpu"), code = 3;
  }
  const std::shared_ptr<Backend> backend = TRY(std::move(opened));
  Report report{.model = g.model, .device = backend->name(), .samples = {}, .mixed = g.mixed, .rows = {}};
  std::vector<Row>& rows = report.rows;
  const double weights = TRY(weights_in(g.model));
  const bool watched = !g.json && isatty(2);
  Samples samples;
  std::vector<int> widths{32};
  widths.insert(widths.end(), g.bits.begin(), g.bits.end());
  for (int bits : widths) {
    TemporaryFolder few;
    fs::path folder = g.model;
    Row row;
    row.bits = bits;
    if (bits != 32) {
      folder = few.path() / "few";
      const quant::Converted made = TRY(quant::convert(g.model, folder, {.bits = bits, .mixed = g.mixed}));
      row.bytes = made.bytes_after, row.error = made.error();
    } else {
      for (const auto& entry : fs::directory_iterator(g.model))
        if (entry.path().extension() == ".safetensors") row.bytes += entry.file_size();
    }
    row.bits_per_weight = 8.0 * static_cast<double>(row.bytes) / weights;
    const auto pipeline = TRY(run_sync(Pipeline::load(backend, folder)));
    if (watched) std::fprintf(stderr, "\r%s ...\033[K", row.name().c_str());
    if (has_evaluation(g.model)) row.scored = TRY(evaluate(*pipeline, g.model, g.limit));
    else {
      if (rows.empty()) samples = TRY(samples_for(*pipeline, g.model, g.limit));
      report.samples = samples.what;
      row.scored = TRY(answer_samples(*pipeline, samples));
    }
    const Scored& base = rows.empty() ? row.scored : rows[0].scored;
    row.agreement = agreement(row.scored, base);
    if (report.agreement_only()) row.scored.score = row.agreement;
    row.kept = base.score > 0 ? row.scored.score / base.score : 1;
    rows.push_back(std::move(row));
  }
  if (watched) std::fputs("\r\033[K", stderr);
  const std::string json = report.json().dump(2);
  if (g.json) std::printf("%s\n", json.c_str());
  else std::fputs(report.text().c_str(), stdout);
  if (!g.json_file.empty()) (void)TRY(write_text(g.json_file, json + "\n"));
  if (!g.svg_file.empty()) (void)TRY(write_text(g.svg_file, report.plot().svg()));
  if (!g.png_file.empty()) (void)TRY(write_text(g.png_file, report.plot().png()));
  if (!g.html_file.empty()) (void)TRY(write_text(g.html_file, report.html()));
  return code;
}

}  // namespace

void add_eval(CLI::App& app, int& code) {
  auto* command =
      app.add_subcommand("eval", "What each bit width costs: score, size and speed by the model's evaluation set");
  auto given = std::make_shared<Given>();
  Given& g = *given;
  command
      ->add_option("MODEL", g.model,
                   "A Hugging Face folder with eval/eval.jsonl; without that, agreement with the model as it is")
      ->required();
  command->add_option("--bits", g.bits, "Bit widths to compare with the model as it is")
      ->delimiter(',')
      ->check(CLI::IsMember({1, 2, 3, 4, 8, 16}))
      ->capture_default_str();
  command->add_flag("--mixed-precision", g.mixed, "Critical parts keep 8 bits");
  command->add_option("--limit", g.limit, "Only so many lines of the evaluation set")->check(CLI::Range(1, 1 << 30));
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

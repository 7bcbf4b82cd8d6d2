// `bitloom eval`: what each bit width costs a model, by the evaluation set in its folder.
//
//   bitloom eval zoo/intents --bits 16,8,4,3,2,1
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>

#include "cli/commands.h"
#include "cli/evaluate.h"
#include "formats/files.h"
#include "quant/convert.h"

using namespace bitloom;
namespace fs = std::filesystem;

namespace {

struct Given {
  std::string model, engine, json_file, svg_file;
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
};

// Size against what is kept of the score.
std::string plot(const std::string& model, const std::vector<Row>& rows) {
  double most = 0;
  for (const Row& r : rows) most = std::max(most, static_cast<double>(r.bytes));
  std::string out =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 640 400\" font-family=\"sans-serif\" "
      "font-size=\"13\">\n<rect width=\"640\" height=\"400\" fill=\"white\"/>\n";
  out +=
      format("<text x=\"320\" y=\"28\" text-anchor=\"middle\" font-size=\"16\">{}: score kept by size</text>\n", model);
  const auto x = [&](double bytes) { return 70 + 530 * bytes / (1.1 * most); };
  const auto y = [](double kept) { return 350 - 280 * std::clamp(kept, 0.0, 1.05) / 1.05; };
  for (int i = 0; i <= 5; ++i) {
    const double v = 0.2 * i;
    out += format(
        "<line x1=\"70\" x2=\"600\" y1=\"{}\" y2=\"{}\" stroke=\"#ddd\"/><text x=\"62\" y=\"{}\" "
        "text-anchor=\"end\">{} %</text>\n",
        y(v), y(v), y(v) + 4, 20 * i);
  }
  std::string line;
  for (const Row& r : rows) line += format("{},{} ", x(static_cast<double>(r.bytes)), y(r.kept));
  out += format("<polyline points=\"{}\" fill=\"none\" stroke=\"#2a6fbb\" stroke-width=\"2\"/>\n", line);
  for (const Row& r : rows)
    out += format(
        "<circle cx=\"{}\" cy=\"{}\" r=\"5\" fill=\"#2a6fbb\"/><text x=\"{}\" y=\"{}\" "
        "text-anchor=\"middle\">{}</text>\n",
        x(static_cast<double>(r.bytes)), y(r.kept), x(static_cast<double>(r.bytes)), y(r.kept) - 10,
        r.bits == 32 ? std::string("as it is") : format("{} bits", r.bits));
  for (int i = 0; i <= 4; ++i) {
    const double bytes = most * 1.1 * i / 4;
    out += format("<text x=\"{}\" y=\"372\" text-anchor=\"middle\">{}</text>\n", x(bytes),
                  short_bytes(static_cast<uint64_t>(bytes)));
  }
  return out + "</svg>\n";
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
  std::vector<Row> rows;
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
      row.bits_per_weight = 16.0 * static_cast<double>(made.bytes_after) / static_cast<double>(made.bytes_before);
    } else {
      for (const auto& entry : fs::directory_iterator(g.model))
        if (entry.path().extension() == ".safetensors") row.bytes += entry.file_size();
      row.bits_per_weight = 16;
    }
    const auto pipeline = TRY(run_sync(Pipeline::load(backend, folder)));
    if (!g.json) std::fprintf(stderr, "\r%s ...\033[K", bits == 32 ? "as it is" : format("{} bits", bits).c_str());
    row.scored = TRY(evaluate(*pipeline, g.model, g.limit));
    if (!rows.empty()) {
      const Scored &base = rows[0].scored, &now = row.scored;
      row.kept = base.score > 0 ? now.score / base.score : 1;
      size_t same = 0;
      for (size_t i = 0; i < now.answers.size(); ++i) same += now.answers[i] == base.answers[i];
      if (!now.answers.empty()) row.agreement = static_cast<double>(same) / static_cast<double>(now.answers.size());
    }
    rows.push_back(std::move(row));
  }
  if (!g.json) std::fputs("\r\033[K", stderr);
  nlohmann::json j{{"model", g.model}, {"device", backend->name()}, {"mixed_precision", g.mixed}};
  for (const Row& r : rows) {
    nlohmann::json one{{"bits", r.bits},          {"bytes", r.bytes},          {"bits_per_weight", r.bits_per_weight},
                       {"weight_error", r.error}, {"metric", r.scored.metric}, {"score", r.scored.score},
                       {"kept", r.kept},          {"ms_each", r.scored.ms}};
    if (r.scored.perplexity > 0) one["perplexity"] = r.scored.perplexity;
    if (!r.scored.answers.empty()) one["agreement"] = r.agreement;
    j["rows"].push_back(std::move(one));
  }
  if (g.json) std::printf("%s\n", j.dump(2).c_str());
  else {
    std::printf("%s on %s%s\n\n", g.model.c_str(), backend->name().c_str(), g.mixed ? ", mixed precision" : "");
    std::printf("weights        size  bits a weight  error  %-18s  kept     same answers  ms each\n",
                rows[0].scored.metric.c_str());
    for (const Row& r : rows) {
      const bool writes = r.scored.perplexity > 0;
      std::printf("%-9s %9s  %13.2f  %5.3f  %-18s  %6.1f %%  %s  %7.2f\n",
                  r.bits == 32 ? "as it is" : format("{} bits", r.bits).c_str(), short_bytes(r.bytes).c_str(),
                  r.bits_per_weight, r.error,
                  (writes ? std::to_string(r.scored.perplexity).substr(0, 6)
                          : std::to_string(100 * r.scored.score).substr(0, 5) + " %")
                      .c_str(),
                  100 * r.kept,
                  r.scored.answers.empty()
                      ? "           -"
                      : (std::string(7, ' ') + std::to_string(100 * r.agreement).substr(0, 5)).c_str(),
                  r.scored.ms);
    }
  }
  if (!g.json_file.empty()) (void)TRY(write_text(g.json_file, j.dump(2) + "\n"));
  if (!g.svg_file.empty()) (void)TRY(write_text(g.svg_file, plot(fs::path(g.model).filename().string(), rows)));
  return code;
}

}  // namespace

void add_eval(CLI::App& app, int& code) {
  auto* command =
      app.add_subcommand("eval", "What each bit width costs: score, size and speed by the model's evaluation set");
  auto given = std::make_shared<Given>();
  Given& g = *given;
  command->add_option("MODEL", g.model, "A Hugging Face folder with eval/eval.jsonl")->required();
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
  command->callback([given, &code] {
    auto done = eval(*given);
    code = done.ok() ? *done : report(done.error());
  });
}

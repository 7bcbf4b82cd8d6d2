// What a model scores by its evaluation set (cli/eval_set.h).
#include "cli/evaluate.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>

#include "base/json_text.h"
#include "base/try.h"
#include "cli/eval_set.h"
#include "formats/files.h"
#include "models/family.h"
#include "runtime/inside.h"

using namespace bitloom;
namespace fs = std::filesystem;

namespace {

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
  for (const char c : text)
    if (c == ' ' || c == '\t' || c == '\r' || c == '\n') out.emplace_back();
    else out.back() += c;
  std::erase(out, "");
  return out;
}

class Evaluation {
 public:
  Evaluation(Pipeline& pipeline, const fs::path& folder, int limit) : p_(pipeline), eval_(folder / "eval") {
    bounds_.lines = limit > 0 ? static_cast<size_t>(limit) : 0;
  }

  Result<Scored> run() {
    const TaskKind task = Inside::task(p_);
    const bool looks = task == TaskKind::image_classification || task == TaskKind::zero_shot_image_classification;
    if (looks) (void)TRY(read_pictures());
    const std::string text = TRY(read_text(eval_ / "eval.jsonl", max_eval_set_bytes));
    lines_ = TRY(parse_eval_lines(task, text, name(), bounds_));
    const auto start = std::chrono::steady_clock::now();
    items_ = static_cast<double>(lines_.size());
    if (looks) (void)TRY(look());
    else if (task == TaskKind::text_generation) (void)TRY(read());
    else if (task == TaskKind::automatic_speech_recognition) (void)TRY(listen());
    else if (task == TaskKind::text2text_generation) (void)TRY(write());
    else (void)TRY(classify());
    s_.ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count() / items_;
    return std::move(s_);
  }

 private:
  std::string name() const { return (eval_ / "eval.jsonl").string(); }
  Error wrong(const EvalLine& line, std::string_view why) const {
    return error(Code::invalid_argument, "[eval] {}: line {}: {}", name(), line.number, why);
  }

  // What went wrong with a line's input, and which line it is.
  template <class T>
  Result<T> of(const EvalLine& line, Result<T> result) const {
    if (result.ok()) return result;
    return error(result.error().code, "[eval] {}: line {}: {}", name(), line.number, result.error().message);
  }

  Status read_pictures() {
    pictures_ = TRY(read_text(eval_ / "pictures.bin"));
    bounds_.pictures = TRY(count_pictures(pictures_.size(), (eval_ / "pictures.bin").string()));
    if (Inside::task(p_) != TaskKind::zero_shot_image_classification) return {};
    const fs::path file = eval_ / "tasks.json";
    for (const std::string& prompt : TRY(parse_prompts(TRY(read_text(file, max_eval_set_bytes)), file.string())))
      prompts_.push_back(TRY(run_sync(p_.embed_text(prompt))));
    bounds_.classes = static_cast<int64_t>(prompts_.size());
    return {};
  }

  // The class a picture is taken for.
  Result<size_t> seen(const EvalLine& line) {
    const auto* from = reinterpret_cast<const uint8_t*>(pictures_.data()) + line.picture * eval_picture_bytes;
    Tensor pixels = TRY(of(line, p_.pixels(28, 28, std::vector<uint8_t>(from, from + eval_picture_bytes))));
    std::vector<float> scores;
    if (prompts_.empty()) {
      const auto out = TRY(run_sync(p_.model().run(Inside::family(p_.model()).image_inputs(pixels), {"logits"})));
      scores = out.begin()->second.to_floats();
    } else {
      const auto picture = TRY(run_sync(p_.embed_pixels(std::move(pixels))));
      for (const std::vector<float>& prompt : prompts_) {
        if (prompt.size() != picture.size())
          return error(Code::invalid_argument, "[eval] the model embeds texts in {} numbers and pictures in {}",
                       prompt.size(), picture.size());
        scores.push_back(static_cast<float>(std::inner_product(prompt.begin(), prompt.end(), picture.begin(), 0.0)));
      }
    }
    if (static_cast<size_t>(line.id) >= scores.size())
      return wrong(line, format("id is {}; the model has {} classes", line.id, scores.size()));
    return static_cast<size_t>(std::ranges::max_element(scores) - scores.begin());
  }

  Status look() {
    for (const EvalLine& line : lines_) {
      const size_t best = TRY(seen(line));
      count(best == static_cast<size_t>(line.id), format("{}", best));
    }
    return scored("accuracy");
  }

  Status read() {
    Pipeline::Likely all;
    for (const EvalLine& line : lines_) {
      const std::string text = TRY(of(line, read_text(eval_ / line.given, max_eval_set_bytes)));
      const auto likely = TRY(of(line, run_sync(p_.likelihood(text, line.window))));
      if (likely.tokens == 0) return wrong(line, format("text: {} has fewer than two tokens", quote(line.given)));
      all.nats += likely.nats, all.tokens += likely.tokens;
    }
    items_ = static_cast<double>(all.tokens);
    s_.metric = "perplexity", s_.perplexity = std::exp(all.nats / items_), s_.score = 1 / s_.perplexity;
    if (std::isfinite(s_.perplexity)) return {};
    return error(Code::invalid_argument, "[eval] {}: the perplexity is not a finite number", name());
  }

  Status listen() {
    double words = 0, differ = 0;
    for (const EvalLine& line : lines_) {
      const std::string file = TRY(of(line, read_text(eval_ / line.given)));
      const auto* from = reinterpret_cast<const std::byte*>(file.data());
      auto heard = run_sync(p_.ask({.audio = {from, from + file.size()}}));
      if (!heard.ok() && heard.error().message.starts_with("[sound] "))
        heard = in_file(std::move(heard), eval_ / line.given);
      const Answer a = TRY(of(line, std::move(heard)));
      const auto want = words_of(line.expected), got = words_of(a.text);
      words += static_cast<double>(want.size()), differ += static_cast<double>(distance(want, got));
      s_.answers.push_back(a.text);
    }
    s_.metric = "words right", s_.score = std::max(0.0, 1 - differ / words);
    return {};
  }

  Status write() {
    for (const EvalLine& line : lines_) {
      const Answer a = TRY(of(line, run_sync(p_.ask({.text = line.given}))));
      count(a.text == line.expected, a.text);
    }
    return scored("exact");
  }

  Status classify() {
    const std::vector<std::string> labels = Inside::config(p_.model()).labels();
    for (const EvalLine& line : lines_) {
      if (Inside::task(p_) == TaskKind::text_classification && !labels.empty() &&
          std::ranges::find(labels, line.expected) == labels.end())
        return wrong(line, format("label {} is not one of the model's {} labels", quote(line.expected), labels.size()));
      const Answer a = TRY(of(line, run_sync(p_.ask({.text = line.given, .pair = line.pair}))));
      const std::string got = a.labels.empty() ? "" : a.labels[0].name;
      count(got == line.expected, got);
    }
    return scored("accuracy");
  }

  void count(bool right, std::string answer) { right_ += right, s_.answers.push_back(std::move(answer)); }
  Status scored(std::string metric) {
    s_.metric = std::move(metric), s_.score = right_ / items_;
    return {};
  }

  Pipeline& p_;
  fs::path eval_;
  EvalBounds bounds_{};
  std::vector<EvalLine> lines_{};
  std::string pictures_{};
  std::vector<std::vector<float>> prompts_{};
  double right_ = 0, items_ = 0;
  Scored s_{};
};

}  // namespace

Result<Scored> evaluate(Pipeline& pipeline, const fs::path& folder, int limit) {
  return Evaluation(pipeline, folder, limit).run();
}

// Models without an evaluation set: what they answer to samples.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>
#include <random>

#include "base/try.h"
#include "cli/eval_set.h"
#include "cli/evaluate.h"
#include "formats/files.h"
#include "models/question.h"
#include "models/sound.h"
#include "runtime/inside.h"

using namespace bitloom;
namespace fs = std::filesystem;

namespace {

constexpr size_t count = 12, written = 16;  // made-up inputs; tokens that are written for each

constexpr std::string_view sentences[count] = {"Where is the nearest station?",
                                               "The weather was cold, and the streets were empty.",
                                               "She opened the letter slowly and began to read.",
                                               "Water boils at one hundred degrees.",
                                               "I would like to return these shoes, they are too small.",
                                               "The committee will meet again on Thursday morning.",
                                               "A small boat crossed the lake before sunrise.",
                                               "Prices rose by three percent last year.",
                                               "Do not forget to lock the door when you leave.",
                                               "He plays the violin in a large orchestra.",
                                               "The new bridge connects both parts of the city.",
                                               "Thank you very much for your kind help!"};

std::vector<fs::path> files_in(const fs::path& folder, std::initializer_list<std::string_view> endings) {
  std::vector<fs::path> out;
  std::error_code ignored;
  for (fs::directory_iterator i(folder, ignored), end; !ignored && i != end; i.increment(ignored))
    if (std::ranges::find(endings, i->path().extension().string()) != endings.end()) out.push_back(i->path());
  std::ranges::sort(out);
  return out;
}

Result<std::vector<std::string>> texts_in(const fs::path& folder) {
  std::vector<std::string> out;
  for (const fs::path& path : files_in(folder, {".jsonl"})) {
    auto more = TRY(parse_sample_texts(TRY(read_text(path, max_eval_set_bytes)), path.string()));
    std::ranges::move(more, std::back_inserter(out));
  }
  return out;
}

Result<std::string> add_texts(Pipeline& p, const fs::path& folder, size_t most, Samples& to) {
  const Family& family = Inside::family(p.model());
  std::vector<Encoding> rows;
  std::string what = "texts of its own";
  if (p.tokenizer()) {
    std::vector<std::string> texts = TRY(texts_in(folder / "sample"));
    if (texts.empty()) texts.assign(std::begin(sentences), std::end(sentences)), what = "texts, made up";
    for (const std::string& text : texts) rows.push_back(TRY(p.encode(text)));
  } else if (const auto tried = p.encode("x"); tried.error().code != Code::not_found) {
    return tried.error();  // of a tokenizer that is there
  } else {
    what = "rows of random tokens";
    const int64_t vocabulary = std::max<int64_t>(family.vocabulary(), 1);
    const int64_t longest = family.positions() > 0 ? std::max<int64_t>(family.positions() / 2, 1) : 64;
    std::mt19937 random(7);
    for (size_t i = 0; i < count; ++i) {
      rows.emplace_back().ids.resize(std::min(4 + 2 * i, static_cast<size_t>(longest)));
      for (int32_t& id : rows.back().ids) id = static_cast<int32_t>(random() % static_cast<uint64_t>(vocabulary));
    }
  }
  if (rows.size() > most) rows.resize(most);
  for (const Encoding& text : rows) to.all.push_back({family.text_inputs(text), p.text_embedding()});
  return format("{} {}", rows.size(), what);
}

Result<std::string> add_pictures(Pipeline& p, const fs::path& folder, size_t most, Samples& to) {
  std::vector<fs::path> files = files_in(folder / "sample", {".png", ".jpg", ".jpeg"});
  const size_t own = std::min(files.size(), most);
  const Family& family = Inside::family(p.model());
  const auto add = [&](Tensor pixels) {
    to.all.push_back({family.image_inputs(std::move(pixels)), family.image_embedding()});
  };
  for (size_t i = 0; i < own; ++i) {
    const std::string file = TRY(read_text(files[i]));
    add(TRY(in_file(p.pixels(std::as_bytes(std::span(file))), files[i])));
  }
  if (own > 0) return format("{} pictures of its own", own);
  const int64_t channels = family.picture()[0];
  std::mt19937 random(7);
  constexpr int64_t side = 64;
  for (size_t i = 0; i < std::min(count, most); ++i) {
    std::vector<uint8_t> bytes;
    const double across = 0.02 + 1e-10 * random(), down = 0.02 + 1e-10 * random();
    for (int64_t y = 0; y < side; ++y)
      for (int64_t x = 0; x < side; ++x)
        for (int64_t k = 0; k < channels; ++k)
          bytes.push_back(static_cast<uint8_t>(
              128 + 100 * std::sin(across * static_cast<double>(x * (k + 1)) + down * static_cast<double>(y)) +
              static_cast<double>(random() % 27)));
    add(TRY(p.pixels(side, side, std::move(bytes))));
  }
  return format("{} pictures, made up", to.all.size());
}

Result<std::string> add_sounds(const Family& family, const fs::path& folder, size_t most, Samples& to) {
  std::string text = "{}";
  std::error_code ignored;
  if (fs::exists(folder / "preprocessor_config.json", ignored))
    text = TRY(read_text(folder / "preprocessor_config.json"));
  const Config config = TRY(Config::parse(std::move(text), "[config] preprocessor_config.json"));
  const SoundRules rules = SoundRules::read(config);
  (void)TRY(config.status());
  (void)TRY(check_prepared(family, {1, rules.mels, rules.samples() / rules.hop}, SoundRules::shaping));
  const std::vector<fs::path> files = files_in(folder / "sample", {".wav"});
  const size_t own = std::min(files.size(), most);
  for (size_t i = 0; i < own; ++i) {
    const std::string file = TRY(read_text(files[i]));
    const Sound sound = TRY(in_file(read_wav(std::as_bytes(std::span(file))), files[i]));
    const Resampler resampler = TRY(in_file(Resampler::create(sound, rules.rate), files[i]));
    to.all.push_back({family.audio_inputs(log_mel(resampler.piece(0, rules.samples()), rules)), {}});
  }
  if (own > 0) return format("{} sounds of its own", own);
  std::mt19937 random(7);
  for (size_t i = 0; i < std::min<size_t>(4, most); ++i) {
    Sound sound{rules.rate, std::vector<float>(static_cast<size_t>(rules.rate))};
    const double step = 2 * std::numbers::pi * (200 + 150 * static_cast<double>(i)) / static_cast<double>(rules.rate);
    for (size_t k = 0; k < sound.samples.size(); ++k)
      sound.samples[k] = static_cast<float>(0.3 * std::sin(step * static_cast<double>(k)) + 1e-11 * random());
    to.all.push_back({family.audio_inputs(log_mel(sound, rules)), {}});
  }
  return format("{} sounds, made up", to.all.size());
}

}  // namespace

bool has_evaluation(const fs::path& folder) {
  std::error_code ignored;
  return fs::exists(fs::symlink_status(folder / "eval" / "eval.jsonl", ignored));  // a link to nothing too: it is told
}

Result<Samples> samples_for(Pipeline& p, const fs::path& folder, int limit) {
  Samples out;
  const size_t most = limit > 0 ? static_cast<size_t>(limit) : 1000;
  const Modalities takes = Inside::family(p.model()).entry().takes;
  const auto add = [&](const std::string& what) { out.what += (out.what.empty() ? "" : " and ") + what; };
  if (takes.image) add(TRY(add_pictures(p, folder, most, out)));
  if (takes.audio) add(TRY(add_sounds(Inside::family(p.model()), folder, most, out)));
  if (takes.text) add(TRY(add_texts(p, folder, most, out)));
  return out;
}

Result<Scored> answer_samples(Pipeline& p, const Samples& samples) {
  Scored s{.metric = "agreement only"};
  const TaskKind task = Inside::task(p);
  // Of a text that goes on, what would be next at every place is told by its logits at once.
  const bool writes = task == TaskKind::text2text_generation || task == TaskKind::automatic_speech_recognition;
  const bool embeds = task == TaskKind::feature_extraction || task == TaskKind::zero_shot_image_classification;
  const auto of = [&]<class T>(Result<T> result) {
    return result.ok() ? std::move(result) : Result<T>(of_tokens(result.error(), p.tokenizer()));
  };
  const auto start = std::chrono::steady_clock::now();
  for (const auto& [in, embedding] : samples.all) {
    if (writes) {
      const Generated g = TRY(of(run_sync(p.model().generate(in, {.max_new_tokens = written}))));
      for (size_t i = 0; i < written; ++i) s.answers.push_back(i < g.tokens.size() ? format("{}", g.tokens[i]) : "");
      continue;
    }
    const Model::Tensors out = TRY(of(run_sync(p.model().run(in, {embeds ? embedding : "logits"}))));
    const Tensor& t = out.begin()->second;
    const std::vector<float> y = t.to_floats();
    if (embeds) {
      s.vectors.push_back(y);
      continue;
    }
    const size_t width = static_cast<size_t>(t.shape()[t.shape().rank() - 1]);
    for (size_t at = 0; at < y.size(); at += width) {
      const auto places = std::span(y).subspan(at, width);
      s.answers.push_back(format("{}", std::ranges::max_element(places) - places.begin()));
    }
  }
  const double ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  s.ms = ms / static_cast<double>(std::max<size_t>(samples.all.size(), 1));
  return s;
}

double agreement(const Scored& now, const Scored& base) {
  double sum = 0;
  const size_t items =
      std::min(now.answers.size(), base.answers.size()) + std::min(now.vectors.size(), base.vectors.size());
  for (size_t i = 0; i < std::min(now.answers.size(), base.answers.size()); ++i)
    sum += now.answers[i] == base.answers[i];
  for (size_t i = 0; i < std::min(now.vectors.size(), base.vectors.size()); ++i) {
    double ab = 0, aa = 0, bb = 0;
    for (size_t k = 0; k < std::min(now.vectors[i].size(), base.vectors[i].size()); ++k) {
      const double a = now.vectors[i][k], b = base.vectors[i][k];
      ab += a * b, aa += a * a, bb += b * b;
    }
    sum += ab / std::sqrt(std::max(aa * bb, 1e-30));
  }
  return items > 0 ? sum / static_cast<double>(items) : 1;
}

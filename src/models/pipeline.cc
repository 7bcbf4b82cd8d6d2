#include "bitloom/pipeline.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>

#include "formats/folder.h"
#include "models/config.h"
#include "models/image.h"
#include "models/sound.h"
#include "models/speech.h"

namespace bitloom {
namespace {

std::vector<double> softmax(std::span<const float> logits) {
  std::vector<double> out(logits.begin(), logits.end());
  const double most = *std::ranges::max_element(out);
  double sum = 0;
  for (double& v : out) sum += v = std::exp(v - most);
  for (double& v : out) v /= sum;
  return out;
}

std::vector<Answer::Label> best(std::span<const float> logits, int top, const auto& name) {
  const std::vector<double> p = softmax(logits);
  std::vector<size_t> order(p.size());
  std::iota(order.begin(), order.end(), size_t{0});
  const size_t count = std::min(order.size(), static_cast<size_t>(std::max(top, 1)));
  std::ranges::partial_sort(order, order.begin() + static_cast<ptrdiff_t>(count),
                            [&](size_t a, size_t b) { return p[a] > p[b] || (p[a] == p[b] && a < b); });
  std::vector<Answer::Label> out;
  for (size_t i = 0; i < count; ++i) out.push_back({name(order[i]), p[order[i]]});
  return out;
}

std::vector<float> unit(std::vector<float> v) {
  double sum = 0;
  for (float x : v) sum += static_cast<double>(x) * x;
  for (float& x : v) x = static_cast<float>(x / std::sqrt(std::max(sum, 1e-30)));
  return v;
}

Tensor row(const std::vector<int32_t>& ids) {
  return Tensor::from<int32_t>({1, static_cast<int64_t>(ids.size())}, ids);
}

}  // namespace

Pipeline::~Pipeline() = default;

Task<Result<std::shared_ptr<Pipeline>>> Pipeline::load(std::shared_ptr<Backend> backend, const Folder& folder,
                                                       ModelOptions options) {
  auto p = std::shared_ptr<Pipeline>(new Pipeline);
  CO_TRY(p->model_, co_await Model::load(std::move(backend), folder, options));
  const Config& config = p->model_->config();
  p->architecture_ = config.architecture(), p->labels_ = config.labels();
  // Pictures and sounds need no words.
  auto tokenizer = Tokenizer::from_folder(folder);
  if (tokenizer.ok()) p->tokenizer_ = *tokenizer;
  else p->tokenizer_problem_ = tokenizer.error().message;
  const std::string& family = p->model_->family();
  const Config vision = family == "clip" ? config.part("vision_config") : config;
  if (family == "vit" || family == "clip") {
    CO_TRY(std::string text, folder.text_or("preprocessor_config.json", "{}"));
    CO_TRY(const Config c, Config::parse(std::move(text), "[config] preprocessor_config.json"));
    p->pictures_ = std::make_unique<PictureRules>(PictureRules::read(c));
    CO_CHECK(c.status());
    const std::vector<int64_t> size = vision.integers("image_size");
    if (p->pictures_->width == 0 && p->pictures_->shortest == 0 && !size.empty())
      p->pictures_->width = size.back(), p->pictures_->height = size[0];
    p->channels_ = vision.integer("num_channels", 3);
  }
  if (family == "whisper") {
    CO_TRY(std::string text, folder.text_or("preprocessor_config.json", "{}"));
    CO_TRY(const Config c, Config::parse(std::move(text), "[config] preprocessor_config.json"));
    p->sounds_ = std::make_unique<SoundRules>(SoundRules::read(c));
    CO_CHECK(c.status());
    CO_TRY(std::string generation, folder.text_or("generation_config.json", "{}"));
    CO_TRY(const Config g, Config::parse(std::move(generation), "[config] generation_config.json"));
    p->speech_ = std::make_unique<SpeechRules>(SpeechRules::read(config, g, p->tokenizer()));
    CO_CHECK(g.status());
    p->speech_->seconds = static_cast<double>(p->sounds_->hop) / static_cast<double>(p->sounds_->rate);
  }
  const Config words = family == "clip" ? config.part("text_config") : config;
  p->positions_ = words.integer("max_position_embeddings", words.integer("n_positions", 0));
  CO_CHECK(config.status());
  co_return p;
}

std::string Pipeline::task() const {
  const std::string& family = model_->family();
  if (family == "vit") return "classify";
  if (family == "clip") return "match";
  if (family == "whisper") return "listen";
  if (family != "bert" && family != "mpnet") return "write";
  if (architecture_.ends_with("ForMaskedLM") || architecture_ == "BertForPreTraining") return "fill";
  return labels_.empty() || architecture_.ends_with("Model") ? "embed" : "classify";
}

Result<Tokenizer> Pipeline::needed() const {
  if (tokenizer_) return *tokenizer_;
  return error(Code::not_found, "[pipeline] this model has no tokenizer: {}", tokenizer_problem_);
}

Result<Encoding> Pipeline::encode(std::string_view text, std::string_view pair) const {
  // MPNet's positions start after that of padding.
  const int64_t most = positions_ - (model_->family() == "mpnet" ? 2 : 0);
  EncodeOptions options{.max_length = static_cast<size_t>(std::max<int64_t>(most, 0))};
  if (!pair.empty()) options.pair = pair;
  Encoding e = TRY(TRY(needed()).encode(text, options));
  if (e.ids.empty()) return error(Code::invalid_argument, "[pipeline] the text is empty");
  return e;
}

Result<Tensor> Pipeline::pixels(std::span<const std::byte> image) const {
  if (!pictures_) return error(Code::unsupported, "[pipeline] {} looks at no pictures", model_->family());
  return prepare(TRY(read_picture(image, channels_)), *pictures_);
}

Result<Tensor> Pipeline::pixels(int64_t width, int64_t height, std::vector<uint8_t> bytes) const {
  if (!pictures_) return error(Code::unsupported, "[pipeline] {} looks at no pictures", model_->family());
  if (static_cast<int64_t>(bytes.size()) != width * height * channels_)
    return error(Code::invalid_argument, "[pipeline] {} bytes are no picture of {} x {} with {} channels", bytes.size(),
                 width, height, channels_);
  return prepare({width, height, channels_, std::move(bytes)}, *pictures_);
}

Task<Result<Answer>> Pipeline::classify_text(const Question& q) {
  Answer a{.task = task()};
  CO_TRY(const Encoding e, encode(q.text, q.pair));
  Model::Tensors in{{"input_ids", row(e.ids)}};
  if (!q.pair.empty()) in.emplace("token_type_ids", row(e.type_ids));
  std::vector<std::string> wanted{a.task == "embed" ? "mean" : "logits"};
  CO_TRY(const Model::Tensors out, co_await model_->run(std::move(in), std::move(wanted)));
  const std::vector<float> y = out.begin()->second.to_floats();
  if (a.task == "embed") {
    a.embedding = unit(y);
  } else if (a.task == "fill") {
    const size_t width = static_cast<size_t>(out.begin()->second.shape()[2]);
    const std::string word = tokenizer_->id("[MASK]") >= 0 ? "[MASK]" : "<mask>";
    const auto at = std::ranges::find(e.ids, tokenizer_->id(word));
    if (at == e.ids.end()) co_return error(Code::invalid_argument, "[pipeline] the text has no {} to fill", word);
    const auto logits = std::span(y).subspan(static_cast<size_t>(at - e.ids.begin()) * width, width);
    a.labels = best(logits, q.top, [&](size_t i) { return std::string(tokenizer_->token(static_cast<int32_t>(i))); });
  } else if (out.begin()->second.shape().rank() == 3) {
    // Classes of words: the likeliest of each.
    const size_t width = static_cast<size_t>(out.begin()->second.shape()[2]);
    for (size_t i = 0; i < e.ids.size(); ++i) {
      if (e.special[i]) continue;
      const auto top = best(std::span(y).subspan(i * width, width), 1,
                            [&](size_t k) { return k < labels_.size() ? labels_[k] : format("{}", k); });
      a.labels.push_back({format("{}: {}", tokenizer_->token(e.ids[i]), top[0].name), top[0].score});
    }
  } else {
    a.labels = best(y, q.top, [&](size_t i) { return i < labels_.size() ? labels_[i] : format("{}", i); });
  }
  co_return a;
}

Task<Result<Answer>> Pipeline::classify_picture(const Question& q) {
  Answer a{.task = "classify"};
  CO_TRY(Tensor picture, pixels(q.image));
  Model::Tensors in{{"pixel_values", std::move(picture)}};
  std::vector<std::string> wanted{"logits"};
  CO_TRY(const Model::Tensors out, co_await model_->run(std::move(in), std::move(wanted)));
  a.labels = best(out.begin()->second.to_floats(), q.top,
                  [&](size_t i) { return i < labels_.size() ? labels_[i] : format("{}", i); });
  co_return a;
}

Task<Result<std::vector<float>>> Pipeline::embed_text(std::string text) {
  CO_TRY(const Encoding e, encode(text));
  Model::Tensors in{{"input_ids", row(e.ids)}};
  std::vector<std::string> wanted{"mean"};
  if (model_->family() == "clip") {
    // The end of the text stands for it: the first such token, or, in old models, the largest.
    const int64_t end = model_->config().part("text_config").integer("eos_token_id", 2);
    auto at = std::ranges::find(e.ids, static_cast<int32_t>(end));
    if (end == 2 || at == e.ids.end()) at = std::ranges::max_element(e.ids);
    in.emplace("pooled_at", Tensor::from<int32_t>({1}, {static_cast<int32_t>(at - e.ids.begin())}));
    wanted = {"text_embeds"};
  }
  CO_TRY(const Model::Tensors out, co_await model_->run(std::move(in), std::move(wanted)));
  co_return unit(out.begin()->second.to_floats());
}

Task<Result<std::vector<float>>> Pipeline::embed_pixels(Tensor pixels) {
  Model::Tensors in{{"pixel_values", std::move(pixels)}};
  std::vector<std::string> wanted{model_->family() == "clip" ? "image_embeds" : "last_hidden_state"};
  CO_TRY(const Model::Tensors out, co_await model_->run(std::move(in), std::move(wanted)));
  co_return unit(out.begin()->second.to_floats());
}

Task<Result<Answer>> Pipeline::match(const Question& q) {
  Answer a{.task = "match"};
  if (q.image.empty()) {
    a.task = "embed";
    CO_TRY(a.embedding, co_await embed_text(q.text));
    co_return a;
  }
  CO_TRY(Tensor picture, pixels(q.image));
  CO_TRY(const std::vector<float> seen, co_await embed_pixels(std::move(picture)));
  std::vector<std::string> labels = q.labels;
  if (labels.empty() && !q.text.empty()) labels.push_back(q.text);
  if (labels.empty()) {
    a.embedding = seen;
    co_return a;
  }
  CO_TRY(const double scale, model_->logit_scale());
  std::vector<float> logits;
  for (const std::string& label : labels) {
    CO_TRY(const std::vector<float> words, co_await embed_text(label));
    logits.push_back(static_cast<float>(scale * std::inner_product(words.begin(), words.end(), seen.begin(), 0.0)));
  }
  a.labels = best(logits, q.top, [&](size_t i) { return labels[i]; });
  co_return a;
}

Task<Result<Answer>> Pipeline::write(Question q) {
  Answer a{.task = "write"};
  CO_TRY(const Encoding e, encode(q.text));
  std::vector<int32_t> ids = e.ids;
  // A text that is to go on does not end.
  if (model_->family() != "t5")
    for (int64_t end : model_->config().integers("eos_token_id"))
      if (ids.size() > 1 && ids.back() == end) ids.pop_back();
  Model::Tensors in{{"input_ids", row(ids)}};
  CO_TRY(a.generated, co_await model_->generate(std::move(in), std::move(q.generate)));
  a.text = tokenizer_->decode(a.generated.tokens);
  for (const Generated::Text& text : a.generated.beams) a.texts.push_back(tokenizer_->decode(text.tokens));
  co_return a;
}

Task<Result<Answer>> Pipeline::listen(Question q) {
  Answer a{.task = "listen"};
  CO_TRY(const Tokenizer words, needed());
  CO_TRY(Sound sound, read_wav(q.audio));
  q.audio = {};
  if (sound.samples.empty()) co_return error(Code::invalid_argument, "[pipeline] the sound is empty");
  if (sound.rate != sounds_->rate) sound = resample(sound, sounds_->rate);
  SpeechOptions options{q.language, q.task, q.timestamps, std::move(q.generate)};
  const int64_t hop = sounds_->hop, count = static_cast<int64_t>(sound.samples.size());
  // One window at a time, so that a long sound takes no more than a short one. Silence has nothing to say.
  std::function<Tensor(int64_t)> window = [&](int64_t frame) {
    const auto from = sound.samples.begin() + frame * hop;
    const auto to = from + std::min(sounds_->samples(), count - frame * hop);
    if (std::all_of(from, to, [](float v) { return std::abs(v) < 0x1p-16f; })) return Tensor();
    return log_mel(sound, *sounds_, frame * hop);
  };
  CO_TRY(Heard heard, co_await hear(*model_, *speech_, std::move(options), (count + hop - 1) / hop, std::move(window)));
  const double end = static_cast<double>(count) / static_cast<double>(sounds_->rate);
  for (const Heard::Segment& s : heard.segments) {
    const std::string text = words.decode(s.tokens);
    const size_t first = text.find_first_not_of(' ');
    if (first == std::string::npos) continue;
    a.segments.push_back({std::min(s.from, end), std::min(s.to, end), text.substr(first)});
    a.text += (a.text.empty() ? "" : " ") + a.segments.back().text;
  }
  a.language = heard.language, a.generated = std::move(heard.generated);
  co_return a;
}

Task<Result<Answer>> Pipeline::ask(Question q) {
  const auto start = std::chrono::steady_clock::now();
  const std::string what = task();
  const bool looks = what == "match" || model_->family() == "vit";
  if (q.image.empty() && model_->family() == "vit")
    co_return error(Code::invalid_argument, "[pipeline] {} needs a picture", model_->family());
  if (q.audio.empty() && what == "listen")
    co_return error(Code::invalid_argument, "[pipeline] {} needs a sound", model_->family());
  if (q.text.empty() && !looks && what != "listen")
    co_return error(Code::invalid_argument, "[pipeline] {} needs a text", model_->family());
  Result<Answer> a{Answer{}};
  if (what == "match") a = co_await match(q);
  else if (looks) a = co_await classify_picture(q);
  else if (what == "listen") a = co_await listen(std::move(q));
  else if (what == "write") a = co_await write(std::move(q));
  else a = co_await classify_text(q);
  if (a.ok()) a->ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
  co_return a;
}

Task<Result<Pipeline::Likely>> Pipeline::likelihood(std::string text, int64_t window) {
  CO_TRY(const Tokenizer words, needed());
  EncodeOptions options{.add_special_tokens = false};
  CO_TRY(const Encoding e, words.encode(text, options));
  Likely out;
  const auto count = static_cast<int64_t>(e.ids.size());
  for (int64_t from = 0; from + 1 < count; from += window) {
    const int64_t n = std::min(window, count - from);
    if (n < 2) break;
    const std::vector<int32_t> ids(e.ids.begin() + from, e.ids.begin() + from + n);
    Model::Tensors in{{"input_ids", row(ids)}};
    std::vector<std::string> wanted{"logits"};
    CO_TRY(const Model::Tensors result, co_await model_->run(std::move(in), std::move(wanted)));
    const std::vector<float> y = result.begin()->second.to_floats();
    const size_t width = y.size() / ids.size();
    for (size_t i = 0; i + 1 < ids.size(); ++i) {
      const std::vector<double> p = softmax(std::span(y).subspan(i * width, width));
      out.nats -= std::log(std::max(p[static_cast<size_t>(ids[i + 1])], 1e-300));
      ++out.tokens;
    }
  }
  co_return out;
}

}  // namespace bitloom

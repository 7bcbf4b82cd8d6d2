#include "bitloom/pipeline.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>

#include "base/try.h"
#include "bitloom/folder.h"
#include "models/family.h"
#include "models/image.h"
#include "models/question.h"
#include "models/sentence.h"
#include "models/sound.h"
#include "models/speech.h"
#include "runtime/inside.h"

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

}  // namespace

Pipeline::~Pipeline() = default;

Task<Result<std::shared_ptr<Pipeline>>> Pipeline::load(std::shared_ptr<Backend> backend, const Folder& folder,
                                                       ModelOptions options) {
  auto p = std::shared_ptr<Pipeline>(new Pipeline);
  const std::string wanted = options.task;
  const bool limited = options.max_length > 0;
  CO_TRY(p->model_, co_await Model::load(std::move(backend), folder, std::move(options)));
  const Config& config = Inside::config(*p->model_);
  const Family& family = p->family();
  const Modalities takes = family.entry().takes;
  p->labels_ = config.labels();
  CO_CHECK(p->settle_task(folder, wanted));
  if (limited && p->longest_ > p->model_->max_length()) p->longest_ = 0;
  // Pictures and sounds need no words.
  auto tokenizer = Tokenizer::from_folder(folder);
  if (tokenizer.ok()) p->tokenizer_ = *tokenizer;
  else p->tokenizer_problem_ = tokenizer.error();
  if (takes.image || takes.audio) {
    CO_TRY(std::string text, folder.text_or("preprocessor_config.json", "{}"));
    CO_TRY(const Config c, Config::parse(std::move(text), "[config] preprocessor_config.json"));
    if (takes.image) {
      p->pictures_ = std::make_unique<PictureRules>(PictureRules::read(c));
      const Shape size = family.picture();
      if (p->pictures_->width == 0 && p->pictures_->shortest == 0)
        p->pictures_->height = size[1], p->pictures_->width = size[2];
    }
    if (takes.audio) {
      p->sounds_ = std::make_unique<SoundRules>(SoundRules::read(c));
      CO_TRY(std::string generation, folder.text_or("generation_config.json", "{}"));
      CO_TRY(const Config g, Config::parse(std::move(generation), "[config] generation_config.json"));
      p->speech_ = std::make_unique<SpeechRules>(SpeechRules::read(config, g, p->tokenizer()));
      CO_CHECK(g.status());
      p->speech_->seconds = static_cast<double>(p->sounds_->hop) / static_cast<double>(p->sounds_->rate);
    }
    CO_CHECK(c.status());
  }
  CO_CHECK(config.status());
  co_return p;
}

const Family& Pipeline::family() const { return Inside::family(*model_); }

Error Pipeline::unsupported(std::string_view what) const {
  return error(Code::unsupported, "[pipeline] {} not supported by {}, which is for {}", what, model_->family(),
               name(task_));
}

Status Pipeline::settle_task(const Folder& folder, const std::string& wanted) {
  const Family& family = this->family();
  task_ = family.task(), pooling_ = family.text_embedding(), longest_ = family.positions();
  if (family.entry().takes.text && !classifies_text(task_))
    if (const std::optional<SentenceRules> rules = TRY(read_sentence_rules(folder))) {
      if (pooling_.empty()) return unsupported("sentence embeddings, which modules.json is for, are");
      task_ = TaskKind::feature_extraction, pooling_ = rules->output, normalizes_ = rules->normalize;
      if (rules->max_length > 0) longest_ = longest_ > 0 ? std::min(longest_, rules->max_length) : rules->max_length;
    }
  if (wanted.empty() || is_called(task_, wanted)) return {};
  (void)TRY(check_task_name(wanted));
  const bool embeds = !family.text_embedding().empty() || !family.image_embedding().empty();
  if (!is_called(TaskKind::feature_extraction, wanted) || !embeds)
    return error(Code::unsupported, "[pipeline] task '{}' is not supported by this model; supported {} {}{}", wanted,
                 embeds ? "are" : "is", name(task_),
                 // bitloom's: <chrono> brings std::format too, and with it 400 KB of locales.
                 embeds ? bitloom::format(", {}", name(TaskKind::feature_extraction)) : std::string());
  task_ = TaskKind::feature_extraction;
  return {};
}

std::string Pipeline::task() const { return std::string(name(task_)); }

Result<Tokenizer> Pipeline::needed() const {
  if (tokenizer_) return *tokenizer_;
  if (tokenizer_problem_.code != Code::not_found) return tokenizer_problem_;  // there is one, which cannot be used
  return error(Code::not_found, "[pipeline] this model has no tokenizer: {}", tokenizer_problem_.message);
}

Result<Encoding> Pipeline::encode(std::string_view text, std::string_view pair) const {
  // One token more than are allowed is enough to know, however long the text is.
  const auto limit = static_cast<size_t>(model_->max_length());
  EncodeOptions options{.max_length = longest_ > 0 ? static_cast<size_t>(longest_) : limit + 1};
  if (!pair.empty()) options.pair = pair;
  Encoding e = TRY(TRY(needed()).encode(text, options));
  if (text.empty()) return error(Code::invalid_argument, "[pipeline] the text is empty");
  if (e.ids.empty())
    return error(Code::invalid_argument, "[pipeline] {} makes no tokens of the text", tokenizer_->source());
  if (e.ids.size() > limit)
    return error(Code::limit,
                 "[pipeline] the text has more than {} tokens, which is the limit; --max-length (in C++ "
                 "ModelOptions::max_length, in TypeScript maxLength) changes it",
                 limit);
  return e;
}

std::string Pipeline::label(size_t i) const { return i < labels_.size() ? labels_[i] : format("LABEL_{}", i); }

Result<Tensor> Pipeline::pixels(std::span<const std::byte> image) const {
  if (!pictures_) return unsupported("pictures are");
  Tensor made = TRY(prepare(TRY(read_picture(image, family().picture()[0])), *pictures_));
  (void)TRY(check_prepared(family(), made.shape(), PictureRules::shaping));
  return made;
}

Result<Tensor> Pipeline::pixels(int64_t width, int64_t height, std::vector<uint8_t> bytes) const {
  if (!pictures_) return unsupported("pictures are");
  const int64_t channels = family().picture()[0];
  if (static_cast<int64_t>(bytes.size()) != width * height * channels)
    return error(Code::invalid_argument, "[pipeline] {} bytes are no picture of {} x {} with {} channels", bytes.size(),
                 width, height, channels);
  return prepare({width, height, channels, std::move(bytes)}, *pictures_);
}

Task<Result<Answer>> Pipeline::classify_text(const Question& q) {
  Answer a{.task = task()};
  CO_TRY(const Encoding e, encode(q.text, q.pair));
  Model::Tensors in = family().text_inputs(e);
  std::vector<std::string> wanted{"logits"};
  CO_TRY(const Model::Tensors out, co_await model_->run(std::move(in), std::move(wanted)));
  const Tensor& logits = out.begin()->second;
  const std::vector<float> y = logits.to_floats();
  const size_t width = static_cast<size_t>(logits.shape()[logits.shape().rank() - 1]);
  const auto of_token = [&](size_t i) { return std::span(y).subspan(i * width, width); };
  if (task_ == TaskKind::fill_mask) {
    const int32_t mask = tokenizer_->mask_id();
    if (mask < 0) co_return error(Code::not_found, "[pipeline] the model's tokenizer has no mask token");
    const auto at = std::ranges::find(e.ids, mask);
    if (at == e.ids.end())
      co_return error(Code::invalid_argument, "[pipeline] the text must have a {} to fill", tokenizer_->token(mask));
    a.labels = best(of_token(static_cast<size_t>(at - e.ids.begin())), q.top,
                    [&](size_t i) { return std::string(tokenizer_->token(static_cast<int32_t>(i))); });
  } else if (task_ == TaskKind::token_classification) {
    // The likeliest class of each token.
    for (size_t i = 0; i < e.ids.size(); ++i) {
      if (e.special[i]) continue;
      const auto top = best(of_token(i), 1, [&](size_t k) { return label(k); });
      const auto [start, end] = e.offsets[i];
      a.entities.push_back(
          {std::string(tokenizer_->token(e.ids[i])), top[0].name, top[0].score, i, size_t{start}, size_t{end}});
    }
  } else {
    a.labels = best(y, q.top, [&](size_t i) { return label(i); });
  }
  co_return a;
}

Task<Result<Answer>> Pipeline::classify_picture(const Question& q) {
  Answer a{.task = task()};
  CO_TRY(Tensor picture, pixels(q.image));
  Model::Tensors in = family().image_inputs(std::move(picture));
  std::vector<std::string> wanted{"logits"};
  CO_TRY(const Model::Tensors out, co_await model_->run(std::move(in), std::move(wanted)));
  a.labels = best(out.begin()->second.to_floats(), q.top, [&](size_t i) { return label(i); });
  co_return a;
}

Task<Result<std::vector<float>>> Pipeline::embed(Model::Tensors in, std::string output) {
  std::vector<std::string> wanted{std::move(output)};
  CO_TRY(const Model::Tensors out, co_await model_->run(std::move(in), std::move(wanted)));
  std::vector<float> vector = out.begin()->second.to_floats();
  co_return normalizes_ ? unit(std::move(vector)) : std::move(vector);
}

Task<Result<std::vector<float>>> Pipeline::embed_text(std::string text) {
  if (pooling_.empty()) co_return unsupported("embeddings of texts are");
  CO_TRY(const Encoding e, encode(text));
  Model::Tensors in = family().text_inputs(e);
  co_return co_await embed(std::move(in), pooling_);
}

Task<Result<std::vector<float>>> Pipeline::embed_pixels(Tensor pixels) {
  const std::string output = family().image_embedding();
  if (output.empty()) co_return unsupported("embeddings of pictures are");
  Model::Tensors in = family().image_inputs(std::move(pixels));
  co_return co_await embed(std::move(in), output);
}

Task<Result<Answer>> Pipeline::represent(const Question& q) {
  Answer a{.task = std::string(name(TaskKind::feature_extraction))};
  if (q.image.empty()) {
    CO_TRY(a.embedding, co_await embed_text(q.text));
  } else {
    CO_TRY(Tensor picture, pixels(q.image));
    CO_TRY(a.embedding, co_await embed_pixels(std::move(picture)));
  }
  co_return a;
}

Task<Result<Answer>> Pipeline::match(const Question& q) {
  std::vector<std::string> labels = q.labels;
  if (labels.empty() && !q.text.empty()) labels.push_back(q.text);
  if (q.image.empty() || labels.empty()) co_return co_await represent(q);  // nothing to compare
  Answer a{.task = task()};
  CO_TRY(Tensor picture, pixels(q.image));
  CO_TRY(const std::vector<float> seen, co_await embed_pixels(std::move(picture)));
  CO_TRY(const double scale, model_->similarity_scale());
  std::vector<float> logits;
  for (const std::string& label : labels) {
    CO_TRY(const std::vector<float> words, co_await embed_text(label));
    logits.push_back(static_cast<float>(scale * std::inner_product(words.begin(), words.end(), seen.begin(), 0.0)));
  }
  a.labels = best(logits, q.top, [&](size_t i) { return labels[i]; });
  co_return a;
}

Task<Result<Answer>> Pipeline::write(Question q) {
  Answer a{.task = task()};
  CO_TRY(const Encoding e, encode(q.text));
  Model::Tensors in = family().text_inputs(e);
  CO_TRY(a.generated, co_await model_->generate(std::move(in), std::move(q.generate)));
  a.text = tokenizer_->decode(a.generated.tokens);
  for (const Generated::Text& text : a.generated.beams) a.texts.push_back(tokenizer_->decode(text.tokens));
  co_return a;
}

Task<Result<Answer>> Pipeline::listen(Question q) {
  Answer a{.task = task()};
  CO_TRY(const Tokenizer words, needed());
  CO_TRY(const Sound sound, read_wav(q.audio));
  q.audio = {};
  if (sound.samples.empty()) co_return error(Code::invalid_argument, "[pipeline] the sound is empty");
  CO_TRY(const Resampler resampler, Resampler::create(sound, sounds_->rate));
  SpeechOptions options{q.language, q.task, q.timestamps, std::move(q.generate)};
  const int64_t hop = sounds_->hop, count = resampler.samples();
  CO_CHECK(check_prepared(family(), {1, sounds_->mels, sounds_->samples() / hop}, SoundRules::shaping));
  // One window at a time, so that a long sound takes no more than a short one. Silence has nothing to say.
  std::function<Tensor(int64_t)> window = [&](int64_t frame) {
    const Sound part = resampler.piece(frame * hop, sounds_->samples());
    if (std::ranges::all_of(part.samples, [](float v) { return std::abs(v) < 0x1p-16f; })) return Tensor();
    return log_mel(part, *sounds_);
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
  CO_CHECK(check_fields(fields_of(q, family(), task_), family(), task_));
  const Modalities takes = family().entry().takes;
  const bool given =
      (takes.text && !q.text.empty()) || (takes.image && !q.image.empty()) || (takes.audio && !q.audio.empty());
  if (!given)
    co_return error(Code::invalid_argument, "[pipeline] {} needs a {}", model_->family(),
                    takes.audio  ? "sound"
                    : takes.text ? takes.image ? "text or a picture" : "text"
                                 : "picture");
  Result<Answer> a{Answer{}};
  switch (task_) {
    case TaskKind::text_classification:
    case TaskKind::token_classification:
    case TaskKind::fill_mask: a = co_await classify_text(q); break;
    case TaskKind::feature_extraction: a = co_await represent(q); break;
    case TaskKind::text_generation:
    case TaskKind::text2text_generation: a = co_await write(std::move(q)); break;
    case TaskKind::automatic_speech_recognition: a = co_await listen(std::move(q)); break;
    case TaskKind::image_classification: a = co_await classify_picture(q); break;
    case TaskKind::zero_shot_image_classification: a = co_await match(q); break;
  }
  if (!a.ok()) co_return of_tokens(a.error(), tokenizer());
  a->ms = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
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
    Model::Tensors in{{"input_ids", row_of(ids)}};
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

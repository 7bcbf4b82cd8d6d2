#include "models/question.h"

#include <algorithm>

#include "models/decoder.h"

namespace bitloom {

std::vector<QuestionField> fields_of(const Question& q, const Family& family, TaskKind task) {
  using enum TaskKind;
  const GenerateOptions &g = q.generate, usual;
  const Modalities takes = family.entry().takes;
  const bool hears = task == automatic_speech_recognition;
  const bool writes = task == text_generation || task == text2text_generation || hears;
  const bool matches = task == zero_shot_image_classification;
  const bool reads = task == text_classification || task == fill_mask;
  const bool has_prompt = writes && family.decoder() && family.decoder()->has_encoder();
  return {
      {"text", !q.text.empty(), takes.text},
      {"pair", !q.pair.empty(), reads},
      {.name = "image",
       .given = !q.image.empty(),
       .supported = takes.image,
       .without = task == feature_extraction ? "text" : ""},
      {"audio", !q.audio.empty(), takes.audio},
      {"labels", !q.labels.empty(), matches, "image", "text"},
      {"top", q.top != Question().top, reads || matches || task == image_classification},
      {"max_new_tokens", g.max_new_tokens != usual.max_new_tokens, writes},
      {"temperature", g.temperature != usual.temperature, writes},
      {"top_k", g.top_k != usual.top_k, writes},
      {"top_p", g.top_p != usual.top_p, writes},
      {"repetition_penalty", g.repetition_penalty != usual.repetition_penalty, writes},
      {"seed", g.seed != usual.seed, writes},
      {"num_beams", g.num_beams != usual.num_beams, writes},
      {"num_results", g.num_results != usual.num_results, writes && !hears},
      {"length_penalty", g.length_penalty != usual.length_penalty, writes, "num_beams"},
      {"early_stopping", g.early_stopping != usual.early_stopping, writes, "num_beams"},
      {"suppress", !g.suppress.empty(), writes},
      {"suppress_first", !g.suppress_first.empty(), writes},
      {"generate.timestamps", g.timestamps.has_value(), writes},
      {"stop", !g.stop.empty(), writes},
      {"prompt", !g.prompt.empty(), has_prompt},
      {"language", !q.language.empty(), hears},
      {"task", !q.task.empty(), hears},
      {"timestamps", q.timestamps, hears},
  };
}

Status check_fields(const std::vector<QuestionField>& fields, const Family& family, TaskKind task) {
  std::string wrong, right;
  const char *them = "is", *those = "is";
  for (const QuestionField& f : fields) {
    if (!f.supported && !f.given) continue;
    std::string& list = f.supported ? right : wrong;
    if (!list.empty()) (f.supported ? those : them) = "are";
    list.append(list.empty() ? "" : ", ").append(f.name);
  }
  if (!wrong.empty())
    return error(Code::invalid_argument, "[options] {} is for {}: {} {} not supported; supported {} {}",
                 family.entry().name, name(task), wrong, them, those, right);
  const auto given = [&](const std::string& name) {
    return std::ranges::any_of(fields, [&](const QuestionField& f) { return f.given && f.name == name; });
  };
  for (const QuestionField& f : fields) {
    if (!f.given) continue;
    if (!f.needs.empty() && !given(f.needs))
      return error(Code::invalid_argument, "[options] {} needs {}", f.name, f.needs);
    if (given(f.without))
      return error(Code::invalid_argument, "[options] {} and {} are not supported together; supported is one of them",
                   f.name, f.without);
  }
  return {};
}

Status check_prepared(const Family& family, const Shape& made, std::string_view by) {
  const std::vector<Use> uses = family.uses(DType::f32);
  for (const auto& [name, takes] : uses[0].inputs)
    if (is_float(takes.dtype) && takes.shape != made)
      return error(Code::invalid_argument,
                   "[config] preprocessor_config.json makes {} of {}, by its {}; config.json says {}", name, made, by,
                   takes.shape);
  return {};
}

Error of_tokens(const Error& e, const Tokenizer* tokenizer) {
  constexpr std::string_view beyond = "[model] '";
  if (!tokenizer || !e.message.starts_with(beyond)) return e;
  return error(e.code, "[model] {}: '{}", tokenizer->source(), e.message.substr(beyond.size()));
}

}  // namespace bitloom

#include "models/speech.h"

#include <algorithm>
#include <limits>
#include <set>

#include "base/try.h"
#include "models/family.h"
#include "runtime/inside.h"

namespace bitloom {
namespace {

constexpr int64_t stride = 2;  // frames of a position, and of a step of time

std::vector<int32_t> prompt_of(const SpeechRules& r, const SpeechOptions& o, std::string_view language) {
  std::vector<int32_t> out{r.start};
  if (const auto found = r.languages.find(language); found != r.languages.end()) out.push_back(found->second);
  const int32_t task = o.task == "translate" ? r.translate : r.transcribe;
  if (task >= 0 && (r.multilingual || !o.task.empty())) out.push_back(task);
  if (!o.timestamps && r.no_timestamps >= 0) out.push_back(r.no_timestamps);
  return out;
}

Status check(const SpeechRules& r, const SpeechOptions& o) {
  if (!o.language.empty() && !r.languages.contains(o.language)) {
    std::string known;
    for (const auto& [name, id] : r.languages) known += (known.empty() ? "" : ", ") + name;
    return error(Code::invalid_argument, "[speech] language '{}' is not supported by this model; {}", o.language,
                 known.empty() ? "it has one language, which need not be named" : "supported are " + known);
  }
  if (o.generate.num_results > 1)
    return error(Code::invalid_argument, "[speech] num_results is {}; for a sound it must be 1",
                 o.generate.num_results);
  if (!o.task.empty() && o.task != "transcribe" && o.task != "translate")
    return error(Code::invalid_argument, "[speech] task '{}' is not supported; supported are transcribe and translate",
                 o.task);
  if ((o.task == "translate" && r.translate < 0) || (o.task == "transcribe" && r.transcribe < 0))
    return error(Code::unsupported, "[speech] this model has no token for the task '{}'", o.task);
  if (r.start < 0) return error(Code::unsupported, "[speech] config.json: decoder_start_token_id is missing");
  if (!o.timestamps) return {};
  if (r.no_timestamps < 0)
    return error(Code::unsupported, "[speech] timestamps are not supported by this model: it has no timestamp tokens");
  if (std::ranges::find(r.suppress, r.no_timestamps + 1) != r.suppress.end())
    return error(Code::unsupported,
                 "[speech] timestamps are not supported by this model: its generation_config.json suppresses them");
  return {};
}

}  // namespace

SpeechRules SpeechRules::read(const Config& config, const Config& generation, const Tokenizer* words) {
  const Config& c = config;
  const Config& g = generation;
  SpeechRules r;
  const auto word = [&](std::string_view token) { return words ? words->id(token) : -1; };
  const auto id_of = [](const Config& from, std::string_view key, int64_t n) {
    constexpr int64_t most = std::numeric_limits<int32_t>::max();
    if (n < -1 || n > most) from.refuse(format("{} has {}; it must be between -1 and {}", key, n, most));
    return static_cast<int32_t>(std::clamp<int64_t>(n, -1, most));
  };
  const auto number = [&](std::string_view key, int64_t otherwise) {
    return g.has(key) ? id_of(g, key, g.integer(key)) : id_of(c, key, c.integer(key, otherwise));
  };
  const std::vector<int64_t> ends = c.integers("eos_token_id");
  r.start = number("decoder_start_token_id", word("<|startoftranscript|>"));
  r.end = ends.empty() ? word("<|endoftext|>") : id_of(c, "eos_token_id", ends[0]);
  r.no_timestamps = number("no_timestamps_token_id", word("<|notimestamps|>"));
  r.most_first = number("max_initial_timestamp_index", -1);
  for (const auto& [key, list] :
       {std::pair{"suppress_tokens", &r.suppress}, {"begin_suppress_tokens", &r.suppress_first}})
    for (const Config& from = g.has(key) ? g : c; int64_t t : from.integers(key)) list->push_back(id_of(from, key, t));
  const auto ids = [&](const char* key, const auto& take) {
    if (const auto map = g.value(key))
      for (const auto& [name, id] : map->members())
        if (const auto n = id.integer()) take(name, id_of(g, key, *n));
  };
  ids("lang_to_id", [&](std::string_view name, int32_t id) {
    if (name.starts_with("<|") && name.ends_with("|>")) name = name.substr(2, name.size() - 4);
    r.languages.emplace(name, id);
  });
  ids("task_to_id",
      [&](std::string_view name, int32_t id) { (name == "translate" ? r.translate : r.transcribe) = id; });
  if (r.transcribe < 0) r.transcribe = word("<|transcribe|>");
  if (r.translate < 0) r.translate = word("<|translate|>");
  // Without a list the languages stand between the start and the tasks.
  if (r.languages.empty() && words)
    for (int32_t id = r.start + 1; r.start >= 0 && id < r.start + 200; ++id) {
      const std::string_view t = words->token(id);
      if (t.size() < 6 || t.size() > 7 || !t.starts_with("<|") || !t.ends_with("|>")) break;
      r.languages.emplace(t.substr(2, t.size() - 4), id);
    }
  r.multilingual = g.flag("is_multilingual", !r.languages.empty());
  r.frames = stride * c.size("max_source_positions", 1500);
  return r;
}

Cut cut_at_times(std::span<const int32_t> tokens, int32_t first_time, int64_t frames, double seconds) {
  Cut out{.frames = frames};
  const auto is_time = [&](size_t i) { return tokens[i] >= first_time; };
  const auto time = [&](size_t i) { return static_cast<double>(stride * (tokens[i] - first_time)) * seconds; };
  const auto add = [&](size_t from, size_t to, double begin, double end) {
    Heard::Segment s{begin, end};
    for (size_t i = from; i < to; ++i)
      if (!is_time(i)) s.tokens.push_back(tokens[i]);
    if (!s.tokens.empty()) out.segments.push_back(std::move(s));
  };
  const size_t n = tokens.size();
  std::vector<size_t> ends;  // where two times meet: after the first of them
  for (size_t i = 1; i < n; ++i)
    if (is_time(i - 1) && is_time(i)) ends.push_back(i);
  const bool open = n < 2 || !is_time(n - 1) || is_time(n - 2);  // else one time at the end: silence follows it
  if (ends.empty()) {
    int32_t last = first_time + static_cast<int32_t>(frames / stride);
    for (int32_t t : tokens)
      if (t > first_time) last = t;
    const double end = static_cast<double>(stride * (last - first_time)) * seconds;
    add(0, n, 0, end);
    return out;
  }
  if (!open) ends.push_back(n);
  size_t begin = 0;
  for (size_t end : ends) {
    add(begin, end, is_time(begin) ? time(begin) : 0, time(end - 1));
    begin = end;
  }
  // What was begun and not ended is heard again.
  if (open) out.frames = std::max<int64_t>(stride * (tokens[ends.back() - 1] - first_time), stride);
  return out;
}

Task<Result<Heard>> hear(Model& model, SpeechRules rules, SpeechOptions options, int64_t frames,
                         std::function<Tensor(int64_t from)> window) {
  CO_CHECK(check(rules, options));
  const Family& family = Inside::family(model);
  Heard out{.language = options.language};
  GenerateOptions common = options.generate;
  bool stopped = false;
  if (common.on_token)
    common.on_token = [&](int32_t token) { return !(stopped = stopped || !options.generate.on_token(token)); };
  for (auto [from, list] :
       {std::pair{&rules.suppress, &common.suppress}, {&rules.suppress_first, &common.suppress_first}})
    list->insert(list->end(), from->begin(), from->end());
  if (options.timestamps)
    common.timestamps =
        TimestampRules{.first = rules.no_timestamps + 1, .end = rules.end, .most_first = rules.most_first};
  bool begun = !options.generate.prompt.empty();
  for (int64_t at = 0; at < frames && !stopped;) {
    const int64_t here = std::min(rules.frames, frames - at);
    const Tensor features = window(at);
    if (!features.defined()) {
      at += here;
      continue;
    }
    if (!begun) {
      if (out.language.empty() && rules.languages.size() == 1) out.language = rules.languages.begin()->first;
      if (out.language.empty() && rules.multilingual && !rules.languages.empty()) {
        // The likeliest of the languages after the start.
        Model::Tensors in = family.audio_inputs(features);
        GenerateOptions ask{.max_new_tokens = 1, .prompt = {rules.start}};
        std::set<int32_t> known;
        for (const auto& [name, id] : rules.languages) known.insert(id);
        for (int32_t t = 0; t < family.vocabulary(); ++t)
          if (!known.contains(t)) ask.suppress.push_back(t);
        CO_TRY(const Generated heard, co_await model.generate(std::move(in), std::move(ask)));
        for (const auto& [name, id] : rules.languages)
          if (!heard.tokens.empty() && heard.tokens[0] == id) out.language = name;
      }
      common.prompt = prompt_of(rules, options, out.language);
      begun = true;
    }
    Model::Tensors in = family.audio_inputs(features);
    GenerateOptions each = common;
    CO_TRY(Generated part, co_await model.generate(std::move(in), std::move(each)));
    Cut cut{.frames = here};
    if (options.timestamps) cut = cut_at_times(part.tokens, rules.no_timestamps + 1, here, rules.seconds);
    else if (!part.tokens.empty()) cut.segments.push_back({0, static_cast<double>(here) * rules.seconds, part.tokens});
    for (Heard::Segment& s : cut.segments) {
      s.from += static_cast<double>(at) * rules.seconds, s.to += static_cast<double>(at) * rules.seconds;
      out.segments.push_back(std::move(s));
    }
    at += cut.frames;
    Generated& all = out.generated;
    all.tokens.insert(all.tokens.end(), part.tokens.begin(), part.tokens.end());
    if (all.first_ms == 0) all.first_ms = part.first_ms;
    all.ms += part.ms, all.prompt = part.prompt, all.ended = part.ended;
  }
  co_return out;
}

}  // namespace bitloom

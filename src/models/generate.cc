// Tokens after tokens, with keys and values kept where the model runs.
#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

#include "base/try.h"
#include "bitloom/model.h"
#include "models/decoder.h"
#include "models/sample.h"

namespace bitloom {
namespace {

constexpr int64_t most_candidates = 256;  // of top_k

// What a step is asked for, and how the answer is read.
struct Ask {
  std::string output{};
  int64_t count = 0;  // of the likeliest; 0: every token
  int64_t rest = 0;   // then all tokens from here on; 0: none

  static Ask likeliest(const char* name, int64_t count, int64_t below) {
    const auto k = std::min(static_cast<int64_t>(std::bit_ceil(static_cast<uint64_t>(count))), below);
    return {format("{}_{}", name, k), k};
  }
  std::vector<Candidates> read(const Tensor& answer) const {
    std::vector<Candidates> out(static_cast<size_t>(answer.shape()[0]));
    const std::vector<float> y = answer.to_floats();
    const size_t width = y.size() / out.size(), k = static_cast<size_t>(count);
    for (size_t r = 0; r < out.size(); ++r) {
      const float* row = y.data() + r * width;
      for (size_t i = 0; i < k; ++i) out[r].push_back({static_cast<int32_t>(row[k + i]), row[i]});
      for (size_t i = 2 * k; i < width; ++i)
        out[r].push_back({static_cast<int32_t>(rest + static_cast<int64_t>(i - 2 * k)), row[i]});
      std::erase_if(out[r], [](const Candidate& c) { return c.score == -std::numeric_limits<double>::infinity(); });
    }
    return out;
  }
};

Status check(const GenerateOptions& o, const CacheShape& shape) {
  const auto refuse = [](std::string_view why) { return error(Code::invalid_argument, "[generate] {}", why); };
  if (o.num_beams < 1 || o.num_beams > 64) return refuse(format("num_beams must be 1 to 64, not {}", o.num_beams));
  if (o.num_results < 1 || o.num_results > o.num_beams)
    return refuse(format("num_results must be 1 to num_beams, which is {}, not {}", o.num_beams, o.num_results));
  if (o.num_beams > 1 && o.temperature > 0) return refuse("beams and a temperature do not go together");
  if (!std::isfinite(o.length_penalty)) return refuse("length_penalty must be a finite number");
  if (!std::isfinite(o.temperature) || o.temperature < 0 || o.top_k < 0 || !(o.top_p >= 0 && o.top_p <= 1))
    return refuse("temperature and top_k must be 0 or more, and top_p must be 0 to 1");
  if (!std::isfinite(o.repetition_penalty) || o.repetition_penalty <= 0)
    return refuse(format("repetition_penalty must be over 0, not {}", o.repetition_penalty));
  if (const auto& t = o.timestamps; t && (t->end < 1 || t->end >= t->first || t->first >= shape.vocabulary))
    return refuse(format("timestamps.first must be over timestamps.end, which is {}, and under {}, not {}", t->end,
                         shape.vocabulary, t->first));
  return {};
}

Tensor bias_of(const std::vector<int32_t>& suppressed, int64_t vocabulary) {
  Tensor out(DType::f32, {vocabulary});
  for (int32_t t : suppressed)
    if (t >= 0 && t < vocabulary) out.data<float>()[static_cast<size_t>(t)] = -std::numeric_limits<float>::infinity();
  return out;
}

// Of what a step gives: -1 stands for no token; what is suppressed is -inf.
bool can_choose(const Tensor& answer) {
  if (answer.dtype() == DType::i32)
    return std::ranges::all_of(answer.data<int32_t>(), [](int32_t token) { return token >= 0; });
  const std::vector<float> y = answer.to_floats();
  return std::ranges::none_of(y, [](float v) { return std::isnan(v) || v == std::numeric_limits<float>::infinity(); });
}

}  // namespace

// Texts under way.
class Model::Steps {
 public:
  Steps(Model& model, const Decoder& decoder, int64_t room) : model_(model), decoder_(decoder), room_(room) {}

  Task<Status> start(Tensors crossed) {
    kept_ = std::move(crossed);
    for (const auto& [name, desc] : decoder_.step(1, room_, model_.options_.activations))
      if (name.starts_with("key_") || name.starts_with("value_")) {
        CO_TRY(Tensor empty, Tensor::make(desc));
        CO_TRY(kept_[name], co_await model_.backend_->upload(std::move(empty)));
      }
    co_return Status{};
  }

  // Adds tokens to the text, or one to each text i, which goes on from the text from[i] of those before. The wanted
  // results stay where the model runs.
  Task<Result<Tensors>> step(std::vector<int32_t> tokens, std::vector<int32_t> from, Tensors more,
                             std::vector<std::string> wanted) {
    const int64_t rows = from.empty() ? 1 : static_cast<int64_t>(from.size());
    const int64_t n = static_cast<int64_t>(tokens.size()) / rows;
    std::vector<int32_t> positions(static_cast<size_t>(n));
    std::iota(positions.begin(), positions.end(), static_cast<int32_t>(place_));
    Tensors in = kept_;
    in.merge(more);
    in["input_ids"] = Tensor::from<int32_t>({rows, n}, tokens);
    in["positions"] = Tensor::from<int32_t>({n}, positions);
    in["place"] = Tensor::from<int32_t>({1}, {static_cast<int32_t>(place_)});
    CO_CHECK(check_cpu_memory(static_cast<uint64_t>(n * room_) * 3 * sizeof(float), "generate"));
    const Tensor mask = decoder_.mask(place_, n, room_);
    in["mask"] = Tensor::from_floats(model_.options_.activations, mask.shape(), mask.to_floats());
    decoder_.add_inputs(in, place_, n, room_);
    if (!from.empty()) {
      in["beams"] = Tensor::from<int32_t>({rows}, from);
      for (const auto& [name, t] : kept_)
        if (name.starts_with("key_") || name.starts_with("value_")) wanted.push_back("next_" + name);
    }
    co_await breathe();  // a page shows what there is so far
    CO_TRY(Tensors out, co_await model_.run_there(std::move(in), std::move(wanted)));
    place_ += n;
    for (auto& [name, t] : kept_)
      if (const auto next = out.find("next_" + name); next != out.end()) t = next->second;
    co_return out;
  }

 private:
  Model& model_;
  const Decoder& decoder_;
  int64_t room_, place_ = 0;
  Tensors kept_;  // keys and values, and what the encoder gave
};

// A text to write, and how.
struct Model::Writing {
  const GenerateOptions& options;
  Tensors given{}, crossed{};  // what the encoder, if there is one, was given, and gave
  CacheShape shape;
  std::vector<int32_t> prompt;
  int64_t most;  // new tokens
  std::set<int32_t> ends;
  Tensor first_bias{}, bias{};
  std::function<double()> since;

  Tensors more(bool first) const {
    Tensors out;
    if (const Tensor& b = first ? first_bias : bias; b.defined()) out.emplace("bias", b);
    return out;
  }
  // With so many different tokens so far: of the wanted likeliest, none need be asked for beyond these, since tokens
  // that are punished only fall behind.
  std::optional<int64_t> enough(int64_t wanted, size_t different) const {
    if (options.repetition_penalty < 1) return std::nullopt;
    if (options.repetition_penalty > 1) wanted += static_cast<int64_t>(different);
    return wanted <= most_candidates ? std::optional(wanted) : std::nullopt;
  }
};

Task<Error> Model::no_next_token(const Writing& w, std::vector<int32_t> tokens) {
  std::string why;
  if (!w.given.empty()) why = co_await why_not_finite(w.given);
  if (why.empty()) {  // all tokens at once, without a cache
    Tensors in = w.crossed;
    in["input_ids"] = row_of(tokens);
    why = co_await why_not_finite(std::move(in));
  }
  if (!why.empty() || !w.bias.defined()) co_return not_finite("the score of the next token", why);
  co_return error(Code::invalid_argument, "[generate] no token can follow: all are suppressed");
}

Task<Result<Generated>> Model::write_one(Steps& steps, const Writing& w) {
  const GenerateOptions& o = w.options;
  Generated out;
  Sampler sampler(o);
  const bool draws = o.temperature > 0, punishes = o.repetition_penalty != 1;
  std::vector<int32_t> tokens = w.prompt, fresh = w.prompt;
  std::set<int32_t> different(tokens.begin(), tokens.end());
  while (static_cast<int64_t>(out.tokens.size()) < w.most) {
    Ask ask{"last_logits"};
    bool some = false;  // of the likeliest are asked for, which may not be enough
    if (o.timestamps) {
      if (!draws && !punishes) {
        const int64_t end = o.timestamps->end;
        ask = {format("best_1_{}", end), 1, end};
      }
    } else if (!draws && !punishes) {
      ask.output = "next";
    } else if (!draws || o.top_k > 0) {
      const std::optional<int64_t> count = w.enough(draws ? o.top_k : 1, different.size());
      if (count) ask = Ask::likeliest("top", *count, w.shape.vocabulary);
    } else if (!punishes) {
      ask = Ask::likeliest("best", std::min(most_candidates, w.shape.vocabulary), w.shape.vocabulary), some = true;
    }
    Tensors more = w.more(out.tokens.empty());
    std::vector<std::string> wanted{ask.output};
    if (some) {
      wanted.push_back("last_logits");
      more.emplace("heat", Tensor::from<float>({1}, {static_cast<float>(1 / o.temperature)}));
    }
    std::vector<int32_t> no_beams;
    CO_TRY(const Tensors there,
           co_await steps.step(std::move(fresh), std::move(no_beams), std::move(more), std::move(wanted)));
    CO_TRY(Tensor answer, co_await backend_->download(there.at(ask.output)));
    std::optional<int32_t> token;
    if (!can_choose(answer)) co_return co_await no_next_token(w, std::move(tokens));
    if (ask.output == "next") token = answer.data<int32_t>()[0];
    else if (some) token = sampler.draw_from_likeliest(ask.read(answer)[0]);
    if (!token) {
      if (some) {
        CO_TRY(answer, co_await backend_->download(there.at("last_logits")));
        ask = {"last_logits"};
      }
      Candidates candidates = ask.read(answer)[0];
      punish(candidates, tokens, o.repetition_penalty);
      if (o.timestamps) keep_allowed(candidates, out.tokens, *o.timestamps);
      if (candidates.empty() && !o.timestamps) co_return co_await no_next_token(w, std::move(tokens));
      if (candidates.empty()) break;  // no time may follow
      token = sampler.draw(std::move(candidates));
    }
    if (out.first_ms == 0) out.first_ms = w.since();
    if (w.ends.contains(*token)) {
      out.ended = true;
      break;
    }
    tokens.push_back(*token), out.tokens.push_back(*token), different.insert(*token);
    if (o.on_token && !o.on_token(*token)) {
      out.ended = true;
      break;
    }
    fresh = {*token};
  }
  co_return out;
}

Task<Result<Generated>> Model::write_beams(Steps& steps, const Writing& w) {
  const GenerateOptions& o = w.options;
  Generated out;
  BeamSearch search(o, w.ends, w.most);
  std::vector<int32_t> fresh = w.prompt, from;
  for (bool first = true; w.most > 0 && !search.done(); first = false) {
    const std::vector<BeamSearch::Text>& running = search.running();
    size_t different = 0;
    const auto so_far = [&](size_t i) {
      std::vector<int32_t> all = w.prompt;
      all.insert(all.end(), running[i].tokens.begin(), running[i].tokens.end());
      return all;
    };
    for (size_t i = 0; i < running.size(); ++i) {
      const std::vector<int32_t> all = so_far(i);
      different = std::max(different, std::set<int32_t>(all.begin(), all.end()).size());
    }
    Ask ask{"log_probs"};
    const std::optional<int64_t> count = w.enough(search.kept(), different);
    if (o.timestamps && o.repetition_penalty == 1) {
      ask = Ask::likeliest("best", search.kept(), o.timestamps->end), ask.rest = o.timestamps->end;
      ask.output += format("_{}", ask.rest);
    } else if (!o.timestamps && count) ask = Ask::likeliest("best", *count, w.shape.vocabulary);
    Tensors more = w.more(first);
    std::vector<std::string> wanted{ask.output};
    CO_TRY(const Tensors there,
           co_await steps.step(std::move(fresh), std::move(from), std::move(more), std::move(wanted)));
    CO_TRY(const Tensor answer, co_await backend_->download(there.at(ask.output)));
    if (!can_choose(answer)) co_return co_await no_next_token(w, so_far(0));
    std::vector<Candidates> each = ask.read(answer);
    for (size_t i = 0; i < each.size(); ++i) {
      punish(each[i], so_far(i), o.repetition_penalty);
      if (o.timestamps) keep_allowed(each[i], running[i].tokens, *o.timestamps);
    }
    search.advance(each);
    if (out.first_ms == 0) out.first_ms = w.since();
    fresh.clear(), from.clear();
    for (const BeamSearch::Text& text : search.running())
      fresh.push_back(text.tokens.back()), from.push_back(text.from);
  }
  for (const BeamSearch::Text& text : search.finished())
    if (static_cast<int>(out.beams.size()) < o.num_results) out.beams.push_back({text.tokens, text.score, text.ended});
  if (out.beams.empty() && w.most > 0 && !o.timestamps) co_return co_await no_next_token(w, w.prompt);
  if (out.beams.empty()) co_return out;
  out.tokens = out.beams[0].tokens, out.ended = out.beams[0].ended;
  for (int32_t token : out.tokens)
    if (o.on_token && !o.on_token(token)) break;
  co_return out;
}

Task<Result<Generated>> Model::generate(Tensors inputs, GenerateOptions options) {
  const auto started = std::chrono::steady_clock::now();
  const auto since = [&] {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - started).count();
  };
  const auto* decoder = family_->decoder();
  if (!decoder || decoder->task() == TaskKind::feature_extraction)
    co_return error(
        Code::unsupported,
        "[generate] generating text is not supported by this {}, which is for {}; supported are models for {}, "
        "{} and {}",
        family_name_, name(family_->task()), name(TaskKind::text_generation), name(TaskKind::text2text_generation),
        name(TaskKind::automatic_speech_recognition));
  const CacheShape shape = decoder->cache();
  CO_CHECK(check(options, shape));
  std::vector<int32_t> tokens = options.prompt;
  Tensors crossed, given;
  if (decoder->has_encoder()) {
    given = inputs;
    std::vector<std::string> wanted;
    for (int64_t i = 0; i < shape.layers; ++i)
      for (const char* what : {"cross_key_", "cross_value_"}) wanted.push_back(format("{}{}", what, i));
    Tensors masks;
    if (const auto mask = inputs.find("attention_mask"); mask != inputs.end()) masks.insert(*mask);
    CO_TRY(crossed, co_await run_there(std::move(inputs), std::move(wanted)));
    if (crossed.begin()->second.shape()[0] != 1)
      co_return error(Code::invalid_argument, "[generate] the batch size must be 1, not {}",
                      crossed.begin()->second.shape()[0]);
    crossed.merge(masks);
    if (tokens.empty()) tokens.push_back(static_cast<int32_t>(decoder->start_token()));
  } else {
    const auto ids = inputs.find("input_ids");
    if (ids == inputs.end() || !ids->second.on_cpu() || ids->second.dtype() != DType::i32 ||
        ids->second.elements() == 0)
      co_return error(Code::invalid_argument,
                      "[generate] input_ids must be a tensor of i32 on the CPU with at least one token");
    const auto given = ids->second.data<int32_t>();
    tokens.assign(given.begin(), given.end());
  }
  for (int32_t t : tokens)
    if (t < 0 || t >= shape.vocabulary)
      co_return error(Code::invalid_argument, "[generate] token ids must be 0 to {}, not {}", shape.vocabulary - 1, t);
  const auto count = static_cast<int64_t>(tokens.size());
  const int64_t most = std::min<int64_t>(count + std::max(options.max_new_tokens, 0), shape.positions);
  if (count >= shape.positions)
    co_return error(Code::invalid_argument,
                    "[generate] the prompt must have fewer tokens than the model has positions, {}, not {}",
                    shape.positions, count);
  // Room in steps, so that few sizes are planned.
  const int64_t room = std::min<int64_t>((most + 63) / 64 * 64, shape.positions);

  Writing writing{
      .options = options, .shape = shape, .prompt = tokens, .most = most - count, .ends = {}, .since = since};
  if (decoder->has_encoder()) writing.given = std::move(given), writing.crossed = crossed;
  writing.ends.insert(options.stop.begin(), options.stop.end());
  for (int64_t id : decoder->stop_tokens()) writing.ends.insert(static_cast<int32_t>(id));
  std::vector<int32_t> at_first = options.suppress;
  at_first.insert(at_first.end(), options.suppress_first.begin(), options.suppress_first.end());
  if (!options.suppress.empty()) {
    CO_TRY(writing.bias, co_await backend_->upload(bias_of(options.suppress, shape.vocabulary)));
  }
  if (!at_first.empty()) {
    CO_TRY(writing.first_bias, co_await backend_->upload(bias_of(at_first, shape.vocabulary)));
  }
  Steps steps(*this, *decoder, room);
  CO_CHECK(co_await steps.start(std::move(crossed)));
  Result<Generated> out{Generated{}};
  if (options.num_beams > 1) out = co_await write_beams(steps, writing);
  else out = co_await write_one(steps, writing);
  if (out.ok()) out->prompt = count, out->ms = since();
  co_return out;
}

}  // namespace bitloom

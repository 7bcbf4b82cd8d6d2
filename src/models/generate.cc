// Tokens after tokens, with keys and values kept where the model runs.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>
#include <set>

#include "bitloom/model.h"
#include "models/decoder.h"
#include "models/sample.h"

namespace bitloom {

// One text under way.
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

  // Adds tokens and gives the wanted result for the last of them, on the CPU.
  Task<Result<Tensor>> step(std::vector<int32_t> tokens, std::string wanted) {
    const auto n = static_cast<int64_t>(tokens.size());
    std::vector<int32_t> positions(tokens.size());
    std::iota(positions.begin(), positions.end(), static_cast<int32_t>(place_));
    Tensors in = kept_;
    in["input_ids"] = Tensor::from<int32_t>({1, n}, tokens);
    in["positions"] = Tensor::from<int32_t>({n}, positions);
    in["place"] = Tensor::from<int32_t>({1}, {static_cast<int32_t>(place_)});
    const Tensor mask = decoder_.mask(place_, n, room_);
    in["mask"] = Tensor::from_floats(model_.options_.activations, mask.shape(), mask.to_floats());
    decoder_.add_inputs(in, place_, n, room_);
    std::vector<std::string> one{wanted};
    CO_TRY(Tensors out, co_await model_.run_there(std::move(in), std::move(one)));
    place_ += n;
    co_return co_await model_.backend_->download(out.begin()->second);
  }

 private:
  Model& model_;
  const Decoder& decoder_;
  int64_t room_, place_ = 0;
  Tensors kept_;  // keys and values, and what the encoder gave
};

Task<Result<Generated>> Model::generate(Tensors inputs, GenerateOptions options) {
  const auto started = std::chrono::steady_clock::now();
  const auto since = [&] {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - started).count();
  };
  const auto* decoder = dynamic_cast<const Decoder*>(family_.get());
  if (!decoder) co_return error(Code::unsupported, "[generate] {} writes no text", family_name_);
  const CacheShape shape = decoder->cache();
  Generated out;
  std::vector<int32_t> tokens = options.prompt;
  Tensors crossed;
  if (decoder->has_encoder()) {
    std::vector<std::string> wanted;
    for (int64_t i = 0; i < shape.layers; ++i)
      for (const char* what : {"cross_key_", "cross_value_"}) wanted.push_back(format("{}{}", what, i));
    CO_TRY(crossed, co_await run_there(std::move(inputs), std::move(wanted)));
    if (tokens.empty()) tokens.push_back(static_cast<int32_t>(config_->integer("decoder_start_token_id", 0)));
  } else {
    const auto ids = inputs.find("input_ids");
    if (ids == inputs.end() || !ids->second.on_cpu() || ids->second.dtype() != DType::i32 ||
        ids->second.elements() == 0)
      co_return error(Code::invalid_argument, "[generate] input_ids must be some i32 on the CPU");
    const auto given = ids->second.data<int32_t>();
    tokens.assign(given.begin(), given.end());
  }
  for (int32_t t : tokens)
    if (t < 0 || t >= shape.vocabulary)
      co_return error(Code::invalid_argument, "[generate] token {}: this model has {}", t, shape.vocabulary);
  out.prompt = static_cast<int64_t>(tokens.size());
  const int64_t most = std::min<int64_t>(out.prompt + std::max(options.max_new_tokens, 0), shape.positions);
  if (out.prompt >= shape.positions)
    co_return error(Code::invalid_argument, "[generate] {} tokens leave no room: this model has {} positions",
                    out.prompt, shape.positions);
  // Room in steps, so that few sizes are planned.
  const int64_t room = std::min<int64_t>((most + 63) / 64 * 64, shape.positions);

  std::set<int32_t> ends(options.stop.begin(), options.stop.end());
  for (int64_t id : config_->integers("eos_token_id")) ends.insert(static_cast<int32_t>(id));
  Sampler sampler(options.temperature, options.top_k, options.top_p, options.repetition_penalty, options.seed);
  const bool greedy = sampler.is_greedy();

  Steps steps(*this, *decoder, room);
  CO_CHECK(co_await steps.start(std::move(crossed)));
  std::vector<int32_t> fresh = tokens;
  while (static_cast<int64_t>(tokens.size()) < most) {
    std::string wanted = greedy ? "next" : "last_logits";
    CO_TRY(const Tensor answer, co_await steps.step(std::move(fresh), std::move(wanted)));
    const int32_t token = greedy ? answer.data<int32_t>()[0] : sampler.draw(answer.to_floats(), tokens);
    if (out.first_ms == 0) out.first_ms = since();
    if (ends.contains(token)) {
      out.ended = true;
      break;
    }
    tokens.push_back(token), out.tokens.push_back(token);
    if (options.on_token && !options.on_token(token)) {
      out.ended = true;
      break;
    }
    fresh = {token};
  }
  out.ms = since();
  co_return out;
}

}  // namespace bitloom

// Sounds, from WAV to the log-mel picture that Whisper takes.
#pragma once

#include "bitloom/tensor.h"
#include "models/config.h"

namespace bitloom {

struct Sound {
  int64_t rate = 16000;
  std::vector<float> samples;  // one channel, -1 to 1
};
constexpr size_t longest_sound = 2 * 3600;  // seconds
// 8-, 16-, 24- and 32-bit and float WAV; several channels are mixed.
Result<Sound> read_wav(std::span<const std::byte> file);
// By a polyphase filter, a windowed sinc; what the new rate cannot carry is filtered out. An error where that would
// take more than 2^27 samples or 2^23 coefficients.
Result<Sound> resample(const Sound& from, int64_t rate);

struct SoundRules {
  int64_t rate = 16000, mels = 80, size = 400, hop = 160, seconds = 30;
  static SoundRules read(const Config& preprocessor);
  int64_t samples() const { return rate * seconds; }
};
// [1, mels, frames] of `seconds`, from sample `from` on, silence after the end.
Tensor log_mel(const Sound& sound, const SoundRules& rules, int64_t from = 0);

}  // namespace bitloom

// Sounds, from WAV to the log-mel picture that Whisper takes.
#pragma once

#include "bitloom/tensor.h"
#include "models/config.h"

namespace bitloom {

struct Sound {
  int64_t rate = 16000;
  std::vector<float> samples;  // one channel, -1 to 1
};
constexpr size_t longest_sound = 2 * 3600;        // seconds
constexpr size_t most_samples = size_t{1} << 27;  // of a file
// 8-, 16-, 24- and 32-bit and float WAV; several channels are mixed.
Result<Sound> read_wav(std::span<const std::byte> file);

// A sound at another rate, made piece by piece, so that a long one takes no more memory than its file: by a polyphase
// filter, a windowed sinc; what the new rate cannot carry is filtered out. It reads `from` while it lasts.
class Resampler {
 public:
  // An error where the two rates have so little in common that the filter would have more than 2^23 coefficients.
  static Result<Resampler> create(const Sound& from, int64_t rate);
  int64_t samples() const { return count_; }          // in all
  int64_t taps() const { return taps_; }              // coefficients, and multiplications, of one of them
  Sound piece(int64_t begin, int64_t samples) const;  // those of them that are there

 private:
  const Sound* from_ = nullptr;
  int64_t rate_ = 0, phases_ = 1, step_ = 1, side_ = 0, taps_ = 1, count_ = 0;
  std::vector<double> filter_{};  // [phases, taps]; empty: the rates are the same
};

struct SoundRules {
  int64_t rate = 16000, mels = 80, size = 400, hop = 160, seconds = 30;
  static SoundRules read(const Config& preprocessor);
  int64_t samples() const { return rate * seconds; }
  // What decides the shape of log_mel.
  static constexpr std::string_view shaping = "feature_size, sampling_rate, chunk_length and hop_length";
};
// [1, mels, frames] of `seconds`, from sample `from` on, silence after the end.
Tensor log_mel(const Sound& sound, const SoundRules& rules, int64_t from = 0);

}  // namespace bitloom

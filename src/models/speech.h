// What Whisper says of a sound, window after window: language, task, times and segments, as the reference does it.
#pragma once

#include "bitloom/model.h"
#include "bitloom/tokenizer.h"
#include "models/config.h"

namespace bitloom {

// Tokens with a meaning of their own; -1: there is none.
struct SpeechRules {
  int32_t start = -1, end = -1, transcribe = -1, translate = -1, no_timestamps = -1;
  std::map<std::string, int32_t, std::less<>> languages{};  // "en"
  std::vector<int32_t> suppress{}, suppress_first{};
  int most_first = -1;    // TimestampRules'
  int64_t frames = 3000;  // of a window
  double seconds = 0.01;  // of a frame; times are counted in two of them
  bool multilingual = false;
  static SpeechRules read(const Config& config, const Config& generation, const Tokenizer* words);
};

struct SpeechOptions {
  std::string language{}, task{};  // empty: the one it is heard to be, and transcribe
  bool timestamps = false;
  GenerateOptions generate{};  // a prompt given here is taken as it is
};

struct Heard {
  struct Segment {
    double from = 0, to = 0;        // seconds
    std::vector<int32_t> tokens{};  // without times
  };
  std::vector<Segment> segments{};  // of each stretch between times, or of each window; empty ones are left out
  std::string language{};
  Generated generated{};  // of all windows
};

// The segments in what was said of a window of so many frames, and how far on the next one starts.
struct Cut {
  std::vector<Heard::Segment> segments{};  // times from the window's start
  int64_t frames = 0;
};
Cut cut_at_times(std::span<const int32_t> tokens, int32_t first_time, int64_t frames, double seconds_of_a_frame);

// window(from): the features of one window from a frame on, [1, mels, frames]; undefined: nothing is to be heard there.
Task<Result<Heard>> hear(Model& model, SpeechRules rules, SpeechOptions options, int64_t frames,
                         std::function<Tensor(int64_t from)> window);

}  // namespace bitloom

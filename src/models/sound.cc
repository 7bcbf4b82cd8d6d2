#include "models/sound.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <numbers>

#include "cpu/threads.h"

namespace bitloom {

Result<Sound> read_wav(std::span<const std::byte> file) {
  const auto number = [&](size_t at, size_t bytes) {
    uint32_t v = 0;
    for (size_t i = 0; i < bytes; ++i) v |= static_cast<uint32_t>(file[at + i]) << (8 * i);
    return v;
  };
  const auto is = [&](size_t at, const char* word) { return std::memcmp(file.data() + at, word, 4) == 0; };
  if (file.size() < 12 || !is(0, "RIFF") || !is(8, "WAVE"))
    return error(Code::invalid_argument, "[sound] this is no WAV file ({} bytes)", file.size());
  uint32_t kind = 0, channels = 0, rate = 0, bits = 0;
  for (size_t at = 12; at + 8 <= file.size();) {
    const size_t size = number(at + 4, 4), body = at + 8;
    if (is(at, "fmt ") && size >= 16 && body + 16 <= file.size()) {
      kind = number(body, 2), channels = number(body + 2, 2), rate = number(body + 4, 4), bits = number(body + 14, 2);
      if (kind == 0xfffe && size >= 26 && body + 26 <= file.size()) kind = number(body + 24, 2);
    } else if (is(at, "data")) {
      const bool whole = kind == 1 && (bits == 8 || bits == 16 || bits == 24 || bits == 32);
      if ((!whole && !(kind == 3 && bits == 32)) || channels == 0 || channels > 64 || rate < 1000 || rate > 1000000)
        return error(Code::unsupported,
                     "[sound] a WAV of kind {}, {} bits, {} channels, {} Hz: 8, 16, 24 or 32 bits or float are read",
                     kind, bits, channels, rate);
      const size_t bytes = bits / 8, frame = bytes * channels, frames = std::min(size, file.size() - body) / frame;
      Sound out{rate, std::vector<float>(frames)};
      for (size_t i = 0; i < frames; ++i) {
        double sum = 0;
        for (size_t c = 0; c < channels; ++c) {
          const uint32_t v = number(body + i * frame + c * bytes, bytes);
          if (kind == 3) sum += std::bit_cast<float>(v);
          else if (bits == 8) sum += (static_cast<double>(v) - 128) / 128;
          else sum += static_cast<double>(static_cast<int32_t>(v << (32 - bits))) / 2147483648.0;
        }
        out.samples[i] = static_cast<float>(sum / channels);
        if (!std::isfinite(out.samples[i])) return error(Code::invalid_argument, "[sound] sample {} is no number", i);
      }
      return out;
    }
    at = body + size + size % 2;
  }
  return error(Code::invalid_argument, "[sound] the WAV file has no data");
}

Sound resample(const Sound& from, int64_t rate) {
  if (from.rate == rate || from.samples.empty()) return {rate, from.samples};
  const double step = static_cast<double>(from.rate) / static_cast<double>(rate);
  const double cut = std::min(1.0, 1 / step);  // of what the old rate carries
  constexpr double zeros = 32;                 // of the sinc, to each side
  const double reach = zeros / cut;
  const auto count = static_cast<size_t>(static_cast<double>(from.samples.size()) / step);
  Sound out{rate, std::vector<float>(count)};
  parallel_for(count, 1024, [&](size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      const double at = static_cast<double>(i) * step;
      const auto first = static_cast<int64_t>(std::ceil(at - reach)),
                 last = static_cast<int64_t>(std::floor(at + reach));
      double sum = 0;
      for (int64_t j = std::max<int64_t>(first, 0); j <= last && j < static_cast<int64_t>(from.samples.size()); ++j) {
        const double x = static_cast<double>(j) - at;
        const double window = 0.5 + 0.5 * std::cos(std::numbers::pi * x / reach);
        const double phase = std::numbers::pi * x * cut;
        sum += from.samples[static_cast<size_t>(j)] * cut * (std::abs(phase) < 1e-9 ? 1 : std::sin(phase) / phase) *
               window;
      }
      out.samples[i] = static_cast<float>(sum);
    }
  });
  return out;
}

SoundRules SoundRules::read(const Config& c) {
  SoundRules r;
  r.rate = c.integer("sampling_rate", 16000), r.mels = c.integer("feature_size", 80), r.size = c.integer("n_fft", 400);
  r.hop = c.integer("hop_length", 160), r.seconds = c.integer("chunk_length", 30);
  const auto within = [&](std::string_view key, int64_t value, int64_t least, int64_t most) {
    if (value < least || value > most) c.refuse(format("'{}' is {}: {} to {} are allowed", key, value, least, most));
  };
  within("sampling_rate", r.rate, 1000, 1000000), within("feature_size", r.mels, 1, 1000);
  within("n_fft", r.size, 16, 4096), within("chunk_length", r.seconds, 1, 3600);
  within("hop_length", r.hop, 1, r.size);
  if (c.status().ok() && (r.samples() < r.size || r.samples() / r.hop > 1 << 20))
    c.refuse(format("{} seconds in steps of {} samples are too few or too many", r.seconds, r.hop));
  return r;
}

namespace {

// Slaney's scale: linear below 1 kHz, then logarithmic.
double to_mel(double hz) { return hz < 1000 ? hz * 3 / 200 : 15 + std::log(hz / 1000) * 27 / std::log(6.4); }
double from_mel(double mel) { return mel < 15 ? mel * 200 / 3 : 1000 * std::exp((mel - 15) * std::log(6.4) / 27); }

// [mels, bins]: triangles of equal area.
std::vector<double> filters(const SoundRules& r) {
  const int64_t bins = r.size / 2 + 1;
  std::vector<double> edges, out(static_cast<size_t>(r.mels * bins));
  const double top = to_mel(static_cast<double>(r.rate) / 2);
  for (int64_t i = 0; i < r.mels + 2; ++i)
    edges.push_back(from_mel(top * static_cast<double>(i) / static_cast<double>(r.mels + 1)));
  for (int64_t m = 0; m < r.mels; ++m)
    for (int64_t b = 0; b < bins; ++b) {
      const double hz = static_cast<double>(b) * static_cast<double>(r.rate) / static_cast<double>(r.size);
      const double low = edges[static_cast<size_t>(m)], mid = edges[static_cast<size_t>(m + 1)],
                   high = edges[static_cast<size_t>(m + 2)];
      const double up = (hz - low) / (mid - low), down = (high - hz) / (high - mid);
      out[static_cast<size_t>(m * bins + b)] = std::max(0.0, std::min(up, down)) * 2 / (high - low);
    }
  return out;
}

}  // namespace

Tensor log_mel(const Sound& sound, const SoundRules& r, int64_t from) {
  const int64_t length = r.samples(), frames = length / r.hop, bins = r.size / 2 + 1;
  const auto heard = static_cast<int64_t>(sound.samples.size());
  const auto sample = [&](int64_t i) {  // mirrored at both ends
    if (i < 0) i = -i;
    if (i >= length) i = 2 * (length - 1) - i;
    return from + i < heard ? static_cast<double>(sound.samples[static_cast<size_t>(from + i)]) : 0.0;
  };
  std::vector<double> window, cosines, sines;
  for (int64_t i = 0; i < r.size; ++i) {
    const double turn = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(r.size);
    window.push_back(0.5 - 0.5 * std::cos(turn)), cosines.push_back(std::cos(turn)), sines.push_back(std::sin(turn));
  }
  const std::vector<double> mel = filters(r);
  Tensor out(DType::f32, {1, r.mels, frames});
  const auto y = out.data<float>();
  parallel_for(static_cast<size_t>(frames), 16, [&](size_t begin, size_t end) {
    std::vector<double> x(static_cast<size_t>(r.size)), power(static_cast<size_t>(bins));
    for (auto f = static_cast<int64_t>(begin); f < static_cast<int64_t>(end); ++f) {
      bool silent = true;
      for (int64_t i = 0; i < r.size; ++i) {
        const double v = sample(f * r.hop - r.size / 2 + i) * window[static_cast<size_t>(i)];
        x[static_cast<size_t>(i)] = v;
        silent = silent && v == 0;
      }
      for (int64_t b = 0; b < bins; ++b) {
        double re = 0, im = 0;
        for (int64_t i = 0, at = 0; i < r.size && !silent; ++i, at = (at + b) % r.size)
          re += x[static_cast<size_t>(i)] * cosines[static_cast<size_t>(at)],
              im -= x[static_cast<size_t>(i)] * sines[static_cast<size_t>(at)];
        power[static_cast<size_t>(b)] = re * re + im * im;
      }
      for (int64_t m = 0; m < r.mels; ++m) {
        double sum = 0;
        for (int64_t b = 0; b < bins; ++b)
          sum += mel[static_cast<size_t>(m * bins + b)] * power[static_cast<size_t>(b)];
        y[static_cast<size_t>(m * frames + f)] = static_cast<float>(std::log10(std::max(sum, 1e-10)));
      }
    }
  });
  const float most = *std::ranges::max_element(y);
  for (float& v : y) v = (std::max(v, most - 8) + 4) / 4;
  return out;
}

}  // namespace bitloom

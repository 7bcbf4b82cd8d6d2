#include "models/sound.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <numbers>
#include <numeric>

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
    return error(Code::invalid_argument,
                 "[sound] the sound is not supported: {} bytes that are not a WAV file; supported is WAV", file.size());
  uint32_t kind = 0, channels = 0, rate = 0, bits = 0;
  for (size_t at = 12; at + 8 <= file.size();) {
    const size_t size = number(at + 4, 4), body = at + 8;
    if (is(at, "fmt ") && size >= 16 && body + 16 <= file.size()) {
      kind = number(body, 2), channels = number(body + 2, 2), rate = number(body + 4, 4), bits = number(body + 14, 2);
      if (kind == 0xfffe && size >= 26 && body + 26 <= file.size()) kind = number(body + 24, 2);
    } else if (is(at, "data")) {
      const bool whole = kind == 1 && (bits == 8 || bits == 16 || bits == 24 || bits == 32);
      if ((!whole && !(kind == 3 && bits == 32)) || channels == 0 || channels > 64 || rate < 1000 || rate > 1000000)
        return error(
            Code::unsupported,
            "[sound] the sound is not supported: a WAV of format {}, {} bits, {} channels and {} Hz; supported are "
            "PCM (1) of 8, 16, 24 and 32 bits and float (3) of 32 bits, 1 to 64 channels, 1000 to 1000000 Hz",
            kind, bits, channels, rate);
      const size_t bytes = bits / 8, frame = bytes * channels, frames = std::min(size, file.size() - body) / frame;
      if (frames / rate >= longest_sound)
        return error(Code::limit,
                     "[sound] the sound is too long: {} seconds ({} samples of {} Hz); at most {} are allowed",
                     frames / rate, frames, rate, longest_sound);
      if (frames > most_samples)
        return error(Code::limit, "[sound] the sound is too long: {} samples; at most {} are allowed", frames,
                     most_samples);
      constexpr float loudest = 32768;  // floats are -1 to 1, but some files have whole numbers of 16 bits as floats
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
        if (!(std::abs(out.samples[i]) <= loudest))
          return error(Code::invalid_argument,
                       "[sound] the sound is damaged: sample {} is {}; it must be between {} and {}", i, out.samples[i],
                       -loudest, loudest);
      }
      return out;
    }
    at = body + size + size % 2;
  }
  return error(Code::invalid_argument, "[sound] the sound is damaged: the WAV file has no data");
}

Result<Resampler> Resampler::create(const Sound& from, int64_t rate) {
  Resampler r;
  r.from_ = &from, r.rate_ = rate;
  const auto given = static_cast<int64_t>(from.samples.size());
  r.count_ = given;
  if (from.rate == rate || given == 0) return r;
  // Sample i of the result is at i * step / phases of the given ones: where it is between two of them repeats after
  // `phases` samples, and so do the filter's coefficients.
  const int64_t common = std::gcd(from.rate, rate), phases = rate / common, step = from.rate / common;
  const double cut =
      std::min(1.0, static_cast<double>(phases) / static_cast<double>(step));  // of what the old rate carries
  constexpr double zeros = 32;                                                 // of the sinc, to each side
  const double reach = zeros / cut;
  const auto side = static_cast<int64_t>(reach) + 1, taps = 2 * side;
  r.phases_ = phases, r.step_ = step, r.side_ = side, r.taps_ = taps;
  r.count_ = given / step * phases + given % step * phases / step;
  constexpr int64_t most_coefficients = 1 << 23;
  const int64_t used = std::min(phases, r.count_);
  if (used * taps > most_coefficients)
    return error(Code::unsupported,
                 "[sound] resampling from {} Hz to {} Hz is not supported: it takes {} filters of {} coefficients",
                 from.rate, rate, phases, taps);
  // Coefficient k of a phase is for the given sample k - side + 1 after the one before the place.
  r.filter_.resize(static_cast<size_t>(used * taps));
  parallel_for(static_cast<size_t>(used), 16, [&](size_t begin, size_t end) {
    for (size_t p = begin; p < end; ++p) {
      const double between = static_cast<double>(static_cast<int64_t>(p) * step % phases) / static_cast<double>(phases);
      for (int64_t k = 0; k < taps; ++k) {
        const double x = static_cast<double>(k - side + 1) - between, angle = std::numbers::pi * x * cut;
        const double window = std::abs(x) > reach ? 0 : 0.5 + 0.5 * std::cos(std::numbers::pi * x / reach);
        r.filter_[p * static_cast<size_t>(taps) + static_cast<size_t>(k)] =
            cut * (std::abs(angle) < 1e-9 ? 1 : std::sin(angle) / angle) * window;
      }
    }
  });
  return r;
}

Sound Resampler::piece(int64_t begin, int64_t samples) const {
  begin = std::clamp<int64_t>(begin, 0, count_), samples = std::clamp<int64_t>(samples, 0, count_ - begin);
  const std::vector<float>& from = from_->samples;
  if (filter_.empty()) return {rate_, {from.begin() + begin, from.begin() + begin + samples}};
  const auto given = static_cast<int64_t>(from.size());
  Sound out{rate_, std::vector<float>(static_cast<size_t>(samples))};
  const int64_t low = std::max<int64_t>(0, begin * step_ / phases_ - side_ + 1);
  const int64_t high = std::min(given, (begin + samples) * step_ / phases_ + side_ + 1);
  if (std::all_of(from.begin() + low, from.begin() + std::max(low, high), [](float v) { return v == 0; })) return out;
  parallel_for(static_cast<size_t>(samples), 1024, [&](size_t first_of_part, size_t end_of_part) {
    int64_t heard = 0;  // no sample between what is looked at and this one is other than 0: silence takes no time
    for (size_t at = first_of_part; at < end_of_part; ++at) {
      const int64_t i = begin + static_cast<int64_t>(at);
      const int64_t first = i * step_ / phases_ - side_ + 1;  // the given sample of coefficient 0
      const int64_t skip = std::max<int64_t>(0, -first), size = std::min(taps_, given - first) - skip;
      const double* c = filter_.data() + i % phases_ * taps_ + skip;
      const float* x = from.data() + (first + skip);
      heard = std::max(heard, first + skip);
      while (heard < first + skip + size && from[static_cast<size_t>(heard)] == 0) ++heard;
      if (heard == first + skip + size) continue;
      std::array<double, 8> sums{};
      int64_t k = 0;
      for (; k + 8 <= size; k += 8)
        for (int64_t j = 0; j < 8; ++j) sums[static_cast<size_t>(j)] += c[k + j] * static_cast<double>(x[k + j]);
      for (; k < size; ++k) sums[0] += c[k] * static_cast<double>(x[k]);
      double sum = 0;
      for (const double s : sums) sum += s;
      out.samples[at] = static_cast<float>(sum);
    }
  });
  return out;
}

SoundRules SoundRules::read(const Config& c) {
  SoundRules r;
  r.rate = c.integer("sampling_rate", 16000), r.mels = c.integer("feature_size", 80), r.size = c.integer("n_fft", 400);
  r.hop = c.integer("hop_length", 160), r.seconds = c.integer("chunk_length", 30);
  const auto within = [&](std::string_view key, int64_t value, int64_t least, int64_t most) {
    if (value < least || value > most)
      c.refuse(format("{} is {}; it must be between {} and {}", key, value, least, most));
  };
  within("sampling_rate", r.rate, 1000, 192000), within("feature_size", r.mels, 1, 256);
  within("n_fft", r.size, 16, 4096), within("chunk_length", r.seconds, 1, 300);
  within("hop_length", r.hop, 1, r.size);
  if (!c.status().ok()) return r;
  // Whisper has 3000 frames, which take 290 million multiplications.
  constexpr int64_t most_frames = 1 << 16, most_products = int64_t{1} << 32;
  const int64_t frames = r.samples() / r.hop, products = frames * (r.size / 2 + 1) * (r.size + r.mels);
  if (r.samples() < r.size)
    c.refuse(format("chunk_length is {} seconds, {} samples; it must be at least n_fft, {}", r.seconds, r.samples(),
                    r.size));
  else if (frames > most_frames || products > most_products)
    c.refuse(
        format("chunk_length {}, sampling_rate {}, hop_length {}, n_fft {} and feature_size {} make {} frames and {} "
               "multiplications; at most {} and {} are allowed",
               r.seconds, r.rate, r.hop, r.size, r.mels, frames, products, most_frames, most_products));
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

// Sounds: WAV files of every kind, resampling against the sines themselves, log-mel pictures against transformers
// (tools/front_goldens.py).
#include "models/sound.h"

#include <bit>
#include <chrono>
#include <numbers>

#include "tests/golden.h"
#include "tests/support.h"

namespace bitloom {
namespace {

namespace fs = std::filesystem;
const fs::path folder = fs::path(BITLOOM_SOURCE_DIR) / "tests/goldens/front/sounds";

Result<Sound> read(const std::string& file) { return read_wav(std::as_bytes(std::span(file))); }

std::string little(uint64_t value, size_t bytes) {
  std::string out;
  for (size_t i = 0; i < bytes; ++i) out += static_cast<char>(value >> (8 * i));
  return out;
}
std::string chunk(const std::string& name, const std::string& body) {
  return name + little(body.size(), 4) + body + std::string(body.size() % 2, '\0');
}
struct Wav {
  int bits = 16, kind = 1, rate = 16000;
  bool extensible = false;
  std::string before{};  // chunks between format and data
};
// One value a frame and channel, -1 to 1.
std::string wav(const Wav& w, const std::vector<std::vector<double>>& frames) {
  const size_t bytes = static_cast<size_t>(w.bits) / 8, channels = frames.empty() ? 1 : frames[0].size();
  std::string data, format = little(w.extensible ? 0xfffe : static_cast<uint64_t>(w.kind), 2) + little(channels, 2) +
                             little(static_cast<uint64_t>(w.rate), 4) +
                             little(static_cast<uint64_t>(w.rate) * bytes * channels, 4) + little(bytes * channels, 2) +
                             little(static_cast<uint64_t>(w.bits), 2);
  if (w.extensible)
    format += little(22, 2) + little(static_cast<uint64_t>(w.bits), 2) + little(0, 4) +
              little(static_cast<uint64_t>(w.kind), 2) + std::string(14, 'x');
  for (const auto& frame : frames)
    for (const double v : frame) {
      const double whole = std::ldexp(v, w.bits - 1);
      if (w.kind == 3) data += little(std::bit_cast<uint32_t>(static_cast<float>(v)), 4);
      else data += little(static_cast<uint64_t>(static_cast<int64_t>(w.bits == 8 ? whole + 128 : whole)), bytes);
    }
  const std::string body = "WAVE" + chunk("fmt ", format) + w.before + chunk("data", data);
  return "RIFF" + little(body.size(), 4) + body;
}

TEST(Sound, WavOfEveryKind) {
  std::mt19937_64 random(fresh_seed());
  for (const auto& [bits, kind] : {std::pair(8, 1), {16, 1}, {24, 1}, {32, 1}, {32, 3}})
    for (const size_t channels : {1u, 2u, 5u})
      for (const bool extensible : {false, true}) {
        std::vector<std::vector<double>> frames(37);
        for (auto& frame : frames)
          for (size_t c = 0; c < channels; ++c)  // whole steps of 8 bits, which every kind can say
            frame.push_back(static_cast<double>(static_cast<int64_t>(random() % 256) - 128) / 128);
        const Wav w{.bits = bits,
                    .kind = kind,
                    .rate = 22050,
                    .extensible = extensible,
                    .before = extensible ? chunk("LIST", "odd") + chunk("fact", "1234") : ""};
        const auto sound = read(wav(w, frames));
        ASSERT_TRUE(sound.ok()) << sound.error().message;
        EXPECT_EQ(sound->rate, 22050);
        ASSERT_EQ(sound->samples.size(), frames.size());
        for (size_t i = 0; i < frames.size(); ++i) {
          double mean = 0;
          for (const double v : frames[i]) mean += v / static_cast<double>(channels);
          EXPECT_NEAR(sound->samples[i], mean, 1e-7) << bits << " bits, kind " << kind << ", " << channels;
        }
      }
}

TEST(Sound, OddHeaders) {
  const std::string whole = wav({}, {{0.5}, {-0.25}, {0.125}});
  const std::vector<float> want{0.5f, -0.25f, 0.125f};
  EXPECT_EQ(read(whole)->samples, want);
  // A recorder that was cut off: lengths of what was to come, or none.
  for (const uint32_t length : {0xffffffffu, 0x7fffffffu, 100u}) {
    std::string cut = whole;
    cut.replace(cut.size() - 6 - 4, 4, little(length, 4));
    ASSERT_TRUE(read(cut).ok()) << length;
    EXPECT_EQ(read(cut)->samples, want) << length;
  }
  // Half a frame at the end is left out.
  std::string half = wav({}, {{0.5, 0.5}, {0.25, 0.25}});
  half.resize(half.size() - 3);
  EXPECT_EQ(read(half)->samples, (std::vector<float>{0.5f}));
  EXPECT_TRUE(read(wav({}, {}))->samples.empty());
  EXPECT_NE(read(wav({.bits = 12}, {{0}})).error().message.find("12 bits"), std::string::npos);
  EXPECT_NE(read(wav({.kind = 2}, {{0}})).error().message.find("format 2"), std::string::npos);
  EXPECT_NE(read(wav({.rate = 0}, {{0}})).error().message.find("0 Hz"), std::string::npos);
  EXPECT_EQ(read("RIFF").error().message,
            "[sound] the sound is not supported: 4 bytes that are not a WAV file; supported is WAV");
  EXPECT_EQ(read("OggS and some more bytes").error().message,
            "[sound] the sound is not supported: 24 bytes that are not a WAV file; supported is WAV");
  for (size_t n = 12; n < whole.size() - 6; ++n) EXPECT_FALSE(read(whole.substr(0, n)).ok()) << n;
  // Numbers that are none would spread over everything.
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NE(read(wav({.bits = 32, .kind = 3}, {{0.5}, {nan}})).error().message.find("sample 1"), std::string::npos);
}

Sound resampled(const Sound& from, int64_t rate) {
  const Resampler all = *Resampler::create(from, rate);
  return all.piece(0, all.samples());
}

// A sum of sines is known between its samples too.
TEST(Sound, ResamplingKeepsWhatFitsAndDropsTheRest) {
  std::mt19937_64 random(fresh_seed());
  const auto uniform = [&] { return static_cast<double>(random() % 10000) / 10000; };
  for (const auto& [from, to] : {std::pair(44100, 16000),
                                 {8000, 16000},
                                 {48000, 16000},
                                 {11025, 16000},
                                 {22050, 16000},
                                 {16000, 22050},
                                 {96000, 16000},
                                 {15999, 16000}}) {
    const double carried = 0.5 * std::min(from, to);  // Hz
    struct Sine {
      double hz, height, phase;
      double at(double t) const { return height * std::sin(2 * std::numbers::pi * hz * t + phase); }
    };
    std::vector<Sine> kept, lost;
    for (int i = 0; i < 5; ++i) kept.push_back({0.92 * carried * uniform(), 0.1 + 0.1 * uniform(), 6 * uniform()});
    if (from > to)
      for (int i = 0; i < 3; ++i)
        lost.push_back({carried * 1.08 + (0.5 * from - carried * 1.08) * uniform(), 0.2, 6 * uniform()});
    Sound sound{from, std::vector<float>(static_cast<size_t>(from) / 4 + 7)};
    for (size_t i = 0; i < sound.samples.size(); ++i) {
      double v = 0;
      for (const Sine& s : kept) v += s.at(static_cast<double>(i) / from);
      for (const Sine& s : lost) v += s.at(static_cast<double>(i) / from);
      sound.samples[i] = static_cast<float>(v);
    }
    const Sound got = resampled(sound, to);
    EXPECT_EQ(got.rate, to);
    EXPECT_EQ(got.samples.size(), sound.samples.size() * static_cast<size_t>(to) / static_cast<size_t>(from));
    const size_t edge = static_cast<size_t>(40.0 * to / (2 * carried)) + 1;  // where the ends are heard
    double most = 0;
    for (size_t i = edge; i + edge < got.samples.size(); ++i) {
      double want = 0;
      for (const Sine& s : kept) want += s.at(static_cast<double>(i) / to);
      most = std::max(most, std::abs(want - got.samples[i]));
    }
    EXPECT_LT(most, 4e-3) << from << " Hz to " << to;
  }
  EXPECT_EQ(resampled({8000, {}}, 16000).samples.size(), 0u);
  const Sound same{16000, {1, 2, 3}};
  EXPECT_EQ(resampled(same, 16000).samples, same.samples);
}

// The filter by its formula, each coefficient computed where it is used.
std::vector<float> by_formula(const Sound& from, int64_t rate) {
  const double step = static_cast<double>(from.rate) / static_cast<double>(rate), cut = std::min(1.0, 1 / step);
  const double reach = 32 / cut;
  const auto given = static_cast<int64_t>(from.samples.size());
  std::vector<float> out(static_cast<size_t>(given * rate / from.rate));
  for (size_t i = 0; i < out.size(); ++i) {
    const double at = static_cast<double>(i) * step;
    double sum = 0;
    for (auto j = std::max<int64_t>(0, static_cast<int64_t>(std::ceil(at - reach)));
         j < given && static_cast<double>(j) <= at + reach; ++j) {
      const double x = static_cast<double>(j) - at, phase = std::numbers::pi * x * cut;
      sum += from.samples[static_cast<size_t>(j)] * cut * (std::abs(phase) < 1e-9 ? 1 : std::sin(phase) / phase) *
             (0.5 + 0.5 * std::cos(std::numbers::pi * x / reach));
    }
    out[i] = static_cast<float>(sum);
  }
  return out;
}

TEST(Sound, ResamplingIsTheFormula) {
  std::mt19937_64 random(fresh_seed());
  for (const auto& [from, to, count] : {std::tuple(44100, 16000, 9000),
                                        {8000, 16000, 3000},
                                        {48000, 16000, 5000},
                                        {15999, 16000, 2000},
                                        {1000000, 16000, 40000},
                                        {1000, 16000, 100},
                                        {22050, 44100, 1000},
                                        {44100, 16000, 1},
                                        {16000, 44100, 1},
                                        {44100, 16000, 3}}) {
    Sound sound{from, std::vector<float>(static_cast<size_t>(count))};
    for (float& v : sound.samples) v = static_cast<float>(random() % 2000) / 1000 - 1;
    if (count > 2000) std::fill(sound.samples.begin() + 500, sound.samples.begin() + 1900, 0.0f);  // silence between
    const Sound got = resampled(sound, to);
    const std::vector<float> want = by_formula(sound, to);
    ASSERT_EQ(got.samples.size(), want.size()) << from << " Hz to " << to;
    for (size_t i = 0; i < want.size(); ++i)
      ASSERT_NEAR(got.samples[i], want[i], 2.4e-7) << from << " Hz to " << to << " at " << i;
    // A piece from anywhere is that part of the whole.
    const Resampler pieces = *Resampler::create(sound, to);
    for (int part = 0; part < 3; ++part) {
      const size_t begin = random() % (want.size() + 2), size = random() % (want.size() + 2);
      const size_t first = std::min(begin, want.size()), last = std::min(begin + size, want.size());
      const std::vector<float> there(got.samples.begin() + static_cast<ptrdiff_t>(first),
                                     got.samples.begin() + static_cast<ptrdiff_t>(last));
      EXPECT_EQ(pieces.piece(static_cast<int64_t>(begin), static_cast<int64_t>(size)).samples, there);
    }
  }
}

// A minute of noise takes as many multiplications as it has samples times coefficients: in a twentieth of the time that
// computing each coefficient where it is used would take, which is over 20 multiplications for each.
TEST(Sound, ResamplingTakesOneMultiplicationForACoefficient) {
  uint32_t state = 1;
  Sound noise{44100, std::vector<float>(size_t{44100} * 60)};
  for (float& v : noise.samples)
    state = state * 1664525 + 1013904223, v = static_cast<float>(state >> 8) / (1 << 23) - 1;
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  const Resampler resampler = *Resampler::create(noise, 16000);
  const Sound got = resampler.piece(0, resampler.samples());
  const double took = std::chrono::duration<double>(Clock::now() - start).count();
  ASSERT_EQ(got.samples.size(), size_t{16000} * 60);
  EXPECT_EQ(resampler.taps(), 2 * (static_cast<int64_t>(32 * 44.1 / 16) + 1));
  // The same multiplications, of a hundredth of the samples, one after another.
  const auto again = Clock::now();
  volatile double heard = 0;
  for (size_t i = 0; i < got.samples.size() / 100; ++i) {
    double sum = 0;
    for (size_t k = 0; k < static_cast<size_t>(resampler.taps()); ++k)
      sum += static_cast<double>(noise.samples[i + k]) * static_cast<double>(got.samples[k]);
    heard = heard + sum;
  }
  const double plain = 100 * std::chrono::duration<double>(Clock::now() - again).count();
  EXPECT_LT(took, 20 * plain);
  RecordProperty("times_plain", std::to_string(took / plain));
}

TEST(Sound, LongSoundsAndOddRatesAreRefused) {
  // An hour more than is allowed, of silence; a header of so many samples that are not there is no reason.
  std::string silence = wav({.bits = 8, .rate = 1000}, {{0}});
  silence.replace(silence.size() - 6, 4, little(10'800'000, 4));
  EXPECT_TRUE(read(silence).ok());
  silence += std::string(10'800'000, '\x80');
  EXPECT_EQ(read(silence).error().message,
            "[sound] the sound is too long: 10800 seconds (10800000 samples of 1000 Hz); at most 7200 are allowed");
  std::string many = wav({.bits = 8, .rate = 1000000}, {{0}});
  many.replace(many.size() - 6, 4, little(0xffffffff, 4));
  many += std::string(most_samples - 1, '\x80');
  EXPECT_EQ(read(many).error().message,
            "[sound] the sound is too long: 134217729 samples; at most 134217728 are allowed");
  // Longer than its file at another rate is no matter: it is made in pieces.
  const Sound slow{1000, std::vector<float>(7'000'000)};
  EXPECT_EQ(Resampler::create(slow, 48000)->samples(), 336'000'000);
  EXPECT_EQ(
      Resampler::create({999983, std::vector<float>(1'000'000)}, 16000).error().message,
      "[sound] resampling from 999983 Hz to 16000 Hz is not supported: it takes 16000 filters of 4000 coefficients");
  EXPECT_NE(read(wav({.bits = 32, .kind = 3}, {{1e30}})).error().message.find("sample 0 is 1"), std::string::npos);
}

TEST(Sound, IsHeardAsWhisperHearsIt) {
  const GoldenFile golden(folder);
  for (const StoredTensor& t : golden.file.tensors()) {
    const size_t slash = t.name.find('/');
    const std::string rules = t.name.substr(0, slash), name = t.name.substr(slash + 1);
    const Config config = *Config::parse(*read_text(folder / format("preprocessor_{}.json", rules)));
    const SoundRules r = SoundRules::read(config);
    ASSERT_TRUE(config.status().ok()) << config.status().error().message;
    const auto sound = read(*read_text(folder / format("{}.wav", name)));
    ASSERT_TRUE(sound.ok()) << sound.error().message;
    const Tensor got = log_mel(*sound, r), want = golden[t.name];
    ASSERT_EQ(got.shape(), want.shape()) << t.name;
    double most = 0;
    for (int64_t i = 0; i < got.elements(); ++i)
      most = std::max<double>(
          most, std::abs(got.data<float>()[static_cast<size_t>(i)] - want.data<float>()[static_cast<size_t>(i)]));
    EXPECT_LT(most, 1e-4) << t.name;
  }
}

// A window further on is the same as a sound that starts there.
TEST(Sound, WindowsStartAnywhere) {
  std::mt19937_64 random(fresh_seed());
  Sound sound{16000, std::vector<float>(5000)};
  for (float& v : sound.samples) v = static_cast<float>(random() % 1000) / 1000 - 0.5f;
  const SoundRules r{.seconds = 1};
  const Sound later{16000, {sound.samples.begin() + 1234, sound.samples.end()}};
  EXPECT_EQ(log_mel(sound, r, 1234).to_floats(), log_mel(later, r).to_floats());
  EXPECT_EQ(log_mel(sound, r, 9999).to_floats(), std::vector<float>(8000, -1.5f));
}

TEST(Sound, SaysWhatIsWrong) {
  for (const char* text :
       {R"({"sampling_rate": 0})", R"({"hop_length": 0})", R"({"n_fft": 1000000})", R"({"chunk_length": -1})",
        R"({"feature_size": 0})", R"({"sampling_rate": 1000000000})", R"({"hop_length": 1000000})",
        R"({"hop_length": 1, "chunk_length": 3600})", R"({"sampling_rate": 1000, "chunk_length": 1, "n_fft": 4000})"}) {
    const Config c = *Config::parse(text);
    (void)SoundRules::read(c);
    EXPECT_FALSE(c.status().ok()) << text;
  }
  const auto said = [](const char* text) {
    const Config c = *Config::parse(text, "preprocessor_config.json");
    (void)SoundRules::read(c);
    return c.status().ok() ? "" : c.status().error().message;
  };
  EXPECT_EQ(said("{}"), "");
  EXPECT_EQ(said(R"({"feature_size": 128})"), "");
  EXPECT_EQ(said(R"({"chunk_length": 3600})"),
            "preprocessor_config.json: chunk_length is 3600; it must be between 1 and 300");
  EXPECT_EQ(
      said(R"({"chunk_length": 300, "n_fft": 1024})"),
      "preprocessor_config.json: chunk_length 300, sampling_rate 16000, hop_length 160, n_fft 1024 and feature_size "
      "80 make 30000 frames and 16990560000 multiplications; at most 65536 and 4294967296 are allowed");
}

}  // namespace
}  // namespace bitloom

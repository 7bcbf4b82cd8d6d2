// A libFuzzer target for pictures, sounds and what preprocessor_config.json says of them: whatever the bytes, they are
// read or refused, and what is read can be prepared.
//
//   bitloom-fuzz-media CORPUS tests/goldens/front -max_total_time=10
//
// An input is rules if it starts with a brace, a sound if it starts like one, else a picture.
#include <cmath>
#include <cstdint>

#include "fuzz/demand.h"
#include "models/image.h"
#include "models/sound.h"

namespace bitloom {
namespace {

constexpr int64_t most_pixels = 1 << 16;

void look(std::span<const std::byte> file) {
  for (const int64_t channels : {1, 3}) {
    const auto p = read_picture(file, channels, most_pixels);
    if (!p.ok()) continue;
    demand(p->width > 0 && p->height > 0 && p->width * p->height <= most_pixels, "pictures have a size");
    demand(static_cast<int64_t>(p->pixels.size()) == p->width * p->height * channels, "and as many pixels");
    const auto t = prepare(*p, {.crop = true, .shortest = 5, .crop_width = 4, .crop_height = 7});
    demand(!t.ok() || t->shape() == Shape({1, channels, 7, 4}), "they are prepared");
  }
}

void listen(std::span<const std::byte> file) {
  const auto sound = read_wav(file);
  if (!sound.ok()) return;
  for (const float v : sound->samples) demand(std::isfinite(v), "samples are numbers");
  if (sound->samples.size() > 1000) return;  // slow, and nothing new
  const Sound there = resample(*sound, 16000);
  demand(there.samples.size() <= 16 * sound->samples.size(), "seconds stay seconds");
  const Tensor t = log_mel(there, {.mels = 3, .size = 64, .hop = 640, .seconds = 1});
  demand(t.shape() == Shape({1, 3, 25}), "and are heard");
}

void obey(std::string text) {
  const auto config = Config::parse(std::move(text));
  if (!config.ok()) return;
  const SoundRules s = SoundRules::read(*config);
  if (config->status().ok()) {
    demand(s.samples() >= s.size && s.hop > 0, "rules of sounds make sense");
    if (s.samples() / s.hop * s.size * s.size < 1 << 22) {
      const Sound sound{s.rate, {0.5f, -0.5f, 0.25f}};
      demand(log_mel(sound, s).shape() == Shape({1, s.mels, s.samples() / s.hop}), "and can be followed");
    }
  }
  const PictureRules r = PictureRules::read(*config);
  if (!config->status().ok() || r.width * r.height > most_pixels || r.crop_width * r.crop_height > most_pixels) return;
  const Picture p{3, 2, 3, std::vector<uint8_t>(18, 77)};
  const auto t = prepare(p, r);
  demand(t.ok(), "rules of pictures can be followed");
}

}  // namespace
}  // namespace bitloom

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* input, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(input), size);
  const std::span<const std::byte> bytes = std::as_bytes(std::span(text));
  if (text.starts_with("{")) bitloom::obey(std::string(text));
  else if (text.starts_with("RIFF")) bitloom::listen(bytes);
  else bitloom::look(bytes);
  return 0;
}

// A libFuzzer target for pictures, sounds and what preprocessor_config.json says of them: whatever the bytes, they are
// read or refused, and what is read can be prepared.
//
//   bitloom-fuzz-media CORPUS tests/goldens/front -max_total_time=10      (an empty folder is given seeds first)
//
// An input is rules if it starts with a brace, a sound if it starts like one, else a picture.
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <fstream>

#include "fuzz/demand.h"
#include "models/image.h"
#include "models/image_file.h"
#include "models/sound.h"

namespace bitloom {
namespace {

constexpr int64_t most_pixels = 1 << 16;

void look(std::span<const std::byte> file) {
  for (const int64_t channels : {1, 3}) {
    const auto p = read_picture(file, channels, most_pixels);
    if (!p.ok()) continue;
    const auto header = examine_picture(file, most_pixels);
    demand(header.ok() && header->width == p->width && header->height == p->height, "a size is said before decoding");
    demand(header->memory <= decoding_bytes(most_pixels), "decoding takes bounded memory");
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
  const auto resampler = Resampler::create(*sound, 16000);
  if (!resampler.ok()) return;
  const Sound there = resampler->piece(0, resampler->samples());
  demand(there.samples.size() <= 16 * sound->samples.size(), "seconds stay seconds");
  const int64_t half = resampler->samples() / 2;
  std::vector<float> twice = resampler->piece(0, half).samples;
  const std::vector<float> rest = resampler->piece(half, resampler->samples()).samples;
  twice.insert(twice.end(), rest.begin(), rest.end());
  demand(twice == there.samples, "pieces are the whole");
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
  if (s.rate <= 192000 && config->status().ok())
    demand(s.samples() / s.hop * (s.size / 2 + 1) * (s.size + s.mels) <= int64_t{1} << 32, "windows take bounded work");
  const PictureRules r = PictureRules::read(*config);
  if (!config->status().ok() || r.width * r.height > most_pixels || r.crop_width * r.crop_height > most_pixels) return;
  const auto t = prepare({3, 2, 3, std::vector<uint8_t>(18, 77)}, r);
  if (!t.ok() && r.mean.size() != 3 && r.mean.size() > 1) return;
  demand(t.ok() || r.shortest > 0, "rules of pictures can be followed");
  if (!t.ok()) return;
  for (const float v : t->data<float>()) demand(std::isfinite(v), "pixels are numbers");
}

template <size_t N>
constexpr std::string_view bytes(const char (&text)[N]) {
  return {text, N - 1};
}
constexpr std::string_view seeds[] = {
    // A PNG of one pixel whose data unpack to 3 KB, and one that is interlaced.
    bytes("\211PNG\015\012\032\012\000\000\000\015IHDR\000\000\000\001\000\000\000\001\010\000\000\000\000...."
          "\000\000\000\032IDATx\332\355\3011\001\000\000\000\302\240\365Om\015\017\240\000\000\200w\003\013\270\000"
          "\001....\000\000\000\000IEND...."),
    bytes("\211PNG\015\012\032\012\000\000\000\015IHDR\000\000\000\005\000\000\000\002\001\000\000\000\001...."
          "\000\000\000\013IDATx\332c`@\000\000\000\014\000\001....\000\000\000\000IEND...."),
    // A JPEG of one block, without tables, in two scans.
    bytes("\377\330\377\302\000\013\010\000\010\000\010\001\001\021\000\377\332\000\010\001\001\000\000\000\000Z\377"
          "\332\000\010\001\001\000\001\077\000Z\377\331"),
    // A WAV of 1000 Hz, and one of floats at an odd rate.
    bytes("RIFF....WAVEfmt "
          "\020\000\000\000\001\000\001\000\350\003\000\000\350\003\000\000\001\000\010\000data\010\000\000\000\200\200"
          "\200\200\200\200\200\200"),
    bytes("RIFF....WAVEfmt \020\000\000\000\003\000\001\000\077B\017\000\374\010=\000\004\000 "
          "\000data\010\000\000\000\000\000\200\077\000\000\000\277"),
    R"({"chunk_length":300,"hop_length":160,"n_fft":400,"feature_size":80,"sampling_rate":16000})",
    R"({"size":{"shortest_edge":5},"crop_size":{"height":4,"width":3},"do_center_crop":true,"resample":3,)"
    R"("rescale_factor":0.00392,"image_mean":[0.5,0.4,0.3],"image_std":[1e-4,1000,0.2]})",
    R"({"size":4096,"image_mean":0.5,"image_std":0.5,"do_rescale":false})"};

}  // namespace
}  // namespace bitloom

extern "C" int LLVMFuzzerInitialize(int* count, char*** words) {
  for (int i = 1; i < *count; ++i) {
    const std::filesystem::path folder = (*words)[i];
    if ((*words)[i][0] == '-' || !std::filesystem::is_directory(folder) || !std::filesystem::is_empty(folder)) continue;
    int n = 0;
    for (const std::string_view seed : bitloom::seeds)
      std::ofstream(folder / ("seed" + std::to_string(n++)), std::ios::binary) << seed;
  }
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* input, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(input), size);
  const std::span<const std::byte> bytes = std::as_bytes(std::span(text));
  if (text.starts_with("{")) bitloom::obey(std::string(text));
  else if (text.starts_with("RIFF")) bitloom::listen(bytes);
  else bitloom::look(bytes);
  return 0;
}

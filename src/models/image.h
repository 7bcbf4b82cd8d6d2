// Pictures, from PNG or JPEG to what a model takes: resized and cropped as Pillow does it, scaled and normalized.
#pragma once

#include "bitloom/tensor.h"
#include "models/config.h"

namespace bitloom {

struct Picture {
  int64_t width = 0, height = 0, channels = 3;
  std::vector<uint8_t> pixels{};  // row by row, channels side by side
};
constexpr int64_t most_pixels_of_a_picture = 1 << 26;
// What decoding may take where so many pixels are allowed: rows and pixels of a PNG in RGB, or of a JPEG. More bits or
// an alpha channel leave room for fewer pixels.
constexpr int64_t decoding_bytes(int64_t most) { return 6 * most + most / 8; }
// PNG or JPEG, of so many pixels at most, that takes no more than decoding_bytes; with 1 channel grey. What is
// transparent shows its colour. Errors say whether the file is empty, too large, damaged or not supported.
Result<Picture> read_picture(std::span<const std::byte> file, int64_t channels = 3,
                             int64_t most = most_pixels_of_a_picture);

enum class Filter { nearest = 0, bilinear = 2, bicubic = 3 };  // Pillow's numbers
// As Pillow's resize (up to 12, which always goes across first), to the last bit.
Picture resize(const Picture& from, int64_t width, int64_t height, Filter filter);

// What preprocessor_config.json says.
struct PictureRules {
  bool resize = true, crop = false;
  int64_t width = 0, height = 0, shortest = 0;  // to resize to: a size, or the shorter side
  int64_t crop_width = 0, crop_height = 0;
  Filter filter = Filter::bilinear;
  double scale = 1.0 / 255;
  std::vector<double> mean{}, deviation{};  // for each channel, or one for all; empty: none

  static constexpr std::string_view shaping = "size and crop_size";  // what decides the shape of what is prepared
  // Without a file: the model's own size, and nothing but the scale.
  static PictureRules read(const Config& config);
};
// [1, channels, height, width].
Result<Tensor> prepare(Picture picture, const PictureRules& rules);

}  // namespace bitloom

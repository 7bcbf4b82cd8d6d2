#include "models/image.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "base/try.h"
#include "models/image_file.h"

namespace {

std::atomic<uint32_t> overfull = 0;  // how many times memory was refused because a file holds more than it declares

// stb_image unpacks a PNG's data into as much memory as its pixels need, and then into twice that, again and again.
// Once is enough for interlaced pictures, whose rows are more than it takes them to be.
template <class Z>
void* grow(Z* z, void* from, size_t size) {
  if constexpr (requires { z->z_expandable; })
    if (z->z_expandable++ > 1) return ++overfull, nullptr;
  return std::realloc(from, size);
}

}  // namespace

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_NO_STDIO
#define STBI_NO_HDR
#define STBI_NO_LINEAR
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
// Zeroed: a JPEG may use tables that it never has.
#define STBI_MALLOC(size) std::calloc(1, size)
#define STBI_REALLOC_SIZED(from, before, size) grow(z, from, size)
#define STBI_FREE(from) std::free(from)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#ifdef __clang__  // It copies no bytes to nowhere, where a PNG's first part of data is empty.
#pragma clang attribute push(__attribute__((no_sanitize("nonnull-attribute"))), apply_to = function)
#endif
#include <stb/stb_image.h>
#ifdef __clang__
#pragma clang attribute pop
#endif
#pragma GCC diagnostic pop

namespace bitloom {

Result<Picture> read_picture(std::span<const std::byte> file, int64_t channels, int64_t most) {
  if (channels != 1 && channels != 3)
    return error(Code::unsupported, "[image] pictures of {} channels are not supported; supported are 1 and 3",
                 channels);
  const PictureFile header = TRY(examine_picture(file, most));
  if (header.memory > decoding_bytes(most) || file.size() > size_t{1} << 30)
    return error(
        Code::limit,
        "[image] the picture is too large: decoding {} bytes of {} with {} x {} pixels takes {} bytes; at most {} "
        "are allowed",
        file.size(), name(header.kind), header.width, header.height, header.memory, decoding_bytes(most));
  int width = 0, height = 0, found = 0;
  const int read = channels == 1 && header.channels < 3 ? 1 : 3;
  const uint32_t before = overfull;
  const std::unique_ptr<stbi_uc, decltype(&stbi_image_free)> data(
      stbi_load_from_memory(reinterpret_cast<const stbi_uc*>(file.data()), static_cast<int>(file.size()), &width,
                            &height, &found, read),
      stbi_image_free);
  if (!data && overfull != before)
    return error(Code::invalid_argument,
                 "[image] the picture is damaged: its data unpack to more bytes than {} x {} pixels have", header.width,
                 header.height);
  if (!data && std::string_view(stbi_failure_reason()) == "outofmem")
    return error(Code::out_of_memory, "[image] there is not enough memory to decode {} x {} pixels", header.width,
                 header.height);
  if (!data || width != header.width || height != header.height)
    return error(Code::invalid_argument, "[image] the picture is damaged: {}: {} ({} x {} pixels, {} bytes)",
                 name(header.kind), data ? "two sizes" : stbi_failure_reason(), header.width, header.height,
                 file.size());
  Picture out{width, height, channels,
              std::vector<uint8_t>(static_cast<size_t>(header.width * header.height * channels))};
  const stbi_uc* from = data.get();
  if (read == channels) std::copy_n(from, out.pixels.size(), out.pixels.begin());
  else
    for (uint8_t& grey : out.pixels) {
      grey = static_cast<uint8_t>((19595 * from[0] + 38470 * from[1] + 7471 * from[2] + 32768) >> 16);
      from += 3;
    }
  return out;
}

namespace {

double weight(Filter filter, double x) {
  x = std::abs(x);
  if (filter == Filter::bilinear) return x < 1 ? 1 - x : 0;
  constexpr double a = -0.5;
  if (x < 1) return ((a + 2) * x - (a + 3)) * x * x + 1;
  return x < 2 ? (((x - 5) * x + 8) * x - 4) * a : 0;
}

// Pixel i of the result is made of `count` pixels of the source from `first` on, with weights in 22-bit fixed point.
struct Spread {
  int64_t first;
  std::vector<int32_t> weights;
};
constexpr int bits = 32 - 8 - 2;

std::vector<Spread> spreads(int64_t from, int64_t to, Filter filter) {
  std::vector<Spread> out;
  const double scale = static_cast<double>(from) / static_cast<double>(to), wide = std::max(scale, 1.0);
  const double support = (filter == Filter::bicubic ? 2.0 : 1.0) * wide;
  for (int64_t i = 0; i < to; ++i) {
    const double center = (static_cast<double>(i) + 0.5) * scale;
    const auto first = std::max<int64_t>(0, static_cast<int64_t>(center - support + 0.5));
    const auto last = std::min<int64_t>(from, static_cast<int64_t>(center + support + 0.5));
    std::vector<double> w;
    double sum = 0;
    for (int64_t j = first; j < last; ++j) {
      w.push_back(weight(filter, (static_cast<double>(j) - center + 0.5) / wide));
      sum += w.back();
    }
    Spread s{first, {}};
    for (double v : w) {
      const double fixed = (sum != 0 ? v / sum : v) * (1 << bits);
      s.weights.push_back(static_cast<int32_t>(fixed < 0 ? fixed - 0.5 : fixed + 0.5));
    }
    out.push_back(std::move(s));
  }
  return out;
}

constexpr int64_t largest_side = 4096, most_resized = 1 << 25;  // of what is resized, pixels

uint8_t clipped(int32_t v) { return static_cast<uint8_t>(std::clamp(v >> bits, 0, 255)); }

}  // namespace

Picture resize(const Picture& from, int64_t width, int64_t height, Filter filter) {
  if (filter == Filter::nearest) {
    Picture out{width, height, from.channels,
                std::vector<uint8_t>(static_cast<size_t>(width * height * from.channels))};
    for (int64_t y = 0; y < height; ++y)
      for (int64_t x = 0; x < width; ++x)
        for (int64_t c = 0; c < from.channels; ++c) {
          const auto at = [](int64_t i, int64_t n, int64_t m) {
            return static_cast<int64_t>((static_cast<double>(i) + 0.5) * static_cast<double>(n) /
                                        static_cast<double>(m));
          };
          out.pixels[static_cast<size_t>((y * width + x) * from.channels + c)] = from.pixels[static_cast<size_t>(
              (at(y, from.height, height) * from.width + at(x, from.width, width)) * from.channels + c)];
        }
    return out;
  }
  // Across, then down; each pass rounds to bytes.
  Picture wide{width, from.height, from.channels, {}};
  if (width == from.width) wide = from;
  else {
    const std::vector<Spread> across = spreads(from.width, width, filter);
    wide.pixels.resize(static_cast<size_t>(width * from.height * from.channels));
    for (int64_t y = 0; y < from.height; ++y)
      for (int64_t x = 0; x < width; ++x)
        for (int64_t c = 0; c < from.channels; ++c) {
          const Spread& s = across[static_cast<size_t>(x)];
          int32_t sum = 1 << (bits - 1);
          for (size_t i = 0; i < s.weights.size(); ++i)
            sum += s.weights[i] * from.pixels[static_cast<size_t>(
                                      (y * from.width + s.first + static_cast<int64_t>(i)) * from.channels + c)];
          wide.pixels[static_cast<size_t>((y * width + x) * from.channels + c)] = clipped(sum);
        }
  }
  if (height == from.height) return wide;
  Picture out{width, height, from.channels, std::vector<uint8_t>(static_cast<size_t>(width * height * from.channels))};
  const std::vector<Spread> down = spreads(from.height, height, filter);
  const int64_t line = width * from.channels;
  for (int64_t y = 0; y < height; ++y)
    for (int64_t x = 0; x < line; ++x) {
      const Spread& s = down[static_cast<size_t>(y)];
      int32_t sum = 1 << (bits - 1);
      for (size_t i = 0; i < s.weights.size(); ++i)
        sum += s.weights[i] * wide.pixels[static_cast<size_t>((s.first + static_cast<int64_t>(i)) * line + x)];
      out.pixels[static_cast<size_t>(y * line + x)] = clipped(sum);
    }
  return out;
}

PictureRules PictureRules::read(const Config& c) {
  PictureRules r;
  r.resize = c.flag("do_resize", true), r.crop = c.flag("do_center_crop", false);
  const auto size_of = [&](std::string_view key, int64_t& width, int64_t& height, int64_t* shortest) {
    const std::optional<Json::Value> v = c.value(key);
    if (!v) return;
    if (const auto n = v->integer()) width = height = *n;
    else {
      const Config p = c.part(key);
      if (p.has("shortest_edge") && shortest) width = height = *shortest = p.integer("shortest_edge");
      else height = p.integer("height"), width = p.integer("width");
    }
    if (std::min(width, height) < 1 || std::max(width, height) > largest_side)
      c.refuse(format("{} is {} x {}; width and height must be between 1 and {}", key, width, height, largest_side));
  };
  size_of("size", r.width, r.height, &r.shortest);
  size_of("crop_size", r.crop_width, r.crop_height, nullptr);
  const int64_t filter = c.integer("resample", 2);
  if (filter != 0 && filter != 2 && filter != 3)
    c.refuse(format("resample {} is not supported; supported are 0 (nearest), 2 (bilinear) and 3 (bicubic)", filter));
  else r.filter = static_cast<Filter>(filter);
  const auto within = [&](std::string_view key, double value, double least, double most) {
    if (value >= least && value <= most) return;
    c.refuse(format("{} is {}; it must be between {} and {}", key, value, least, most));
  };
  if (c.flag("do_rescale", true)) {
    r.scale = c.number("rescale_factor", 1.0 / 255);
    within("rescale_factor", r.scale, 1e-6, 255);
  } else {
    r.scale = 1;
  }
  if (c.flag("do_normalize", true)) {
    const auto list = [&](std::string_view key, std::vector<double>& to, double least, double most) {
      const std::optional<Json::Value> v = c.value(key);
      if (!v) return;
      const auto add = [&](const Json::Value& item) {
        if (!item.number()) return c.refuse(format("{} holds {}; numbers are needed", key, name(item.kind())));
        to.push_back(*item.number());
        within(key, to.back(), least, most);
      };
      if (!v->is(Json::Kind::array)) add(*v);
      else
        for (const auto& item : v->elements()) add(item);
    };
    list("image_mean", r.mean, -1000, 1000), list("image_std", r.deviation, 1e-4, 1000);
    if (r.mean.size() != r.deviation.size())
      c.refuse(format("image_mean has {} numbers and image_std {}; they must be as many", r.mean.size(),
                      r.deviation.size()));
  }
  return r;
}

Result<Tensor> prepare(Picture p, const PictureRules& r) {
  const auto numbers = static_cast<int64_t>(r.mean.size());
  if (numbers > 1 && numbers != p.channels)
    return error(
        Code::invalid_argument,
        "[image] preprocessor_config.json: image_mean and image_std have {} numbers; they must have 1 or {}, one "
        "for each channel",
        numbers, p.channels);
  int64_t width = p.width, height = p.height;
  if (r.resize && r.shortest > 0) {
    const auto other =
        static_cast<int64_t>(static_cast<double>(r.shortest) * static_cast<double>(std::max(width, height)) /
                             static_cast<double>(std::min(width, height)));
    const bool tall = height > width;
    width = tall ? r.shortest : other, height = tall ? other : r.shortest;
  } else if (r.resize && r.width > 0) {
    width = r.width, height = r.height;
  }
  if (width != p.width || height != p.height) {
    // Resized across first, so that for a moment it is as wide as the new one and as high as the old.
    if (const int64_t pixels = width * std::max(height, p.height);
        pixels > most_resized || width * height > largest_side * largest_side)
      return error(
          Code::limit,
          "[image] the picture is too large: resizing {} x {} pixels to {} x {} takes {}; at most {} are allowed, "
          "and {} of the new size",
          p.width, p.height, width, height, pixels, most_resized, largest_side * largest_side);
    p = resize(p, width, height, r.filter);
  }
  if (r.crop && r.crop_width > 0) {
    Picture c{r.crop_width, r.crop_height, p.channels,
              std::vector<uint8_t>(static_cast<size_t>(r.crop_width * r.crop_height * p.channels))};
    // Rounded down, also where the picture is smaller and gets a black frame.
    const int64_t top = (p.height - r.crop_height) >> 1, left = (p.width - r.crop_width) >> 1;
    for (int64_t y = 0; y < c.height; ++y)
      for (int64_t x = 0; x < c.width; ++x)
        if (y + top >= 0 && y + top < p.height && x + left >= 0 && x + left < p.width)
          std::copy_n(p.pixels.begin() + ((y + top) * p.width + x + left) * p.channels, p.channels,
                      c.pixels.begin() + (y * c.width + x) * p.channels);
    p = std::move(c);
  }
  Tensor out(DType::f32, {1, p.channels, p.height, p.width});
  for (int64_t c = 0; c < p.channels; ++c) {
    const auto k = static_cast<size_t>(c);
    const double mean = r.mean.empty() ? 0 : r.mean[std::min(k, r.mean.size() - 1)],
                 deviation = r.deviation.empty() ? 1 : r.deviation[std::min(k, r.deviation.size() - 1)];
    for (int64_t i = 0; i < p.height * p.width; ++i)
      out.data<float>()[static_cast<size_t>(c * p.height * p.width + i)] =
          static_cast<float>((p.pixels[static_cast<size_t>(i * p.channels + c)] * r.scale - mean) / deviation);
  }
  return out;
}

}  // namespace bitloom

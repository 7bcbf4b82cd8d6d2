#include "models/image.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <memory>

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_NO_STDIO
#define STBI_NO_HDR
#define STBI_NO_LINEAR
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
// Zeroed: a JPEG may use tables that it never has.
#define STBI_MALLOC(size) std::calloc(1, size)
#define STBI_REALLOC(from, size) std::realloc(from, size)
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
namespace {

// stb_image (2.27) trusts a JPEG's Huffman tables to have 256 entries at most. This walks through the segments as it
// does, up to the first that it refuses itself, and looks at every table.
bool tables_fit(std::span<const std::byte> file) {
  const auto byte = [&](size_t at) { return at < file.size() ? std::to_integer<size_t>(file[at]) : 0; };
  size_t at = 0;
  while (byte(at) == 0xff) ++at;
  if (at == 0 || byte(at++) != 0xd8) return true;  // no JPEG
  while (at < file.size()) {
    while (at < file.size() && byte(at) != 0xff) ++at;
    while (byte(at) == 0xff) ++at;
    const size_t marker = byte(at++), length = byte(at) << 8 | byte(at + 1), end = at + length;
    const bool bare = marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd9);
    if (bare || length < 2) return true;
    if (marker == 0xc4)
      for (at += 2; at < end;) {
        size_t entries = 0;
        for (size_t i = 1; i <= 16; ++i) entries += byte(at + i);
        if (entries > 256) return false;
        at += 17 + entries;
      }
    at = end;
    if (marker != 0xda) continue;
    // Codes: a 255 among them is followed by 0, or it starts a restart or the next segment.
    for (; at < file.size(); ++at)
      if (byte(at) == 0xff && byte(at + 1) != 0 && byte(at + 1) != 0xff && (byte(at + 1) & 0xf8) != 0xd0) break;
  }
  return true;
}

}  // namespace

Result<Picture> read_picture(std::span<const std::byte> file, int64_t channels, int64_t most) {
  if (channels != 1 && channels != 3)
    return error(Code::unsupported, "[image] pictures of {} channels are not read, only of 1 or 3", channels);
  int width = 0, height = 0, found = 0;
  const auto* bytes = reinterpret_cast<const stbi_uc*>(file.data());
  const int size = static_cast<int>(std::min<size_t>(file.size(), 1 << 30));
  if (!tables_fit(file.first(static_cast<size_t>(size))))
    return error(Code::invalid_argument, "[image] the picture is damaged: a table of codes is too large");
  if (!stbi_info_from_memory(bytes, size, &width, &height, &found))
    return error(Code::invalid_argument, "[image] this is no PNG or JPEG ({} bytes)", file.size());
  const int64_t count = int64_t{width} * height;
  if (count > most) return error(Code::limit, "[image] {} x {} pixels are more than {}", width, height, most);
  const int read = channels == 1 && found < 3 ? 1 : 3;
  const std::unique_ptr<stbi_uc, decltype(&stbi_image_free)> data(
      stbi_load_from_memory(bytes, size, &width, &height, &found, read), stbi_image_free);
  if (!data) return error(Code::invalid_argument, "[image] the picture is damaged: {}", stbi_failure_reason());
  Picture out{width, height, channels, std::vector<uint8_t>(static_cast<size_t>(count * channels))};
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

constexpr int64_t largest_side = 1 << 14;

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
      c.refuse(format("'{}' is {} x {}: sides are 1 to {}", key, width, height, largest_side));
  };
  size_of("size", r.width, r.height, &r.shortest);
  size_of("crop_size", r.crop_width, r.crop_height, nullptr);
  const int64_t filter = c.integer("resample", 2);
  if (filter != 0 && filter != 2 && filter != 3)
    c.refuse(format("resample {}: nearest (0), bilinear (2) and bicubic (3) are there", filter));
  else r.filter = static_cast<Filter>(filter);
  r.scale = c.flag("do_rescale", true) ? c.number("rescale_factor", 1.0 / 255) : 1;
  if (c.flag("do_normalize", true)) {
    const auto list = [&](std::string_view key, std::vector<double>& to) {
      if (const auto v = c.value(key))
        for (const auto& item : v->elements()) {
          to.push_back(item.number().value_or(0));
          if (!item.number()) c.refuse(format("'{}' holds something that is no number", key));
        }
    };
    list("image_mean", r.mean), list("image_std", r.deviation);
    if (r.mean.size() != r.deviation.size()) c.refuse("'image_mean' and 'image_std' differ in length");
    if (std::ranges::find(r.deviation, 0.0) != r.deviation.end()) c.refuse("'image_std' has a zero");
  }
  return r;
}

Result<Tensor> prepare(const Picture& given, const PictureRules& r) {
  Picture p = given;
  if (r.resize && r.shortest > 0) {
    const bool tall = p.height > p.width;
    const int64_t shorter = std::min(p.height, p.width), longer = std::max(p.height, p.width);
    const auto other = static_cast<int64_t>(static_cast<double>(r.shortest) * static_cast<double>(longer) /
                                            static_cast<double>(shorter));
    if (other > largest_side)
      return error(Code::limit, "[image] {} x {} pixels are too long a strip to be resized to {}", p.width, p.height,
                   r.shortest);
    p = resize(p, tall ? r.shortest : other, tall ? other : r.shortest, r.filter);
  } else if (r.resize && r.width > 0) p = resize(p, r.width, r.height, r.filter);
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
    const double mean = k < r.mean.size() ? r.mean[k] : 0, deviation = k < r.deviation.size() ? r.deviation[k] : 1;
    for (int64_t i = 0; i < p.height * p.width; ++i)
      out.data<float>()[static_cast<size_t>(c * p.height * p.width + i)] =
          static_cast<float>((p.pixels[static_cast<size_t>(i * p.channels + c)] * r.scale - mean) / deviation);
  }
  return out;
}

}  // namespace bitloom

// Pictures against Pillow and transformers (tools/front_goldens.py), and what is no picture.
#include "models/image.h"

#include "tests/golden.h"
#include "tests/support.h"

namespace bitloom {
namespace {

namespace fs = std::filesystem;
const fs::path folder = fs::path(BITLOOM_SOURCE_DIR) / "tests/goldens/front/pictures";
const GoldenFile& golden() {
  static const GoldenFile file(folder);
  return file;
}
std::string file_of(const std::string& name) { return *read_text(folder / name); }
Picture read(const std::string& name, int64_t channels = 3) {
  const std::string file = file_of(name);
  auto p = read_picture(std::as_bytes(std::span(file)), channels);
  EXPECT_TRUE(p.ok()) << name << ": " << p.error().message;
  return p.ok() ? *p : Picture{};
}

struct Difference {
  int most = 256;
  double mean = 256;
};
Difference between(const Picture& got, const Tensor& want) {
  if (Shape{got.height, got.width, got.channels} != want.shape() ||
      static_cast<int64_t>(got.pixels.size()) != want.elements())
    return {};
  Difference d{0, 0};
  const std::vector<float> w = want.to_floats();
  for (size_t i = 0; i < w.size(); ++i) {
    const int away = std::abs(got.pixels[i] - static_cast<int>(w[i]));
    d.most = std::max(d.most, away), d.mean += away / static_cast<double>(w.size());
  }
  return d;
}

TEST(Image, PngIsReadAsPillowReadsIt) {
  for (const char* name : {"colour.png", "tall.png", "grey.png", "clear.png", "palette.png", "bits.png"}) {
    EXPECT_EQ(between(read(name, 3), golden()[format("{}.rgb", name)]).most, 0) << name;
    EXPECT_EQ(between(read(name, 1), golden()[format("{}.grey", name)]).most, 0) << name;
  }
}

// Decoders round differently, and spread halved colours differently.
TEST(Image, JpegIsReadNearlyAsPillowReadsIt) {
  for (const char* name : {"full.jpg", "progressive.jpg", "grey.jpg", "half.jpg"}) {
    const Difference rgb = between(read(name, 3), golden()[format("{}.rgb", name)]),
                     grey = between(read(name, 1), golden()[format("{}.grey", name)]);
    const bool halved = std::string_view(name) == "half.jpg";
    EXPECT_LE(rgb.most, halved ? 12 : 3) << name;
    EXPECT_LE(rgb.mean, halved ? 1.5 : 0.5) << name;
    EXPECT_LE(grey.most, halved ? 4 : 2) << name;
    EXPECT_LE(grey.mean, 0.5) << name;
  }
}

TEST(Image, ResizesToTheBitAsPillow) {
  int count = 0;
  for (const StoredTensor& t : golden().file.tensors()) {
    const size_t a = t.name.find('/'), b = t.name.rfind('/');
    if (a == std::string::npos || a == b) continue;
    const Picture from = read(t.name.substr(0, a), t.name.starts_with("grey") ? 1 : 3);
    const auto filter = static_cast<Filter>(t.name[a + 1] - '0');
    EXPECT_EQ(between(resize(from, t.shape[1], t.shape[0], filter), golden()[t.name]).most, 0) << t.name;
    ++count;
  }
  EXPECT_EQ(count, 30);
}

TEST(Image, IsPreparedAsImageProcessorsDo) {
  int count = 0;
  for (const char* rules : {"vit", "vit_plain", "vit_whole", "clip", "clip_wider", "clip_same"}) {
    const Config config = *Config::parse(file_of(format("preprocessor_{}.json", rules)));
    const PictureRules r = PictureRules::read(config);
    ASSERT_TRUE(config.status().ok()) << rules << ": " << config.status().error().message;
    for (const char* name : {"colour.png", "tall.png"}) {
      const Tensor got = *prepare(read(name), r), want = golden()[format("{}/{}", rules, name)];
      ASSERT_EQ(got.shape(), want.shape()) << rules << " " << name;
      for (int64_t i = 0; i < got.elements(); ++i)
        ASSERT_NEAR(got.data<float>()[static_cast<size_t>(i)], want.data<float>()[static_cast<size_t>(i)], 1e-5)
            << rules << " " << name << " at " << i;
      ++count;
    }
  }
  EXPECT_EQ(count, 12);
}

// Scans whose tables were never given are read, or refused, the same way whatever lay in memory before.
TEST(Image, TablesThatAreMissingAreEmpty) {
  std::string jpeg = file_of("progressive.jpg");
  int changed = 0;
  for (size_t at = jpeg.find("\xff\xda"); at != std::string::npos; at = jpeg.find("\xff\xda", at + 2)) {
    const auto components = static_cast<size_t>(jpeg[at + 4]);
    for (size_t i = 0; i < components; ++i) jpeg[at + 6 + 2 * i] = '\x33', ++changed;
  }
  ASSERT_GT(changed, 3);
  std::optional<Result<Picture>> first;
  for (const int junk : {0, 255, 90, 1}) {
    std::vector<std::vector<char>> before;
    for (size_t size = 1 << 10; size <= 1 << 16; size += 1 << 10) before.emplace_back(size, static_cast<char>(junk));
    before.clear();
    const auto p = read_picture(std::as_bytes(std::span(jpeg)));
    if (!first) first = p;
    ASSERT_EQ(p.ok(), first->ok()) << "after " << junk;
    if (p.ok()) EXPECT_EQ(p->pixels, (*first)->pixels) << "after " << junk;
    else EXPECT_EQ(p.error().message, first->error().message) << "after " << junk;
  }
}

std::string big(uint64_t value, size_t bytes) {
  std::string out;
  for (size_t i = bytes; i > 0; --i) out += static_cast<char>(value >> (8 * (i - 1)));
  return out;
}
// stb_image and Pillow look at no sums of ancillary or pixel data here, so none are computed.
std::string chunk(const std::string& type, const std::string& body) {
  return big(body.size(), 4) + type + body + std::string(4, '\0');
}
struct Png {
  uint32_t width = 1, height = 1;
  int depth = 8, colour = 0, interlace = 0;
};
std::string png(const Png& p, const std::string& packed) {
  const std::string header = big(p.width, 4) + big(p.height, 4) + static_cast<char>(p.depth) +
                             static_cast<char>(p.colour) + std::string(2, '\0') + static_cast<char>(p.interlace);
  return "\x89PNG\r\n\x1a\n" + chunk("IHDR", header) + chunk("IDAT", packed) + chunk("IEND", "");
}
// Zeroes, packed as well as fixed codes can: 258 bytes in 13 bits.
std::string packed_zeroes(size_t repeats) {
  std::string out = "\x78\x01";
  unsigned bits = 0, have = 0;
  const auto put = [&](unsigned value, unsigned count) {  // the first bit is the highest, as in Huffman codes
    for (unsigned i = count; i-- > 0;) {
      bits |= (value >> i & 1) << have;
      if (++have == 8) out += static_cast<char>(bits), bits = have = 0;
    }
  };
  put(0b1, 1), put(0b10, 2);  // the last block, of fixed codes
  put(0b00110000, 8);         // a zero
  for (size_t i = 0; i < repeats; ++i) put(0b11000101, 8), put(0, 5);
  put(0, 7), put(0, 8);
  return out + std::string(4, '\0');
}
std::string stored_zeroes(size_t size) {
  return std::string("\x78\x01\x01") + static_cast<char>(size) + static_cast<char>(size >> 8) +
         static_cast<char>(~size) + static_cast<char>(~size >> 8) + std::string(size, '\0') + std::string(4, '\0');
}
std::string said(std::string_view file, int64_t most = 1 << 26) {
  const auto p = read_picture(std::as_bytes(std::span(file)), 3, most);
  return p.ok() ? "" : p.error().message;
}

TEST(Image, PngsHoldAsMuchAsTheyDeclare) {
  EXPECT_EQ(said(png({}, packed_zeroes(0))),
            "[image] the picture is damaged: PNG: not enough pixels (1 x 1 pixels, 66 bytes)");
  EXPECT_EQ(said(png({}, packed_zeroes(1))), "");
  // 6 MB that a pixel is made of, and more still.
  EXPECT_EQ(said(png({}, packed_zeroes(25'000))),
            "[image] the picture is damaged: its data unpack to more bytes than 1 x 1 pixels have");
  EXPECT_EQ(
      said(png({}, packed_zeroes(50'000))),
      "[image] the picture is damaged: PNG: 81259 bytes of data are too many for 1 x 1 pixels, which have 2 bytes");
  EXPECT_EQ(said(png({.width = 300, .height = 300}, packed_zeroes(350))), "");
  EXPECT_EQ(said(png({.width = 300, .height = 300}, packed_zeroes(800))),
            "[image] the picture is damaged: its data unpack to more bytes than 300 x 300 pixels have");
  EXPECT_EQ(said(png({.width = 8000, .height = 8000}, packed_zeroes(10))),
            "[image] the picture is damaged: PNG: 25 bytes of data are too few for 8000 x 8000 pixels");
  // Interlaced, one bit a pixel, five columns: nearly twice as many bytes as rows of pixels.
  for (const uint32_t height : {1u, 2u, 3u, 8u, 9u, 800u})
    for (uint32_t width = 1; width < 18; ++width)
      for (const int depth : {1, 8}) {
        size_t size = 0;
        for (const auto& [x, y, across, down] : {std::array{0u, 0u, 8u, 8u},
                                                 {4, 0, 8, 8},
                                                 {0, 4, 4, 8},
                                                 {2, 0, 4, 4},
                                                 {0, 2, 2, 4},
                                                 {1, 0, 2, 2},
                                                 {0, 1, 1, 2}})
          if (width > x && height > y)
            size += ((height - y - 1) / down + 1) *
                    (1 + (((width - x - 1) / across + 1) * static_cast<unsigned>(depth) + 7) / 8);
        EXPECT_EQ(said(png({.width = width, .height = height, .depth = depth, .interlace = 1}, stored_zeroes(size))),
                  "")
            << width << " x " << height;
        EXPECT_NE(
            said(png({.width = width, .height = height, .depth = depth, .interlace = 1}, stored_zeroes(size - 1))), "")
            << width << " x " << height;
      }
}

TEST(Image, JpegsHaveFewScans) {
  const std::string jpeg = file_of("progressive.jpg");
  const size_t last = jpeg.rfind("\xff\xda"), end = jpeg.rfind("\xff\xd9");
  const std::string before = jpeg.substr(0, last), scan = jpeg.substr(last, end - last), after = jpeg.substr(end);
  const auto with = [&](int scans) {
    std::string out = before;
    for (int i = 0; i < scans; ++i) out += scan;
    return out + after;
  };
  EXPECT_EQ(said(with(1)), "");
  EXPECT_EQ(said(with(10)).find("too large"), std::string::npos);
  EXPECT_EQ(said(with(60)), "[image] the picture is too large: the scans of a JPEG go over it more than 14 times");
  std::string empty = before;
  const std::string dc{"\xff\xda\x00\x08\x01\x01\x00\x00\x00\x00\x00", 11};
  for (int i = 0; i < 10'000; ++i) empty += dc;
  EXPECT_EQ(said(empty + after), "[image] the picture is too large: a JPEG of more than 100 scans");
  // A frame of 65500 x 1000 that a kilobyte of codes cannot fill.
  std::string wide = jpeg;
  const size_t frame = wide.find("\xff\xc2");
  ASSERT_NE(frame, std::string::npos);
  wide.replace(frame + 5, 4, big(1000, 2) + big(65500, 2));
  EXPECT_NE(said(wide).find("are too few for 65500 x 1000 pixels"), std::string::npos) << said(wide);
}

// Empty, not supported, damaged and too large are four different things.
TEST(Image, SaysWhatIsWrong) {
  EXPECT_EQ(said(""), "[image] the picture is empty: the file has 0 bytes");
  EXPECT_EQ(said(png({.width = 0}, "")), "[image] the picture is empty: 0 x 1 pixels; both must be at least 1");
  EXPECT_EQ(said("GIF89a, or something else"),
            "[image] the picture is not supported: a GIF of 25 bytes; supported are PNG and JPEG");
  for (const std::string_view start :
       {"RIFF....WEBPVP8 ", "....ftypavif", "\xff\x0a..........", "<?xml version", "BM........"})
    for (size_t size = 1; size <= start.size(); ++size)
      EXPECT_NE(said(start.substr(0, size)).find("supported are PNG and JPEG"), std::string::npos) << start << size;
  EXPECT_EQ(said("hello"),
            "[image] the picture is not supported: 5 bytes that start with 68 65 6c 6c 6f; supported are PNG and JPEG");
  EXPECT_EQ(said("\xff\xd8\xff\xd9"), "[image] the picture is damaged: JPEG: there is no frame header in its 4 bytes");
  EXPECT_EQ(said("\x89PNG\r\n\x1a\n"),
            "[image] the picture is damaged: PNG: it is cut off: after 8 bytes there is no IEND");
  EXPECT_NE(said(png({.depth = 3}, "")).find("its bit depth is 3"), std::string::npos);
  EXPECT_NE(said(png({.colour = 5}, "")).find("its colour type is 5; 0, 2, 3, 4 and 6 are valid"), std::string::npos);
  EXPECT_NE(said(png({.interlace = 2}, "")).find("not supported: a PNG with the interlace method 2"),
            std::string::npos);
  const std::string whole = file_of("colour.png");
  EXPECT_EQ(said(whole), "");
  for (const size_t kept : {40u, 100u, 3000u})
    EXPECT_NE(said(whole.substr(0, kept)).find("is damaged: PNG: it is cut off"), std::string::npos) << kept;
  std::string changed = whole;
  for (size_t i = whole.find("IDAT") + 100; i < whole.find("IDAT") + 110; ++i)
    changed[i] = static_cast<char>(~changed[i]);
  EXPECT_NE(said(changed).find("[image] the picture is damaged: "), std::string::npos) << said(changed);
  // 2 to the 20th pixels in each direction.
  std::string wide = whole;
  for (const size_t at : {16u, 20u}) wide.replace(at, 4, std::string("\0\x10\0\0", 4));
  EXPECT_EQ(said(wide),
            "[image] the picture is too large: 1048576 x 1048576 pixels; at most 67108864 pixels are allowed, and "
            "65536 on a side");
  EXPECT_EQ(said(png({.width = 8192, .height = 8192, .depth = 16, .colour = 6}, std::string(600'000, 'x'))),
            "[image] the picture is too large: decoding 600057 bytes of PNG with 8192 x 8192 pixels takes 1073750016 "
            "bytes; at "
            "most 411041792 are allowed");

  // A table of more codes than there are bytes, which stb_image would write past its own.
  std::string jpeg = file_of("full.jpg");
  EXPECT_EQ(said("\xff" + jpeg), "");
  for (size_t at = jpeg.find("\xff\xc4"), next; at != std::string::npos; at = next) {
    next = jpeg.find("\xff\xc4", at + 2);
    std::string large = jpeg;
    large.replace(at + 5, 16, std::string(16, '\x11'));
    for (const std::string& file : {large, "\xff" + large})
      EXPECT_EQ(said(file),
                "[image] the picture is damaged: JPEG: a Huffman table has 272 codes; at most 256 are valid")
          << at;
  }
  const size_t frame = jpeg.find("\xff\xc0");
  std::string other = jpeg;
  other[frame + 1] = '\xc9';
  EXPECT_NE(said(other).find("not supported: a JPEG that is coded arithmetically; supported are baseline"),
            std::string::npos);
  other = jpeg, other[frame + 4] = 12;
  EXPECT_NE(said(other).find("not supported: a JPEG of 12 bits; supported are those of 8 bits"), std::string::npos);
  EXPECT_EQ(said(whole, 1000),
            "[image] the picture is too large: 53 x 37 pixels; at most 1000 pixels are allowed, and 65536 on a side");
  EXPECT_FALSE(read_picture(std::as_bytes(std::span(whole)), 2).ok());
}

TEST(Image, RulesHaveRanges) {
  const auto prepared = [](Picture p, const PictureRules& r) {
    const auto t = prepare(std::move(p), r);
    return t.ok() ? "" : t.error().message;
  };
  const std::vector<uint8_t> strip(60'000);
  EXPECT_NE(
      prepared({1, 60'000, 1, strip}, {.shortest = 224}).find("resizing 1 x 60000 pixels to 224 x 13440000 takes"),
      std::string::npos);
  EXPECT_NE(prepared({1, 60'000, 1, strip}, {.width = 4096, .height = 4096}).find("takes 245760000; at most 33554432"),
            std::string::npos);
  EXPECT_EQ(prepared({1, 60'000, 1, strip}, {.width = 224, .height = 224}), "");
  EXPECT_EQ(prepared({1, 1, 3, {1, 2, 3}}, {.mean = {0.5, 0.5}, .deviation = {1, 1}}),
            "[image] preprocessor_config.json: image_mean and image_std have 2 numbers; they must have 1 or 3, one for "
            "each channel");
  EXPECT_EQ(prepare({1, 1, 3, {51, 102, 255}}, {.mean = {0.5}, .deviation = {0.5}})->to_floats(),
            (std::vector<float>{-0.6f, -0.2f, 1}));

  const auto refused = [](const std::string& text) {
    const Config c = *Config::parse(text, "preprocessor_config.json");
    (void)PictureRules::read(c);
    return c.status().ok() ? "" : c.status().error().message;
  };
  EXPECT_EQ(refused("{}"), "");
  EXPECT_EQ(refused(R"({"image_mean": 0.5, "image_std": 0.5, "rescale_factor": 1})"), "");
  EXPECT_NE(refused(R"({"resample": 7})").find("supported are 0 (nearest), 2 (bilinear) and 3 (bicubic)"),
            std::string::npos);
  EXPECT_NE(refused(R"({"size": {"height": 20}})").find("'size.width' is missing"), std::string::npos);
  EXPECT_NE(refused(R"({"size": -3})").find("size is -3 x -3; width and height must be between 1 and 4096"),
            std::string::npos);
  EXPECT_NE(refused(R"({"size": {"shortest_edge": 1000000000}})").find("size is 1000000000 x"), std::string::npos);
  EXPECT_NE(refused(R"({"crop_size": {"height": 0, "width": 4}})").find("crop_size is 4 x 0"), std::string::npos);
  for (const char* scale : {"1e308", "0", "-1", "1e-300", "256"})
    EXPECT_NE(refused(format("{\"rescale_factor\": {}}", scale)).find("rescale_factor"), std::string::npos) << scale;
  EXPECT_EQ(refused(R"({"image_mean": [0.5], "image_std": [0.5, 0.5]})"),
            "preprocessor_config.json: image_mean has 1 numbers and image_std 2; they must be as many");
  EXPECT_EQ(refused(R"({"image_mean": [0.5], "image_std": [0]})"),
            "preprocessor_config.json: image_std is 0; it must be between 1e-04 and 1000");
  EXPECT_NE(refused(R"({"image_mean": [1e300], "image_std": [1]})").find("image_mean is 1e"), std::string::npos);
  EXPECT_EQ(refused(R"({"image_mean": ["a"], "image_std": [1]})"),
            "preprocessor_config.json: image_mean holds a string; numbers are needed");
}

}  // namespace
}  // namespace bitloom

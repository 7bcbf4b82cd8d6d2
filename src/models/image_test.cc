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

TEST(Image, SaysWhatIsWrong) {
  const auto said = [](std::string_view file) {
    const auto p = read_picture(std::as_bytes(std::span(file)));
    return p.ok() ? "" : p.error().message;
  };
  EXPECT_EQ(said(""), "[image] this is no PNG or JPEG (0 bytes)");
  EXPECT_EQ(said("GIF89a, or something else"), "[image] this is no PNG or JPEG (25 bytes)");
  const std::string whole = file_of("colour.png");
  EXPECT_EQ(said(whole), "");
  for (const size_t kept : {40u, 100u, 3000u})
    EXPECT_NE(said(whole.substr(0, kept)).find("damaged"), std::string::npos) << kept;
  // 2 to the 20th pixels in each direction.
  std::string wide = whole;
  for (const size_t at : {16u, 20u}) wide.replace(at, 4, std::string("\0\x10\0\0", 4));
  EXPECT_NE(said(wide), "");

  // A table of more codes than there are bytes, which stb_image would write past its own.
  std::string jpeg = file_of("full.jpg");
  EXPECT_EQ(said("\xff" + jpeg), "");
  for (size_t at = jpeg.find("\xff\xc4"), next; at != std::string::npos; at = next) {
    next = jpeg.find("\xff\xc4", at + 2);
    std::string large = jpeg;
    large.replace(at + 5, 16, std::string(16, '\x11'));
    for (const std::string& file : {large, "\xff" + large})
      EXPECT_EQ(said(file), "[image] the picture is damaged: a table of codes is too large") << at;
  }
  EXPECT_EQ(read_picture(std::as_bytes(std::span(whole)), 3, 1000).error().message,
            "[image] 53 x 37 pixels are more than 1000");
  EXPECT_FALSE(read_picture(std::as_bytes(std::span(whole)), 2).ok());
  const PictureRules shorter{.shortest = 224};
  EXPECT_NE(prepare({1, 2000, 1, std::vector<uint8_t>(2000)}, shorter).error().message.find("too long a strip"),
            std::string::npos);

  const auto refused = [](const std::string& text) {
    const Config c = *Config::parse(text);
    (void)PictureRules::read(c);
    return c.status().ok() ? "" : c.status().error().message;
  };
  EXPECT_EQ(refused("{}"), "");
  EXPECT_NE(refused(R"({"resample": 7})").find("nearest (0), bilinear (2) and bicubic (3)"), std::string::npos);
  EXPECT_NE(refused(R"({"size": {"height": 20}})").find("'size.width' is missing"), std::string::npos);
  EXPECT_NE(refused(R"({"size": -3})").find("'size' is -3 x -3"), std::string::npos);
  EXPECT_NE(refused(R"({"size": {"shortest_edge": 1000000000}})").find("'size'"), std::string::npos);
  EXPECT_NE(refused(R"({"crop_size": {"height": 0, "width": 4}})").find("'crop_size' is 4 x 0"), std::string::npos);
  EXPECT_NE(refused(R"({"image_mean": [0.5], "image_std": [0.5, 0.5]})").find("differ in length"), std::string::npos);
  EXPECT_NE(refused(R"({"image_mean": [0.5], "image_std": [0]})").find("'image_std'"), std::string::npos);
  EXPECT_NE(refused(R"({"image_mean": ["a"], "image_std": [1]})").find("'image_mean'"), std::string::npos);
}

}  // namespace
}  // namespace bitloom

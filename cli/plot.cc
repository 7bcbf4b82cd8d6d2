#include "cli/plot.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "bitloom/text.h"
#include "cli/terminal.h"

#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#include <stb/stb_easy_font.h>
#include <stb/stb_image_write.h>
#pragma GCC diagnostic pop

using bitloom::format;

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : visible(text)) {  // control characters are none of XML's
    if (c == '<') out += "&lt;";
    else if (c == '>') out += "&gt;";
    else if (c == '&') out += "&amp;";
    else if (c == '"') out += "&quot;";
    else out += c;
  }
  return out;
}

namespace {

std::string hex(unsigned colour) {
  std::string out = "#";
  for (int shift = 20; shift >= 0; shift -= 4) out += "0123456789abcdef"[colour >> shift & 15];
  return out;
}

class Canvas {
 public:
  Canvas(int width, int height)
      : width_(width), height_(height), pixels_(static_cast<size_t>(width) * static_cast<size_t>(height) * 3, 255) {}

  // All that is near the line, with soft edges.
  void stroke(Spot a, Spot b, double radius, unsigned colour) {
    const double dx = b.x - a.x, dy = b.y - a.y, length = dx * dx + dy * dy;
    each(std::min(a.x, b.x) - radius - 1, std::min(a.y, b.y) - radius - 1, std::max(a.x, b.x) + radius + 1,
         std::max(a.y, b.y) + radius + 1, colour, [&](double x, double y) {
           const double along = length > 0 ? std::clamp(((x - a.x) * dx + (y - a.y) * dy) / length, 0.0, 1.0) : 0;
           return radius + 0.5 - std::hypot(x - a.x - along * dx, y - a.y - along * dy);
         });
  }
  // A box; its edges cover pixels in part.
  void box(double left, double top, double right, double bottom, unsigned colour) {
    each(left - 1, top - 1, right + 1, bottom + 1, colour, [&](double x, double y) {
      const auto part = [](double at, double from, double to) {
        return std::clamp(std::min(at + 0.5, to) - std::max(at - 0.5, from), 0.0, 1.0);
      };
      return part(x, left, right) * part(y, top, bottom);
    });
  }
  std::string png() const {
    std::string out;
    stbi_write_png_to_func(
        [](void* to, void* from, int size) { static_cast<std::string*>(to)->append(static_cast<char*>(from), size); },
        &out, width_, height_, 3, pixels_.data(), width_ * 3);
    return out;
  }

 private:
  template <class Cover>
  void each(double left, double top, double right, double bottom, unsigned colour, const Cover& cover) {
    for (int y = std::max(0, static_cast<int>(top)); y < std::min<double>(height_, bottom); ++y)
      for (int x = std::max(0, static_cast<int>(left)); x < std::min<double>(width_, right); ++x) {
        const double part = std::clamp(cover(x + 0.5, y + 0.5), 0.0, 1.0);
        for (size_t c = 0; c < 3; ++c) {
          uint8_t& p = pixels_[(static_cast<size_t>(y) * static_cast<size_t>(width_) + static_cast<size_t>(x)) * 3 + c];
          p = static_cast<uint8_t>(std::lround(p + part * (static_cast<double>(colour >> (16 - 8 * c) & 255) - p)));
        }
      }
  }
  int width_, height_;
  std::vector<uint8_t> pixels_;
};

// The font's letters are boxes, 7 high over the line they stand on.
void write(Canvas& canvas, Spot at, std::string words, double size, Drawing::Anchor anchor) {
  for (char& c : words)
    if (c < ' ' || c > '~') c = '?';
  const double scale = size / 10;
  const double width = stb_easy_font_width(words.data()) * scale;
  if (anchor == Drawing::Anchor::middle) at.x -= width / 2;
  if (anchor == Drawing::Anchor::end) at.x -= width;
  struct Vertex {
    float x, y, z;
    uint32_t colour;
  };
  std::vector<Vertex> quads(words.size() * 80 + 80);
  const auto count = static_cast<size_t>(
      stb_easy_font_print(0, 0, words.data(), nullptr, quads.data(), static_cast<int>(quads.size() * sizeof(Vertex))));
  for (size_t i = 0; i < count; ++i) {
    const Vertex &a = quads[4 * i], &b = quads[4 * i + 2];
    canvas.box(at.x + a.x * scale, at.y + (a.y - 8) * scale, at.x + b.x * scale, at.y + (b.y - 8) * scale, 0x222222);
  }
}

}  // namespace

std::string Drawing::svg() const {
  const auto short_number = [](double v) { return std::round(v * 10) / 10; };
  std::string out = format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\">\n"
      "<rect width=\"{}\" height=\"{}\" fill=\"white\"/>\n",
      width_, height_, width_, height_);
  for (const auto& part : parts_) {
    if (const auto* line = std::get_if<Line>(&part)) {
      out += "<polyline points=\"";
      for (const Spot& s : line->spots) out += format("{},{} ", short_number(s.x), short_number(s.y));
      out += format("\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\" stroke-linecap=\"round\"/>\n",
                    hex(line->colour), line->thickness);
    } else {
      const Text& t = std::get<Text>(part);
      const char* anchor = t.anchor == Anchor::start ? "start" : t.anchor == Anchor::middle ? "middle" : "end";
      out += format("<text x=\"{}\" y=\"{}\" font-size=\"{}\" text-anchor=\"{}\">{}</text>\n", short_number(t.at.x),
                    short_number(t.at.y), t.size, anchor, escaped(t.words));
    }
  }
  return out + "</svg>\n";
}

std::string Drawing::png(int scale) const {
  Canvas canvas(width_ * scale, height_ * scale);
  for (const auto& part : parts_) {
    if (const auto* line = std::get_if<Line>(&part)) {
      for (size_t i = 0; i + 1 < line->spots.size(); ++i) {
        const Spot &a = line->spots[i], &b = line->spots[i + 1];
        canvas.stroke({a.x * scale, a.y * scale}, {b.x * scale, b.y * scale}, line->thickness * scale / 2,
                      line->colour);
      }
    } else {
      const Text& t = std::get<Text>(part);
      write(canvas, {t.at.x * scale, t.at.y * scale}, t.words, t.size * scale, t.anchor);
    }
  }
  return canvas.png();
}

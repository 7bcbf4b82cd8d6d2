// A few lines, discs and words, as SVG or as PNG.
#pragma once

#include <string>
#include <variant>
#include <vector>

struct Spot {
  double x = 0, y = 0;
};

class Drawing {
 public:
  enum class Anchor { start, middle, end };
  Drawing(int width, int height) : width_(width), height_(height) {}

  void line(std::vector<Spot> spots, double thickness, unsigned colour) {
    parts_.push_back(Line{std::move(spots), thickness, colour});
  }
  void disc(Spot middle, double radius, unsigned colour) { line({middle, middle}, 2 * radius, colour); }
  // `at` is on the line it is written on; size: of an em, in pixels.
  void text(Spot at, std::string words, double size, Anchor anchor) {
    parts_.push_back(Text{at, std::move(words), size, anchor});
  }

  std::string svg() const;
  std::string png(int scale = 2) const;  // a file, so many times larger; of letters only ASCII is drawn

 private:
  struct Line {
    std::vector<Spot> spots;
    double thickness;
    unsigned colour;  // 0xrrggbb
  };
  struct Text {
    Spot at;
    std::string words;
    double size;
    Anchor anchor;
  };
  int width_, height_;
  std::vector<std::variant<Line, Text>> parts_;
};

std::string escaped(const std::string& text);  // for HTML and SVG

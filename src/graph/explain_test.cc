#include "graph/explain.h"

#include <gtest/gtest.h>

#include <regex>

#include "bitloom/fusion.h"
#include "ops/op.h"
#include "runtime/variants.h"
#include "tests/support.h"

namespace bitloom {
namespace {

Explanation explained(const Graph& graph) {
  static const DeviceInfo device = large_device();
  auto made = explain(graph, {.device = &device, .profile = *wgsl::choose_profile(device)});
  EXPECT_TRUE(made.ok()) << (made.ok() ? "" : made.error().message);
  return *made;
}

// What is wrong with it as XML, as far as a picture needs: tags that close, quoted attributes, known entities.
std::string problem(std::string_view text) {
  const auto take = [&](std::string_view part) {
    const bool there = text.starts_with(part);
    if (there) text.remove_prefix(part.size());
    return there;
  };
  const auto word = [&] {
    size_t n = 0;
    while (n < text.size() && (std::isalpha(static_cast<unsigned char>(text[n])) || text[n] == '-')) ++n;
    std::string out(text.substr(0, n));
    text.remove_prefix(n);
    return out;
  };
  const auto character = [&] {  // of text or of an attribute
    return take("&amp;") || take("&lt;") || take("&gt;") || take("&quot;") ||
           (!text.empty() && text[0] != '<' && text[0] != '&' && take(text.substr(0, 1)));
  };
  std::vector<std::string> open;
  while (!text.empty()) {
    const std::string here(text.substr(0, 80));
    if (take("</")) {
      if (open.empty() || word() != open.back() || !take(">")) return "does not close: " + here;
      open.pop_back();
    } else if (take("<")) {
      open.push_back(word());
      while (take(" ")) {
        if (word().empty() || !take("=\"")) return "no attribute: " + here;
        while (!text.starts_with('"') && character()) {
        }
        if (!take("\"")) return "not quoted: " + here;
      }
      if (take("/>")) open.pop_back();
      else if (!take(">")) return "no tag: " + here;
    } else if (!character()) {
      return "not escaped: " + here;
    }
  }
  return open.empty() ? "" : open.back() + " stays open";
}

struct Rect {
  double x, y, width, height;
};

std::vector<Rect> boxes(const std::string& svg) {
  static const std::regex rect(
      "<rect class=\"[a-z]+\" x=\"(-?\\d+)\" y=\"(-?\\d+)\" width=\"(\\d+)\" height=\"(\\d+)\"");
  std::vector<Rect> out;
  for (auto i = std::sregex_iterator(svg.begin(), svg.end(), rect); i != std::sregex_iterator(); ++i)
    out.push_back({std::stod((*i)[1]), std::stod((*i)[2]), std::stod((*i)[3]), std::stod((*i)[4])});
  return out;
}

size_t count(std::string_view text, std::string_view part) {
  size_t found = 0;
  for (size_t i = text.find(part); i != std::string_view::npos; i = text.find(part, i + part.size())) ++found;
  return found;
}

// Well-formed, a box for each node, inside the picture, none over another.
void expect_good(const std::string& svg, size_t nodes) {
  EXPECT_EQ(problem(svg), "");
  EXPECT_EQ(count(svg, "script"), 0u);
  std::smatch view;
  ASSERT_TRUE(std::regex_search(svg, view, std::regex("viewBox=\"(-?\\d+) 0 (\\d+) (\\d+)\"")));
  const std::vector<Rect> all = boxes(svg);
  EXPECT_EQ(all.size(), nodes);
  for (size_t i = 0; i < all.size(); ++i) {
    const Rect& a = all[i];
    const double left = std::stod(view[1]), right = left + std::stod(view[2]);
    EXPECT_TRUE(a.x >= left && a.y >= 0 && a.x + a.width <= right && a.y + a.height <= std::stod(view[3]))
        << "box " << i << " leaves the picture";
    for (size_t j = 0; j < i; ++j) {
      const Rect& b = all[j];
      EXPECT_FALSE(a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height)
          << "boxes " << j << " and " << i << " overlap";
    }
  }
}

TEST(ExplainPicture, AListBeforeAndAfter) {
  const Desc tensors[] = {{DType::f32, {128, 768}}, {DType::f32, {768, 3072}}, {DType::f32, {3072}}};
  const Explanation e = explained(*fold_ops(tensors, {"matmul", "add", "gelu"}));
  const std::string before = e.svg(false), after = e.svg(true);
  expect_good(before, 3);
  expect_good(after, 3);
  for (const char* text : {">matmul<", ">add<", ">gelu<", ">f32[128, 3072]<", ">t1<", ">f32[768, 3072]<"})
    EXPECT_NE(after.find(text), std::string::npos) << text;
  EXPECT_EQ(count(after, "class=\"number\" "), 3u);
  EXPECT_EQ(count(after, "\">1</text>"), 3u) << "one kernel";
  EXPECT_EQ(count(after, "edge inside"), 2u);
  EXPECT_EQ(count(before, "edge inside"), 0u);
  EXPECT_NE(before.find("\">3</text>"), std::string::npos) << "three kernels";
  const std::string json = e.json(true);
  EXPECT_NE(json.find("\"svg\":{\"before\":\"<svg"), std::string::npos);
  EXPECT_EQ(e.json().find("<svg"), std::string::npos);
}

TEST(ExplainPicture, WhatStaysApartIsDashedAndSaysWhy) {
  Graph g;
  const Value x = g.input("x", {DType::f32, {64, 96}}), w = g.input("w", {DType::f32, {96, 96}});
  const Value m = *g.apply("matmul", {x, w});
  const Value flat = *g.apply("reshape", {*g.apply("softmax", {m})}, {{"shape", {32, 192}}});
  g.output("y", *g.apply("reduce_sum", {flat}, {{"axes", {-1}}}));
  const Explanation e = explained(g);
  ASSERT_EQ(e.apart.size(), 2u) << e.text();
  const std::string svg = e.svg(true);
  expect_good(svg, e.graph.nodes().size());
  for (const Explanation::Edge& edge : e.apart) EXPECT_NE(svg.find("<title>" + edge.reason), std::string::npos) << svg;
  EXPECT_EQ(count(svg, "class=\"edge apart\""), 2u) << "the second, though a reshape is between them";
  EXPECT_EQ(count(svg, "class=\"why\""), 2u) << "there is room for both";
}

TEST(ExplainPicture, TextIsEscaped) {
  Graph g;
  const Value x = g.input("<script>&\"'\x01\xff\xed\xa0\x80 é", {DType::f32, {4}});
  g.output("a]]>b", *g.apply("relu", {x}));
  g.output("a name that is much longer than any box should ever be €€€€", x);
  const std::string svg = explained(g).svg(true);
  EXPECT_EQ(problem(svg), "");
  EXPECT_NE(svg.find("&lt;script&gt;&amp;&quot;' \xef\xbf\xbd"), std::string::npos) << svg;
  EXPECT_NE(svg.find(" é"), std::string::npos);
  EXPECT_EQ(svg.find('\x01'), std::string::npos);
  EXPECT_EQ(svg.find('\xff'), std::string::npos);
}

TEST(ExplainPicture, AnyGraphUpToHundredsOfNodes) {
  std::mt19937_64 random(fresh_seed());
  expect_good(Explanation{}.svg(true), 0);
  for (size_t nodes : {1u, 2u, 7u, 40u, 300u}) {
    Graph g;
    std::vector<Value> made{g.input("x", {DType::f32, {8, 8}}), g.input("y", {DType::f32, {8, 8}})};
    const auto pick = [&] { return made[made.size() - 1 - random() % std::min<size_t>(made.size(), 12)]; };
    constexpr const char* ops[] = {"add", "matmul", "softmax", "relu", "multiply", "layer_norm"};
    while (g.nodes().size() < nodes) {
      const char* op = ops[random() % std::size(ops)];
      const bool two = find_op(op)->min_inputs == 2;
      made.push_back(two ? *g.apply(op, {pick(), pick()}) : *g.apply(op, {pick()}));
    }
    g.output("", made.back());
    g.output("other", pick());
    const Explanation e = explained(g);
    expect_good(e.svg(false), nodes);
    expect_good(e.svg(true), e.graph.nodes().size());
    EXPECT_EQ(e.svg(true), e.svg(true));
  }
}

}  // namespace
}  // namespace bitloom

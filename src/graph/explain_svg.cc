// The picture of an Explanation: every node below what it reads, boxes of one kernel in one colour. Layers are longest
// paths; a few sweeps put neighbours near each other, first in order, then in place.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <ranges>

#include "bitloom/explain.h"
#include "graph/fuse.h"
#include "ops/op.h"

namespace bitloom {
namespace {

constexpr double letter = 7.3, small_letter = 6.2, line_height = 15, gap = 34, margin = 16;
constexpr size_t longest_line = 30, reason_line = 30;
// Strong enough for white numbers on them; boxes are a breath of the same over whatever the page is.
constexpr std::string_view hues[] = {"#2a6fdb", "#c2570c", "#1f8a4c", "#9b45c9", "#c0303f",
                                     "#0f7f86", "#8a6d0b", "#b83a86", "#4f5bd5", "#5f6f3a"};

size_t at(int i) { return static_cast<size_t>(i); }

// The length of the character that starts here, 0 where it is no UTF-8.
size_t character(std::string_view text) {
  const auto byte = [&](size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u; };
  const unsigned lead = byte(0);
  const size_t size = lead < 0x80 ? 1 : lead >= 0xc2 && lead < 0xe0 ? 2 : (lead & 0xf0) == 0xe0 ? 3 : 4;
  if (size == 1) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  for (size_t i = 1; i < size; ++i)
    if ((byte(i) & 0xc0) != 0x80) return 0;
  const unsigned next = byte(1);
  const bool bad = (lead == 0xe0 && next < 0xa0) || (lead == 0xed && next >= 0xa0) || (lead == 0xf0 && next < 0x90) ||
                   (lead == 0xf4 && next >= 0x90);
  return bad ? 0 : size;
}

std::string escaped(std::string_view text) {
  std::string out;
  for (size_t i = 0; i < text.size();) {
    const size_t size = character(text.substr(i));
    const char c = text[i];
    if (size != 1) out += size ? text.substr(i, size) : "\xef\xbf\xbd";
    else if (c == '&') out += "&amp;";
    else if (c == '<') out += "&lt;";
    else if (c == '>') out += "&gt;";
    else if (c == '"') out += "&quot;";
    else out += static_cast<unsigned char>(c) < 0x20 && c != '\n' ? ' ' : c;
    i += std::max<size_t>(size, 1);
  }
  return out;
}

size_t letters(std::string_view text) {
  size_t count = 0;
  for (size_t i = 0; i < text.size(); i += std::max<size_t>(character(text.substr(i)), 1)) ++count;
  return count;
}

std::string shortened(std::string text) {
  if (letters(text) <= longest_line) return text;
  size_t end = 0;
  for (size_t n = 0; n + 1 < longest_line; ++n)
    end += std::max<size_t>(character(std::string_view(text).substr(end)), 1);
  return text.substr(0, end) + "…";
}

std::vector<std::string> wrapped(std::string_view text) {
  std::vector<std::string> out;
  while (letters(text) > reason_line) {
    size_t end = text.rfind(' ', reason_line);
    if (end == 0 || end == std::string_view::npos) end = text.find(' ');
    if (end == std::string_view::npos) break;
    out.emplace_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  out.emplace_back(text);
  return out;
}

struct Item {
  std::vector<std::string> lines{};  // none: a long edge passes here
  std::string title{};
  bool box = false, result = false;
  int kernel = -1, layer = 0;
  double width = 0, height = 0, x = 0, y = 0;  // the middle of the top
  std::vector<int> above{}, below{};           // neighbours, in the next layers
  double left() const { return x - width / 2; }
  double right() const { return x + width / 2; }
};

struct Edge {
  int from = 0, to = 0;
  enum Kind { plain, inside, apart } kind = plain;
  std::string reason{};
  std::vector<int> way{};  // items, both ends included
  double end = 0;          // where it arrives
};

class Picture {
 public:
  Picture(const Graph& graph, const std::vector<Explanation::Kernel>& kernels) : graph_(graph), made_(graph.values()) {
    for (const Graph::Named& i : graph.inputs())
      made_[at(i.value.id)] = add_text({i.name, to_text(graph.desc(i.value))});
    for (const auto& [v, constant] : graph.constants()) {
      const Tensor& t = constant.given();
      const bool number = t.on_cpu() && t.shape().elements() == 1;
      made_[at(v.id)] = add_text({number ? to_text(t.to_floats()[0]) : "constant", to_text(constant.desc())});
    }
    const std::vector<int> kernel = kernels_of(kernels);
    first_node_ = static_cast<int>(items_.size());
    for (size_t n = 0; n < graph.nodes().size(); ++n) add_node(static_cast<int>(n), kernel[n], kernels);
    for (const Graph::Named& o : graph.outputs()) {
      const int item = add_text({o.name.empty() ? "result" : o.name, to_text(graph.desc(o.value))});
      items_[at(item)].result = true;
      edges_.push_back({.from = made_[at(o.value.id)], .to = item});
    }
  }

  // Edges between kernels are told apart, with the reasons there are.
  void tell_apart(const std::vector<Explanation::Edge>& apart) {
    const std::vector<int> maker = makers_of(graph_);
    std::map<std::pair<int, int>, std::string> reasons;
    for (const Explanation::Edge& e : apart)  // the reshapes between the two are in no kernel
      for (Value v : graph_.nodes()[at(e.to)].in)
        if (maker[at(v.id)] >= 0 && maker[at(without_reshapes(graph_, maker, v).id)] == e.from)
          reasons[{maker[at(v.id)], e.to}] = e.reason;
    for (Edge& e : edges_) {
      const Item &from = items_[at(e.from)], &to = items_[at(e.to)];
      if (!from.box || !to.box) continue;
      const auto found = reasons.find({e.from - first_node_, e.to - first_node_});
      if (found != reasons.end()) e.reason = found->second;
      if (!e.reason.empty() || (from.kernel >= 0 && to.kernel >= 0 && from.kernel != to.kernel)) e.kind = Edge::apart;
    }
  }

  std::string svg() {
    put_in_layers();
    put_in_order();
    put_in_place();
    return draw();
  }

 private:
  // By node. A reshape costs nothing and has no kernel, but one inside a kernel is drawn as part of it.
  std::vector<int> kernels_of(const std::vector<Explanation::Kernel>& kernels) const {
    const auto& nodes = graph_.nodes();
    const std::vector<int> maker = makers_of(graph_);
    std::vector<int> own(nodes.size(), -1), reader(nodes.size(), -1);
    for (size_t k = 0; k < kernels.size(); ++k)
      for (int n : kernels[k].nodes)
        if (at(n) < own.size()) own[at(n)] = static_cast<int>(k);
    for (size_t n = nodes.size(); n-- > 0;)
      for (Value v : nodes[n].in)
        if (const int m = maker[at(v.id)]; m >= 0) reader[at(m)] = own[n] >= 0 ? own[n] : reader[n];
    for (size_t n = 0; n < nodes.size(); ++n)
      if (own[n] < 0 && !nodes[n].in.empty())
        if (const int m = maker[at(nodes[n].in[0].id)]; m >= 0 && own[at(m)] == reader[n]) own[n] = reader[n];
    return own;
  }

  int add(Item item) {
    for (size_t i = 0; i < item.lines.size(); ++i) {
      const double wide = static_cast<double>(letters(item.lines[i])) * (i == 0 ? letter : small_letter);
      item.width = std::max(item.width, wide + (item.box ? 28 : 8));
    }
    item.height = static_cast<double>(item.lines.size()) * line_height + (item.box ? 14 : 2);
    items_.push_back(std::move(item));
    return static_cast<int>(items_.size()) - 1;
  }
  int add_text(const std::vector<std::string>& lines) {
    Item item;
    for (const std::string& line : lines)
      if (!line.empty()) item.title += (item.title.empty() ? "" : " ") + line, item.lines.push_back(shortened(line));
    return add(std::move(item));
  }
  void add_node(int n, int kernel, const std::vector<Explanation::Kernel>& kernels) {
    const Graph::Node& node = graph_.nodes()[at(n)];
    Item item{.box = true, .kernel = kernel};
    item.lines.emplace_back(node.op());
    Attrs own;  // the settings that are not the default
    for (const AttrSpec& spec : op_of(node).attrs)
      if (const AttrValue* v = node.attrs.find(spec.name); v && (!spec.fallback || *v != *spec.fallback))
        own.set(std::string(spec.name), *v);
    if (!own.empty()) item.lines.push_back(shortened(to_text(own)));
    item.lines.push_back(to_text(graph_.desc(node.out[0])));
    item.title = format("%{} = {}{}{}: {}\n{}", node.out[0].id, node.op(), node.attrs.empty() ? "" : " ", node.attrs,
                        graph_.desc(node.out[0]),
                        kernel >= 0 ? format("kernel {}: {}", kernel + 1, kernels[at(kernel)].label) : "no kernel");
    const int made = add(std::move(item));
    for (Value v : node.out) made_[at(v.id)] = made;
    for (Value v : node.in) {
      const int from = made_[at(v.id)];
      if (std::ranges::any_of(edges_, [&](const Edge& e) { return e.from == from && e.to == made; })) continue;
      const bool inside = kernel >= 0 && items_[at(from)].box && items_[at(from)].kernel == kernel;
      edges_.push_back({.from = from, .to = made, .kind = inside ? Edge::inside : Edge::plain});
    }
  }

  void put_in_layers() {
    for (const Edge& e : edges_) {  // in the order of the nodes they end at
      Item& to = items_[at(e.to)];
      to.layer = std::max(to.layer, items_[at(e.from)].layer + 1);
    }
    // What reads no other node moves down to its first reader.
    std::vector<bool> fixed(items_.size(), false);
    for (const Edge& e : edges_) fixed[at(e.to)] = fixed[at(e.to)] || items_[at(e.from)].box;
    std::vector<int> lowest(items_.size(), -1);
    for (auto e = edges_.rbegin(); e != edges_.rend(); ++e) {
      Item& to = items_[at(e->to)];
      if (!fixed[at(e->to)] && lowest[at(e->to)] > 0) to.layer = lowest[at(e->to)];
      int& low = lowest[at(e->from)];
      low = low < 0 ? to.layer - 1 : std::min(low, to.layer - 1);
    }
    for (size_t i = 0; i < items_.size(); ++i)
      if (!items_[i].box && !items_[i].result && lowest[i] >= 0) items_[i].layer = lowest[i];
    for (Edge& e : edges_) {
      e.way.push_back(e.from);
      for (int layer = items_[at(e.from)].layer + 1; layer < items_[at(e.to)].layer; ++layer) {
        items_.push_back({.layer = layer, .width = 10});
        e.way.push_back(static_cast<int>(items_.size()) - 1);
      }
      e.way.push_back(e.to);
      for (size_t i = 1; i < e.way.size(); ++i) {
        items_[at(e.way[i - 1])].below.push_back(e.way[i]);
        items_[at(e.way[i])].above.push_back(e.way[i - 1]);
      }
    }
    for (size_t i = 0; i < items_.size(); ++i) {
      const size_t layer = at(items_[i].layer);
      if (layers_.size() <= layer) layers_.resize(layer + 1);
      layers_[layer].push_back(static_cast<int>(i));
    }
    // Texts start at the right, as second operands do.
    for (std::vector<int>& layer : layers_)
      std::ranges::sort(layer, {},
                        [&](int i) { return std::pair(!items_[at(i)].box && !items_[at(i)].lines.empty(), i); });
  }

  // Each where the middle of its neighbours is, down and up again; the order with the fewest crossings stays.
  void put_in_order() {
    std::vector<double> place(items_.size());
    const auto number = [&](const std::vector<int>& layer) {
      for (size_t i = 0; i < layer.size(); ++i) place[at(layer[i])] = static_cast<double>(i);
    };
    const auto crossings = [&] {
      size_t count = 0;
      for (const std::vector<int>& layer : layers_) {
        std::vector<std::pair<double, double>> lines;
        for (int i : layer)
          for (int j : items_[at(i)].below) lines.emplace_back(place[at(i)], place[at(j)]);
        for (size_t i = 0; i < lines.size(); ++i)
          for (size_t j = 0; j < i; ++j)
            count += (lines[i].first - lines[j].first) * (lines[i].second - lines[j].second) < 0;
      }
      return count;
    };
    std::ranges::for_each(layers_, number);
    std::vector<std::vector<int>> best = layers_;
    size_t fewest = crossings();
    for (int sweep = 0; sweep < 8 && fewest > 0; ++sweep) {
      for (size_t step = 1; step < layers_.size(); ++step) {
        const bool down = sweep % 2 == 0;
        std::vector<int>& layer = layers_[down ? step : layers_.size() - 1 - step];
        std::vector<double> wanted(items_.size());
        for (int i : layer) {
          const std::vector<int>& next = down ? items_[at(i)].above : items_[at(i)].below;
          double sum = 0;
          for (int j : next) sum += place[at(j)];
          wanted[at(i)] = next.empty() ? place[at(i)] : sum / static_cast<double>(next.size());
        }
        std::ranges::sort(layer, {}, [&](int i) { return std::pair(wanted[at(i)], place[at(i)]); });
        number(layer);
      }
      if (const size_t count = crossings(); count < fewest) fewest = count, best = layers_;
    }
    layers_ = std::move(best);
  }

  // Near what it hangs on, nodes before texts and long edges straight; then apart as far as they must be, which is
  // least squares under an order: neighbours that want to pass each other share their mean.
  void place(const std::vector<int>& layer, bool above, bool below) {
    struct Block {
      double sum, weight;
      size_t count;
    };
    std::vector<Block> blocks;
    std::vector<double> offset;
    double reach = 0;
    for (size_t n = 0; n < layer.size(); ++n) {
      const Item& item = items_[at(layer[n])];
      if (n > 0) reach += items_[at(layer[n - 1])].width / 2 + 20 + item.width / 2;
      offset.push_back(reach);
      double sum = 0, weight = 0;
      const auto pull = [&](const std::vector<int>& next) {
        for (int j : next) {
          const Item& other = items_[at(j)];
          const double by = other.lines.empty() && item.lines.empty() ? 4 : other.lines.empty() || other.box ? 1 : 0.01;
          sum += by * other.x, weight += by;
        }
      };
      if (above || item.below.empty()) pull(item.above);
      if (below || item.above.empty()) pull(item.below);
      const double wanted = weight > 0 ? sum / weight : item.x, stiff = item.lines.empty() ? 2 : item.box ? 1 : 0.01;
      blocks.push_back({stiff * (wanted - reach), stiff, 1});
      while (blocks.size() > 1) {
        const Block last = blocks.back();
        Block& before = blocks[blocks.size() - 2];
        if (before.sum / before.weight <= last.sum / last.weight) break;
        before = {before.sum + last.sum, before.weight + last.weight, before.count + last.count};
        blocks.pop_back();
      }
    }
    size_t n = 0;
    for (const Block& b : blocks)
      for (size_t i = 0; i < b.count; ++i, ++n) items_[at(layer[n])].x = b.sum / b.weight + offset[n];
  }

  void put_in_place() {
    for (const std::vector<int>& layer : layers_) place(layer, false, false);
    for (int sweep = 0; sweep < 12; ++sweep) {
      for (size_t i = 0; i < layers_.size(); ++i) place(layers_[i], true, sweep > 8);
      for (size_t i = layers_.size(); i-- > 0;) place(layers_[i], sweep > 8, true);
    }
    std::vector<size_t> reasons(layers_.size(), 0);  // lines above a layer
    for (const Edge& e : edges_)
      if (!e.reason.empty()) {
        size_t& most = reasons[at(items_[at(e.to)].layer)];
        most = std::max(most, wrapped(e.reason).size());
      }
    double top = margin;
    for (size_t i = 0; i < layers_.size(); ++i) {
      double height = 0;
      for (int n : layers_[i]) height = std::max(height, items_[at(n)].height);
      if (i > 0) top += std::max(gap, static_cast<double>(reasons[i]) * 12 + 22);
      for (int n : layers_[i]) {
        Item& item = items_[at(n)];
        if (item.lines.empty()) item.height = height;
        item.y = top + (item.result ? 0 : item.box ? (height - item.height) / 2 : height - item.height);
      }
      tops_.push_back(top), bottoms_.push_back(top + height);
      top += height;
    }
    height_ = top + margin;
    double left = items_.empty() ? 0 : items_[0].left();
    for (const Item& item : items_) left = std::min(left, item.left());
    for (Item& item : items_) item.x += margin - left, width_ = std::max(width_, item.right() + margin);
    // Edges arrive straight below where they come from if the box is there, else at its side, none over another.
    for (size_t n = 0; n < items_.size(); ++n) {
      const Item& item = items_[n];
      std::vector<Edge*> in;
      for (Edge& e : edges_)
        if (at(e.to) == n) in.push_back(&e);
      const auto source = [&](const Edge* e) { return items_[at(e->way.rbegin()[1])].x; };
      std::ranges::sort(in, {}, [&](const Edge* e) { return std::pair(source(e), e->from); });
      const double room = std::max(0.0, item.width - 28), step = std::min(14.0, room / static_cast<double>(in.size()));
      double next = item.x - room / 2, last = item.x + room / 2;
      for (Edge* e : in) e->end = std::clamp(source(e), next, std::max(next, item.x + room / 2)), next = e->end + step;
      for (Edge* e : in | std::views::reverse) e->end = std::min(e->end, last), last = e->end - step;
    }
  }

  double arrives(const Edge& e, size_t i) const { return i + 1 == e.way.size() ? e.end : items_[at(e.way[i])].x; }

  // The reason beside its edge, in the gap above where it ends, if it has room there. Beside everything it has.
  std::string label(const Edge& edge) {
    const int layer = items_[at(edge.to)].layer;
    const size_t last = edge.way.size() - 1;
    const double x = (items_[at(edge.way[last - 1])].x + edge.end) / 2;
    double left = -1e9, right = 1e9;
    for (const Edge& e : edges_)
      for (size_t i = 1; i < e.way.size(); ++i)
        if (&e != &edge && items_[at(e.way[i])].layer == layer) {
          const double from = items_[at(e.way[i - 1])].x, to = arrives(e, i);
          if ((from + to) / 2 < x) left = std::max({left, from, to});
          else right = std::min({right, from, to});
        }
    double wide = 0;
    const std::vector<std::string> lines = wrapped(edge.reason);
    for (const std::string& line : lines) wide = std::max(wide, static_cast<double>(letters(line)) * 5.8);
    const bool after = x + 8 + wide < right;
    if (!after && x - 8 - wide < left) return "";
    if (after) width_ = std::max(width_, x + 8 + wide + margin);
    else left_ = std::min(left_, x - 8 - wide - margin);
    std::string out = format("<text class=\"why\"{}>", after ? "" : " text-anchor=\"end\"");
    double y = (bottoms_[at(layer - 1)] + tops_[at(layer)]) / 2 - static_cast<double>(lines.size() - 1) * 6 + 3;
    for (const std::string& line : lines) {
      out += format("<tspan x=\"{}\" y=\"{}\">{}</tspan>", px(after ? x + 8 : x - 8), px(y), escaped(line));
      y += 12;
    }
    return out + "</text>\n";
  }

  static long long px(double v) { return std::llround(v); }

  std::string draw() {
    std::string body, labels;
    for (const Edge& e : edges_) {
      const Item& from = items_[at(e.from)];
      std::string way = format("M{} {}", px(from.x), px(from.y + from.height));
      for (size_t i = 1; i < e.way.size(); ++i) {
        const Item &a = items_[at(e.way[i - 1])], &b = items_[at(e.way[i])];
        const double x = arrives(e, i), start = bottoms_[at(a.layer)], end = tops_[at(b.layer)],
                     middle = (start + end) / 2;
        way += format("V{}C{} {} {} {} {} {}V{}", px(start), px(a.x), px(middle), px(x), px(middle), px(x), px(end),
                      px(i + 1 == e.way.size() ? b.y : bottoms_[at(b.layer)]));
      }
      const std::string tip = format("<path class=\"tip\" d=\"M{} {}l-4 -6h8z\"/>", px(e.end), px(items_[at(e.to)].y));
      if (e.reason.empty()) {
        constexpr std::string_view names[] = {"edge", "edge inside", "edge apart"};
        body += format("<path class=\"{}\" d=\"{}\"/>{}\n", names[e.kind], way, tip);
      } else {  // a wide unseen line under the pointer, as dashes are hard to hit
        body +=
            format("<g><title>{}</title><path class=\"edge apart\" d=\"{}\"/><path class=\"wide\" d=\"{}\"/>{}</g>\n",
                   escaped(e.reason), way, way, tip);
        labels += label(e);
      }
    }
    for (const Item& item : items_) {
      if (item.lines.empty()) continue;
      body += format("<g><title>{}</title>", escaped(item.title));
      if (item.box) {
        const std::string_view hue = item.kernel < 0 ? "none" : hues[at(item.kernel) % std::size(hues)];
        body += format("<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"8\" style=\"--hue:{}\"/>",
                       item.kernel < 0 ? "free" : "box", px(item.left()), px(item.y), px(item.width), px(item.height),
                       item.kernel < 0 ? "transparent" : hue);
        if (item.kernel >= 0)
          body += format(
              "<circle cx=\"{}\" cy=\"{}\" r=\"9\" fill=\"{}\"/><text class=\"number\" x=\"{}\" y=\"{}\">{}</text>",
              px(item.left() + 2), px(item.y + 2), hue, px(item.left() + 2), px(item.y + 5.5), item.kernel + 1);
      }
      double y = item.y + (item.box ? 18 : 11);
      for (size_t i = 0; i < item.lines.size(); ++i, y += line_height)
        body += format("<text class=\"{}\" x=\"{}\" y=\"{}\">{}</text>",
                       i > 0 || (!item.box && item.lines.size() == 1) ? "more"
                       : item.box                                     ? "op"
                                                                      : "name",
                       px(item.x), px(y), escaped(item.lines[i]));
      body += "</g>\n";
    }
    width_ = std::max(width_, 2 * margin);
    // Inside a page it takes the page's ink; as a file of its own it brings paper and ink for light and dark.
    return format(
               "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"bitloom-graph\" viewBox=\"{} 0 {} {}\" width=\"{}\" "
               "height=\"{}\" role=\"img\" aria-label=\"A graph of {} ops\">\n<style>\n",
               px(left_), px(width_ - left_), px(height_), px(width_ - left_), px(height_), graph_.nodes().size()) +
           "svg:root{background:#fff;color:#182021}\n"
           "@media(prefers-color-scheme:dark){svg:root{background:#191f20;color:#e4eaea}}\n"
           ".bitloom-graph text{font:12px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:currentColor;"
           "text-anchor:middle}\n"
           ".bitloom-graph .op{font-weight:600}\n"
           ".bitloom-graph .more{font-size:10px;fill-opacity:.75}\n"
           ".bitloom-graph .why{font:italic 10px system-ui,sans-serif;text-anchor:start}\n"
           ".bitloom-graph .why[text-anchor=end]{text-anchor:end}\n"
           ".bitloom-graph .number{font-size:10px;font-weight:700;fill:#fff}\n"
           ".bitloom-graph .box{fill:var(--hue);fill-opacity:.18;stroke:var(--hue);stroke-width:1.5}\n"
           ".bitloom-graph .free{fill:none;stroke:currentColor;stroke-opacity:.45}\n"
           ".bitloom-graph .edge{fill:none;stroke:currentColor;stroke-opacity:.5;stroke-width:1.2}\n"
           ".bitloom-graph .inside{stroke-width:3.5}\n"
           ".bitloom-graph .apart{stroke-dasharray:5 4;stroke-opacity:.8}\n"
           ".bitloom-graph .wide{fill:none;stroke:transparent;stroke-width:14}\n"
           ".bitloom-graph .tip{fill:currentColor;fill-opacity:.7}\n"
           "</style>\n" +
           body + labels + "</svg>\n";
  }

  const Graph& graph_;
  std::vector<int> made_;  // by value: the item that makes it
  int first_node_ = 0;
  std::vector<Item> items_;
  std::vector<Edge> edges_;
  std::vector<std::vector<int>> layers_;
  std::vector<double> tops_, bottoms_;  // of layers
  double left_ = 0, width_ = 0, height_ = 0;
};

}  // namespace

std::string Explanation::svg(bool fused) const {
  Picture picture(fused ? graph : given, fused ? after : before);
  if (fused) picture.tell_apart(apart);
  return picture.svg();
}

}  // namespace bitloom

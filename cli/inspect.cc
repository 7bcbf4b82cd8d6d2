// `bitloom inspect`: what is in a model folder or a .safetensors file, tensor by tensor.
//
//   bitloom inspect bert-4bit
//   bitloom inspect bert-4bit encoder.layer.0.output.dense.weight --json
#include <cmath>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <set>

#include "base/json_text.h"
#include "base/try.h"
#include "cli/commands.h"
#include "cli/terminal.h"
#include "formats/files.h"
#include "quant/policy.h"
#include "quant/stored.h"

using namespace bitloom;
using namespace bitloom::quant;

namespace {

// Counts of equal steps from low to high; of codes, one for each.
struct Histogram {
  double low = 0, high = 0;
  std::vector<uint64_t> counts;
  uint64_t nan = 0, infinite = 0;
};

struct Entry {
  std::string name{}, file{};
  Role role = Role::other;
  StoredType type{};  // of the weights; before quantizing, where it was
  std::vector<int64_t> shape{};
  uint64_t bytes = 0;
  double bits = 0, bits_per_weight = 0;
  std::optional<About> about{};
  Histogram histogram{};
};

constexpr size_t bins = 16;

// In pieces, twice: ends first, then counts.
Result<Histogram> histogram_of(const Safetensors& file, const StoredTensor& t) {
  Histogram out;
  if (!t.is_float() || t.elements() == 0) return out;
  out.counts.assign(bins, 0);
  std::vector<float> piece(static_cast<size_t>(std::min<int64_t>(t.elements(), 1 << 20)));
  bool any = false;
  for (const bool counting : {false, true}) {
    const double width = (out.high - out.low) / static_cast<double>(bins);
    for (int64_t at = 0; at < t.elements(); at += static_cast<int64_t>(piece.size())) {
      const auto now = std::span(piece).first(
          static_cast<size_t>(std::min<int64_t>(static_cast<int64_t>(piece.size()), t.elements() - at)));
      (void)TRY(file.read_floats(t, static_cast<uint64_t>(at), now));
      for (const float f : now) {
        const double v = static_cast<double>(f);
        if (!std::isfinite(f)) {
          if (counting) ++(std::isnan(f) ? out.nan : out.infinite);
        } else if (counting) {
          ++out.counts[width > 0 ? std::min(bins - 1, static_cast<size_t>((v - out.low) / width)) : 0];
        } else {
          out.low = any ? std::min(out.low, v) : v, out.high = any ? std::max(out.high, v) : v;
          any = true;
        }
      }
    }
  }
  return out;
}

Histogram histogram_of(const Quantized& q) {
  Histogram out{.low = 0, .high = static_cast<double>(q.scheme.levels() - 1), .counts = {}};
  out.counts.assign(static_cast<size_t>(q.scheme.levels()), 0);
  std::vector<uint8_t> codes(static_cast<size_t>(q.layout.columns));
  for (int64_t row = 0; row < q.layout.rows; ++row) {
    const auto words = static_cast<size_t>(q.layout.words);
    unpack(q.scheme, std::span(q.words).subspan(static_cast<size_t>(row) * words, words), codes);
    for (const uint8_t c : codes) ++out.counts[c];
  }
  return out;
}

Status list(const Safetensors& file, const std::string& where, const std::string& only, std::vector<Entry>& out) {
  std::set<std::string> parts;
  for (const auto& [name, about] : TRY(list_quantized(file))) {
    Entry e{.name = name, .file = where, .shape = {about.rows, about.columns}, .about = about};
    for (const Part& p : TRY(parts_of(name, about.scheme, about.rows, about.columns)))
      e.bytes += file.find(p.name)->bytes(), parts.insert(p.name);
    e.role = role_of(name, e.shape), e.type = about.type, e.bits = about.scheme.bits;
    e.bits_per_weight = 8 * static_cast<double>(e.bytes) / static_cast<double>(about.rows * about.columns);
    if (!only.empty() && only != name) continue;
    e.histogram = histogram_of(TRY(read_quantized(file, name)));
    out.push_back(std::move(e));
  }
  for (const StoredTensor& t : file.tensors()) {
    // A part is shown where it is asked for by its own name.
    if (only.empty() ? parts.contains(t.name) : only != t.name) continue;
    Entry e{.name = t.name, .file = where, .shape = t.shape};
    e.role = role_of(t.name, t.shape), e.type = t.type, e.bytes = t.bytes();
    e.bits = e.bits_per_weight = 8 * static_cast<double>(t.type.bytes);
    e.histogram = TRY(histogram_of(file, t));
    out.push_back(std::move(e));
  }
  return {};
}

// Few enough counts to look at.
std::vector<uint64_t> folded(const std::vector<uint64_t>& counts) {
  if (counts.size() <= bins) return counts;
  std::vector<uint64_t> out(bins);
  for (size_t i = 0; i < counts.size(); ++i) out[i * bins / counts.size()] += counts[i];
  return out;
}

std::string bars(const Histogram& h) {
  const char* const levels[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  const std::vector<uint64_t> counts = folded(h.counts);
  uint64_t most = 1;
  for (const uint64_t c : counts) most = std::max(most, c);
  std::string out;
  for (const uint64_t c : counts)
    out += levels[c == 0 ? 0 : 1 + static_cast<size_t>(7 * static_cast<double>(c) / static_cast<double>(most))];
  if (h.nan + h.infinite > 0) out += format("  {} NaN, {} infinite", h.nan, h.infinite);
  return out;
}

nlohmann::json entry_json(const Entry& e) {
  nlohmann::json out{{"name", e.name},
                     {"file", e.file},
                     {"role", name(e.role)},
                     {"dtype", e.type.name},
                     {"shape", e.shape},
                     {"bits", e.bits},
                     {"bits_per_weight", e.bits_per_weight},
                     {"bytes", e.bytes},
                     {"quantized", e.about.has_value()}};
  if (e.about) {
    out["scheme"] = nlohmann::json::parse(to_json(*e.about), nullptr, false);
    out["error"] = e.about->error;
  }
  if (!e.histogram.counts.empty())
    out["histogram"] = {
        {"of", e.about ? "codes" : "values"}, {"low", e.histogram.low}, {"high", e.histogram.high},
        {"counts", e.histogram.counts},       {"nan", e.histogram.nan}, {"infinite", e.histogram.infinite}};
  return out;
}

void print_table(const std::vector<Entry>& entries) {
  size_t width = 6;
  uint64_t bytes = 0, weights = 0;
  for (const Entry& e : entries) width = std::max(width, std::min<size_t>(one_line(e.name).size(), 64));
  print("%-*s  %-9s  %-5s %-14s  %4s  %9s  %11s  %7s  %s\n", static_cast<int>(width), "tensor", "role", "dtype",
        "shape", "bits", "size", "bits/weight", "error", "histogram");
  for (const Entry& e : entries) {
    char error[16] = "";
    if (e.about) std::snprintf(error, sizeof error, "%.4f", e.about->error);
    print("%-*s  %-9s  %-5s %-14s  %4.0f  %9s  %11.3f  %7s  %s\n", static_cast<int>(width), one_line(e.name).c_str(),
          std::string(name(e.role)).c_str(), std::string(e.type.name).c_str(), to_text(e.shape).c_str(), e.bits,
          short_bytes(e.bytes).c_str(), e.bits_per_weight, error, bars(e.histogram).c_str());
    bytes += e.bytes;
    weights += static_cast<uint64_t>(static_cast<double>(e.bytes) * 8 / e.bits_per_weight + 0.5);
  }
  print("\n%zu tensors, %llu weights, %s\n", entries.size(), static_cast<unsigned long long>(weights),
        short_bytes(bytes).c_str());
}

void print_one(const Entry& e) {
  print("%s\n  in        %s\n  role      %s\n  %-9s %s %s\n  size      %s, %.3f bits a weight\n",
        one_line(e.name).c_str(), one_line(e.file).c_str(), std::string(name(e.role)).c_str(), e.about ? "was" : "is",
        std::string(e.type.name).c_str(), to_text(e.shape).c_str(), short_bytes(e.bytes).c_str(), e.bits_per_weight);
  if (e.about) print("  scheme    %s\n  error     %.4f\n", to_json(*e.about).c_str(), e.about->error);
  if (e.histogram.nan + e.histogram.infinite > 0)
    print("  broken    %llu NaN, %llu infinite\n", static_cast<unsigned long long>(e.histogram.nan),
          static_cast<unsigned long long>(e.histogram.infinite));
  const std::vector<uint64_t> counts = folded(e.histogram.counts);
  if (counts.empty()) return;
  uint64_t most = 1;
  for (const uint64_t c : counts) most = std::max(most, c);
  const double step = (e.histogram.high - e.histogram.low + (e.about ? 1 : 0)) / static_cast<double>(counts.size());
  for (size_t i = 0; i < counts.size(); ++i) {
    const double from = e.histogram.low + step * static_cast<double>(i);
    const auto length = static_cast<size_t>(50 * static_cast<double>(counts[i]) / static_cast<double>(most) + 0.5);
    print("  %11.4g  %10llu  %s\n", from, static_cast<unsigned long long>(counts[i]), std::string(length, '#').c_str());
  }
}

int inspect(const std::string& path, const std::string& tensor, bool json) {
  const auto model = open_shards(path);
  if (!model.ok()) return report(model.error());
  std::vector<Entry> entries;
  for (size_t i = 0; i < model->files().size(); ++i)
    if (const Status done = list(model->files()[i], model->names()[i], tensor, entries); !done.ok())
      return report(done.error());
  if (!tensor.empty() && entries.empty())
    return report(error(Code::not_found, "[inspect] {}: there is no tensor {}", path, quote(tensor)));
  if (json) {
    nlohmann::json out = nlohmann::json::array();
    for (const Entry& e : entries) out.push_back(entry_json(e));
    print_data(json_text({{"path", path}, {"tensors", out}}) + "\n");
  } else if (tensor.empty()) {
    print_table(entries);
  } else {
    for (const Entry& e : entries) print_one(e);
  }
  return 0;
}

}  // namespace

void add_inspect(CLI::App& app, int& code) {
  CLI::App* command = app.add_subcommand("inspect", "Every tensor of a model: type, shape, bits, size, error, values");
  auto path = std::make_shared<std::string>(), tensor = std::make_shared<std::string>();
  auto json = std::make_shared<bool>(false);
  command->add_option("path", *path, "A folder with *.safetensors, or one such file")->required();
  command->add_option("tensor", *tensor, "Only this one, in detail");
  command->add_flag("--json", *json, "One JSON object");
  command->callback([=, &code] { code = inspect(*path, *tensor, *json); });
}

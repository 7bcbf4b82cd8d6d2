#include "quant/policy.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <tuple>

#include "base/json_text.h"

namespace bitloom::quant {
namespace {

// The words of a name, small, each with a space around: "h.0.attn.c_attn.weight" is " h 0 attn c_attn weight ".
std::string words_of(std::string_view name) {
  std::string out = " ";
  char last = '.';
  for (const char c : name) {
    const bool upper = c >= 'A' && c <= 'Z';
    // SelfAttention is two words, LayerNorm too; qkvA stays one.
    if (upper && last >= 'a' && last <= 'z') out += '_';
    out += c == '.' || c == '/' || c == ':' ? ' ' : upper ? static_cast<char>(c - 'A' + 'a') : c;
    last = c;
  }
  return out + ' ';
}

struct Sign {
  Role role;
  std::string_view part;  // of the words
};
// In this order: the first that is found decides.
constexpr Sign signs[] = {
    {Role::norm, "norm"},
    {Role::norm, " ln"},
    {Role::norm, "_ln"},
    {Role::bias, "_bias "},
    {Role::bias, " bias "},
    {Role::bias, "attention_bias"},
    {Role::bias, "logit_scale"},
    {Role::head, "lm_head"},
    {Role::head, "classifier"},
    {Role::head, " score "},
    {Role::head, " head "},
    {Role::head, " cls "},
    {Role::head, "embed_out"},
    {Role::head, "qa_outputs"},
    {Role::head, "proj_out "},
    {Role::head, "output_projection"},
    {Role::head, "vocab_projector"},
    {Role::head, "vocab_transform"},
    {Role::head, " decoder weight "},  // of the whole model; a layer's is " decoder layers 0 ... weight "
    {Role::embedding, "embed"},
    {Role::embedding, " wte "},
    {Role::embedding, " wpe "},
    {Role::embedding, " shared "},
    {Role::embedding, "class_token"},
    {Role::mlp, "mlp"},
    {Role::mlp, "ffn"},
    {Role::mlp, "feed_forward"},
    {Role::mlp, "feedforward"},
    {Role::mlp, " fc"},
    {Role::mlp, "intermediate"},
    {Role::mlp, "gate_proj"},
    {Role::mlp, "up_proj"},
    {Role::mlp, "down_proj"},
    {Role::mlp, "dense_relu_dense"},
    {Role::mlp, "dense_gated"},
    {Role::mlp, " w1 "},
    {Role::mlp, " w2 "},
    {Role::mlp, " w3 "},
    {Role::mlp, "dense_h_to_4h"},
    {Role::mlp, "dense_4h_to_h"},
    {Role::mlp, "expert"},
    {Role::attention, "attn"},
    {Role::attention, "attention"},
    {Role::attention, "q_proj"},
    {Role::attention, "k_proj"},
    {Role::attention, "v_proj"},
    {Role::attention, "o_proj"},
    {Role::attention, "out_proj"},
    {Role::attention, "qkv"},
    {Role::attention, " query "},
    {Role::attention, " key "},
    {Role::attention, " value "},
    {Role::attention, " wq "},
    {Role::attention, " wk "},
    {Role::attention, " wv "},
    {Role::mlp, " output dense "},  // BERT's, whose attention.output.dense was found above
};

// A state of the search: an option for each matrix, and the sums.
struct Pick {
  std::span<const Options> matrices;
  std::vector<size_t> at;
  uint64_t bytes = 0;
  double error = 0;

  explicit Pick(std::span<const Options> all) : matrices(all), at(all.size()) {}
  const Option& now(size_t i) const { return matrices[i][at[i]]; }
  void set(size_t i, size_t option) {
    at[i] = option;
    sum();
  }
  // Anew each time, so that a long search does not drift from what it will be held to.
  void sum() {
    bytes = 0, error = 0;
    for (size_t i = 0; i < at.size(); ++i) bytes += now(i).bytes, error += now(i).error;
  }
};

// A step on a matrix's hull.
struct Step {
  size_t matrix, option;
  double gain;  // error per byte
  size_t order;
};

Pick smallest(std::span<const Options> matrices, std::vector<Step>& steps) {
  Pick pick(matrices);
  for (size_t i = 0; i < matrices.size(); ++i) {
    const std::vector<size_t> way = hull(matrices[i]);
    pick.at[i] = way[0];
    for (size_t k = 1; k < way.size(); ++k) {
      const Option &a = matrices[i][way[k - 1]], &b = matrices[i][way[k]];
      steps.push_back({i, way[k], (a.error - b.error) / static_cast<double>(b.bytes - a.bytes), k});
    }
  }
  pick.sum();
  // Gains fall along a hull, so no matrix's steps get out of order; where they are equal `order` keeps it.
  std::ranges::sort(steps, [](const Step& a, const Step& b) {
    return a.gain != b.gain ? a.gain > b.gain : std::tie(a.order, a.matrix) < std::tie(b.order, b.matrix);
  });
  return pick;
}

constexpr double worth = 1e-12;  // of the error: less is rounding, and might go round in circles

bool change_one(Pick& pick, uint64_t bytes) {
  double most = worth * pick.error;
  size_t matrix = 0, option = 0;
  for (size_t i = 0; i < pick.at.size(); ++i)
    for (size_t k = 0; k < pick.matrices[i].size(); ++k) {
      const Option &a = pick.now(i), &b = pick.matrices[i][k];
      if (a.error - b.error > most && pick.bytes - a.bytes + b.bytes <= bytes)
        most = a.error - b.error, matrix = i, option = k;
    }
  if (most <= worth * pick.error) return false;
  return pick.set(matrix, option), true;
}

// One gives bytes that another makes more of.
bool change_two(Pick& pick, uint64_t bytes) {
  double most = worth * pick.error;
  size_t giver = 0, given = 0, taker = 0, taken = 0;
  for (size_t i = 0; i < pick.at.size(); ++i)
    for (size_t k = 0; k < pick.matrices[i].size(); ++k) {
      const Option &a = pick.now(i), &b = pick.matrices[i][k];
      if (b.bytes >= a.bytes) continue;
      const uint64_t rest = pick.bytes - a.bytes + b.bytes;
      for (size_t j = 0; j < pick.at.size(); ++j)
        for (size_t m = 0; m < pick.matrices[j].size() && j != i; ++m) {
          const Option &c = pick.now(j), &d = pick.matrices[j][m];
          const double gain = a.error - b.error + c.error - d.error;
          if (gain > most && rest - c.bytes + d.bytes <= bytes) most = gain, giver = i, given = k, taker = j, taken = m;
        }
    }
  if (most <= worth * pick.error) return false;
  pick.set(giver, given), pick.set(taker, taken);
  return true;
}

}  // namespace

std::string_view name(Role role) {
  constexpr std::string_view names[] = {"embedding", "attention", "mlp", "head", "norm", "bias", "other"};
  return names[static_cast<size_t>(role)];
}

Role role_of(std::string_view tensor, std::span<const int64_t> shape) {
  const std::string words = words_of(tensor);
  const auto has = [&](std::string_view part) { return words.find(part) != std::string::npos; };
  for (const Sign& s : signs)
    if (has(s.part) && !(s.role == Role::norm && shape.size() > 1 && !has("norm"))) {
      if (is_never_quantized(s.role) || shape.size() > 1) return s.role;
      break;
    }
  return shape.size() > 1 ? Role::other : Role::bias;
}

BitsDecision may_have(int bits, const StoredTensor& t, FunctionRef<Scheme(int)> scheme, bool transposed) {
  const auto stays = [](std::string why) { return BitsDecision{.reason = std::move(why)}; };
  if (!t.is_float()) return stays(format("{} is not quantized", t.type.name));
  if (is_never_quantized(role_of(t.name, t.shape))) return stays("norms and biases are never quantized");
  if (t.elements() == 0) return stays("it is empty");
  if (bits == 16) {
    if (t.shape.size() < 2) return stays("not a matrix");
    if (t.type == stored_type(DType::f16)) return stays("it is F16 already");
    return {bits, "asked"};
  }
  if (t.shape.size() != 2) return stays(format("only matrices are quantized, this has {} axes", t.shape.size()));
  const auto layout = layout_of(scheme(bits), t.shape[transposed ? 1 : 0], t.shape[transposed ? 0 : 1]);
  if (!layout.ok() || layout->bytes() >= t.bytes()) return stays("it would not get smaller");
  return {bits, "asked"};
}

std::vector<size_t> hull(const Options& options) {
  std::vector<size_t> order(options.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::sort(order, [&](size_t a, size_t b) {
    return std::tie(options[a].bytes, options[a].error, a) < std::tie(options[b].bytes, options[b].error, b);
  });
  std::vector<size_t> out;
  const auto gain = [&](size_t from, size_t to) {
    return (options[from].error - options[to].error) / static_cast<double>(options[to].bytes - options[from].bytes);
  };
  for (const size_t i : order) {
    if (!out.empty() &&
        (options[i].error >= options[out.back()].error || options[i].bytes == options[out.back()].bytes))
      continue;
    while (out.size() > 1 && gain(out[out.size() - 2], out.back()) <= gain(out.back(), i)) out.pop_back();
    out.push_back(i);
  }
  return out;
}

Result<std::vector<size_t>> within_bytes(std::span<const Options> matrices, uint64_t bytes) {
  std::vector<Step> steps;
  Pick pick = smallest(matrices, steps);
  if (pick.bytes > bytes)
    return error(Code::limit, "[quantize] {} bytes for the matrices are not enough: at their fewest bits they take {}",
                 bytes, pick.bytes);
  std::vector<bool> stopped(matrices.size());
  for (const Step& s : steps) {
    const uint64_t after = pick.bytes - pick.now(s.matrix).bytes + matrices[s.matrix][s.option].bytes;
    if (stopped[s.matrix] || after > bytes) stopped[s.matrix] = true;
    else pick.set(s.matrix, s.option);
  }
  // What is left: the change of one matrix, or else of two at a time, that lowers the error most, while one fits.
  while (change_one(pick, bytes) || change_two(pick, bytes)) {
  }
  return pick.at;
}

Result<std::vector<size_t>> within_error(std::span<const Options> matrices, double allowed) {
  std::vector<Step> steps;
  Pick pick = smallest(matrices, steps);
  for (const Step& s : steps) {
    if (pick.error <= allowed) break;
    pick.set(s.matrix, s.option);
  }
  if (pick.error > allowed)
    return error(Code::limit, "[quantize] an error of {} cannot be reached: with the most bits everywhere it is {}",
                 allowed, pick.error);
  // The last step overshoots: take back what saves most while the error stays allowed.
  for (;;) {
    uint64_t most = 0;
    size_t matrix = 0, option = 0;
    for (size_t i = 0; i < matrices.size(); ++i)
      for (size_t k = 0; k < matrices[i].size(); ++k) {
        const Option &a = pick.now(i), &b = matrices[i][k];
        if (b.bytes + most < a.bytes && pick.error - a.error + b.error <= allowed)
          most = a.bytes - b.bytes, matrix = i, option = k;
      }
    if (most == 0) return pick.at;
    const size_t before = pick.at[matrix];
    pick.set(matrix, option);
    if (pick.error > allowed) return pick.set(matrix, before), pick.at;  // rounding
  }
}

Result<uint64_t> parse_bytes(std::string_view text) {
  const size_t end = std::min(text.find_first_not_of("0123456789."), text.size());
  const std::string digits(text.substr(0, end));
  const bool is_number = digits.find_first_not_of('.') != std::string::npos && std::ranges::count(digits, '.') <= 1;
  const double number = is_number ? std::strtod(digits.c_str(), nullptr) : -1;
  constexpr std::pair<std::string_view, double> units[] = {{"", 1},         {"B", 1},        {"kB", 1e3},
                                                           {"KB", 1e3},     {"MB", 1e6},     {"GB", 1e9},
                                                           {"KiB", 0x1p10}, {"MiB", 0x1p20}, {"GiB", 0x1p30}};
  for (const auto& [unit, times] : units)
    if (text.substr(end) == unit && number >= 0 && number * times < 0x1p62)
      return static_cast<uint64_t>(number * times);
  return error(Code::invalid_argument, "[quantize] {} is not a size; write it like 20MB, 1.5GB, 300kB or in bytes",
               quote(text));
}

}  // namespace bitloom::quant

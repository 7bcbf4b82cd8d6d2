#include <algorithm>
#include <cmath>

#include "base/json_text.h"
#include "base/try.h"
#include "quant/convert_work.h"
#include "quant/policy.h"
#include "quant/stored.h"

namespace bitloom::quant {
namespace {

class Deciding {
 public:
  explicit Deciding(Work& work) : work_(work) {}

  Status run() {
    bool calibrated = false;
    for (size_t f = 0; f < work_.model.files().size(); ++f) {
      const Safetensors& file = work_.model.files()[f];
      for (const auto& [key, text] : file.metadata())
        if (key.starts_with(about_key("")))
          return error(Code::invalid_argument, "[quantize] {} is quantized already ({})", file.name(), quote(key));
      for (const StoredTensor& t : file.tensors()) {
        work_.jobs.push_back({&file, &t, {}, t.shape.size() == 2 && work_.transposed(t.name)});
        TensorReport& r = work_.jobs.back().report;
        r.name = t.name, r.file = work_.model.names()[f];
        r.role = role_of(t.name, t.shape), r.type = t.type, r.shape = t.shape;
        r.bytes_before = r.bytes_after = r.code_bytes = t.bytes();
        choose(work_.jobs.back());
        r.calibrated = (r.bits > 0 || work_.jobs.back().open) && work_.calibration.has(t.name);
        calibrated |= r.calibrated;
      }
    }
    if (work_.calibration.given() && !calibrated)
      return error(Code::invalid_argument,
                   "[quantize] {}: no tensor there is named like a weight that is quantized (NAME, or NAME without "
                   ".weight)",
                   work_.options.calibration.string());
    work_.total = 1;
    for (const Job& job : work_.jobs)
      work_.total += static_cast<double>(job.tensor->elements()) * (1 + (job.open ? widths(job).size() : 0u));
    if (budgeted()) (void)TRY(measure());
    return {};
  }

 private:
  bool budgeted() const { return work_.options.budget || work_.options.max_error; }

  std::vector<int> widths(const Job& job) const {
    if (work_.options.mixed && is_critical(job.report.role)) return {8};
    std::vector<int> out{2, 3, 4, 8};
    if (work_.options.bits == 1) out.insert(out.begin(), 1);
    return out;
  }

  // What is known before anything is measured.
  void choose(Job& job) const {
    TensorReport& r = job.report;
    const StoredTensor& t = *job.tensor;
    const std::vector<int> all =
        budgeted() ? widths(job) : std::vector{work_.options.mixed && is_critical(r.role) ? 8 : work_.options.bits};
    BitsDecision choice;
    for (const int bits : all)
      if (choice.bits == 0) choice = may_have(bits, job);
    r.reason = choice.reason;
    if (choice.bits == 0) return;
    if (budgeted()) {
      job.open = true;
    } else if (choice.bits == 16) {
      r.bits = 16, r.bytes_after = r.code_bytes = static_cast<uint64_t>(t.elements()) * 2;
    } else {
      settle(job, choice.bits, choice.bits == work_.options.bits ? "asked" : format("critical: {}", name(r.role)));
    }
  }
  BitsDecision may_have(int bits, const Job& job) const {
    return quant::may_have(
        bits, *job.tensor, [&](int width) { return scheme_for(work_.options, width); }, job.transposed);
  }

  void settle(Job& job, int bits, std::string reason) const {
    TensorReport& r = job.report;
    r.bits = bits, r.reason = std::move(reason), r.scheme = scheme_for(work_.options, bits);
    const Layout l = *layout_of(r.scheme, job.rows(), job.columns());
    r.bytes_after = l.bytes(), r.code_bytes = l.code_bytes();
  }

  // Every width of every matrix, then the choice.
  Status measure() {
    std::vector<Options> options;
    std::vector<size_t> whose;
    std::vector<std::vector<Loss>> losses;
    uint64_t rest = 0;  // bytes that no choice changes
    double size = 0;
    for (size_t i = 0; i < work_.jobs.size(); ++i) {
      Job& job = work_.jobs[i];
      if (!job.open) {
        rest += job.tensor->bytes();
        continue;
      }
      const StoredTensor& t = *job.tensor;
      const std::vector<float> importance = TRY(work_.calibration.importance(t.name, job.columns()));
      const std::vector<float> weights = TRY(job.weights());
      whose.push_back(i), options.emplace_back(), losses.emplace_back();
      for (const int bits : widths(job)) {
        const Scheme s = scheme_for(work_.options, bits);
        if (may_have(bits, job).bits == 0) {
          work_.advance(static_cast<double>(t.elements()), t.name);
          continue;
        }
        (void)TRY(work_.solve(job, s, weights, importance, [&](auto w, auto h, const Quantized& q) -> Status {
          losses.back().push_back(loss_of(w, q, h));
          options.back().push_back({bits, q.layout.bytes(), losses.back().back().weighted_error});
          return {};
        }));
      }
      size += losses.back().front().weighted_size;
    }
    std::vector<size_t> picked;
    if (work_.options.budget) {
      uint64_t least = rest += header_estimate();
      for (const Options& of : options) least += std::ranges::min(of, {}, &Option::bytes).bytes;
      if (*work_.options.budget < least)
        return error(Code::limit, "[quantize] a budget of {} bytes is too small: {} is the least with these settings",
                     *work_.options.budget, least);
      picked = TRY(within_bytes(options, *work_.options.budget - rest));
    } else {
      auto found = within_error(options, *work_.options.max_error * *work_.options.max_error * size);
      if (!found.ok()) {
        double least = 0;
        for (const Options& of : options) least += std::ranges::min(of, {}, &Option::error).error;
        return error(Code::limit, "[quantize] an error of {} cannot be kept: {} is the least with these settings",
                     *work_.options.max_error, static_cast<float>(std::sqrt(least / size)));
      }
      picked = std::move(*found);
    }
    for (size_t k = 0; k < whose.size(); ++k) explain(work_.jobs[whose[k]], options[k], losses[k], picked[k]);
    return {};
  }

  // Why not one width more.
  void explain(Job& job, const Options& options, std::span<const Loss> losses, size_t picked) const {
    const auto percent = [](const Loss& l) {
      const double p = 100 * (l.weighted_size > 0 ? std::sqrt(l.weighted_error / l.weighted_size) : 0);
      return format("{}%", static_cast<float>(std::round(p * 10) / 10));
    };
    std::string why = options.size() == 1 ? format("critical: {}", name(job.report.role)) : "the most there is";
    if (picked + 1 < options.size())
      why = format("{} bits: error {} to {} for {} bytes more", options[picked + 1].bits, percent(losses[picked]),
                   percent(losses[picked + 1]), options[picked + 1].bytes - options[picked].bytes);
    settle(job, options[picked].bits, std::move(why));
  }

  // At least what the headers will take, whatever is chosen.
  uint64_t header_estimate() const {
    uint64_t bytes = 0;
    for (const Safetensors& file : work_.model.files()) {
      bytes += 32;
      for (const auto& [key, text] : file.metadata()) bytes += 2 * (key.size() + text.size()) + 8;
    }
    for (const Job& job : work_.jobs) {
      std::string name;
      append_json(name, job.tensor->name);
      const uint64_t entry = name.size() + 110 + 22 * job.tensor->shape.size();
      bytes += job.open ? 3 * (entry + 10) + name.size() + 340 : entry;
    }
    return bytes;
  }

  Work& work_;
};

}  // namespace

Status decide(Work& work) { return Deciding(work).run(); }

}  // namespace bitloom::quant

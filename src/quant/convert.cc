#include "quant/convert.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <set>

#include "base/function_ref.h"
#include "base/json_text.h"
#include "formats/files.h"
#include "formats/safetensors_writer.h"
#include "quant/stored.h"

namespace fs = std::filesystem;

namespace bitloom::quant {
namespace {

constexpr size_t piece_bytes = 1 << 22;  // of what is copied

// Errors of a solver, with the tensor they are about.
Error about_tensor(const Safetensors& file, std::string_view tensor, const Error& e) {
  constexpr std::string_view who = "[quantize] ";
  std::string_view what = e.message;
  if (what.starts_with(who)) what.remove_prefix(who.size());
  return error(e.code, "[quantize] {}: tensor {}: {}", file.name(), quote(tensor), what);
}

// Mean squares of each input, by the weight they go into.
class Calibration {
 public:
  static Result<Calibration> open(const fs::path& path) {
    Calibration out;
    if (!path.empty()) out.file_ = TRY(Safetensors::open(TRY(open_bytes(path))));
    return out;
  }

  bool given() const { return file_.has_value(); }
  bool has(std::string_view weight) const { return find(weight) != nullptr; }

  // Scaled to a mean of 1, so that matrices with and without calibration can be compared; empty: none.
  Result<std::vector<float>> importance(std::string_view weight, int64_t columns) const {
    const StoredTensor* t = find(weight);
    if (!t) return std::vector<float>();
    const auto wrong = [&](std::string_view what) {
      return error(Code::invalid_argument, "[quantize] {}: tensor {}: {}", file_->name(), quote(t->name), what);
    };
    const size_t rank = t->shape.size();
    if (rank < 1 || rank > 2 || t->shape.back() != columns || t->elements() == 0 || !t->is_float())
      return wrong(
          format("{} {} for a weight with {} inputs: activations [rows, {}] or importances [{}], as F32, F16 "
                 "or BF16, are expected",
                 t->type.name, t->shape, columns, columns, columns));
    const auto width = static_cast<size_t>(columns);
    std::vector<double> sums(width);
    std::vector<float> row(width);
    for (int64_t r = 0; r < t->elements() / columns; ++r) {
      (void)TRY(file_->read_floats(*t, static_cast<uint64_t>(r * columns), row));
      for (size_t i = 0; i < width; ++i) {
        if (!std::isfinite(row[i]) || (rank == 1 && row[i] < 0)) return wrong(format("input {} is {}", i, row[i]));
        sums[i] += rank == 1 ? static_cast<double>(row[i]) : static_cast<double>(row[i]) * static_cast<double>(row[i]);
      }
    }
    double all = 0;
    for (const double s : sums) all += s;
    if (all <= 0) return std::vector<float>();  // nothing ever came in: all weights alike
    for (size_t i = 0; i < width; ++i) row[i] = static_cast<float>(sums[i] * static_cast<double>(columns) / all);
    return row;
  }

 private:
  const StoredTensor* find(std::string_view weight) const {
    if (!file_) return nullptr;
    if (const StoredTensor* t = file_->find(weight)) return t;
    constexpr std::string_view end = ".weight";
    return weight.ends_with(end) ? file_->find(weight.substr(0, weight.size() - end.size())) : nullptr;
  }
  std::optional<Safetensors> file_;
};

// One tensor of the model and what is to become of it.
struct Job {
  const Safetensors* file;
  const StoredTensor* tensor;
  TensorReport report;
  bool open = false;  // its bits are still to be chosen
};

class Conversion {
 public:
  Conversion(const Asked& asked, const Shards& model, const Calibration& calibration)
      : asked_(asked), model_(model), calibration_(calibration) {}

  Status decide() {
    bool calibrated = false;
    for (size_t f = 0; f < model_.files().size(); ++f) {
      const Safetensors& file = model_.files()[f];
      for (const auto& [key, text] : file.metadata())
        if (key.starts_with(about_key("")))
          return error(Code::invalid_argument, "[quantize] {} is quantised already ({})", file.name(), quote(key));
      for (const StoredTensor& t : file.tensors()) {
        jobs_.push_back({&file, &t, {}});
        TensorReport& r = jobs_.back().report;
        r.name = t.name, r.file = model_.names()[f];
        r.role = role_of(t.name, t.shape), r.type = t.type, r.shape = t.shape;
        r.bytes_before = r.bytes_after = r.code_bytes = t.bytes();
        choose(jobs_.back());
        r.calibrated = (r.bits > 0 || jobs_.back().open) && calibration_.has(t.name);
        calibrated |= r.calibrated;
      }
    }
    if (calibration_.given() && !calibrated)
      return error(Code::invalid_argument,
                   "[quantize] {}: no tensor there is named like a weight that is quantised (NAME, or NAME without "
                   ".weight)",
                   asked_.calibration.string());
    total_ = 1;
    for (const Job& job : jobs_)
      total_ += static_cast<double>(job.tensor->elements()) * (1 + (job.open ? widths(job).size() : 0u));
    if (budgeted()) (void)TRY(measure());
    return {};
  }

  Status write(const fs::path& folder) {
    for (size_t f = 0; f < model_.files().size(); ++f)
      (void)TRY(write_file(model_.files()[f], folder / model_.names()[f]));
    if (!model_.index().empty()) (void)TRY(write_index(folder / model_.index()));
    return {};
  }

  Converted report() const {
    Converted out;
    for (const Job& job : jobs_) {
      const TensorReport& r = job.report;
      out.bytes_before += r.bytes_before, out.bytes_after += r.bytes_after;
      out.bytes_without_overhead += r.code_bytes;
      out.tensors.push_back(r);
    }
    for (const Safetensors& file : model_.files()) out.file_bytes_before += file.header_bytes() + file.data_bytes();
    out.file_bytes = file_bytes_;
    return out;
  }

 private:
  bool budgeted() const { return asked_.budget || asked_.max_error; }

  std::vector<int> widths(const Job& job) const {
    if (asked_.mixed && is_critical(job.report.role)) return {8};
    std::vector<int> out{2, 3, 4, 8};
    if (asked_.bits == 1) out.insert(out.begin(), 1);
    return out;
  }

  // What is known before anything is measured.
  void choose(Job& job) const {
    TensorReport& r = job.report;
    const StoredTensor& t = *job.tensor;
    const std::vector<int> all =
        budgeted() ? widths(job) : std::vector{asked_.mixed && is_critical(r.role) ? 8 : asked_.bits};
    Choice choice;
    for (const int bits : all)
      if (choice.bits == 0) choice = may_have(bits, t, [&](int width) { return scheme_for(asked_, width); });
    r.reason = choice.reason;
    if (choice.bits == 0) return;
    if (budgeted()) {
      job.open = true;
    } else if (choice.bits == 16) {
      r.bits = 16, r.bytes_after = r.code_bytes = static_cast<uint64_t>(t.elements()) * 2;
    } else {
      settle(job, choice.bits, choice.bits == asked_.bits ? "asked" : format("critical: {}", name(r.role)));
    }
  }
  bool smaller(int bits, const StoredTensor& t) const {
    return may_have(bits, t, [&](int width) { return scheme_for(asked_, width); }).bits != 0;
  }

  void settle(Job& job, int bits, std::string reason) const {
    TensorReport& r = job.report;
    r.bits = bits, r.reason = std::move(reason), r.scheme = scheme_for(asked_, bits);
    const Layout l = *layout_of(r.scheme, job.tensor->shape[0], job.tensor->shape[1]);
    r.bytes_after = l.bytes(), r.code_bytes = l.code_bytes();
  }

  // Solves one matrix; `after` sees the result while the weights are still there.
  Status solve(const Job& job, const Scheme& scheme,
               FunctionRef<Status(std::span<const float>, std::span<const float>, const Quantised&)> after) {
    const StoredTensor& t = *job.tensor;
    const int64_t columns = t.shape[1];
    const std::vector<float> importance = TRY(calibration_.importance(t.name, columns));
    const std::vector<float> weights = TRY(job.file->read_floats(t));
    return solve(job, scheme, weights, importance, after);
  }
  Status solve(const Job& job, const Scheme& scheme, std::span<const float> weights, std::span<const float> importance,
               FunctionRef<Status(std::span<const float>, std::span<const float>, const Quantised&)> after) {
    const int64_t columns = job.tensor->shape[1];
    const auto q =
        quantise(weights, job.tensor->shape[0], columns, scheme,
                 {.solver = asked_.solver,
                  .importance = importance,
                  .progress = [&](int64_t rows) { advance(static_cast<double>(rows * columns), job.tensor->name); },
                  .stop = asked_.stop});
    if (!q.ok()) return about_tensor(*job.file, job.tensor->name, q.error());
    return after(weights, importance, *q);
  }

  // Every width of every matrix, then the choice.
  Status measure() {
    std::vector<Options> options;
    std::vector<size_t> whose;
    std::vector<std::vector<Loss>> losses;
    uint64_t rest = 0;  // bytes that no choice changes
    double size = 0;
    for (size_t i = 0; i < jobs_.size(); ++i) {
      Job& job = jobs_[i];
      if (!job.open) {
        rest += job.tensor->bytes();
        continue;
      }
      const StoredTensor& t = *job.tensor;
      const std::vector<float> importance = TRY(calibration_.importance(t.name, t.shape[1]));
      const std::vector<float> weights = TRY(job.file->read_floats(t));
      whose.push_back(i), options.emplace_back(), losses.emplace_back();
      for (const int bits : widths(job)) {
        const Scheme s = scheme_for(asked_, bits);
        if (!smaller(bits, t)) {
          advance(static_cast<double>(t.elements()), t.name);
          continue;
        }
        (void)TRY(solve(job, s, weights, importance, [&](auto w, auto h, const Quantised& q) -> Status {
          losses.back().push_back(loss_of(w, q, h));
          options.back().push_back({bits, q.layout.bytes(), losses.back().back().weighted_error});
          return {};
        }));
      }
      size += losses.back().front().weighted_size;
    }
    std::vector<size_t> picked;
    if (asked_.budget) {
      uint64_t least = rest += header_estimate();
      for (const Options& of : options) least += std::ranges::min(of, {}, &Option::bytes).bytes;
      if (*asked_.budget < least)
        return error(Code::limit, "[quantize] a budget of {} bytes is too small: {} is the least with these settings",
                     *asked_.budget, least);
      picked = TRY(within_bytes(options, *asked_.budget - rest));
    } else {
      auto found = within_error(options, *asked_.max_error * *asked_.max_error * size);
      if (!found.ok()) {
        double least = 0;
        for (const Options& of : options) least += std::ranges::min(of, {}, &Option::error).error;
        return error(Code::limit, "[quantize] an error of {} cannot be kept: {} is the least with these settings",
                     *asked_.max_error, static_cast<float>(std::sqrt(least / size)));
      }
      picked = std::move(*found);
    }
    for (size_t k = 0; k < whose.size(); ++k) explain(jobs_[whose[k]], options[k], losses[k], picked[k]);
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

  Result<std::vector<NewTensor>> parts(const Job& job) const {
    const StoredTensor& t = *job.tensor;
    std::vector<NewTensor> out;
    if (!job.report.is_quantised())
      return out.push_back({t.name, job.report.bits == 16 ? stored_type(DType::f16) : t.type, t.shape}), out;
    for (Part& p : TRY(parts_of(t.name, job.report.scheme, t.shape[0], t.shape[1])))
      out.push_back({std::move(p.name), p.type, std::move(p.shape)});
    return out;
  }
  About about(const Job& job) const {
    return {.scheme = job.report.scheme,
            .rows = job.tensor->shape[0],
            .columns = job.tensor->shape[1],
            .type = job.tensor->type,
            .solver = std::string(name(asked_.solver)),
            .error = job.report.loss.relative()};
  }
  static constexpr size_t spare_for_error = 16;  // more digits than a float has

  // At least what the headers will take, whatever is chosen.
  uint64_t header_estimate() const {
    uint64_t bytes = 0;
    for (const Safetensors& file : model_.files()) {
      bytes += 32;
      for (const auto& [key, text] : file.metadata()) bytes += 2 * (key.size() + text.size()) + 8;
    }
    for (const Job& job : jobs_) {
      std::string name;
      append_json(name, job.tensor->name);
      const uint64_t entry = name.size() + 110 + 22 * job.tensor->shape.size();
      bytes += job.open ? 3 * (entry + 10) + name.size() + 320 : entry;
    }
    return bytes;
  }

  Status write_file(const Safetensors& file, const fs::path& path) {
    std::vector<NewTensor> tensors;
    Metadata metadata = file.metadata();
    size_t spare = 0;
    for (const Job& job : jobs_) {
      if (job.file != &file) continue;
      for (NewTensor& t : TRY(parts(job))) {
        index_[t.name] = path.filename().string();
        tensors.push_back(std::move(t));
      }
      if (!job.report.is_quantised()) continue;
      metadata[about_key(job.tensor->name)] = to_json(about(job));
      spare += spare_for_error;
    }
    SafetensorsWriter out = TRY(SafetensorsWriter::create(path, tensors, std::move(metadata), spare));
    for (Job& job : jobs_)
      if (job.file == &file) {
        const Status done = job.report.is_quantised() ? write_quantised(job, out) : write_plain(job, out);
        if (!done.ok()) return done.error();
      }
    file_bytes_ += out.bytes();
    return out.finish();
  }

  Status write_quantised(Job& job, SafetensorsWriter& out) {
    (void)TRY(solve(job, job.report.scheme, [&](auto weights, auto importance, const Quantised& q) -> Status {
      job.report.loss = loss_of(weights, q, importance);
      for (const Part& part : parts_of(job.tensor->name, q)) (void)TRY(out.write(part.name, 0, part.bytes));
      return {};
    }));
    out.set(about_key(job.tensor->name), to_json(about(job)));
    return {};
  }

  Status write_plain(Job& job, SafetensorsWriter& out) {
    const StoredTensor& t = *job.tensor;
    const bool half = job.report.bits == 16;
    const size_t unit = half ? sizeof(float) : 1;
    std::vector<std::byte> piece;
    std::vector<float> floats;
    std::vector<uint16_t> halves;
    const uint64_t all = half ? static_cast<uint64_t>(t.elements()) : t.bytes();
    for (uint64_t at = 0; at < all;) {
      const auto now = static_cast<size_t>(std::min<uint64_t>(piece_bytes / unit, all - at));
      if (asked_.stop && asked_.stop->load()) return error(Code::internal, "[quantize] stopped");
      if (half) {
        floats.resize(now), halves.resize(now);
        (void)TRY(job.file->read_floats(t, at, floats));
        (void)TRY(to_halves(job, at, floats, halves));
        (void)TRY(out.write(t.name, at * 2, std::as_bytes(std::span(halves))));
      } else {
        piece.resize(now);
        (void)TRY(job.file->read(t, at, piece));
        (void)TRY(out.write(t.name, at, piece));
      }
      at += now;
      advance(static_cast<double>(now) * (half ? 1 : 1 / static_cast<double>(t.type.bytes)), t.name);
    }
    return {};
  }

  Status to_halves(Job& job, uint64_t at, std::span<const float> floats, std::span<uint16_t> halves) const {
    Loss& loss = job.report.loss;
    for (size_t i = 0; i < floats.size(); ++i) {
      halves[i] = float_to_half(floats[i]);
      const float back = half_to_float(halves[i]);
      if (!std::isfinite(back))
        return about_tensor(
            *job.file, job.tensor->name,
            error(Code::invalid_argument, "weight {} is {}: f16 holds finite ones up to 65504", at + i, floats[i]));
      const double v = static_cast<double>(floats[i]), d = v - static_cast<double>(back);
      loss.error += d * d, loss.size += v * v;
    }
    loss.weighted_error = loss.error, loss.weighted_size = loss.size;
    return {};
  }

  Status write_index(const fs::path& path) const {
    uint64_t bytes = 0;
    for (const Job& job : jobs_) bytes += job.report.bytes_after;
    std::string out = format("{\n  \"metadata\": {\"total_size\": {}},\n  \"weight_map\": {", bytes);
    std::string_view before = "\n";
    for (const auto& [tensor, file] : index_) {
      out += std::exchange(before, ",\n"), out += "    ";
      append_json(out, tensor), out += ": ", append_json(out, file);
    }
    return write_text(path, out += "\n  }\n}\n");
  }

  void advance(double elements, const std::string& tensor) {
    if (!asked_.progress) return;
    const std::lock_guard lock(mutex_);
    done_ += elements;
    asked_.progress(std::min(1.0, done_ / total_), tensor);
  }

  const Asked& asked_;
  const Shards& model_;
  const Calibration& calibration_;
  std::vector<Job> jobs_;
  std::map<std::string, std::string> index_;  // tensor -> file, as written
  uint64_t file_bytes_ = 0;
  std::mutex mutex_;
  double done_ = 0, total_ = 1;
};

// Everything beside the weights, as it is. Hidden entries (.git, .cache) are no part of a model.
Status copy_others(const Shards& model, const fs::path& from, const fs::path& folder) {
  std::error_code why;
  if (!fs::is_directory(from, why)) return {};
  std::set<fs::path> written;
  for (const std::string& name : model.names()) written.insert(from / name);
  if (!model.index().empty()) written.insert(from / model.index());
  for (fs::recursive_directory_iterator i(from, fs::directory_options::follow_directory_symlink, why), end;
       !why && i != end; i.increment(why)) {
    const fs::path& path = i->path();
    if (path.filename().string().starts_with('.')) {
      i.disable_recursion_pending();
      continue;
    }
    if (written.contains(path)) continue;
    const fs::path to = folder / path.lexically_relative(from);
    if (i->is_directory(why)) fs::create_directories(to, why);
    else if (i->is_regular_file(why)) (void)TRY(bitloom::copy_file(path, to));
    if (why) break;
  }
  if (why) return error(Code::io, "[quantize] cannot copy {}: {}", from.string(), why.message());
  return {};
}

bool inside(const fs::path& a, const fs::path& b) {
  std::error_code why;
  const fs::path inner = fs::weakly_canonical(a, why), outer = fs::weakly_canonical(b, why);
  return std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end()).first == outer.end();
}

}  // namespace

Scheme scheme_for(const Asked& asked, int bits) {
  Scheme s = default_scheme(bits);
  if (asked.granularity) s.granularity = *asked.granularity, s.group = asked.group;
  if (asked.symmetric) s.symmetric = *asked.symmetric;
  s.aligned = asked.aligned && bits == 3;
  s.scales = asked.scales;
  return s;
}

Status check(const Asked& asked) {
  if (asked.bits != 16) (void)TRY(check(scheme_for(asked, asked.bits)));
  if (asked.budget && asked.max_error)
    return error(Code::invalid_argument, "[quantize] a size and an error cannot both be asked for");
  if (asked.max_error && !(*asked.max_error > 0 && *asked.max_error < 1))
    return error(Code::invalid_argument, "[quantize] an error of {}: it is between 0 and 1", *asked.max_error);
  const bool chosen = asked.budget || asked.max_error;
  if (asked.bits == 16 && (chosen || asked.mixed || !asked.calibration.empty()))
    return error(Code::invalid_argument, "[quantize] f16 (16 bits) has no choice of bits and needs no calibration");
  if (asked.aligned && asked.bits != 3 && !chosen) {
    Scheme s = scheme_for(asked, asked.bits == 16 ? 8 : asked.bits);
    s.aligned = true;
    return check(s);
  }
  return {};
}

double Converted::error() const {
  double error = 0, size = 0;
  for (const TensorReport& t : tensors)
    if (t.bits > 0) error += t.loss.error, size += t.loss.size;
  return size > 0 ? std::sqrt(error / size) : 0;
}

Result<Converted> convert(const fs::path& path, const fs::path& out, const Asked& asked) {
  (void)TRY(check(asked));
  const Shards model = TRY(open_shards(path));
  if (inside(out, path) || inside(path, out))
    return error(Code::invalid_argument, "[quantize] {} and {} must not be inside one another", path.string(),
                 out.string());
  const Calibration calibration = TRY(Calibration::open(asked.calibration));
  Conversion conversion(asked, model, calibration);
  NewFolder folder = TRY(NewFolder::create(out, asked.replace));
  (void)TRY(conversion.decide());
  (void)TRY(conversion.write(folder.part()));
  (void)TRY(copy_others(model, path.has_filename() ? path : path.parent_path(), folder.part()));
  if (asked.stop && asked.stop->load()) return error(Code::internal, "[quantize] stopped");
  const Converted made = conversion.report();
  if (asked.budget && made.file_bytes > *asked.budget)
    return error(Code::internal, "[quantize] {} bytes are over the budget of {}", made.file_bytes, *asked.budget);
  (void)TRY(folder.commit());
  return made;
}

}  // namespace bitloom::quant

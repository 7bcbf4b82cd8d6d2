#include "quant/convert.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <set>

#include "base/function_ref.h"
#include "base/json_text.h"
#include "base/try.h"
#include "formats/files.h"
#include "formats/safetensors_writer.h"
#include "models/folder.h"
#include "quant/calibration.h"
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

// One tensor of the model and what is to become of it.
struct Job {
  const Safetensors* file;
  const StoredTensor* tensor;
  TensorReport report;
  bool transposed = false;  // it is stored [inputs, outputs]; few bits are of its transpose
  bool open = false;        // its bits are still to be chosen

  int64_t rows() const { return tensor->shape[transposed ? 1 : 0]; }
  int64_t columns() const { return tensor->shape[transposed ? 0 : 1]; }
  // [rows, columns]
  Result<std::vector<float>> weights() const {
    std::vector<float> stored = TRY(file->read_floats(*tensor));
    if (!transposed) return stored;
    std::vector<float> out(stored.size());
    const auto n = static_cast<size_t>(rows()), k = static_cast<size_t>(columns());
    for (size_t i = 0; i < k; ++i)
      for (size_t j = 0; j < n; ++j) out[j * k + i] = stored[i * n + j];
    return out;
  }
};

class Conversion {
 public:
  Conversion(const ConvertOptions& asked, const Shards& model, const Calibration& calibration,
             TransposedWeights transposed)
      : asked_(asked), model_(model), calibration_(calibration), transposed_(std::move(transposed)) {}

  Status decide() {
    bool calibrated = false;
    for (size_t f = 0; f < model_.files().size(); ++f) {
      const Safetensors& file = model_.files()[f];
      for (const auto& [key, text] : file.metadata())
        if (key.starts_with(about_key("")))
          return error(Code::invalid_argument, "[quantize] {} is quantized already ({})", file.name(), quote(key));
      for (const StoredTensor& t : file.tensors()) {
        jobs_.push_back({&file, &t, {}, t.shape.size() == 2 && transposed_(t.name)});
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
                   "[quantize] {}: no tensor there is named like a weight that is quantized (NAME, or NAME without "
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
      settle(job, choice.bits, choice.bits == asked_.bits ? "asked" : format("critical: {}", name(r.role)));
    }
  }
  BitsDecision may_have(int bits, const Job& job) const {
    return quant::may_have(bits, *job.tensor, [&](int width) { return scheme_for(asked_, width); }, job.transposed);
  }

  void settle(Job& job, int bits, std::string reason) const {
    TensorReport& r = job.report;
    r.bits = bits, r.reason = std::move(reason), r.scheme = scheme_for(asked_, bits);
    const Layout l = *layout_of(r.scheme, job.rows(), job.columns());
    r.bytes_after = l.bytes(), r.code_bytes = l.code_bytes();
  }

  // Solves one matrix; `after` sees the result while the weights are still there.
  Status solve(const Job& job, const Scheme& scheme,
               FunctionRef<Status(std::span<const float>, std::span<const float>, const Quantized&)> after) {
    const std::vector<float> importance = TRY(calibration_.importance(job.tensor->name, job.columns()));
    const std::vector<float> weights = TRY(job.weights());
    return solve(job, scheme, weights, importance, after);
  }
  Status solve(const Job& job, const Scheme& scheme, std::span<const float> weights, std::span<const float> importance,
               FunctionRef<Status(std::span<const float>, std::span<const float>, const Quantized&)> after) {
    const int64_t columns = job.columns();
    const auto q =
        quantize(weights, job.rows(), columns, scheme,
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
      const std::vector<float> importance = TRY(calibration_.importance(t.name, job.columns()));
      const std::vector<float> weights = TRY(job.weights());
      whose.push_back(i), options.emplace_back(), losses.emplace_back();
      for (const int bits : widths(job)) {
        const Scheme s = scheme_for(asked_, bits);
        if (may_have(bits, job).bits == 0) {
          advance(static_cast<double>(t.elements()), t.name);
          continue;
        }
        (void)TRY(solve(job, s, weights, importance, [&](auto w, auto h, const Quantized& q) -> Status {
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
    if (!job.report.is_quantized())
      return out.push_back({t.name, job.report.bits == 16 ? stored_type(DType::f16) : t.type, t.shape}), out;
    for (Part& p : TRY(parts_of(t.name, job.report.scheme, job.rows(), job.columns())))
      out.push_back({std::move(p.name), p.type, std::move(p.shape)});
    return out;
  }
  About about(const Job& job) const {
    return {.scheme = job.report.scheme,
            .rows = job.rows(),
            .columns = job.columns(),
            .transposed = job.transposed,
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
      bytes += job.open ? 3 * (entry + 10) + name.size() + 340 : entry;
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
      if (!job.report.is_quantized()) continue;
      metadata[about_key(job.tensor->name)] = to_json(about(job));
      spare += spare_for_error;
    }
    SafetensorsWriter out = TRY(SafetensorsWriter::create(path, tensors, std::move(metadata), spare));
    for (Job& job : jobs_)
      if (job.file == &file) {
        const Status done = job.report.is_quantized() ? write_quantized(job, out) : write_plain(job, out);
        if (!done.ok()) return done.error();
      }
    file_bytes_ += out.bytes();
    return out.finish();
  }

  Status write_quantized(Job& job, SafetensorsWriter& out) {
    (void)TRY(solve(job, job.report.scheme, [&](auto weights, auto importance, const Quantized& q) -> Status {
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

  const ConvertOptions& asked_;
  const Shards& model_;
  const Calibration& calibration_;
  TransposedWeights transposed_;
  std::vector<Job> jobs_;
  std::map<std::string, std::string> index_;  // tensor -> file, as written
  uint64_t file_bytes_ = 0;
  std::mutex mutex_;
  double done_ = 0, total_ = 1;
};

// A link to a folder that it is in: following it would never end.
bool leads_back(const fs::path& path) {
  std::error_code why;
  if (!fs::is_symlink(path, why)) return false;
  for (fs::path above = path.parent_path();; above = above.parent_path()) {
    if (fs::equivalent(path, above.empty() ? "." : above, why)) return true;
    if (above == above.parent_path()) return false;
  }
}

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
    std::error_code gone;  // links to nothing are no part of a model either
    if (i->is_directory(gone)) {
      if (leads_back(path)) i.disable_recursion_pending();
      else fs::create_directories(to, why);
    } else if (i->is_regular_file(gone)) {
      (void)TRY(bitloom::copy_file(path, to));
    }
    if (why) break;
  }
  if (why) return error(Code::io, "[quantize] cannot copy {}: {}", from.string(), why.message());
  return {};
}

// What was written can be read back, and the model loads if its family is known.
Status check_written(const fs::path& folder, const Converted& made) {
  const Shards written = TRY(open_shards(folder));
  for (const TensorReport& t : made.tensors) {
    const std::string name = t.is_quantized() ? t.name + ".codes" : t.name;
    const auto found = written.find(name);
    if (!found) return error(Code::internal, "[quantize] {} was not written", quote(name));
    if (t.is_quantized()) (void)TRY(read_about(*found->file, t.name));
  }
  return check_loads(folder);
}

Status check_apart(const fs::path& model, const fs::path& out) {
  if (out.empty()) return error(Code::invalid_argument, "[quantize] the name of the folder to write is empty");
  std::error_code why;
  const auto inside = [](const fs::path& inner, const fs::path& outer) {
    return std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end()).first == outer.end();
  };
  const fs::path from = fs::weakly_canonical(model, why);
  if (why) return file_error("open", model, why.value());
  const fs::path to = fs::weakly_canonical(out, why);
  if (why) return file_error("write", out, why.value());
  if (inside(from, to) || inside(to, from))
    return error(Code::invalid_argument, "[quantize] {} and {} must not be inside one another", model.string(),
                 out.string());
  return {};
}

}  // namespace

Scheme scheme_for(const ConvertOptions& asked, int bits) {
  Scheme s = default_scheme(bits);
  if (asked.granularity) s.granularity = *asked.granularity, s.group = asked.group;
  if (asked.symmetric) s.symmetric = *asked.symmetric;
  s.aligned = asked.aligned && bits == 3;
  s.scales = asked.scales;
  return s;
}

Status check(const ConvertOptions& asked) {
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

Result<Converted> convert(const fs::path& path, const fs::path& out, const ConvertOptions& asked) {
  (void)TRY(check(asked));
  const Shards model = TRY(open_shards(path));
  (void)TRY(check_apart(path, out));
  const Calibration calibration = TRY(Calibration::open(asked.calibration));
  Conversion conversion(asked, model, calibration, TRY(transposed_weights(path, model)));
  NewFolder folder = TRY(NewFolder::create(out, asked.replace));
  (void)TRY(conversion.decide());
  (void)TRY(conversion.write(folder.part()));
  (void)TRY(copy_others(model, path.has_filename() ? path : path.parent_path(), folder.part()));
  if (asked.stop && asked.stop->load()) return error(Code::internal, "[quantize] stopped");
  const Converted made = conversion.report();
  if (asked.budget && made.file_bytes > *asked.budget)
    return error(Code::internal, "[quantize] {} bytes are over the budget of {}", made.file_bytes, *asked.budget);
  (void)TRY(in_file(check_written(folder.part(), made), path));
  (void)TRY(folder.commit());
  return made;
}

}  // namespace bitloom::quant

#include "quant/convert.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/json_text.h"
#include "base/try.h"
#include "formats/files.h"
#include "formats/safetensors_writer.h"
#include "quant/convert_work.h"
#include "quant/stored.h"

namespace fs = std::filesystem;

namespace bitloom::quant {
namespace {

constexpr size_t piece_bytes = 1 << 22;  // of what is copied

class Writing {
 public:
  explicit Writing(Work& work) : work_(work) {}

  Status write(const fs::path& folder) {
    for (size_t f = 0; f < work_.model.files().size(); ++f)
      (void)TRY(write_file(work_.model.files()[f], folder / work_.model.names()[f]));
    if (!work_.model.index().empty()) (void)TRY(write_index(folder / work_.model.index()));
    return {};
  }

  Converted report() const {
    Converted out;
    for (const Job& job : work_.jobs) {
      const TensorReport& r = job.report;
      out.bytes_before += r.bytes_before, out.bytes_after += r.bytes_after;
      out.bytes_without_overhead += r.code_bytes;
      out.tensors.push_back(r);
    }
    for (const Safetensors& file : work_.model.files())
      out.file_bytes_before += file.header_bytes() + file.data_bytes();
    out.file_bytes = file_bytes_;
    return out;
  }

 private:
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
            .solver = std::string(name(work_.options.solver)),
            .error = job.report.loss.relative()};
  }
  static constexpr size_t spare_for_error = 16;  // more digits than a float has

  Status write_file(const Safetensors& file, const fs::path& path) {
    std::vector<NewTensor> tensors;
    Metadata metadata = file.metadata();
    size_t spare = 0;
    for (const Job& job : work_.jobs) {
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
    for (Job& job : work_.jobs)
      if (job.file == &file) {
        const Status done = job.report.is_quantized() ? write_quantized(job, out) : write_plain(job, out);
        if (!done.ok()) return done.error();
      }
    file_bytes_ += out.bytes();
    return out.finish();
  }

  Status write_quantized(Job& job, SafetensorsWriter& out) {
    (void)TRY(work_.solve(job, job.report.scheme, [&](auto weights, auto importance, const Quantized& q) -> Status {
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
      if (work_.options.stop && work_.options.stop->load()) return error(Code::internal, "[quantize] stopped");
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
      work_.advance(static_cast<double>(now) * (half ? 1 : 1 / static_cast<double>(t.type.bytes)), t.name);
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
    for (const Job& job : work_.jobs) bytes += job.report.bytes_after;
    std::string out = format("{\n  \"metadata\": {\"total_size\": {}},\n  \"weight_map\": {", bytes);
    std::string_view before = "\n";
    for (const auto& [tensor, file] : index_) {
      out += std::exchange(before, ",\n"), out += "    ";
      append_json(out, tensor), out += ": ", append_json(out, file);
    }
    return write_text(path, out += "\n  }\n}\n");
  }

  Work& work_;
  std::map<std::string, std::string> index_;  // tensor -> file, as written
  uint64_t file_bytes_ = 0;
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

Scheme scheme_for(const ConvertOptions& options, int bits) {
  Scheme s = default_scheme(bits);
  if (options.granularity) s.granularity = *options.granularity, s.group = options.group;
  if (options.symmetric) s.symmetric = *options.symmetric;
  s.aligned = options.aligned && bits == 3;
  s.scales = options.scales;
  return s;
}

Status check(const ConvertOptions& options) {
  if (options.bits != 16) (void)TRY(check(scheme_for(options, options.bits)));
  if (options.budget && options.max_error)
    return error(Code::invalid_argument, "[quantize] a size and an error cannot both be asked for");
  if (options.max_error && !(*options.max_error > 0 && *options.max_error < 1))
    return error(Code::invalid_argument, "[quantize] an error of {}: it is between 0 and 1", *options.max_error);
  const bool chosen = options.budget || options.max_error;
  if (options.bits == 16 && (chosen || options.mixed || !options.calibration.empty()))
    return error(Code::invalid_argument, "[quantize] f16 (16 bits) has no choice of bits and needs no calibration");
  if (options.aligned && options.bits != 3 && !chosen) {
    Scheme s = scheme_for(options, options.bits == 16 ? 8 : options.bits);
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

Result<Converted> convert(const fs::path& path, const fs::path& out, const ConvertOptions& options) {
  (void)TRY(check(options));
  const Shards model = TRY(open_shards(path));
  (void)TRY(check_apart(path, out));
  const Calibration calibration = TRY(Calibration::open(options.calibration));
  Work work{options, model, calibration, TRY(transposed_weights(path, model))};
  NewFolder folder = TRY(NewFolder::create(out, options.replace));
  (void)TRY(decide(work));
  Writing writing(work);
  (void)TRY(writing.write(folder.part()));
  (void)TRY(copy_others(model, path.has_filename() ? path : path.parent_path(), folder.part()));
  if (options.stop && options.stop->load()) return error(Code::internal, "[quantize] stopped");
  const Converted made = writing.report();
  if (options.budget && made.file_bytes > *options.budget)
    return error(Code::internal, "[quantize] {} bytes are over the budget of {}", made.file_bytes, *options.budget);
  (void)TRY(in_file(check_written(folder.part(), made), path));
  (void)TRY(folder.commit());
  return made;
}

}  // namespace bitloom::quant

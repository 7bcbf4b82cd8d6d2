#include "models/weights.h"

#include <algorithm>

#include "ops/packed/packed.h"
#include "quant/policy.h"
#include "quant/stored.h"

namespace bitloom {
namespace {

// Tensors one below the other, or row by row in turn.
Result<Tensor> stacked(const std::vector<Tensor>& parts, bool in_turn) {
  std::vector<int64_t> sizes(parts[0].shape().sizes().begin(), parts[0].shape().sizes().end());
  sizes[0] = 0;
  for (const Tensor& t : parts) sizes[0] += t.shape()[0];
  const Tensor out = TRY(Tensor::make({parts[0].dtype(), Shape(sizes)}));
  std::byte* to = out.raw();
  const auto rows = static_cast<size_t>(parts[0].shape()[0]);
  const size_t pieces = in_turn ? rows : 1;
  for (size_t piece = 0; piece < pieces; ++piece)
    for (const Tensor& t : parts) {
      const size_t bytes = t.bytes() / pieces;
      to = std::copy_n(t.raw() + piece * bytes, bytes, to);
    }
  return out;
}

}  // namespace

bool Matrix::alike(const Matrix& other) const {
  if (tensors.size() != other.tensors.size() || settings != other.settings || columns != other.columns) return false;
  for (size_t i = 0; i < tensors.size(); ++i) {
    const Tensor &a = tensors[i], &b = other.tensors[i];
    if (a.dtype() != b.dtype() || a.shape().rank() != b.shape().rank()) return false;
    // A scale for all of a matrix is none for two.
    if (a.shape()[0] != rows || b.shape()[0] != other.rows) return false;
  }
  return true;
}

Weights::Weights(std::vector<Safetensors> files) : files_(std::move(files)) {
  for (const Safetensors& file : files_) {
    for (const StoredTensor& t : file.tensors()) places_[t.name] = {&file, &t};
    if (const auto few = quant::list_quantised(file); few.ok())
      for (const auto& [name, about] : *few) {
        places_[name] = {&file, nullptr};
        for (const char* part : {".codes", ".scales", ".minimums"}) parts_.insert(name + part);
      }
  }
}

bool Weights::has(std::string_view name) const { return places_.contains(name); }

Result<Weights::Place> Weights::find(const std::string& name) {
  const auto found = places_.find(name);
  if (found == places_.end()) return error(Code::not_found, "[model] there is no tensor '{}' in the weights", name);
  used_.insert(name);
  return found->second;
}

Result<Tensor> Weights::read(const Place& place) const {
  const StoredTensor& t = *place.tensor;
  const std::optional<DType> dtype = dtype_of(t.type);
  if (!dtype || t.shape.size() > static_cast<size_t>(max_rank))
    return error(Code::unsupported, "[model] tensor '{}' is {} with {} axes", t.name, t.type.name, t.shape.size());
  const Desc desc{*dtype, Shape(t.shape)};
  // Where the bytes are in memory anyway, they are used there.
  if (auto bytes = place.file->in_place(t, 128); bytes && reinterpret_cast<uintptr_t>(bytes.get()) % t.type.bytes == 0)
    return Tensor::over(desc, std::move(bytes));
  Tensor out = TRY(Tensor::make(desc));
  (void)TRY(place.file->read(t, 0, {out.raw(), out.bytes()}));
  return out;
}

Result<Matrix> Weights::load(const std::string& name) {
  const Place place = TRY(find(name));
  if (const auto found = made_.find(name); found != made_.end()) return found->second;
  Matrix m;
  if (place.tensor) {
    const Tensor t = TRY(read(place));
    if (t.shape().rank() != 2 || !is_float(t.dtype()))
      return error(Code::invalid_argument, "[model] tensor '{}' is {}: a matrix is needed", name, t.desc());
    m = {.tensors = {t}, .settings = {}, .rows = t.shape()[0], .columns = t.shape()[1]};
  } else {
    const quant::Quantised q = TRY(quant::read_quantised(*place.file, name));
    m.rows = q.layout.rows, m.columns = q.layout.columns;
    const std::vector<Desc> parts = packed_inputs(q.scheme, m.rows, m.columns);
    m.tensors = {Tensor::from<uint32_t>(parts[0].shape, q.words),
                 Tensor::from_floats(q.scheme.scales, parts[1].shape, q.scales)};
    if (!q.scheme.symmetric) m.tensors.push_back(Tensor::from_floats(q.scheme.scales, parts[1].shape, q.minimums));
    m.settings = packed_settings(q.scheme);
  }
  return m;
}

Result<const Matrix*> Weights::matrix(const std::string& name) {
  if (const auto found = matrices_.find(name); found != matrices_.end()) return &found->second;
  return &matrices_.emplace(name, TRY(load(name))).first->second;
}

int64_t Weights::rows_of(const std::string& name) const {
  const auto found = places_.find(name);
  if (found == places_.end()) return 0;
  const Place& place = found->second;
  if (place.tensor) return place.tensor->shape.empty() ? 0 : place.tensor->shape[0];
  const auto about = quant::read_about(*place.file, name);
  return about.ok() && *about ? (*about)->rows : 0;
}

Result<std::optional<Tensor>> Weights::biases(const std::vector<std::string>& names, DType dtype) {
  std::string key = "biases\n";
  bool any = false;
  for (const std::string& name : names) key += name + "\n", any = any || has(name + ".bias");
  if (!any) return std::optional<Tensor>{};
  if (const auto found = tensors_.find(key); found != tensors_.end()) return std::optional(found->second);
  std::vector<float> all;
  for (const std::string& name : names) {
    const auto rows = static_cast<size_t>(rows_of(name + ".weight"));
    std::vector<float> one(rows);
    if (has(name + ".bias")) one = TRY(read(TRY(find(name + ".bias")))).to_floats();
    if (one.size() != rows)
      return error(Code::invalid_argument, "[model] '{}.bias' has {} elements, the weight {} rows", name, one.size(),
                   rows);
    all.insert(all.end(), one.begin(), one.end());
  }
  const Tensor t = Tensor::from_floats(dtype, {static_cast<int64_t>(all.size())}, all);
  return std::optional(tensors_.emplace(key, t).first->second);
}

Result<const Matrix*> Weights::joined(const std::vector<std::string>& names) {
  std::string key;
  for (const std::string& name : names) key += name + "\n";
  if (const auto found = matrices_.find(key); found != matrices_.end()) return &found->second;
  std::vector<Matrix> all;
  for (const std::string& name : names) {
    all.push_back(TRY(load(name)));
    if (!all.back().alike(all[0])) return nullptr;
  }
  Matrix out{.tensors = {}, .settings = all[0].settings, .rows = 0, .columns = all[0].columns};
  for (const Matrix& m : all) out.rows += m.rows;
  for (size_t i = 0; i < all[0].tensors.size(); ++i) {
    std::vector<Tensor> parts;
    for (const Matrix& m : all) parts.push_back(m.tensors[i]);
    out.tensors.push_back(TRY(stacked(parts, false)));
  }
  return &matrices_.emplace(key, std::move(out)).first->second;
}

Result<const Matrix*> Weights::in_turn(const std::string& first, const std::string& second) {
  const std::string key = first + "\r" + second;
  if (const auto found = matrices_.find(key); found != matrices_.end()) return &found->second;
  const Matrix a = TRY(load(first)), b = TRY(load(second));
  if (!a.few_bits() || !a.alike(b) || a.rows != b.rows) return nullptr;
  Matrix out{.tensors = {}, .settings = a.settings, .rows = 2 * a.rows, .columns = a.columns};
  for (size_t i = 0; i < a.tensors.size(); ++i) out.tensors.push_back(TRY(stacked({a.tensors[i], b.tensors[i]}, true)));
  return &matrices_.emplace(key, std::move(out)).first->second;
}

Result<Tensor> Weights::tensor(const std::string& name, DType dtype) {
  const std::string key = format("{} {}", name, dtype);
  if (const auto found = tensors_.find(key); found != tensors_.end()) return found->second;
  const Place place = TRY(find(name));
  if (!place.tensor) return error(Code::unsupported, "[model] tensor '{}' is in few bits, where it cannot be", name);
  Tensor t = TRY(read(place));
  if (t.dtype() != dtype) {
    if (!is_float(t.dtype()))
      return error(Code::invalid_argument, "[model] tensor '{}' is {}: floats are needed", name, t.desc());
    t = Tensor::from_floats(dtype, t.shape(), t.to_floats());
  }
  return tensors_.emplace(key, std::move(t)).first->second;
}

const Tensor& Weights::kept(const std::string& key, const std::function<Tensor()>& make) {
  const auto found = tensors_.find(key);
  return found != tensors_.end() ? found->second : tensors_.emplace(key, make()).first->second;
}

Result<Tensor> Weights::small(const std::string& name) {
  const Place place = TRY(find(name));
  if (!place.tensor) return error(Code::unsupported, "[model] tensor '{}' is in few bits", name);
  return read(place);
}

Task<Status> Weights::quantise(int bits, bool mixed, std::function<bool(std::string_view)> turned,
                               std::function<void(double)> progress) {
  if (bits != 16) CO_CHECK(quant::check(quant::default_scheme(bits)));
  std::vector<std::pair<std::string, int>> chosen;
  double all = 0, done = 0;
  for (const auto& [name, place] : places_) {
    if (!place.tensor || parts_.contains(name)) continue;
    const StoredTensor& t = *place.tensor;
    const int wanted = mixed && quant::is_critical(quant::role_of(name, t.shape)) ? 8 : bits;
    if (t.shape.size() != 2 || quant::may_have(wanted, t, [](int b) { return quant::default_scheme(b); }).bits == 0)
      continue;
    chosen.emplace_back(name, wanted), all += static_cast<double>(t.elements());
  }
  CpuBackend here;
  for (const auto& [name, width] : chosen) {
    CO_TRY(Tensor weights, read(places_.find(name)->second));
    done += static_cast<double>(weights.elements());
    QuantizeOptions options{.bits_per_weight = width, .transpose_b = width == 16 || !turned(name)};
    const bool turn = !options.transpose_b;
    auto few = co_await here.quantize(std::move(weights), std::move(options));
    if (!few.ok()) co_return error(few.error().code, "[model] tensor '{}': {}", name, few.error().message);
    Matrix& m = made_[name];
    m.tensors = few->tensors(), m.rows = few->outputs, m.columns = few->inputs, m.turned = turn;
    if (width != 16) m.settings = packed_settings(quant::default_scheme(width));
    if (progress) progress(done / all);
  }
  co_return Status{};
}

Task<Status> Weights::upload(Backend& backend) {
  made_.clear();
  for (auto& [name, m] : matrices_)
    for (Tensor& t : m.tensors) {
      CO_TRY(t, co_await backend.upload(t));
    }
  for (auto& [name, t] : tensors_) {
    CO_TRY(t, co_await backend.upload(t));
  }
  co_return Status{};
}

uint64_t Weights::bytes() const {
  uint64_t out = 0;
  for (const auto& [name, m] : matrices_)
    for (const Tensor& t : m.tensors) out += t.bytes();
  for (const auto& [name, t] : tensors_) out += t.bytes();
  return out;
}

std::vector<std::string> Weights::unused() const {
  std::vector<std::string> out;
  for (const auto& [name, place] : places_)
    if (!used_.contains(name) && !parts_.contains(name)) out.push_back(name);
  return out;
}

}  // namespace bitloom

#include "models/weights.h"

#include <algorithm>

#include "base/json_text.h"
#include "base/try.h"
#include "ops/packed/packed.h"
#include "quant/policy.h"
#include "quant/stored.h"

namespace bitloom {

Result<std::shared_ptr<Weights>> Weights::open(std::vector<Safetensors> files) {
  const std::shared_ptr<Weights> out(new Weights(std::move(files)));
  for (const Safetensors& file : out->files_) {
    for (const StoredTensor& t : file.tensors()) out->places_[t.name] = {&file, &t};
    for (const auto& [name, about] : TRY(quant::list_quantized(file))) {
      out->places_[name] = {&file, nullptr};
      for (const char* part : {".codes", ".scales", ".minimums"}) out->parts_.insert(name + part);
    }
  }
  return out;
}

bool Weights::has(std::string_view name) const { return places_.contains(name); }

Result<Weights::Place> Weights::find(const std::string& name) {
  const auto found = places_.find(name);
  if (const auto codes = places_.find(name + ".codes"); found == places_.end() && codes != places_.end())
    return error(Code::invalid_argument, "[quantized] {}: tensor {}: its codes are there, but no metadata {}",
                 codes->second.file->name(), quote(name), quote(quant::about_key(name)));
  if (found == places_.end())
    return error(Code::not_found, "[model] there is no tensor '{}' in the weights, which config.json asks for", name);
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

QuantizeOptions Weights::quantizing(const std::string& name) const {
  const Bits& to = chosen_.at(name);
  return {.bits_per_weight = to.bits, .aligned = to.bits == 3 && aligned_, .transpose_b = !to.turned};
}

Result<Weights::Layout> Weights::layout_of(const std::string& name) {
  const Place place = TRY(find(name));
  Layout out;
  if (!place.tensor) {
    const auto about = TRY(quant::read_about(*place.file, name));
    if (!about) return error(Code::internal, "[model] tensor '{}' has no description", name);
    out = {packed_inputs(about->scheme, about->rows, about->columns), packed_settings(about->scheme), about->rows,
           about->columns, about->transposed};
    return out;
  }
  const std::optional<DType> dtype = dtype_of(place.tensor->type);
  const std::vector<int64_t>& sizes = place.tensor->shape;
  if (sizes.size() != 2 || !dtype || !is_float(*dtype))
    return error(Code::invalid_argument, "[model] tensor '{}' is {} with {} axes: a matrix of floats is needed", name,
                 place.tensor->type.name, sizes.size());
  const auto chosen = chosen_.find(name);
  out.rows = sizes[0], out.columns = sizes[1];
  if (chosen == chosen_.end()) {
    out.parts = {{*dtype, {out.rows, out.columns}}};
    return out;
  }
  out.turned = chosen->second.turned;
  if (out.turned) std::swap(out.rows, out.columns);
  if (chosen->second.bits == 16) {
    out.parts = {{DType::f16, {out.rows, out.columns}}};
    return out;
  }
  quant::Scheme scheme = quant::default_scheme(chosen->second.bits);
  scheme.aligned = scheme.bits == 3 && aligned_;
  out.parts = packed_inputs(scheme, out.rows, out.columns);
  out.settings = packed_settings(scheme);
  return out;
}

Result<std::vector<Tensor>> Weights::parts_of(const std::string& name) {
  if (const auto found = made_.find(name); found != made_.end()) return found->second;
  const Place place = TRY(find(name));
  if (place.tensor) {
    const Tensor t = TRY(read(place));
    if (!chosen_.contains(name)) return std::vector{t};
    return TRY(bitloom::quantize(t, quantizing(name))).tensors();
  }
  const quant::Quantized q = TRY(quant::read_quantized(*place.file, name));
  const std::vector<Desc> parts = packed_inputs(q.scheme, q.layout.rows, q.layout.columns);
  std::vector<Tensor> out{Tensor::from<uint32_t>(parts[0].shape, q.words),
                          Tensor::from_floats(q.scheme.scales, parts[1].shape, q.scales)};
  if (!q.scheme.symmetric) out.push_back(Tensor::from_floats(q.scheme.scales, parts[1].shape, q.minimums));
  return out;
}

Result<const Matrix*> Weights::matrix(const std::string& name) {
  if (const auto found = matrices_.find(name); found != matrices_.end()) return &found->second;
  const Layout layout = TRY(layout_of(name));
  Matrix m{.parts = {},
           .settings = layout.settings,
           .rows = layout.rows,
           .columns = layout.columns,
           .turned = layout.turned};
  for (size_t i = 0; i < layout.parts.size(); ++i)
    m.parts.emplace_back(layout.parts[i], [weights = weak_from_this(), name, i]() -> Result<Tensor> {
      const auto there = weights.lock();
      if (!there)
        return error(Code::invalid_argument, "[model] weight '{}' cannot be read: its model no longer exists", name);
      return TRY(there->parts_of(name))[i];
    });
  return &matrices_.emplace(name, std::move(m)).first->second;
}

int64_t Weights::rows_of(const std::string& name) const {
  const auto found = places_.find(name);
  if (found == places_.end()) return 0;
  const Place& place = found->second;
  if (place.tensor) return place.tensor->shape.empty() ? 0 : place.tensor->shape[0];
  const auto about = quant::read_about(*place.file, name);
  return about.ok() && *about ? (*about)->rows : 0;
}

Result<Constant> Weights::tensor(const std::string& name, DType dtype) {
  const std::string key = format("{} {}", name, dtype);
  if (const auto found = tensors_.find(key); found != tensors_.end()) return found->second;
  const Place place = TRY(find(name));
  if (!place.tensor) return error(Code::unsupported, "[model] tensor '{}' is in few bits, where it cannot be", name);
  const std::optional<DType> stored = dtype_of(place.tensor->type);
  if (!stored || place.tensor->shape.size() > static_cast<size_t>(max_rank) || (!is_float(*stored) && *stored != dtype))
    return error(Code::invalid_argument, "[model] tensor '{}' is {} with {} axes: floats are needed", name,
                 place.tensor->type.name, place.tensor->shape.size());
  const Desc desc{dtype, Shape(place.tensor->shape)};
  const auto load = [weights = weak_from_this(), name, desc]() -> Result<Tensor> {
    const auto there = weights.lock();
    if (!there)
      return error(Code::invalid_argument, "[model] weight '{}' cannot be read: its model no longer exists", name);
    const Tensor t = TRY(there->read(TRY(there->find(name))));
    return t.dtype() == desc.dtype ? t : Tensor::from_floats(desc.dtype, desc.shape, t.to_floats());
  };
  return tensors_.emplace(key, Constant(desc, load)).first->second;
}

Constant Weights::kept(const std::string& key, const std::function<Tensor()>& make) {
  const auto found = tensors_.find(key);
  return found != tensors_.end() ? found->second : tensors_.emplace(key, make()).first->second;
}

Result<Tensor> Weights::small(const std::string& name) {
  const Place place = TRY(find(name));
  if (!place.tensor) return error(Code::unsupported, "[model] tensor '{}' is in few bits", name);
  return read(place);
}

Task<Status> Weights::quantize(int bits, bool mixed, bool aligned, std::function<bool(std::string_view)> turned,
                               std::function<void(double)> progress) {
  // Few bits of few bits would be neither.
  for (const auto& [name, place] : places_)
    if (!place.tensor)
      co_return error(Code::invalid_argument,
                      "[options] {} is already quantized: --bits (in C++ ModelOptions::bits, in TypeScript "
                      "bitsPerWeight) is for weights in f16 or f32",
                      place.file->name());
  if (bits != 16) CO_CHECK(quant::check(quant::default_scheme(bits)));
  aligned_ = aligned;
  std::vector<std::pair<std::string, int>> chosen;
  double all = 0, done = 0;
  for (const auto& [name, place] : places_) {
    if (!place.tensor || parts_.contains(name)) continue;
    const StoredTensor& t = *place.tensor;
    const int wanted = mixed && quant::is_critical(quant::role_of(name, t.shape)) ? 8 : bits;
    if (t.shape.size() != 2) continue;
    const auto scheme = [](int b) { return quant::default_scheme(b); };
    if (quant::may_have(wanted, t, scheme, turned(name)).bits == 0) continue;
    chosen.emplace_back(name, wanted), all += static_cast<double>(t.elements());
  }
  CpuBackend here;
  for (const auto& [name, width] : chosen) {
    CO_TRY(Tensor weights, read(places_.find(name)->second));
    done += static_cast<double>(weights.elements());
    chosen_[name] = {.bits = width, .turned = width != 16 && turned(name)};
    QuantizeOptions options = quantizing(name);
    auto few = co_await here.quantize(std::move(weights), std::move(options));
    if (!few.ok()) co_return error(few.error().code, "[model] tensor '{}': {}", name, few.error().message);
    made_[name] = few->tensors();
    if (progress) progress(done / all);
  }
  co_return Status{};
}

uint64_t Weights::bytes() const {
  uint64_t out = 0;
  for (const auto& [name, m] : matrices_)
    for (const Constant& c : m.parts) out += c.desc().bytes();
  for (const auto& [name, c] : tensors_) out += c.desc().bytes();
  return out;
}

std::vector<std::string> Weights::unused() const {
  std::vector<std::string> out;
  for (const auto& [name, place] : places_)
    if (!used_.contains(name) && !parts_.contains(name)) out.push_back(name);
  return out;
}

}  // namespace bitloom

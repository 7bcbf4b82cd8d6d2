#include "bitloom/quantize.h"

#include <algorithm>

#include "base/try.h"
#include "bitloom/backend.h"
#include "cpu/threads.h"
#include "ops/packed/packed.h"
#include "quant/solve.h"
#include "wgsl/profile.h"

namespace bitloom {

Result<quant::Scheme> scheme_of(const QuantizeOptions& o) {
  quant::Scheme s = quant::default_scheme(o.bits_per_weight);
  if (o.use_symmetric_quantization) s.symmetric = *o.use_symmetric_quantization;
  if (o.use_per_channel_quantization)
    s.granularity = *o.use_per_channel_quantization ? quant::Granularity::channel : quant::Granularity::tensor;
  if (o.group != 0) {
    if (o.use_per_channel_quantization)
      return error(Code::invalid_argument, "[quantize] groups of {} and a scale per {} exclude each other", o.group,
                   *o.use_per_channel_quantization ? "channel" : "tensor");
    s.granularity = quant::Granularity::group, s.group = o.group;
  }
  s.aligned = o.aligned.value_or(false), s.scales = o.scales;
  if (o.activation_bits != 8 && o.activation_bits != 16 && o.activation_bits != 32)
    return error(Code::invalid_argument, "[quantize] not supported: activations of {} bits; supported are 8, 16 and 32",
                 o.activation_bits);
  (void)TRY(quant::check(s));
  return s;
}

namespace {

std::vector<float> turned(const std::vector<float>& w, int64_t rows, int64_t columns) {
  std::vector<float> out(w.size());
  for (int64_t i = 0; i < rows; ++i)
    for (int64_t j = 0; j < columns; ++j)
      out[static_cast<size_t>(j * rows + i)] = w[static_cast<size_t>(i * columns + j)];
  return out;
}

}  // namespace

std::vector<Tensor> QuantizedTensor::tensors() const {
  std::vector<Tensor> out;
  for (const Tensor& t : {codes, scales, minimums})
    if (t.defined()) out.push_back(t);
  return out;
}

uint64_t QuantizedTensor::bytes() const {
  uint64_t out = 0;
  for (const Tensor& t : tensors()) out += t.bytes();
  return out;
}

double QuantizedTensor::bits_per_weight() const {
  return 8.0 * static_cast<double>(bytes()) / static_cast<double>(std::max<int64_t>(outputs * inputs, 1));
}

Attrs QuantizedTensor::settings() const {
  if (bits == 16) return {{"transpose_b", 1}};
  Attrs out{{"bits", bits}, {"group", group}, {"aligned", aligned}, {"columns", inputs}};
  if (activation_bits != 32) out.set("x_bits", activation_bits);
  return out;
}

namespace {

// A matrix on its way to few bits, some rows at a time.
class Quantizing {
 public:
  // `weights` are on the CPU.
  static Result<Quantizing> start(const Tensor& weights, const QuantizeOptions& o) {
    if (!is_float(weights.dtype()) || weights.shape().rank() != 2)
      return error(Code::invalid_argument, "[quantize] weights are {}: a matrix of f32, f16 or bf16 is needed",
                   weights.desc());
    Quantizing q;
    const int64_t rows = weights.shape()[0], columns = weights.shape()[1];
    q.out_.bits = o.bits_per_weight, q.out_.activation_bits = o.activation_bits;
    q.out_.outputs = o.transpose_b ? rows : columns, q.out_.inputs = o.transpose_b ? columns : rows;
    q.weights_ = weights.to_floats();
    if (!o.transpose_b) q.weights_ = turned(q.weights_, rows, columns);
    if (o.bits_per_weight == 16) {
      q.row_ = q.out_.outputs;
      return q;
    }
    q.scheme_ = TRY(scheme_of(o));
    (void)TRY(quant::layout_of(q.scheme_, q.out_.outputs, q.out_.inputs));
    if (!o.solver.empty()) q.solver_ = TRY(quant::parse_solver(o.solver));
    q.importance_ = o.importance;
    (void)TRY(quant::check_finite(q.weights_, q.out_.inputs));
    return q;
  }

  bool done() const { return row_ == out_.outputs; }

  // The next rows, of about so many weights; all where they share a scale.
  Status step(int64_t weights) {
    const int64_t left = out_.outputs - row_, inputs = out_.inputs;
    const bool whole = scheme_.granularity == quant::Granularity::tensor;
    const int64_t rows = whole ? left : std::clamp<int64_t>(weights / inputs, 1, left);
    const auto w = std::span(weights_).subspan(static_cast<size_t>(row_ * inputs), static_cast<size_t>(rows * inputs));
    const quant::SolveOptions options{.solver = solver_, .importance = importance_};
    const quant::Quantized q = TRY(quant::quantize(w, rows, inputs, scheme_, options));
    words_.insert(words_.end(), q.words.begin(), q.words.end());
    scales_.insert(scales_.end(), q.scales.begin(), q.scales.end());
    minimums_.insert(minimums_.end(), q.minimums.begin(), q.minimums.end());
    const quant::Loss loss = quant::loss_of(w, q);
    loss_.error += loss.error, loss_.size += loss.size;
    row_ += rows;
    return {};
  }

  QuantizedTensor finish() && {
    if (out_.bits == 16) {
      out_.codes = Tensor::from_floats(DType::f16, {out_.outputs, out_.inputs}, weights_);
      out_.error = quant::relative_error(weights_, out_.codes.to_floats());
      return std::move(out_);
    }
    out_.group = scheme_.granularity == quant::Granularity::group ? scheme_.group : 0;
    out_.aligned = scheme_.aligned;
    const std::vector<Desc> parts = packed_inputs(scheme_, out_.outputs, out_.inputs);
    out_.codes = Tensor::from<uint32_t>(parts[0].shape, words_);
    out_.scales = Tensor::from_floats(scheme_.scales, parts[1].shape, scales_);
    if (!scheme_.symmetric) out_.minimums = Tensor::from_floats(scheme_.scales, parts[1].shape, minimums_);
    out_.error = loss_.relative();
    return std::move(out_);
  }

 private:
  std::vector<float> weights_;  // [outputs, inputs]
  quant::Scheme scheme_;
  quant::Solver solver_ = quant::SolveOptions{}.solver;
  std::vector<float> importance_;
  int64_t row_ = 0;  // the next one
  std::vector<uint32_t> words_;
  std::vector<float> scales_, minimums_;
  quant::Loss loss_;
  QuantizedTensor out_;
};

// Between two looks at the page: some 30 ms of a thread.
constexpr int64_t weights_at_once = 1 << 16;

}  // namespace

Result<QuantizedTensor> quantize(const Tensor& weights, const QuantizeOptions& options) {
  if (!weights.on_cpu()) return error(Code::invalid_argument, "[quantize] weights must be on the CPU");
  Quantizing work = TRY(Quantizing::start(weights, options));
  while (!work.done()) (void)TRY(work.step(weights.elements()));
  return std::move(work).finish();
}

Result<Tensor> dequantize(const QuantizedTensor& w) {
  if (w.bits == 16) return Tensor::from_floats(DType::f32, w.codes.shape(), w.codes.to_floats());
  CpuBackend cpu;
  QuantizedTensor alone = w;  // with no x to round
  alone.activation_bits = 32;
  return run_sync(cpu.run("dequantize", w.tensors(), alone.settings()));
}

Task<Result<QuantizedTensor>> Backend::quantize(Tensor weights, QuantizeOptions options) {
  if (!options.aligned && options.bits_per_weight == 3) options.aligned = profile() && profile()->aligned_3bit;
  Tensor here;
  CO_TRY(here, co_await download(std::move(weights)));
  Result<Quantizing> work = Quantizing::start(here, options);
  if (!work.ok()) co_return std::move(work).error();
  while (!work->done()) {
    CO_CHECK(work->step(weights_at_once * threads()));
    co_await breathe();
  }
  QuantizedTensor out = std::move(*work).finish();
  for (Tensor* t : {&out.codes, &out.scales, &out.minimums})
    if (t->defined()) {
      CO_TRY(*t, co_await upload(*t));
    }
  co_return out;
}

Task<Result<Tensor>> Backend::matmul(Tensor x, QuantizedTensor weights) {
  const DType dtype = x.dtype();
  std::vector<Tensor> in{std::move(x)};
  for (Tensor& t : weights.tensors()) in.push_back(std::move(t));
  Attrs settings = weights.settings();
  settings.set("dtype", std::string(bitloom::name(dtype)));
  std::string op(weights.op());
  const RunOptions options;  // by name: g++ 12 destroys a temporary of an awaited call twice
  co_return co_await run(std::move(op), std::move(in), std::move(settings), options);
}

}  // namespace bitloom

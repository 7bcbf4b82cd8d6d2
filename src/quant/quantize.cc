#include "bitloom/quantize.h"

#include "bitloom/backend.h"
#include "ops/packed/packed.h"
#include "quant/solve.h"

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
  s.aligned = o.aligned, s.scales = o.scales;
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
  return {{"bits", bits}, {"group", group}, {"aligned", aligned}, {"columns", inputs}};
}

Result<QuantizedTensor> quantize(const Tensor& weights, const QuantizeOptions& o) {
  if (!is_float(weights.dtype()) || weights.shape().rank() != 2)
    return error(Code::invalid_argument, "[quantize] weights are {}: a matrix of f32, f16 or bf16 is needed",
                 weights.desc());
  if (!weights.on_cpu()) return error(Code::invalid_argument, "[quantize] weights must be on the CPU");
  const int64_t rows = weights.shape()[0], columns = weights.shape()[1];
  QuantizedTensor out{.codes = {}, .scales = {}, .minimums = {}, .bits = o.bits_per_weight};
  out.outputs = o.transpose_b ? rows : columns, out.inputs = o.transpose_b ? columns : rows;
  std::vector<float> w = weights.to_floats();
  if (!o.transpose_b) w = turned(w, rows, columns);
  if (o.bits_per_weight == 16) {
    out.codes = Tensor::from_floats(DType::f16, {out.outputs, out.inputs}, w);
    out.error = quant::relative_error(w, out.codes.to_floats());
    return out;
  }
  const quant::Scheme s = TRY(scheme_of(o));
  quant::Wish wish{.importance = o.importance};
  if (!o.solver.empty()) wish.solver = TRY(quant::parse_solver(o.solver));
  const quant::Quantised q = TRY(quant::quantise(w, out.outputs, out.inputs, s, wish));
  out.group = s.granularity == quant::Granularity::group ? s.group : 0;
  out.aligned = s.aligned;
  const std::vector<Desc> parts = packed_inputs(s, out.outputs, out.inputs);
  const Shape& shared = parts[1].shape;
  out.codes = Tensor::from<uint32_t>(parts[0].shape, q.words);
  out.scales = Tensor::from_floats(s.scales, shared, q.scales);
  if (!s.symmetric) out.minimums = Tensor::from_floats(s.scales, shared, q.minimums);
  out.error = quant::relative_error(w, quant::dequantise(q));
  return out;
}

Result<Tensor> dequantize(const QuantizedTensor& w) {
  if (w.bits == 16) return Tensor::from_floats(DType::f32, w.codes.shape(), w.codes.to_floats());
  CpuBackend cpu;
  return run_sync(cpu.run("dequantize", w.tensors(), w.settings()));
}

Task<Result<QuantizedTensor>> Backend::quantize(Tensor weights, QuantizeOptions options) {
  Tensor here;
  CO_TRY(here, co_await download(std::move(weights)));
  QuantizedTensor out;
  CO_TRY(out, bitloom::quantize(here, options));
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
  co_return co_await run(std::move(op), std::move(in), std::move(settings));
}

}  // namespace bitloom

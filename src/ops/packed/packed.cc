#include "ops/packed/packed.h"

#include <algorithm>

#include "base/try.h"

namespace bitloom {
namespace {

// 3 bits, 10 in a word.
void unpack_aligned(const CodeRows& w, float* to) {
  for (size_t i = 0; i < w.count; ++i) {
    const uint32_t code = w.words[i / 10] >> 3 * (i % 10) & 7;
    to[i] = w.bases[i / w.stretch] + w.scales[i / w.stretch] * static_cast<float>(code);
  }
}

}  // namespace

std::vector<AttrSpec> packed_attrs() {
  return {{"bits", {}, "of a weight: 1, 2, 3, 4 or 8", AttrKind::integer},
          {"group", 0, "weights of a row that share a scale: 32, 64 or 128; 0: all of a row, or all"},
          {"aligned", false, "3 bits: 10 in a word instead of 32 in three", AttrKind::flag}};
}

std::vector<AttrSpec> unpacked_attrs() {
  std::vector<AttrSpec> out = packed_attrs();
  out.push_back({"columns", {}, "weights of a row, without padding", AttrKind::integer});
  out.push_back({"dtype", "f32", "of the result: f32, f16 or bf16", AttrKind::dtype});
  return out;
}

Result<Packed> packed_of(std::string_view op, const OpCall& call, size_t first, int64_t columns) {
  const Desc &codes = call.in[first], &scales = call.in[first + 1];
  const bool symmetric = call.in.size() <= first + 2;
  if (codes.dtype != DType::u32 || codes.shape.rank() != 2)
    return error(Code::invalid_argument, "[{}] codes are {}: packed weights are u32 [outputs, words]", op, codes);
  const int64_t bits = call.attrs.integer("bits"), group = call.attrs.integer("group");
  const Shape& s = scales.shape;
  const int64_t rows = codes.shape[0];
  using Shared = quant::Granularity;
  Packed out{.scheme = {.bits = static_cast<int>(std::clamp<int64_t>(bits, -1, 99)),
                        .symmetric = symmetric,
                        .granularity = group != 0          ? Shared::group
                                       : s.elements() == 1 ? Shared::tensor
                                                           : Shared::channel,
                        .group = static_cast<int>(std::clamp<int64_t>(group, -1, 999)),
                        .aligned = call.attrs.flag("aligned"),
                        .scales = scales.dtype},
             .layout = {}};
  if (const auto layout = quant::layout_of(out.scheme, rows, columns); layout.ok()) out.layout = *layout;
  else {
    // The same words as of the quantizer, under the op's name.
    const std::string& why = layout.error().message;
    return error(layout.error().code, "[{}] {}", op, why.substr(std::min(why.size(), why.find(' ') + 1)));
  }
  const quant::Layout& l = out.layout;
  if (codes.shape[1] != l.words)
    return error(Code::invalid_argument, "[{}] codes are {}: {} weights of {} bits{} lie in {} words a row", op, codes,
                 columns, bits, out.scheme.aligned ? ", aligned," : "", l.words);
  const Shape grouped{rows, l.scales / std::max<int64_t>(rows, 1)}, plain{rows}, one{1};
  const bool fits = group != 0 ? s == grouped : s == plain || s == Shape{rows, 1} || s.elements() == 1;
  if (!fits)
    return error(Code::invalid_argument, "[{}] scales are {}: {} rows{} need {}", op, scales, rows,
                 group != 0 ? format(" in groups of {}", group) : "",
                 group != 0 ? to_text(grouped) : format("{} or {}", plain, one));
  if (!symmetric && call.in[first + 2] != scales)
    return error(Code::invalid_argument, "[{}] minimums are {} and scales {}: they must have one type and shape", op,
                 call.in[first + 2], scales);
  return out;
}

CodeRows code_rows(const Packed& p, std::span<const Tensor> tensors, int64_t first, int64_t rows, Fits& fits) {
  const auto from = static_cast<size_t>(p.layout.scale_at(first, 0)), step = static_cast<size_t>(p.scale_step());
  const size_t count = std::max<size_t>(step * static_cast<size_t>(rows), 1);
  const auto load = [&](const Tensor& t, std::vector<float>& to) {  // f16 or f32
    to.resize(count);
    if (t.dtype() == DType::f32) std::copy_n(t.data<float>().data() + from, count, to.data());
    else widen_halves(&t.data<Half>()[from].bits, count, to.data());
  };
  load(tensors[1], fits.scales);
  if (!p.scheme.symmetric) {
    load(tensors[2], fits.bases);
  } else {
    // Codes that count from the middle: the two of 1 bit are ±scale.
    const bool sign = p.scheme.bits == 1;
    const float middle = sign ? 0.5f : 0.5f * static_cast<float>(p.scheme.levels());
    fits.bases.resize(count);
    for (size_t i = 0; i < count; ++i) {
      if (sign) fits.scales[i] *= 2;
      fits.bases[i] = -fits.scales[i] * middle;
    }
  }
  return {.bits = p.scheme.bits,
          .words = tensors[0].data<uint32_t>().data() + first * p.layout.words,
          .word_count = static_cast<size_t>(p.layout.words),
          .count = static_cast<size_t>(p.columns()),
          .stretch = static_cast<size_t>(p.layout.stretch),
          .scales = fits.scales.data(),
          .bases = fits.bases.data(),
          .rows = static_cast<size_t>(rows),
          .fits = step};
}

void unpack_row(const Packed& p, std::span<const Tensor> tensors, int64_t row, float* to) {
  Fits fits;
  const CodeRows w = code_rows(p, tensors, row, 1, fits);
  p.scheme.aligned ? unpack_aligned(w, to) : unpack_codes(w, to);
}

std::vector<double> reference_row(const Packed& p, std::span<const Tensor> tensors, int64_t row) {
  const auto at = [](const Tensor& t, int64_t i) { return t.view(i, {1})->to_doubles()[0]; };
  std::vector<uint8_t> codes(static_cast<size_t>(p.columns()));
  const auto words = static_cast<size_t>(p.layout.words);
  quant::unpack(p.scheme, tensors[0].data<uint32_t>().subspan(static_cast<size_t>(row) * words, words), codes);
  std::vector<double> out;
  for (int64_t i = 0; i < p.columns(); ++i) {
    const int64_t shared = p.layout.scale_at(row, i);
    const double scale = at(tensors[1], shared), code = codes[static_cast<size_t>(i)];
    if (!p.scheme.symmetric) out.push_back(at(tensors[2], shared) + scale * code);
    else if (p.scheme.bits == 1) out.push_back(scale * (2 * code - 1));
    else out.push_back(scale * (code - 0.5 * p.scheme.levels()));
  }
  return out;
}

void store_row(std::span<const float> values, const Tensor& to, int64_t row) {
  with_type(to.dtype(), [&](auto zero) {
    using T = decltype(zero);
    std::ranges::transform(values, reinterpret_cast<T*>(to.raw()) + static_cast<size_t>(row) * values.size(),
                           [](float v) { return static_cast<T>(v); });
  });
}

void read_packed(Lowering& to, const Packed& p, int first, Kernel& kernel) {
  const quant::Scheme& s = p.scheme;
  for (int i = 0; i < (s.symmetric ? 2 : 3); ++i) kernel.reads.push_back(to.in(first + i));
  kernel.params.set("bits", s.bits).set("scales", name(s.scales)).set("minimums", !s.symmetric);
  kernel.params.set("group", s.granularity == quant::Granularity::group ? s.group : 0).set("aligned", s.aligned);
  kernel.uniforms.add(p.layout.words).add(p.scale_step());
}

Result<DType> unpacked_type(std::string_view op, const OpCall& call) {
  const std::string& word = call.attrs.word("dtype");
  const std::optional<DType> dtype = parse_dtype(word);
  if (dtype && is_float(*dtype)) return *dtype;
  return error(Code::invalid_argument, "[{}] dtype '{}' is not supported; supported are f32, f16 and bf16", op, word);
}

Status unpack_gpu(Lowering& to, const OpCall& call, const Packed& p, bool indices) {
  const int64_t count = call.out[0].shape.elements();
  if (count == 0) return {};
  const uint32_t threads = to.profile().elementwise_threads;
  Kernel k{.file = "packed/rows.wgsl"};
  k.params.set("y", name(call.out[0].dtype)).set("threads", threads);
  if (indices) k.reads = {to.in(0)}, k.params.set("indices", name(call.in[0].dtype));
  k.writes = {to.out()};
  k.uniforms.add(count).add(p.columns()).add(p.rows());
  k.uniforms.add(indices && call.in[0].dtype == DType::i32 ? p.rows() : 0).add(0x7fc00000u);
  read_packed(to, p, indices ? 1 : 0, k);
  k.groups = TRY(to.linear_groups(ceil_div(static_cast<uint64_t>(count), 4 * threads)));
  return to.dispatch(std::move(k));
}

std::vector<Desc> packed_inputs(const quant::Scheme& scheme, int64_t rows, int64_t columns) {
  const quant::Layout l = *quant::layout_of(scheme, rows, columns);
  std::vector<Desc> out{{DType::u32, {rows, l.words}}, {scheme.scales, Shape(quant::scales_shape(scheme, l))}};
  if (!scheme.symmetric) out.push_back(out[1]);
  return out;
}

Attrs packed_settings(const quant::Scheme& s) {
  return {
      {"bits", s.bits}, {"group", s.granularity == quant::Granularity::group ? s.group : 0}, {"aligned", s.aligned}};
}

std::vector<std::pair<std::string, quant::Scheme>> packed_schemes(bool some) {
  using enum quant::Granularity;
  std::vector<std::pair<std::string, quant::Scheme>> out;
  const quant::Scheme kinds[] = {{.group = 32},
                                 {.symmetric = true, .group = 64, .scales = DType::f32},
                                 {.granularity = channel, .scales = DType::f32},
                                 {.symmetric = true, .granularity = channel},
                                 {.granularity = tensor},
                                 {.symmetric = true, .group = 128}};
  size_t form = 0;
  for (int bits : {1, 2, 3, 4, 8})
    for (bool aligned : {false, true}) {
      if (aligned && bits != 3) continue;
      ++form;
      for (size_t kind = 0; kind < std::size(kinds); ++kind) {
        if (some && (form + kind) % 3 != 0) continue;
        quant::Scheme s = kinds[kind];
        s.bits = bits, s.aligned = aligned;
        out.emplace_back(format("{} bits{}, {}{}, {} scales", bits, aligned ? " aligned" : "",
                                s.granularity == group     ? format("groups of {}", s.group)
                                : s.granularity == channel ? "channels"
                                                           : "tensor",
                                s.symmetric ? ", symmetric" : "", s.scales),
                         s);
      }
    }
  return out;
}

}  // namespace bitloom

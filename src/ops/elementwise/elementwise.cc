#include "ops/elementwise/elementwise.h"

#include <cstring>

#include "base/try.h"
#include "cpu/elementwise.h"
#include "cpu/threads.h"

namespace bitloom::elementwise {
namespace {

constexpr size_t chunk = 4096;  // elements a thread works on at a time: stays in the first cache

// The element of x that output i of `shape` comes from, axis by axis from the right: those of size 1 stay at 0. Plain,
// since references use it: kernels have a Broadcast.
int64_t source_of(const Shape& x, const Shape& shape, int64_t i) {
  int64_t at = 0, step = 1;
  for (int axis = shape.rank() - 1, own = x.rank() - 1; own >= 0; --axis, --own) {
    if (x[own] != 1) at += i % shape[axis] * step;
    step *= x[own];
    i /= shape[axis];
  }
  return at;
}

double number_at(const Tensor& t, int64_t i) {
  return with_type(t.dtype(), [&]<class T>(T) -> double {
    const T v = reinterpret_cast<const T*>(t.raw())[i];
    if constexpr (std::is_arithmetic_v<T>) return static_cast<double>(v);
    else return static_cast<double>(static_cast<float>(v));
  });
}

Broadcast broadcast_of(const CpuCall& call) {
  std::vector<Desc> in;
  for (const Tensor& t : call.in) in.push_back(t.desc());
  return elementwise::broadcast_of(in, call.out[0].shape());
}

void integers(const Formula& f, const CpuCall& call) {
  const Broadcast b = broadcast_of(call);
  with_type(call.out[0].dtype(), [&]<class T>(T) {
    if constexpr (std::is_integral_v<T>) {
      auto y = call.out[0].data<T>();
      const size_t count = call.in.size();
      const T* in[3] = {};
      for (size_t k = 0; k < count; ++k) in[k] = call.in[k].data<T>().data();
      parallel_for(y.size(), chunk, [&](size_t begin, size_t end) {
        for_runs(b, begin, end, [&](size_t i, size_t run, const std::array<int64_t, 3>& at) {
          for (size_t j = 0; j < run; ++j) {
            int64_t x[3] = {};
            for (size_t k = 0; k < count; ++k) x[k] = in[k][at[k] + static_cast<int64_t>(j) * b.steps[k][b.rank - 1]];
            y[i + j] = static_cast<T>(f.eval_int(x, call.attrs));
          }
        });
      });
    }
  });
}

// Elements [begin, begin + n) of an operand as f32: where they lie if they are that already, else converted into
// `room`.
const float* floats_of(const Tensor& t, size_t begin, size_t n, float* room) {
  return with_type(t.dtype(), [&]<class T>(T) -> const float* {
    const T* from = reinterpret_cast<const T*>(t.raw()) + begin;
    if constexpr (std::is_same_v<T, float>) return from;
    else
      for (size_t i = 0; i < n; ++i) room[i] = static_cast<float>(from[i]);
    return room;
  });
}

}  // namespace

Broadcast broadcast_of(std::span<const Desc> in, const Shape& out) {
  Broadcast b;
  b.steps.resize(in.size());
  for (int d = 0; d < out.rank(); ++d) {
    if (out[d] == 1 && out.elements() != 0) continue;
    std::vector<int64_t> steps(in.size());
    for (size_t k = 0; k < in.size(); ++k) {
      const int own = d - (out.rank() - in[k].shape.rank());
      steps[k] = own < 0 || in[k].shape[own] == 1 ? 0 : in[k].shape.strides()[own];
    }
    // Merge with the axis before where every operand goes on in the same stride.
    bool merges = b.rank > 0;
    for (size_t k = 0; k < in.size() && merges; ++k) merges = b.steps[k][b.rank - 1] == steps[k] * out[d];
    if (!merges) ++b.rank, b.sizes[b.rank - 1] = 1;
    b.sizes[b.rank - 1] *= out[d];
    for (size_t k = 0; k < in.size(); ++k) b.steps[k][b.rank - 1] = steps[k];
  }
  if (b.rank == 0) b.rank = 1, b.sizes[0] = 1;
  return b;
}

bool Broadcast::whole(size_t operand) const {
  int64_t step = 1;
  for (int d = rank - 1; d >= 0; step *= sizes[d--])
    if (steps[operand][d] != step) return false;
  return true;
}

Result<std::vector<Desc>> infer(const Formula& f, const OpCall& call) {
  const DType t = call.in[0].dtype;
  if (f.check) (void)TRY(f.check(call.attrs, t));
  Shape shape = call.in[0].shape;
  for (size_t k = 1; k < call.in.size(); ++k) {
    if (call.in[k].dtype != t)
      return error(Code::invalid_argument, "[{}] dtypes {} and {} differ: cast one of them", f.name, t,
                   call.in[k].dtype);
    shape = TRY(broadcast(f.name, shape, call.in[k].shape));
  }
  if (!is_float(t) && !f.eval_int)
    return error(Code::invalid_argument, "[{}] {} is not supported; supported are f32, f16 and bf16", f.name, t);
  return std::vector<Desc>{{t, shape}};
}

void reference(const Formula& f, const CpuCall& call) {
  const Tensor& y = call.out[0];
  for (int64_t i = 0; i < y.elements(); ++i) {
    double x[3] = {};
    int64_t whole[3] = {};
    for (size_t k = 0; k < call.in.size(); ++k) {
      x[k] = number_at(call.in[k], source_of(call.in[k].shape(), y.shape(), i));
      if (!is_float(call.in[k].dtype())) whole[k] = static_cast<int64_t>(x[k]);  // doubles hold all our integers
    }
    with_type(y.dtype(), [&]<class T>(T) {
      T& out = reinterpret_cast<T*>(y.raw())[i];
      if constexpr (std::is_integral_v<T>) out = static_cast<T>(f.eval_int(whole, call.attrs));
      else out = T(static_cast<float>(f.eval(x, call.attrs)));
    });
  }
}

void on_cpu(const Formula& f, const CpuCall& call) {
  const Tensor& y = call.out[0];
  if (y.elements() == 0) return;
  if (!is_float(y.dtype())) return integers(f, call);
  const SimdLoop simd = f.loop ? nullptr : find_simd(f.name, call.attrs);
  if (!f.loop && !simd) return reference(f, call);
  std::array<float, 2> settings{};
  size_t used = 0;
  for (const auto& [name, value] : call.attrs)
    if (value.is_number() && used < settings.size()) settings[used++] = static_cast<float>(value.number());
  const Broadcast b = broadcast_of(call);
  parallel_for(static_cast<size_t>(y.elements()), chunk, [&](size_t from, size_t to) {
    alignas(64) float room[4][chunk];
    for (size_t begin = from; begin < to; begin += chunk) {
      const size_t n = std::min(chunk, to - begin);
      const float* x[3] = {};
      for (size_t k = 0; k < call.in.size(); ++k) {
        const auto& steps = b.steps[k];
        if (b.whole(k)) {
          x[k] = floats_of(call.in[k], begin, n, room[k]);
        } else {
          // Runs along the last axis: a copy or one value repeated.
          const int64_t last = b.sizes[b.rank - 1];
          for (size_t done = 0; done < n;) {
            auto rest = static_cast<int64_t>(begin + done);
            const int64_t column = rest % last;
            rest /= last;
            int64_t at = column * steps[b.rank - 1];
            for (int d = b.rank - 2; d >= 0; --d) at += rest % b.sizes[d] * steps[d], rest /= b.sizes[d];
            const size_t run = std::min(n - done, static_cast<size_t>(last - column));
            if (steps[b.rank - 1] == 0) {
              std::fill_n(room[k] + done, run, static_cast<float>(number_at(call.in[k], at)));
            } else {
              const float* source = floats_of(call.in[k], static_cast<size_t>(at), run, room[k] + done);
              if (source != room[k] + done) std::memcpy(room[k] + done, source, run * sizeof(float));
            }
            done += run;
          }
          x[k] = room[k];
        }
      }
      float* out = y.dtype() == DType::f32 ? y.data<float>().data() + begin : room[3];
      if (f.loop) f.loop(x, out, n);
      else simd(x, out, n, settings.data());
      if (y.dtype() == DType::f16)
        for (size_t i = 0; i < n; ++i) y.data<Half>()[begin + i] = Half(out[i]);
      if (y.dtype() == DType::bf16)
        for (size_t i = 0; i < n; ++i) y.data<Bfloat>()[begin + i] = Bfloat(out[i]);
    }
  });
}

std::string_view name(Form form) {
  switch (form) {
    case Form::flat: return "flat";
    case Form::scalar: return "scalar";
    case Form::row: return "row";
    case Form::runs: return "runs";
    case Form::splat: return "splat";
    case Form::strided: return "strided";
  }
  return "?";
}

void append_text(std::string& out, const Decision& d) {
  for (size_t i = 0; i < d.forms.size(); ++i) {
    out += format("{}{}", i ? ", " : "", name(d.forms[i]));
    if (d.forms[i] == Form::row) out += format(" of {} quads", d.rows[i]);
  }
}

Decision decide(const Broadcast& b, std::span<const bool> quads) {
  Decision d;
  for (size_t k = 0; k < b.steps.size(); ++k) {
    const auto& steps = b.steps[k];
    const int last = b.rank - 1;
    bool constant = true, outer_constant = true, outer_quads = true;
    for (int i = 0; i < b.rank; ++i) constant &= steps[i] == 0 || b.sizes[i] == 1;
    for (int i = 0; i < last; ++i) outer_constant &= steps[i] == 0, outer_quads &= steps[i] % 4 == 0;
    d.rows.push_back(0);
    if (b.whole(k) && quads[k] && !constant) d.forms.push_back(Form::flat);
    else if (constant) d.forms.push_back(Form::scalar);
    else if (outer_constant && steps[last] == 1 && b.sizes[last] % 4 == 0 && quads[k])
      d.forms.push_back(Form::row), d.rows.back() = static_cast<uint32_t>(b.sizes[last] / 4);
    else if (outer_quads && steps[last] == 1 && b.sizes[last] % 4 == 0 && quads[k]) d.forms.push_back(Form::runs);
    else if (steps[last] == 0 && b.sizes[last] % 4 == 0) d.forms.push_back(Form::splat);
    else d.forms.push_back(Form::strided);
  }
  return d;
}

Status dispatch(Lowering& to, std::string_view function, std::span<const Operand> in, const Operand& out,
                const Attrs& attrs, bool handles_nan) {
  const auto count = static_cast<uint64_t>(out.desc.shape.elements());
  if (count == 0) return {};
  std::vector<Desc> descs;
  bool quads[3] = {};
  for (size_t k = 0; k < in.size(); ++k) descs.push_back(in[k].desc), quads[k] = in[k].quads;
  const Broadcast b = broadcast_of(descs, out.desc.shape);
  const Decision d = decide(b, std::span(quads, in.size()));
  const uint32_t threads = to.profile().elementwise_threads;
  Kernel k{.file = "elementwise/kernel.wgsl", .reads = {in.begin(), in.end()}, .writes = {out}};
  k.params.set("op", function).set("inputs", in.size()).set("threads", threads).set("y_type", name(out.desc.dtype));
  bool strided = false;
  for (size_t i = 0; i < in.size(); ++i) {
    const std::string operand(1, static_cast<char>('a' + i));
    k.params.set(operand + "_type", name(in[i].desc.dtype)).set(operand + "_form", name(d.forms[i]));
    strided |= d.forms[i] >= Form::runs;
  }
  for (const auto& [setting, value] : attrs) k.params.set(setting, to_text(value));
  if (to.profile().fast_math) k.params.set("fast", 1);
  if (handles_nan) k.params.set("handles_nan", 1);
  k.uniforms.add(count).add(static_cast<uint32_t>(b.rank));
  for (uint32_t row : d.rows) k.uniforms.add(row);
  if (strided) {
    while ((in.size() + k.uniforms.words().size()) % 4) k.uniforms.add(0u);
    const auto eight = [&](const std::array<int64_t, max_rank>& values) {
      for (int i = 0; i < 8; ++i) k.uniforms.add(static_cast<uint32_t>(i < b.rank ? values[i] : 0));
    };
    eight(b.sizes);
    for (const auto& steps : b.steps) eight(steps);
  }
  k.groups = TRY(to.linear_groups(ceil_div(count, uint64_t{4} * threads)));
  return to.dispatch(std::move(k));
}

Status on_gpu(const Formula& f, Lowering& to, const OpCall& call) {
  std::vector<Operand> in;
  for (size_t i = 0; i < call.in.size(); ++i) in.push_back(to.in(static_cast<int>(i)));
  return dispatch(to, f.name, in, to.out(), call.attrs, f.handles_nan);
}

std::vector<Case> cases(const Formula& f) {
  // Storage types and broadcasting are the shared kernel's business: one op is tried with all of them, the others with
  // those that could still go wrong on their own.
  const bool every = f.every_form;
  std::vector<Case> list;
  const auto add = [&](std::string name, std::vector<Desc> in, Fill fill = {}, bool benchmark = false) {
    if (fill.kind == Fill::normal) fill = f.fill;
    in.resize(static_cast<size_t>(f.inputs), in.back());
    list.push_back({.name = std::move(name), .in = std::move(in), .fill = {fill}, .benchmark = benchmark});
  };
  const DType f32 = DType::f32;
  add("quads", {{f32, {8, 32}}});
  add("odd", {{f32, {7, 13}}});
  add("one element", {{f32, {1}}});
  add("rank 0", {{f32, {}}});
  add("empty", {{f32, {3, 0, 2}}});
  add("rank 6", {{f32, {2, 1, 3, 1, 2, 5}}});
  add("special", {{f32, {37, 11}}}, {.kind = Fill::special});
  for (DType t : all_dtypes) {
    const bool once = t == DType::f16 || t == DType::i32 || t == DType::u32;
    if (t != f32 && (every || once) && (is_float(t) || f.eval_int)) add(std::string(bitloom::name(t)), {{t, {5, 27}}});
  }
  if (f.inputs == 2) add("bias", {{f32, {6, 24}}, {f32, {24}}});
  if (every) {
    add("odd bias", {{f32, {6, 23}}, {f32, {23}}});
    add("scalar right", {{f32, {5, 16}}, {f32, {}}});
    add("scalar left", {{f32, {1}}, {f32, {4, 9}}});
    add("channels", {{f32, {2, 3, 4, 8}}, {f32, {3, 1, 1}}});
    add("rows by rows", {{f32, {5, 1, 8}}, {f32, {3, 8}}});
    add("column", {{f32, {6, 1}}, {f32, {6, 20}}});
    add("outer", {{f32, {7, 1}}, {f32, {1, 9}}});
    add("rank 6 mixed", {{f32, {2, 1, 3, 1, 2, 4}}, {f32, {1, 5, 1, 2, 1, 4}}});
    add("f16 bias", {{DType::f16, {6, 24}}, {DType::f16, {24}}});
    add("empty against one", {{f32, {0, 4}}, {f32, {1, 4}}});
  }
  add("256 MiB", {{f32, {1 << 26}}}, {}, true);
  return list;
}

}  // namespace bitloom::elementwise

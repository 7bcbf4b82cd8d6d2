// where: a where the condition is not zero, else b; all three broadcast.
#include "base/try.h"
#include "cpu/threads.h"
#include "ops/elementwise/elementwise.h"

namespace bitloom {
namespace {

constexpr Domain domains[] = {{.computed = false}, {}};

Result<std::vector<Desc>> infer(const OpCall& call) {
  if (call.in[1].dtype != call.in[2].dtype)
    return error(Code::invalid_argument, "[where] dtypes {} and {} differ: cast one of them", call.in[1].dtype,
                 call.in[2].dtype);
  const Shape both = TRY(broadcast("where", call.in[1].shape, call.in[2].shape));
  return std::vector<Desc>{{call.in[1].dtype, TRY(broadcast("where", call.in[0].shape, both))}};
}

void reference(const CpuCall& call) {
  const Shape& shape = call.out[0].shape();
  const int64_t n = shape.elements();
  const std::vector<double> condition = call.in[0].to_doubles();
  const size_t size = byte_size(call.out[0].dtype());
  for (int64_t i = 0; i < n; ++i) {
    int64_t at[3] = {};
    for (int k = 0; k < 3; ++k) {
      const Shape& own = call.in[static_cast<size_t>(k)].shape();
      int64_t rest = i;
      for (int d = 1; d <= shape.rank(); ++d) {
        const int64_t c = rest % shape[shape.rank() - d];
        rest /= shape[shape.rank() - d];
        if (d <= own.rank() && own[own.rank() - d] != 1) at[k] += c * own.strides()[own.rank() - d];
      }
    }
    const int chosen = condition[static_cast<size_t>(at[0])] != 0 ? 1 : 2;
    std::copy_n(call.in[static_cast<size_t>(chosen)].raw() + static_cast<size_t>(at[chosen]) * size, size,
                call.out[0].raw() + static_cast<size_t>(i) * size);
  }
}

// Values are moved as bits, so their size is all that counts.
template <class C, class T>
void choose(const CpuCall& call, const elementwise::Broadcast& b) {
  const C* condition = call.in[0].data<C>().data();
  const T* from[] = {reinterpret_cast<const T*>(call.in[1].raw()), reinterpret_cast<const T*>(call.in[2].raw())};
  T* y = reinterpret_cast<T*>(call.out[0].raw());
  const int last = b.rank - 1;
  const int64_t step[] = {b.steps[0][last], b.steps[1][last], b.steps[2][last]};
  parallel_for(static_cast<size_t>(call.out[0].elements()), 1 << 14, [&](size_t begin, size_t end) {
    elementwise::for_runs(b, begin, end, [&](size_t i, size_t run, const std::array<int64_t, 3>& at) {
      for (int64_t j = 0; j < static_cast<int64_t>(run); ++j) {
        bool is_true;
        if constexpr (std::is_arithmetic_v<C>) is_true = condition[at[0] + j * step[0]] != 0;
        else is_true = static_cast<float>(condition[at[0] + j * step[0]]) != 0;
        y[i + static_cast<size_t>(j)] = is_true ? from[0][at[1] + j * step[1]] : from[1][at[2] + j * step[2]];
      }
    });
  });
}

void on_cpu(const CpuCall& call) {
  if (call.out[0].elements() == 0) return;
  const OpCall descs = call.call();
  const elementwise::Broadcast b = elementwise::broadcast_of(descs.in, descs.out[0].shape);
  with_type(call.in[0].dtype(), [&]<class C>(C) {
    switch (byte_size(call.out[0].dtype())) {
      case 1: return choose<C, uint8_t>(call, b);
      case 2: return choose<C, uint16_t>(call, b);
      default: return choose<C, uint32_t>(call, b);
    }
  });
}

Status on_gpu(Lowering& to, const OpCall& call) {
  const Operand in[] = {to.in(0), to.in(1), to.in(2)};
  return elementwise::dispatch(to, "where", in, to.out(), call.attrs, true);
}

std::vector<Case> cases() {
  const DType f32 = DType::f32;
  const Fill bits{.kind = Fill::integers, .low = 0, .high = 2};
  std::vector<Case> list{
      {.name = "same shape", .in = {{DType::u8, {6, 8}}, {f32, {6, 8}}, {f32, {6, 8}}}, .fill = {bits, {}}},
      {.name = "odd", .in = {{DType::i32, {7, 9}}, {f32, {7, 9}}, {f32, {7, 9}}}, .fill = {bits, {}}},
      {.name = "mask row", .in = {{DType::u8, {12}}, {f32, {5, 12}}, {f32, {}}}, .fill = {bits, {}}},
      {.name = "mask column", .in = {{f32, {5, 1}}, {f32, {1}}, {f32, {5, 13}}}, .fill = {bits, {}}},
      {.name = "causal", .in = {{DType::u32, {1, 6, 6}}, {f32, {4, 6, 6}}, {f32, {1}}}, .fill = {bits, {}}},
      {.name = "special", .in = {{DType::i8, {40}}, {f32, {40}}, {f32, {40}}}, .fill = {bits, {.kind = Fill::special}}},
      {.name = "empty", .in = {{DType::u8, {0, 3}}, {f32, {0, 3}}, {f32, {3}}}, .fill = {bits, {}}},
      {.name = "100 MiB",
       .in = {{DType::u8, {25 << 20}}, {f32, {25 << 20}}, {f32, {25 << 20}}},
       .fill = {bits, {}},
       .benchmark = true}};
  for (DType t : {DType::f16, DType::bf16, DType::i32, DType::u32, DType::i8, DType::u8})
    list.push_back(
        {.name = std::string(name(t)), .in = {{DType::u8, {3, 11}}, {t, {3, 11}}, {t, {11}}}, .fill = {bits, {}}});
  return list;
}

}  // namespace

const Op& op_where() {
  static const Op op{.name = "where",
                     .formula = "a where the condition is not 0, else b",
                     .anchor = Anchor::elementwise,
                     .expression = true,
                     .handles_nan = true,
                     .min_inputs = 3,
                     .max_inputs = 3,
                     .infer = infer,
                     .domains = domains,
                     .reference = reference,
                     .cpu = on_cpu,
                     .gpu = on_gpu,
                     .cases = cases};
  return op;
}

}  // namespace bitloom

// matmul: C[..., i, j] = sum over p of A[..., i, p] * B[..., p, j], batches broadcast, as NumPy's matmul. A and B may
// be stored in f32, f16 or bf16, each its own; sums are always in f32. Anchor: matmul. A prologue may compute A, an
// epilogue may use C, both through the hooks of kernel.wgsl.
#include "base/try.h"
#include "ops/matmul/matmul.h"

namespace bitloom {
namespace {

// A rank-1 operand is a row (A) or a column (B), whose axis does not appear in the result; transposes leave it alone.
struct Sides {
  bool a_row, b_column, transpose_a, transpose_b;
  int64_t m, a_k, b_k, n;
};

Sides sides(const Shape& a, const Shape& b, bool transpose_a, bool transpose_b) {
  Sides s{a.rank() == 1, b.rank() == 1, transpose_a && a.rank() > 1, transpose_b && b.rank() > 1, 1, 0, 0, 1};
  const auto last = [](const Shape& x, int back) { return x[x.rank() - back]; };
  s.a_k = last(a, s.transpose_a ? 2 : 1);
  if (!s.a_row) s.m = last(a, s.transpose_a ? 1 : 2);
  s.b_k = s.b_column ? last(b, 1) : last(b, s.transpose_b ? 1 : 2);
  if (!s.b_column) s.n = last(b, s.transpose_b ? 2 : 1);
  return s;
}

Shape batch_of(const Shape& x) { return Shape(x.sizes().first(static_cast<size_t>(std::max(x.rank() - 2, 0)))); }

Result<std::vector<Desc>> infer(const OpCall& call) {
  const Desc &a = call.in[0], &b = call.in[1];
  for (const Desc* x : {&a, &b}) {
    const char* who = x == &a ? "A" : "B";
    if (!is_float(x->dtype))
      return error(Code::invalid_argument, "[matmul] {} is {}: only f32, f16 and bf16 can be multiplied; cast it first",
                   who, *x);
    if (x->shape.rank() == 0)
      return error(Code::invalid_argument, "[matmul] {} is {}: at least one axis is needed; for a scalar use multiply",
                   who, *x);
  }
  DType dtype = a.dtype;
  if (const std::string& word = call.attrs.word("dtype"); !word.empty()) {
    const std::optional<DType> wanted = parse_dtype(word);
    if (!wanted || !is_float(*wanted))
      return error(Code::invalid_argument, "[matmul] dtype '{}' is not supported; supported are f32, f16 and bf16",
                   word);
    dtype = *wanted;
  }

  const bool ta = call.attrs.flag("transpose_a"), tb = call.attrs.flag("transpose_b");
  const Sides s = sides(a.shape, b.shape, ta, tb);
  if (s.a_k != s.b_k) {
    std::string hint;
    const auto fits = [&](bool other_a, bool other_b) {
      const Sides o = sides(a.shape, b.shape, other_a, other_b);
      return o.a_k == o.b_k;
    };
    if (fits(ta, !tb)) hint = tb ? " Did you mean it without transpose_b?" : " Did you mean transpose_b?";
    else if (fits(!ta, tb)) hint = ta ? " Did you mean it without transpose_a?" : " Did you mean transpose_a?";
    const std::string how = format("{}{}", s.transpose_a ? ", transpose_a" : "", s.transpose_b ? ", transpose_b" : "");
    return error(Code::invalid_argument, "[matmul] A is {} and B is {}{}: inner sizes {} and {} differ.{}", a.shape,
                 b.shape, how, s.a_k, s.b_k, hint);
  }
  const auto batch = broadcast("matmul", batch_of(a.shape), batch_of(b.shape));
  if (!batch)
    return error(Code::invalid_argument, "[matmul] A is {} and B is {}: batch sizes {} and {} do not broadcast",
                 a.shape, b.shape, batch_of(a.shape), batch_of(b.shape));
  std::vector<int64_t> sizes(batch->sizes().begin(), batch->sizes().end());
  if (!s.a_row) sizes.push_back(s.m);
  if (!s.b_column) sizes.push_back(s.n);
  return std::vector<Desc>{{dtype, TRY(checked_shape("matmul", sizes))}};
}

void reference(const CpuCall& call) {
  const std::vector<double> a = call.in[0].to_doubles(), b = call.in[1].to_doubles();
  const Shape &a_shape = call.in[0].shape(), &b_shape = call.in[1].shape();
  const Sides s = sides(a_shape, b_shape, call.attrs.flag("transpose_a"), call.attrs.flag("transpose_b"));
  const Shape a_batch = batch_of(a_shape), b_batch = batch_of(b_shape);
  const Shape batch = *broadcast("matmul", a_batch, b_batch);
  // The batch of x that output batch `index` uses: axes from the right, those of size 1 stay at 0.
  const auto batch_index = [&](const Shape& x, int64_t index) {
    int64_t at = 0, step = 1;
    for (int axis = batch.rank() - 1, mine = x.rank() - 1; mine >= 0; --axis, --mine) {
      at += (x[mine] == 1 ? 0 : index % batch[axis]) * step;
      step *= x[mine];
      index /= batch[axis];
    }
    return at;
  };
  std::vector<float> y(static_cast<size_t>(call.out[0].elements()));
  for (int64_t at = 0; at < batch.elements() && !y.empty(); ++at) {
    const double* a_at = a.data() + batch_index(a_batch, at) * s.m * s.a_k;
    const double* b_at = b.data() + batch_index(b_batch, at) * s.a_k * s.n;
    for (int64_t i = 0; i < s.m; ++i)
      for (int64_t j = 0; j < s.n; ++j) {
        double sum = 0;
        for (int64_t p = 0; p < s.a_k; ++p)
          sum += a_at[s.transpose_a ? p * s.m + i : i * s.a_k + p] * b_at[s.transpose_b ? j * s.a_k + p : p * s.n + j];
        y[static_cast<size_t>((at * s.m + i) * s.n + j)] = static_cast<float>(sum);
      }
  }
  const Tensor rounded = Tensor::from_floats(call.out[0].dtype(), call.out[0].shape(), y);
  std::copy_n(rounded.raw(), rounded.bytes(), call.out[0].raw());
}

double flops(const OpCall& call) {
  const Sides s =
      sides(call.in[0].shape, call.in[1].shape, call.attrs.flag("transpose_a"), call.attrs.flag("transpose_b"));
  return 2.0 * static_cast<double>(call.out[0].shape.elements()) * static_cast<double>(s.a_k);
}

std::vector<Case> cases() {
  using enum DType;
  const Attrs ta{{"transpose_a", 1}}, tb{{"transpose_b", 1}}, both{{"transpose_a", 1}, {"transpose_b", 1}};
  return {
      {"square", {{f32, {32, 32}}, {f32, {32, 32}}}},
      {"odd sizes", {{f32, {37, 29}}, {f32, {29, 43}}}},
      {"ragged tiles", {{f32, {33, 20}}, {f32, {20, 36}}}},
      {"several tiles", {{f32, {130, 18}}, {f32, {18, 126}}}},
      {"large tiles", {{f32, {140, 32}}, {f32, {32, 260}}}},
      {"large tiles of f16, transpose_b", {{f16, {140, 20}}, {f16, {132, 20}}}, tb},
      {"transpose_a", {{f32, {20, 36}}, {f32, {20, 24}}}, ta},
      {"transpose_a, odd f16", {{f16, {17, 35}}, {f16, {17, 23}}}, ta},
      {"transpose_b", {{f32, {36, 20}}, {f32, {24, 20}}}, tb},
      {"transpose_b, odd bf16", {{bf16, {35, 19}}, {bf16, {21, 19}}}, tb},
      {"both transposed", {{f32, {20, 36}}, {f32, {40, 20}}}, both},
      {"f16", {{f16, {24, 40}}, {f16, {40, 32}}}},
      {"f16 times bf16, f32 out", {{f16, {20, 24}}, {bf16, {24, 28}}}, {{"dtype", "f32"}}},
      {"f32 times f32, bf16 out", {{f32, {18, 24}}, {f32, {24, 20}}}, {{"dtype", "bf16"}}},
      {"batches", {{f32, {3, 12, 16}}, {f32, {3, 16, 20}}}},
      {"batches of A only", {{f32, {5, 7, 12}}, {f32, {12, 16}}}},
      {"batches of B only", {{f32, {9, 12}}, {f32, {4, 12, 8}}}},
      {"broadcast batches, rank 6", {{f32, {2, 1, 3, 1, 9, 5}}, {f32, {1, 2, 1, 2, 5, 6}}}},
      {"attention scores", {{f32, {2, 3, 10, 16}}, {f32, {2, 3, 16, 16}}}, tb},
      {"one row", {{f32, {1, 96}}, {f32, {96, 72}}}},
      {"one row, odd", {{f32, {1, 93}}, {f32, {93, 71}}}},
      {"one row, transpose_b", {{f32, {1, 260}}, {f32, {44, 260}}}, tb},
      {"three rows of bf16, transpose_b, odd", {{bf16, {3, 137}}, {bf16, {29, 137}}}, tb},
      {"seven rows of f16", {{f16, {7, 64}}, {f16, {64, 40}}}},
      {"two rows, transpose_a", {{f32, {30, 2}}, {f32, {30, 21}}}, ta},
      {"rows in broadcast batches", {{f32, {2, 1, 2, 24}}, {f32, {3, 24, 16}}}},
      {"vector times matrix", {{f32, {93}}, {f32, {2, 93, 9}}}},
      {"matrix times vector", {{f32, {3, 50, 24}}, {f32, {24}}}},
      {"transposed matrix times vector", {{f32, {33, 18}}, {f32, {33}}}, ta},
      {"vector times vector", {{f32, {77}}, {f32, {77}}}},
      {"one by one", {{f32, {1, 1}}, {f32, {1, 1}}}},
      {"k is 1", {{f32, {12, 1}}, {f32, {1, 21}}}},
      {"k is 0", {{f32, {3, 0}}, {f32, {0, 5}}}},
      {"no rows", {{f32, {0, 4}}, {f32, {4, 5}}}},
      {"no batches", {{f32, {0, 2, 3}}, {f32, {3, 4}}}},
      {"k shared by two threads, odd", {{f32, {37, 131}}, {f32, {131, 43}}}},
      {"k shared by four, f16, transpose_b", {{f16, {40, 300}}, {f16, {36, 300}}}, tb},
      {"k shared by eight", {{f32, {33, 520}}, {f32, {520, 40}}}},
      {"special values", {{f32, {9, 1}}, {f32, {1, 11}}}, {}, {{.kind = Fill::special}}},
      {"special values in one row", {{f32, {1, 1}}, {f32, {1, 51}}}, {}, {{.kind = Fill::special}}},
      {"1024 cubed", {{f32, {1024, 1024}}, {f32, {1024, 1024}}}, {}, {}, true},
      {"4096 cubed", {{f32, {4096, 4096}}, {f32, {4096, 4096}}}, {}, {}, true},
      {"4096 cubed, transpose_b", {{f32, {4096, 4096}}, {f32, {4096, 4096}}}, tb, {}, true},
      {"4096 cubed, f16", {{f16, {4096, 4096}}, {f16, {4096, 4096}}}, {}, {}, true},
      {"128 rows, 4096, transpose_b", {{f32, {128, 4096}}, {f32, {4096, 4096}}}, tb, {}, true},
      {"one row, 4096", {{f32, {1, 4096}}, {f32, {4096, 4096}}}, {}, {}, true},
      {"one row, 4096, transpose_b", {{f32, {1, 4096}}, {f32, {4096, 4096}}}, tb, {}, true},
  };
}

}  // namespace

int64_t Product::batches() const {
  int64_t count = 1;
  for (int i = 0; i < batch_rank; ++i) count *= batch[static_cast<size_t>(i)].size;
  return count;
}

void Product::simplify() {
  std::array<Axis, max_batch_rank> joined{};
  size_t rank = 0;
  for (size_t i = 0; i < static_cast<size_t>(batch_rank); ++i) {
    const Axis& axis = batch[i];
    if (axis.size == 1) continue;
    if (rank > 0 && joined[rank - 1].a_step == axis.size * axis.a_step &&
        joined[rank - 1].b_step == axis.size * axis.b_step)
      joined[rank - 1] = {joined[rank - 1].size * axis.size, axis.a_step, axis.b_step};
    else joined[rank++] = axis;
  }
  batch = joined, batch_rank = static_cast<int>(rank);
  // A vector lies in memory the same way whether it is transposed or not.
  if (m == 1) transpose_a = false;
  if (n == 1) transpose_b = true;
  if (batch_rank == 1 && batch[0].b_step == 0 && batch[0].a_step == m * k && !transpose_a)
    m *= batch[0].size, batch_rank = 0;
}

Product Product::flipped() const {
  Product out = *this;
  out.m = n, out.n = m;
  out.transpose_a = !transpose_b, out.transpose_b = !transpose_a;
  for (Axis& axis : out.batch) std::swap(axis.a_step, axis.b_step);
  return out;
}

Product product_of(const OpCall& call) {
  const Shape &a = call.in[0].shape, &b = call.in[1].shape;
  const Sides s = sides(a, b, call.attrs.flag("transpose_a"), call.attrs.flag("transpose_b"));
  Product p{.m = s.m, .n = s.n, .k = s.a_k, .transpose_a = s.transpose_a, .transpose_b = s.transpose_b};
  const Shape a_batch = batch_of(a), b_batch = batch_of(b);
  p.batch_rank = std::max(a_batch.rank(), b_batch.rank());
  int64_t a_step = s.m * s.a_k, b_step = s.a_k * s.n;
  for (int back = 1; back <= p.batch_rank; ++back) {
    const int64_t a_size = back <= a_batch.rank() ? a_batch[a_batch.rank() - back] : 1;
    const int64_t b_size = back <= b_batch.rank() ? b_batch[b_batch.rank() - back] : 1;
    p.batch[static_cast<size_t>(p.batch_rank - back)] = {a_size == 1 ? b_size : a_size, a_size == 1 ? 0 : a_step,
                                                         b_size == 1 ? 0 : b_step};
    a_step *= a_size, b_step *= b_size;
  }
  p.simplify();
  return p;
}

const Op& op_matmul() {
  static const Op op{
      .name = "matmul",
      .formula = "C = A·B over the last two axes, batches broadcast",
      .anchor = Anchor::matmul,
      .min_inputs = 2,
      .max_inputs = 2,
      .attrs = {{"transpose_a", false, "A is given as [..., K, M]", AttrKind::flag},
                {"transpose_b", false, "B is given as [..., N, K]", AttrKind::flag},
                {"dtype", "", "of the result: f32, f16 or bf16; empty: A's", AttrKind::dtype}},
      .infer = infer,
      .role = Role::product,
      .outputs_axis = [](const Attrs& attrs) { return attrs.flag("transpose_b") ? 0 : 1; },
      .reference = reference,
      .cpu = matmul_cpu,
      .gpu = matmul_gpu,
      .tolerance = 1e-5,
      .flops = flops,
      .cases = cases,
  };
  return op;
}

}  // namespace bitloom

// Reshape: the same elements under another shape. Plans make it a view; the kernel is for those who want a copy.
#include "base/try.h"
#include "ops/moves/moves.h"

namespace bitloom {
namespace {

Result<std::vector<Desc>> infer(const OpCall& call) {
  const Desc& x = call.in[0];
  std::vector<int64_t> sizes = call.attrs.list("shape");
  int64_t* open = nullptr;
  for (int64_t& n : sizes) {
    if (n != -1) continue;
    if (open) return error(Code::invalid_argument, "[reshape] shape {} has more than one -1", call.attrs.list("shape"));
    open = &n;
    n = 1;
  }
  Shape shape = TRY(checked_shape("reshape", sizes));
  const int64_t count = x.shape.elements(), known = shape.elements();
  if (open) {
    if (known == 0 || count % known != 0)
      return error(Code::invalid_argument,
                   "[reshape] {} has {} elements, which shape {} cannot hold: its other sizes multiply to {}", x, count,
                   call.attrs.list("shape"), known);
    *open = count / known;
    shape = TRY(checked_shape("reshape", sizes));
  }
  if (shape.elements() != count)
    return error(Code::invalid_argument, "[reshape] {} has {} elements and shape {} has {}; they must be equal", x,
                 count, call.attrs.list("shape"), shape.elements());
  return std::vector{Desc{x.dtype, shape}};
}

std::optional<int64_t> view(const OpCall&) { return 0; }

void reference(const CpuCall& call) { std::memcpy(call.out[0].raw(), call.in[0].raw(), call.in[0].bytes()); }

Status lower(Lowering& to, const OpCall& call) {
  return moves::copy_gpu(to, {{{call.in[0].shape.elements(), 1}}}, to.in(0), to.out());
}

std::vector<Case> cases() {
  return {
      {"split", {{DType::f32, {6, 35}}}, {{"shape", {2, 3, 5, 7}}}},
      {"merge", {{DType::f32, {2, 3, 5, 7}}}, {{"shape", {-1, 7}}}},
      {"special values", {{DType::f32, {4, 25}}}, {{"shape", {100}}}, {{Fill::special}}},
      {"rank 6", {{DType::f32, {64}}}, {{"shape", {2, 2, 2, 2, 2, 2}}}},
      {"to rank 0", {{DType::f32, {1, 1}}}, {{"shape", std::vector<int64_t>{}}}},
      {"from rank 0", {{DType::f32, {}}}, {{"shape", {1, -1, 1}}}},
      {"empty", {{DType::f32, {3, 0}}}, {{"shape", {0, 7}}}},
      {"empty, open", {{DType::f32, {3, 0}}}, {{"shape", {5, -1}}}},
      {"f16", {{DType::f16, {3, 7}}}, {{"shape", {7, 3}}}},
      {"bf16", {{DType::bf16, {3, 7}}}, {{"shape", {7, 3}}}},
      {"i32", {{DType::i32, {3, 7}}}, {{"shape", {7, 3}}}},
      {"u32", {{DType::u32, {3, 7}}}, {{"shape", {7, 3}}}},
      {"i8", {{DType::i8, {3, 7}}}, {{"shape", {7, 3}}}},
      {"u8", {{DType::u8, {3, 7}}}, {{"shape", {7, 3}}}},
      {"large", {{DType::f32, {8192, 8192}}}, {{"shape", {64, 1048576}}}, {}, true},
  };
}

}  // namespace

const Op& op_reshape() {
  static const Op op{
      .name = "reshape",
      .formula = "y = the elements of x, in order, under another shape",
      .anchor = Anchor::view,
      .attrs = {{"shape", std::nullopt, "the new sizes; one may be -1 and takes what is left", AttrKind::list}},
      .infer = infer,
      .view = view,
      .reference = reference,
      .gpu = lower,
      .tolerance = 0,
      .flops = moves::no_flops,
      .cases = cases,
  };
  return op;
}

}  // namespace bitloom

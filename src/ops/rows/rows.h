// What ops over rows share: softmax and its logarithm, the norms, the reductions, argmax. A tensor is seen as
// [outer, length, inner], and a row is the `length` elements of one (outer, inner): contiguous where inner is 1.
//
//   const Rows rows = rows_of(shape, axis);
//   const RowPlan plan = plan_rows(rows, x.quads, to.device(), to.profile());   // printable: how the GPU will walk
//   them Kernel k = row_kernel("softmax/kernel.wgsl", rows, plan, to.in(0)); return dispatch_rows(to, std::move(k),
//   plan, to.out());
#pragma once

#include "base/function_ref.h"
#include "graph/lowering.h"
#include "ops/op.h"

namespace bitloom {

struct Rows {
  uint64_t outer = 1, length = 1, inner = 1;
  uint64_t count() const { return outer * inner; }
};
Rows rows_of(const Shape& shape, int axis);

// How the threads of a workgroup are put over rows; the names are the parameters of rows.wgsl, counted in units of
// `width` elements.
struct RowPlan {
  bool columns = false;
  uint32_t width = 1;
  uint32_t threads = 256;
  uint32_t span = 256;                               // threads that share a row
  uint32_t per_thread = 0;                           // units of a row in a thread's registers; 0: too long for that
  bool subgroups = false;                            // how they reduce: by subgroups, or by a tree in workgroup memory
  uint32_t share() const { return threads / span; }  // rows of a workgroup
  bool operator==(const RowPlan&) const = default;
};
void append_text(std::string& out, const RowPlan& plan);

// For kernels that need a whole row before they write it.
RowPlan plan_rows(const Rows& rows, bool quads, const DeviceInfo& device, const wgsl::Profile& profile);

// For kernels with one result per row. With `parts` over 1 each part of a row gets its own, and a second pass joins
// them.
struct ReducePlan {
  RowPlan rows;
  uint64_t parts = 1, chunk = 0;  // chunk: units of a part
  uint32_t unroll = 1;
};
void append_text(std::string& out, const ReducePlan& plan);
ReducePlan plan_reduce(const Rows& rows, bool quads, const DeviceInfo& device, const wgsl::Profile& profile);

// Whether the threads of a row may reduce by subgroups: all of the workgroup, in whole ones.
bool can_use_subgroups(const RowPlan& plan, const DeviceInfo& device);

// A kernel over x with its row parameters set. The caller adds reads, uniforms and groups.
Kernel row_kernel(std::string file, const RowPlan& plan, const Operand& x);
// Sets `out` and the write, and dispatches; a narrow result that the kernel cannot write by quads takes a detour over
// f32.
Status dispatch_rows(Lowering& to, Kernel kernel, const Operand& out, bool by_quads);

// The CPU side. f(x, y, row) for contiguous rows of `length` floats, in parallel; other types pass through buffers.
void each_row(const Tensor& x, const Tensor& y, uint64_t length,
              FunctionRef<void(const float* x, float* y, uint64_t row)> f);
// The tensor as floats: its own memory, or a converted copy kept in `buffer`.
const float* as_floats(const Tensor& t, std::vector<float>& buffer);
void from_floats(const float* values, const Tensor& t);
// Rows of about this many elements together are worth a thread.
inline size_t row_grain(uint64_t length) { return std::max<uint64_t>(1, 16384 / std::max<uint64_t>(1, length)); }

// For the references: element i of any type as a double, and back with rounding.
double get_double(const Tensor& t, int64_t i);
void set_double(const Tensor& t, int64_t i, double value);

// The shape rule's first line: the type of x must be a float.
Status check_float(std::string_view op, const Desc& x);
// gamma, beta, mean...: the shape it must have, and f32 or x's type.
Status check_vector(std::string_view op, std::string_view what, const Desc& v, const Desc& x, const Shape& wanted);

}  // namespace bitloom

// What the functions of bitloom/ops.h work with: where an op can be applied, what it takes there and what it gives.
// Threads: as the backend or the graph that an op is applied to.
#pragma once

#include <concepts>
#include <type_traits>

#include "bitloom/sync.h"

namespace bitloom {

template <class On, class = sync::Failing>
struct Place;

template <std::derived_from<Backend> On>
struct Place<On, sync::Failing> {
  using In = Tensor;
  using Out = Task<Result<Tensor>>;
  static Out apply(Backend& on, const char* op, std::vector<Tensor> in, Attrs attrs) {
    return on.run(op, std::move(in), std::move(attrs));
  }
};
template <>
struct Place<sync::Backend> {
  using In = Tensor;
  using Out = Tensor;
  static Out apply(const sync::Backend& on, const char* op, std::vector<Tensor> in, Attrs attrs) {
    return on.run(op, std::move(in), std::move(attrs));
  }
};
template <>
struct Place<Graph> {
  using In = Value;
  using Out = Value;
  static Out apply(Graph& on, const char* op, std::vector<Value> in, const Attrs& attrs) {
    return sync::value(on.apply(op, in, attrs));
  }
};

namespace ops {

template <class On>
using In = typename Place<std::remove_cvref_t<On>>::In;
template <class On>
using Out = typename Place<std::remove_cvref_t<On>>::Out;
template <class On>
Out<On> apply(On& on, const char* op, std::vector<In<On>> in, Attrs attrs) {
  return Place<std::remove_cvref_t<On>>::apply(on, op, std::move(in), std::move(attrs));
}

// A setting that has no default: leaving it out does not compile.
template <class T>
class Required {
 public:
  Required() = delete;
  Required(T value) : value_(std::move(value)) {}
  Required(std::initializer_list<int64_t> list) requires std::same_as<T, std::vector<int64_t>> : value_(list) {}
  const T& operator*() const { return value_; }

 private:
  T value_;
};

inline std::string word(DType dtype) { return std::string(name(dtype)); }
inline std::string word(const std::optional<DType>& dtype) { return dtype ? word(*dtype) : ""; }

}  // namespace ops
}  // namespace bitloom

// Errors as values. The core throws nothing: a function that can fail returns Result<T>.
//
//   Result<Shape> broadcast(const Shape& a, const Shape& b) {
//     if (!fits(a, b)) return error(Code::invalid_argument, "[add] shapes {} and {} do not broadcast", a, b);
//     ...
//   }
//   Shape s = BITLOOM_TRY(broadcast(a, b));      // in a function that returns a Result or an Error-like
//   auto s = broadcast(a, b);  if (!s) std::puts(s.error().message.c_str());
//
// Threads: like values of the standard library: many may read one at once, one alone may change it.
#pragma once

#include <concepts>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include "bitloom/text.h"

namespace bitloom {

enum class Code {
  invalid_argument,  // the caller asked for something that has no meaning (shapes, dtypes, axes, options)
  not_found,         // an engine, adapter, file or name that is not there
  unsupported,       // has a meaning, but not on this device or in this build
  limit,             // over a limit of the device, a model or an option; the message names the limit
  out_of_memory,     // the message carries the bytes asked and held
  compile,           // WGSL did not compile; the message has line, column and source
  gpu,               // the engine reported a validation or internal error
  device_lost,       // the device is gone; recover by making a new one
  io,                // files and network
  internal,          // our mistake
  not_finite,        // a model's result is NaN or infinite; the message names the layer
};

std::string_view code_name(Code code);

struct [[nodiscard]] Error {
  Code code = Code::internal;
  std::string message;
};

template <class... Args>
Error error(Code code, std::string_view pattern, const Args&... args) {
  return {code, format(pattern, args...)};
}

// A value or an Error. Reading the value of a failed result stops the program with the message: check or BITLOOM_TRY
// first.
template <class T = std::monostate>
class [[nodiscard]] Result {
 public:
  using value_type = T;

  Result() requires std::default_initializable<T> : state_(std::in_place_index<0>) {}
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  T& value() & { return check(), std::get<0>(state_); }
  const T& value() const& { return check(), std::get<0>(state_); }
  T&& value() && { return check(), std::get<0>(std::move(state_)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  const Error& error() const& { return std::get<1>(state_); }
  Error&& error() && { return std::get<1>(std::move(state_)); }

 private:
  void check() const {
    if (!ok()) fatal(error().message);
  }
  std::variant<T, Error> state_;
};

using Status = Result<std::monostate>;

// The value of an expression, or return its error from the enclosing function.
#define BITLOOM_TRY(...)                                          \
  __extension__({                                                 \
    auto try_result_ = (__VA_ARGS__);                             \
    if (!try_result_.ok()) return std::move(try_result_).error(); \
    std::move(try_result_).value();                               \
  })
// The same in a coroutine, as statements, since g++ 12 cannot suspend inside an expression block:
//   BITLOOM_CO_TRY(Tensor y, co_await backend.run("relu", {x}));   BITLOOM_CO_CHECK(co_await stored(y));
#define BITLOOM_CO_TRY(declaration, ...) \
  BITLOOM_CO_TRY_AS(BITLOOM_JOIN(try_result_, __LINE__), declaration, __VA_ARGS__)
#define BITLOOM_CO_TRY_AS(result, declaration, ...)      \
  auto result = __VA_ARGS__;                             \
  if (!result.ok()) co_return std::move(result).error(); \
  declaration = std::move(result).value()
#define BITLOOM_CO_CHECK(...) BITLOOM_CO_CHECK_AS(BITLOOM_JOIN(try_result_, __LINE__), __VA_ARGS__)
#define BITLOOM_CO_CHECK_AS(result, ...) \
  if (auto result = __VA_ARGS__; !result.ok()) co_return std::move(result).error()
#define BITLOOM_JOIN(a, b) BITLOOM_JOIN_AS(a, b)
#define BITLOOM_JOIN_AS(a, b) a##b

}  // namespace bitloom

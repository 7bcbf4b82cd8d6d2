// A borrowed callable: two words, no allocation. Like a string_view, it must not outlive what it points at, so use it
// for parameters only.
//
//   void each(int n, FunctionRef<void(int)> f) { for (int i = 0; i < n; ++i) f(i); }
//   each(3, [&](int i) { total += i; });
#pragma once

#include <functional>
#include <memory>
#include <type_traits>
#include <utility>

namespace bitloom {

template <class Signature>
class FunctionRef;

template <class R, class... Args>
class FunctionRef<R(Args...)> {
 public:
  template <class F>
  requires(!std::is_same_v<std::remove_cvref_t<F>, FunctionRef> && std::is_object_v<std::remove_reference_t<F>> &&
           std::is_invocable_r_v<R, F&, Args...>) FunctionRef(F&& f)
      : object_(const_cast<void*>(static_cast<const void*>(std::addressof(f)))),
        call_([](void* object, Args... args) -> R {
          return std::invoke(*static_cast<std::remove_reference_t<F>*>(object), std::forward<Args>(args)...);
        }) {}

  R operator()(Args... args) const { return call_(object_, std::forward<Args>(args)...); }

 private:
  void* object_;
  R (*call_)(void*, Args...);
};

}  // namespace bitloom

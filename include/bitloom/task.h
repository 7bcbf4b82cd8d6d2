// Asynchronous work as coroutines. Natively run_sync() pumps the GPU engines until a task is done; in the browser
// JavaScript resumes it. Nothing in the core blocks otherwise, and everything runs on the caller's thread.
//
//   Task<Result<Tensor>> twice(Backend& backend, Tensor x) {
//     BITLOOM_CO_TRY(Tensor y, co_await backend.run("add", {x, x}));
//     co_return y;
//   }
//   Result<Tensor> y = run_sync(twice(backend, x));
//
// Threads: a task belongs to the thread that starts it, which is also the one that must complete what it waits for.
#pragma once

#include <coroutine>
#include <cstdlib>
#include <memory>
#include <optional>
#include <utility>

namespace bitloom {

// A task may be destroyed at any time, but not by what it runs itself: what it waits for is then forgotten. Work that
// it has given to a GPU is finished there.
template <class T>
class [[nodiscard]] Task {
 public:
  struct promise_type {
    std::optional<T> value;
    std::coroutine_handle<> waiter;

    Task get_return_object() { return Task(std::coroutine_handle<promise_type>::from_promise(*this)); }
    std::suspend_always initial_suspend() noexcept { return {}; }
    auto final_suspend() noexcept {
      struct Final {
        bool await_ready() noexcept { return false; }
        void await_suspend(std::coroutine_handle<promise_type> self) noexcept {
          if (auto waiter = self.promise().waiter) waiter.resume();
        }
        void await_resume() noexcept {}
      };
      return Final{};
    }
    template <class U>
    void return_value(U&& result) {
      value.emplace(std::forward<U>(result));
    }
    void unhandled_exception() noexcept { std::abort(); }
  };

  Task(Task&& other) noexcept : handle_(std::exchange(other.handle_, {})), started_(other.started_) {}
  Task& operator=(Task&& other) noexcept {
    std::swap(handle_, other.handle_);
    std::swap(started_, other.started_);
    return *this;
  }
  ~Task() {
    if (handle_) handle_.destroy();
  }

  // Runs to the first wait. Awaiting starts a task too; starting several first lets them overlap.
  void start() {
    if (!std::exchange(started_, true)) handle_.resume();
  }
  bool done() const { return handle_.done(); }
  T take() { return std::move(*handle_.promise().value); }

  bool await_ready() const { return false; }
  // A child that finishes at once resumes nobody: the parent just goes on, so loops do not grow the stack.
  bool await_suspend(std::coroutine_handle<> parent) {
    start();
    if (handle_.done()) return false;
    handle_.promise().waiter = parent;
    return true;
  }
  T await_resume() { return take(); }

 private:
  explicit Task(std::coroutine_handle<promise_type> handle) : handle_(handle) {}
  std::coroutine_handle<promise_type> handle_;
  bool started_ = false;
};

// A coroutine that nobody waits for: it runs at once and ends by itself.
struct Unattended {
  struct promise_type {
    Unattended get_return_object() { return {}; }
    std::suspend_never initial_suspend() noexcept { return {}; }
    std::suspend_never final_suspend() noexcept { return {}; }
    void return_void() {}
    void unhandled_exception() noexcept { std::abort(); }
  };
};

// The meeting point of a callback and a coroutine: one side calls complete(value), the other co_awaits its own copy, a
// local variable. Copies share the value. A coroutine that is destroyed while it waits takes its copy with it, and the
// value, when it comes, goes nowhere.
template <class T>
class Completion {
 public:
  Completion() = default;
  Completion(const Completion& other) : state_(other.state_) {}
  Completion& operator=(const Completion&) = delete;
  ~Completion() {
    if (waits_) state_->waiter = {}, state_->abandoned = true;
  }

  void complete(T value) const {
    state_->value.emplace(std::move(value));
    if (auto waiter = std::exchange(state_->waiter, {})) waiter.resume();
  }
  bool abandoned() const { return state_->abandoned; }  // who waited for it is gone

  bool await_ready() const { return state_->value.has_value(); }
  void await_suspend(std::coroutine_handle<> waiter) const { state_->waiter = waiter, waits_ = true; }
  T await_resume() const {
    waits_ = false;
    return std::move(*state_->value);
  }

 private:
  struct State {
    std::optional<T> value{};
    std::coroutine_handle<> waiter{};
    bool abandoned = false;
  };
  std::shared_ptr<State> state_ = std::make_shared<State>();
  mutable bool waits_ = false;
};

// Lets every open GPU engine deliver what has finished, and waits a moment if nothing has.
void pump_engines();

// In a page, lets it draw and answer if this thread has worked for long; natively nothing.
Task<bool> breathe();

// Native only: runs a task to its end on this thread.
template <class T>
T run_sync(Task<T> task) {
  task.start();
  while (!task.done()) pump_engines();
  return task.take();
}

}  // namespace bitloom

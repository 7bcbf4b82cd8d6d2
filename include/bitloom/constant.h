// A tensor that never changes, as a graph holds it: its bytes, or a way to get them once a program needs them. Copies
// are the same constant. What compiling derives from constants (matrices joined, a transpose) belongs to them too: it
// is computed and uploaded once for a backend, however many programs use it, and forgotten when nobody holds it any
// more.
//
//   graph.constant(Tensor::scalar(2));
//   graph.constant(Constant({DType::f32, {1024, 768}}, [=] { return read_rows(path, 0, 1024); }));
//
// Threads: one at a time uses a constant, its copies and the graphs that hold it.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "bitloom/tensor.h"

namespace bitloom {

class Constant {
 public:
  Constant(Tensor tensor);  // anywhere: where it is on a GPU, only programs of that GPU can use it
  // `load` gives the bytes, on the CPU, each time it is asked.
  Constant(Desc desc, std::function<Result<Tensor>()> load);

  const Desc& desc() const;
  const Tensor& given() const;                     // the bytes, where they were given; else not defined
  bool is_loadable() const;                        // its bytes can be had on the CPU
  bool starts_at_quad() const;                     // it is no view that starts inside a group of four elements
  Result<Tensor> load() const;                     // its bytes, on the CPU; they are not kept
  const void* id() const { return state_.get(); }  // the same for copies

  // A contiguous part: `offset` elements in, then `shape`. It shares the memory of the whole.
  Constant view(int64_t offset, const Shape& shape) const;
  // What `load` computes from this constant (and whatever it holds), known by `key` as long as anyone holds it.
  Constant derive(const std::string& key, Desc desc, std::function<Result<Tensor>()> load) const;

 private:
  friend class Backend;  // keeps the uploaded tensor here
  struct State;
  explicit Constant(std::shared_ptr<State> state) : state_(std::move(state)) {}
  std::shared_ptr<State> state_;
};

}  // namespace bitloom

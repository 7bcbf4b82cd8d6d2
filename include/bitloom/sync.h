// Calls that return when they are done, with the value itself: the same backends, models and pipelines as in the other
// headers, without tasks and results. Inputs may lie anywhere; what is not on the backend is copied there for the call,
// so upload what is used often.
//
//   sync::Backend gpu = sync::gpu({.engine = "wgpu"});     // sync::cpu(); sync::best(): a GPU, or else the CPU
//   Tensor x = gpu.upload(Tensor::from<float>({1, 3}, {1, 2, 3}));
//   std::vector<float> y = gpu.read(ops::softmax(gpu, x, {.axis = -1}));
//   sync::Pipeline intents = gpu.pipeline("zoo/intents", {.bits = 4});
//   intents.ask({.text = "Where is my card?"}).labels[0].name;                    // "card_arrival"
//
// What goes wrong is thrown as an Exception. In a program compiled without exceptions it ends the program with the
// message; where that will not do, use the other headers, which give errors back as a Result:
//
//   Result<Tensor> y = run_sync(ops::softmax(*gpu, x, {.axis = -1}));             // *gpu is the Backend of backend.h
//   Tensor z = sync::wait(fusion.execute_fused({x}, {"exp", "log"}));             // any other Task, waited for
//
// Threads: as the classes of the same names in the other headers, which these only point to.
#pragma once

#include <exception>

#include "bitloom/pipeline.h"

namespace bitloom {

class Exception : public std::exception {
 public:
  explicit Exception(Error error) : error_(std::move(error)) {}
  const char* what() const noexcept override { return error_.message.c_str(); }
  Code code() const { return error_.code; }

 private:
  Error error_;
};

namespace sync {

// The two ways to fail have names of their own, so that a program may hold files compiled with exceptions and without.
#ifdef __cpp_exceptions
inline namespace throwing {
[[noreturn]] inline void fail(Error error) { throw Exception(std::move(error)); }
#else
inline namespace ending {
[[noreturn]] inline void fail(const Error& error) { fatal(error.message); }
#endif

struct Failing {};  // told apart where a function's name must be: Place in bitloom/apply.h

template <class T>
T value(Result<T> result) {
  if (!result.ok()) fail(std::move(result).error());
  return std::move(result).value();
}
template <class T>
T wait(Task<Result<T>> task) {
  return value(run_sync(std::move(task)));
}

class Model {
 public:
  using Tensors = bitloom::Model::Tensors;
  explicit Model(std::shared_ptr<bitloom::Model> model) : model_(std::move(model)) {}
  Tensors run(Tensors inputs, std::vector<std::string> wanted = {}) const {
    return wait(model_->run(std::move(inputs), std::move(wanted)));
  }
  Generated generate(Tensors inputs, GenerateOptions options = {}) const {
    return wait(model_->generate(std::move(inputs), std::move(options)));
  }
  bitloom::Model* operator->() const { return model_.get(); }  // everything else
  bitloom::Model& operator*() const { return *model_; }

 private:
  std::shared_ptr<bitloom::Model> model_;
};

class Pipeline {
 public:
  explicit Pipeline(std::shared_ptr<bitloom::Pipeline> pipeline) : pipeline_(std::move(pipeline)) {}
  Answer ask(Question question) const { return wait(pipeline_->ask(std::move(question))); }
  std::vector<float> embed_text(std::string text) const { return wait(pipeline_->embed_text(std::move(text))); }
  bitloom::Pipeline* operator->() const { return pipeline_.get(); }  // everything else
  bitloom::Pipeline& operator*() const { return *pipeline_; }

 private:
  std::shared_ptr<bitloom::Pipeline> pipeline_;
};

class Backend {
 public:
  explicit Backend(std::shared_ptr<bitloom::Backend> backend) : backend_(std::move(backend)) {}

  Tensor upload(Tensor tensor) const { return wait(backend_->upload(std::move(tensor))); }
  Tensor download(Tensor tensor) const { return wait(backend_->download(std::move(tensor))); }
  std::vector<float> read(Tensor tensor) const { return download(std::move(tensor)).to_floats(); }

  // One op by its name (bitloom/ops.h has a function for each), and graphs.
  Tensor run(std::string op, std::vector<Tensor> inputs, Attrs attrs = {}) const {
    return wait(backend_->run(std::move(op), here(std::move(inputs)), std::move(attrs)));
  }
  std::vector<Tensor> run(Graph graph, std::vector<Tensor> inputs, RunOptions options = {}) const {
    return wait(backend_->run(std::move(graph), here(std::move(inputs)), std::move(options)));
  }
  // A graph made ready once, to be run many times.
  std::shared_ptr<Program> prepare(Graph graph, RunOptions options = {}) const {
    return wait(backend_->prepare(std::move(graph), std::move(options)));
  }
  std::vector<Tensor> run(std::shared_ptr<Program> program, std::vector<Tensor> inputs) const {
    return wait(backend_->run(std::move(program), here(std::move(inputs))));
  }

  QuantizedTensor quantize(Tensor weights, QuantizeOptions options = {}) const {
    return wait(backend_->quantize(std::move(weights), std::move(options)));
  }
  Tensor matmul(Tensor x, QuantizedTensor weights) const {
    return wait(backend_->matmul(upload(std::move(x)), std::move(weights)));
  }

  // From a model's folder.
  Model model(std::string folder, ModelOptions options = {}) const {
    return Model(wait(bitloom::Model::load(backend_, std::move(folder), std::move(options))));
  }
  Pipeline pipeline(std::string folder, ModelOptions options = {}) const {
    return Pipeline(wait(bitloom::Pipeline::load(backend_, std::move(folder), std::move(options))));
  }

  bitloom::Backend* operator->() const { return backend_.get(); }  // everything else
  bitloom::Backend& operator*() const { return *backend_; }
  const std::shared_ptr<bitloom::Backend>& shared() const { return backend_; }

 private:
  std::vector<Tensor> here(std::vector<Tensor> tensors) const {
    for (Tensor& tensor : tensors) tensor = upload(std::move(tensor));
    return tensors;
  }
  std::shared_ptr<bitloom::Backend> backend_;
};

inline Backend gpu(WebGPUOptions options = {}) { return Backend(wait(WebGPUBackend::create(std::move(options)))); }
inline Backend cpu() { return Backend(std::make_shared<CpuBackend>()); }
inline Backend best(WebGPUOptions options = {}) {
  auto found = run_sync(WebGPUBackend::create(std::move(options)));
  return found.ok() ? Backend(*std::move(found)) : cpu();
}

}  // inline namespace
}  // namespace sync
}  // namespace bitloom

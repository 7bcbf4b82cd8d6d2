// The weights of a model, by name: read when they are first asked for, in few bits or not, and kept.
//
//   Weights weights(std::move(files));
//   const Matrix& w = *TRY(weights.matrix("encoder.layer.0.output.dense.weight"));
//   co_await weights.upload(*gpu);        // all that was asked for so far; from now on they are there
#pragma once

#include <functional>
#include <map>
#include <set>

#include "bitloom/backend.h"
#include "formats/safetensors.h"

namespace bitloom {

// A matrix [rows, columns] as products and lookups take it.
struct Matrix {
  std::vector<Tensor> tensors;  // one of f32, f16 or bf16; or codes, scales and minimums
  Attrs settings;               // of few bits: how they are stored
  int64_t rows = 0, columns = 0;
  bool turned = false;  // it was stored [columns, rows]

  bool few_bits() const { return tensors.size() > 1; }
  bool alike(const Matrix& other) const;  // may be joined with it, row after row
};

class Weights {
 public:
  explicit Weights(std::vector<Safetensors> files);

  // Matrices get so many bits (16: f16), as `bitloom quantize` would give them; with mixed precision critical ones 8.
  // Those that `turned` names are stored [inputs, outputs], and turned.
  Task<Status> quantise(int bits, bool mixed, std::function<bool(std::string_view)> turned,
                        std::function<void(double)> progress);

  bool has(std::string_view name) const;
  Result<const Matrix*> matrix(const std::string& name);
  // The rows of several one after another, if they are alike; null if they are not.
  Result<const Matrix*> joined(const std::vector<std::string>& names);
  // The rows of two in turn; null where they are not alike, or not of few bits.
  Result<const Matrix*> in_turn(const std::string& first, const std::string& second);
  int64_t rows_of(const std::string& name) const;  // of a matrix that is there
  // NAME.bias of each side by side, zeros where there is none; null where none has one.
  Result<std::optional<Tensor>> biases(const std::vector<std::string>& names, DType dtype);
  // What is computed from the config, once, and kept like a weight.
  const Tensor& kept(const std::string& key, const std::function<Tensor()>& make);
  // Anything that is no matrix to multiply with, as it is but in `dtype`.
  Result<Tensor> tensor(const std::string& name, DType dtype = DType::f32);

  Result<Tensor> small(const std::string& name);  // on the CPU, whatever was uploaded

  Task<Status> upload(Backend& backend);
  uint64_t bytes() const;                   // of what was asked for
  std::vector<std::string> unused() const;  // names nobody asked for

 private:
  struct Place {
    const Safetensors* file;
    const StoredTensor* tensor;  // null: few bits
  };
  Result<Place> find(const std::string& name);
  Result<Tensor> read(const Place& place) const;
  Result<Matrix> load(const std::string& name);

  std::vector<Safetensors> files_;
  std::map<std::string, Place, std::less<>> places_;
  std::set<std::string, std::less<>> parts_;  // of few-bit matrices: NAME.codes, ...
  std::map<std::string, Matrix> made_;        // by quantise(), until they are uploaded
  std::map<std::string, Matrix> matrices_;
  std::map<std::string, Tensor> tensors_;
  std::set<std::string, std::less<>> used_;
};

}  // namespace bitloom

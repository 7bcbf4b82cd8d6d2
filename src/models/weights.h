// The weights of a model, by name, as constants for graphs: described at once, read (or quantized) when a program needs
// them, in few bits or not.
//
//   const std::shared_ptr<Weights> weights = TRY(Weights::open(std::move(files)));
//   const Matrix& w = *TRY(weights->matrix("encoder.layer.0.output.dense.weight"));
#pragma once

#include <functional>
#include <map>
#include <set>

#include "bitloom/backend.h"
#include "formats/safetensors.h"

namespace bitloom {

// A matrix [rows, columns] as products and lookups take it.
struct Matrix {
  std::vector<Constant> parts;  // one of f32, f16 or bf16; or codes, scales and minimums
  Attrs settings;               // of few bits: how they are stored
  int64_t rows = 0, columns = 0;
  bool turned = false;  // it was stored [columns, rows]

  bool few_bits() const { return parts.size() > 1; }
};

class Weights : public std::enable_shared_from_this<Weights> {
 public:
  // Refuses files whose few-bit tensors are damaged, for the reason their reader gives.
  static Result<std::shared_ptr<Weights>> open(std::vector<Safetensors> files);

  // Refuses weights that are quantized already. Matrices get so many bits (16: f16), as `bitloom quantize` would give
  // them; with mixed precision critical ones 8. Those that `turned` names are stored [inputs, outputs], and turned.
  // `aligned`: 3 bits are packed 10 to a word.
  Task<Status> quantize(int bits, bool mixed, bool aligned, std::function<bool(std::string_view)> turned,
                        std::function<void(double)> progress);

  bool has(std::string_view name) const;
  Result<const Matrix*> matrix(const std::string& name);
  int64_t rows_of(const std::string& name) const;  // of a matrix that is there
  // What is computed from the config, once, and kept like a weight.
  Constant kept(const std::string& key, const std::function<Tensor()>& make);
  // Anything that is no matrix to multiply with, as it is but in `dtype`.
  Result<Constant> tensor(const std::string& name, DType dtype = DType::f32);

  Result<Tensor> small(const std::string& name);  // on the CPU
  void forget_quantized() { made_.clear(); }      // what is needed again is quantized again

  uint64_t bytes() const;                   // of what was asked for
  std::vector<std::string> unused() const;  // names nobody asked for

 private:
  explicit Weights(std::vector<Safetensors> files) : files_(std::move(files)) {}
  struct Place {
    const Safetensors* file;
    const StoredTensor* tensor;  // null: few bits
  };
  Result<Place> find(const std::string& name);
  Result<Tensor> read(const Place& place) const;
  // A matrix in few bits, or as it is: what its parts are, and the parts.
  struct Layout {
    std::vector<Desc> parts;
    Attrs settings;
    int64_t rows = 0, columns = 0;
    bool turned = false;
  };
  Result<Layout> layout_of(const std::string& name);
  Result<std::vector<Tensor>> parts_of(const std::string& name);
  QuantizeOptions quantizing(const std::string& name) const;

  std::vector<Safetensors> files_;
  std::map<std::string, Place, std::less<>> places_;
  std::set<std::string, std::less<>> parts_;  // of few-bit matrices: NAME.codes, ...
  struct Bits {
    int bits = 0;
    bool turned = false;
  };
  std::map<std::string, Bits> chosen_;               // by quantize(): what gets how many
  bool aligned_ = false;                             // of those in 3 bits
  std::map<std::string, std::vector<Tensor>> made_;  // and became this, until it is forgotten
  std::map<std::string, Matrix> matrices_;
  std::map<std::string, Constant> tensors_;
  std::set<std::string, std::less<>> used_;
};

}  // namespace bitloom

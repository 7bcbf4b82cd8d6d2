// Tensors that a reference implementation made (tools/*goldens.py), and how far ours are from them.
#pragma once

#include <cmath>
#include <filesystem>

#include "bitloom/tensor.h"
#include "formats/files.h"

namespace bitloom {

struct GoldenFile {
  explicit GoldenFile(std::filesystem::path in)
      : folder(std::move(in)), file(*Safetensors::open(*open_bytes(folder / "golden.safetensors"))) {}
  bool has(std::string_view name) const { return file.find(name); }
  Tensor operator[](std::string_view name) const {
    const StoredTensor* t = file.find(name);
    if (!t) fatal(format("no golden '{}' in {}", name, folder.string()));
    Tensor out(*dtype_of(t->type), Shape(t->shape));
    if (!file.read(*t, 0, {out.raw(), out.bytes()}).ok()) fatal("golden");
    return out;
  }
  std::filesystem::path folder;
  Safetensors file;
};

// A small random model with its inputs and outputs, by tools/goldens.py.
inline const std::filesystem::path goldens = std::filesystem::path(BITLOOM_SOURCE_DIR) / "tests/goldens/models";
struct Golden : GoldenFile {
  explicit Golden(const std::string& name) : GoldenFile(goldens / name) {}
};

// The largest difference, relative to the size of the tensor; or the size of all differences together.
inline double away(const Tensor& got, const Tensor& want, bool together = false) {
  if (got.elements() != want.elements()) return 1e9;
  const std::vector<float> a = got.to_floats(), b = want.to_floats();
  double most = 0, size = 0, all = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    if (!(std::abs(a[i] - b[i]) >= 0)) return 1e9;
    all += std::pow(a[i] - b[i], 2);
    most = std::max<double>(most, std::abs(a[i] - b[i])), size += static_cast<double>(b[i]) * b[i];
  }
  return together ? std::sqrt(all / size) : most / std::sqrt(size / static_cast<double>(b.size()));
}

}  // namespace bitloom

// Weights quantized for lists of ops when they are first used, and kept so as long as they live.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>

#include "bitloom/backend.h"

namespace bitloom {

class FewBitCache {
 public:
  Task<Result<QuantizedTensor>> quantized(Backend& backend, Tensor weights, QuantizeOptions options);

 private:
  struct Entry {
    std::weak_ptr<const void> of;
    QuantizedTensor weights;
  };
  std::unordered_map<std::string, Entry> entries_;  // by address, offset, shape and type, turned or not
};

}  // namespace bitloom

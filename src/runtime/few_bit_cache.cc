#include "runtime/few_bit_cache.h"

#include "base/try.h"

namespace bitloom {

Task<Result<QuantizedTensor>> FewBitCache::quantized(Backend& backend, Tensor weights, QuantizeOptions options) {
  std::string key = format("{} {} {} {}", reinterpret_cast<uintptr_t>(weights.storage().get()), weights.offset(),
                           weights.desc(), options.transpose_b ? "turned" : "");
  if (const auto found = entries_.find(key); found != entries_.end() && !found->second.of.expired())
    co_return found->second.weights;
  std::erase_if(entries_, [](const auto& entry) { return entry.second.of.expired(); });
  const std::weak_ptr<const void> of = weights.storage();
  QuantizedTensor few;
  CO_TRY(few, co_await backend.quantize(std::move(weights), std::move(options)));
  entries_.insert_or_assign(std::move(key), Entry{of, few});
  co_return few;
}

}  // namespace bitloom

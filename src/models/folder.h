// A model's folder on disk, as `bitloom quantize` asks its family about it.
#pragma once

#include <filesystem>

#include "formats/shards.h"

namespace bitloom {

// Which matrices are stored [inputs, outputs]. None, where the folder (or the folder of a file) has no config.json, or
// one of a family that is not known.
using TransposedWeights = std::function<bool(std::string_view name)>;
Result<TransposedWeights> transposed_weights(const std::filesystem::path& model, const Shards& weights);

// Refuses a folder whose family is known and whose model does not load.
Status check_loads(const std::filesystem::path& folder);

}  // namespace bitloom

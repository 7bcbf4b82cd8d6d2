// What a model is, told by its small files, before its weights are there.
#pragma once

#include "bitloom/folder.h"
#include "models/family.h"

namespace bitloom {

struct ModelSummary {
  std::string_view family;
  TaskKind task;
  Modalities takes;
  bool tokenizer = false;          // texts go in or come out
  std::vector<std::string> files;  // that there may be besides config.json, weights and tokenizer
};
// From config.json and, where they are there, files that were named before: each may lead to others.
Result<ModelSummary> summarize(const Folder& folder);
std::string to_json(const ModelSummary& summary);

}  // namespace bitloom

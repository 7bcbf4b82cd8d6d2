// A model's score by the evaluation set in its folder (eval/eval.jsonl).
#pragma once

#include <filesystem>

#include "bitloom/pipeline.h"

struct Scored {
  std::string metric{};
  double score = 0;                    // of 1, the more the better
  double perplexity = 0;               // of writers, a token
  std::vector<std::string> answers{};  // to compare with those of others
  double ms = 0;                       // an item
};
// Of so many lines; 0: of all.
bitloom::Result<Scored> evaluate(bitloom::Pipeline& pipeline, const std::filesystem::path& folder, int limit);

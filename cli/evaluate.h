// What a model scores by the evaluation set in its folder (eval/eval.jsonl), or, where there is none, what it answers
// to samples, to be compared with the answers of the model as it is.
#pragma once

#include <filesystem>

#include "bitloom/pipeline.h"

struct Scored {
  std::string metric{};
  double score = 0;                           // of 1, the more the better
  double perplexity = 0;                      // of writers, a token
  std::vector<std::string> answers{};         // to compare with those of others
  std::vector<std::vector<float>> vectors{};  // the same, where answers are vectors
  double ms = 0;                              // an item
};
// Of so many lines; 0: of all.
bitloom::Result<Scored> evaluate(bitloom::Pipeline& pipeline, const std::filesystem::path& folder, int limit);

bool has_evaluation(const std::filesystem::path& folder);

// Inputs for a model that has no evaluation set: what is in its folder `sample`, or made up, always the same.
struct Samples {
  struct One {
    bitloom::Model::Tensors inputs{};
    std::string embedding{};  // the output that stands for it
  };
  std::vector<One> all{};
  std::string what{};  // "12 texts, made up"
};
bitloom::Result<Samples> samples_for(bitloom::Pipeline& pipeline, const std::filesystem::path& folder, int limit);
// The likeliest class, word or token at every place; of models that give vectors, those.
bitloom::Result<Scored> answer_samples(bitloom::Pipeline& pipeline, const Samples& samples);
// How much of it is the same: the share of equal answers, the mean cosine of vectors.
double agreement(const Scored& now, const Scored& base);

// Which token comes next: the likeliest, one drawn by chance from the likely ones, or those of a search with beams.
// What is chosen from are candidates, all tokens or enough of the likeliest to decide.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "bitloom/model.h"

namespace bitloom {

struct Candidate {
  int32_t token = 0;
  double score = 0;  // a logit, or a log probability
};
using Candidates = std::vector<Candidate>;

// The likelier of two; of equals the one with the smaller number.
inline bool likelier(const Candidate& a, const Candidate& b) {
  return a.score > b.score || (a.score == b.score && a.token < b.token);
}
// Tokens that are there already become less likely.
void punish(Candidates& candidates, std::span<const int32_t> so_far, double penalty);
// Leaves what Whisper's rules allow after the tokens said so far: times in pairs that do not go back, one first of all,
// and one wherever all times together are likelier than any other token. Candidates have every token from rules.end on.
void keep_allowed(Candidates& candidates, std::span<const int32_t> said, const TimestampRules& rules);

class Sampler {
 public:
  explicit Sampler(const GenerateOptions& o)
      : temperature_(o.temperature), top_p_(o.top_p), top_k_(o.top_k), state_(o.seed) {}
  // One of the candidates, which are logits, in any order.
  int32_t draw(Candidates all);
  // The same from the likeliest only, in order, as log probabilities at this temperature; nothing, where it depends on
  // the others. Then all of them give what would have been drawn.
  std::optional<int32_t> draw_from_likeliest(const Candidates& some);

 private:
  double chance() const;  // in [0, 1), from the seed and how often it was drawn
  double temperature_, top_p_;
  int top_k_;
  uint64_t state_;
};

// Beam search over one text: the candidates of each running text go in, what to go on with comes out. The rules are
// those of the transformers library, to the point.
class BeamSearch {
 public:
  struct Text {
    std::vector<int32_t> tokens{};
    double score = 0;  // the sum of log probabilities; of finished ones over length^penalty
    bool ended = false;
    int32_t from = 0;  // which of the texts before it goes on from
  };
  BeamSearch(const GenerateOptions& options, std::set<int32_t> ends, int64_t most_tokens);
  // So many candidates of each text are enough.
  int64_t kept() const { return kept_; }
  void advance(const std::vector<Candidates>& of_each);
  bool done() const { return done_; }
  const std::vector<Text>& running() const { return running_; }
  const std::vector<Text>& finished() const { return finished_; }  // the best first

 private:
  size_t beams_;
  double penalty_;
  EarlyStopping stopping_;
  std::set<int32_t> ends_;
  int64_t most_, kept_, length_ = 0;
  bool done_ = false;
  std::vector<Text> running_, finished_;
};

}  // namespace bitloom

#include "models/sample.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace bitloom {

void punish(Candidates& candidates, std::span<const int32_t> so_far, double penalty) {
  if (penalty == 1) return;
  const std::set<int32_t> said(so_far.begin(), so_far.end());
  for (Candidate& c : candidates)
    if (said.contains(c.token)) c.score = c.score > 0 ? c.score / penalty : c.score * penalty;
}

void keep_allowed(Candidates& candidates, std::span<const int32_t> said, const TimestampRules& rules) {
  const size_t n = said.size();
  const bool last = n > 0 && said[n - 1] >= rules.first, before = n < 2 || said[n - 2] >= rules.first;
  int32_t earliest = rules.first, latest = std::numeric_limits<int32_t>::max();
  for (int32_t t : said)
    if (t >= rules.first) earliest = last && !before ? t : t + 1;  // the end of one stretch may be the next one's start
  if (n == 0 && rules.most_first >= 0) latest = rules.first + rules.most_first;
  std::erase_if(candidates, [&](const Candidate& c) {
    if (c.token >= rules.first) return (last && before) || c.token < earliest || c.token > latest;
    return n == 0 || c.token == rules.first - 1 || (last && !before && c.token < rules.end);
  });
  double text = -std::numeric_limits<double>::infinity(), most = text, times = 0;
  for (const Candidate& c : candidates) {
    if (c.token < rules.first) text = std::max(text, c.score);
    most = std::max(most, c.score);
  }
  for (const Candidate& c : candidates)
    if (c.token >= rules.first) times += std::exp(c.score - most);
  if (std::log(times) + most > text)
    std::erase_if(candidates, [&](const Candidate& c) { return c.token < rules.first; });
}

double Sampler::chance() const {
  uint64_t z = state_ + 0x9e3779b97f4a7c15;  // splitmix64
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return static_cast<double>((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

int32_t Sampler::draw(Candidates all) {
  if (temperature_ <= 0) return std::ranges::min_element(all, likelier)->token;
  const size_t kept = top_k_ > 0 ? std::min(static_cast<size_t>(top_k_), all.size()) : all.size();
  std::ranges::partial_sort(all, all.begin() + static_cast<ptrdiff_t>(kept), likelier);
  all.resize(kept);
  const double best = all[0].score;
  double total = 0;
  for (Candidate& c : all) total += c.score = std::exp((c.score - best) / temperature_);
  // The fewest that together have top_p of it.
  double sum = 0;
  size_t count = 0;
  while (count < kept && (count == 0 || sum < top_p_ * total)) sum += all[count++].score;
  double at = chance() * sum;
  state_ += 0x9e3779b97f4a7c15;
  for (size_t i = 0; i + 1 < count; ++i)
    if ((at -= all[i].score) < 0) return all[i].token;
  return all[count - 1].token;
}

std::optional<int32_t> Sampler::draw_from_likeliest(const Candidates& some) {
  double sum = 0;
  size_t count = 0;
  if (top_p_ < 1) {
    while (count < some.size() && (count == 0 || sum < top_p_)) sum += std::exp(some[count++].score);
    if (sum < top_p_) return std::nullopt;
  } else sum = 1, count = some.size();
  double at = chance() * sum;
  for (size_t i = 0; i < count; ++i)
    if ((at -= std::exp(some[i].score)) < 0) {
      state_ += 0x9e3779b97f4a7c15;
      return some[i].token;
    }
  return std::nullopt;
}

BeamSearch::BeamSearch(const GenerateOptions& o, std::set<int32_t> ends, int64_t most_tokens)
    : beams_(static_cast<size_t>(o.num_beams)),
      penalty_(o.length_penalty),
      stopping_(o.early_stopping),
      ends_(std::move(ends)),
      most_(most_tokens),
      // As many as can end, and as many again to go on with.
      kept_(std::max<int64_t>(2, 1 + static_cast<int64_t>(ends_.size())) * o.num_beams),
      running_(1) {}

void BeamSearch::advance(const std::vector<Candidates>& of_each) {
  struct Way {
    int32_t from, token;
    double score;
  };
  std::vector<Way> ways;
  for (size_t i = 0; i < of_each.size(); ++i)
    for (const Candidate& c : of_each[i])
      ways.push_back({static_cast<int32_t>(i), c.token, running_[i].score + c.score});
  const auto better = [](const Way& a, const Way& b) {
    if (a.score != b.score) return a.score > b.score;
    return a.from != b.from ? a.from < b.from : a.token < b.token;
  };
  const size_t kept = std::min(ways.size(), static_cast<size_t>(kept_));
  std::ranges::partial_sort(ways, ways.begin() + static_cast<ptrdiff_t>(kept), better);
  ways.resize(kept);
  const auto longer = static_cast<double>(++length_);
  std::vector<Text> next;
  for (size_t i = 0; i < kept; ++i) {
    const Way& w = ways[i];
    Text text{running_[static_cast<size_t>(w.from)].tokens, w.score, ends_.contains(w.token), w.from};
    if (!text.ended) text.tokens.push_back(w.token);
    if (text.ended || length_ >= most_) {
      // What ends and is not among the first is no result.
      if (i >= beams_ || std::isinf(w.score)) continue;
      text.score /= std::pow(longer, penalty_);
      finished_.push_back(std::move(text));
    } else if (next.size() < beams_) next.push_back(std::move(text));
  }
  std::ranges::sort(finished_, std::greater{}, &Text::score);
  if (finished_.size() > beams_) finished_.resize(beams_);
  running_ = std::move(next);
  done_ = running_.empty();
  if (done_ || finished_.size() < beams_) return;
  // What the best of those under way may still come to, by a guess that is the library's.
  const bool to_the_end = stopping_ == EarlyStopping::never && penalty_ > 0;
  const double hoped = running_[0].score / std::pow(to_the_end ? static_cast<double>(most_) : longer, penalty_);
  done_ = stopping_ == EarlyStopping::yes || hoped <= finished_.back().score;
}

}  // namespace bitloom

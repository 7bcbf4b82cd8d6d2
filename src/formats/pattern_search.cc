#include "formats/pattern.h"

namespace bitloom {

void PatternSearch::start(std::u32string_view text) {
  constexpr uint64_t steps_per_character = 64, steps_at_least = 4096;  // real patterns take about ten
  start(text, steps_per_character * text.size() + steps_at_least);
}

void PatternSearch::start(std::u32string_view text, uint64_t budget) {
  text_ = text, steps_ = 0, budget_ = budget, sure_ = false;
}

Pattern::Match PatternSearch::find(size_t from) {
  constexpr Pattern::Match none{Pattern::npos, Pattern::npos};
  if (pattern_.quick_.nodes.empty()) {
    const std::u32string& literal = pattern_.literal_;
    const size_t at = literal.empty() ? Pattern::npos : text_.find(literal, from);
    return at == Pattern::npos ? none : Pattern::Match{at, at + literal.size()};
  }
  for (; from < text_.size(); ++from) {
    size_t end = sure_ ? Pattern::npos : quick(pattern_.quick_.start, from);
    if (!sure_ && steps_ > budget_) {
      sure_ = true, base_ = from;
      memo_.assign(((text_.size() - base_ + 1) * pattern_.single_.slots + 3) / 4, 0);
    }
    if (sure_) end = sure(pattern_.single_.start, from, false);
    if (end != Pattern::npos && end > from) return {from, end};
  }
  return none;
}

// Over the budget it gives up, and what it returns means nothing.
size_t PatternSearch::quick(uint32_t at, size_t place) {
  using Node = Pattern::Node;
  for (;;) {
    if (++steps_ > budget_) return Pattern::npos;
    const Node& node = pattern_.quick_.nodes[at];
    switch (node.kind) {
      case Node::Kind::accept: return place;
      case Node::Kind::choose: {
        for (size_t i = 0; i + 1 < node.choices.size(); ++i) {
          // Most alternatives fail at their first character.
          const Node& first = pattern_.quick_.nodes[node.choices[i]];
          if (first.kind == Node::Kind::repeat && first.min > 0 && ++steps_ <= budget_ &&
              (place == text_.size() || !pattern_.sets_[first.set].has(text_[place])))
            continue;
          if (const size_t end = quick(node.choices[i], place); end != Pattern::npos) return end;
        }
        at = node.choices.back();
        continue;
      }
      case Node::Kind::ahead:
        if ((quick(node.choices[0], place) != Pattern::npos) == node.negated) return Pattern::npos;
        at = node.next;
        continue;
      case Node::Kind::repeat: break;
    }
    const Pattern::Set& set = pattern_.sets_[node.set];
    size_t end = place;
    const size_t last = node.max < text_.size() - place ? place + node.max : text_.size();
    while (end < last && set.has(text_[end])) ++end;
    steps_ += end - place;
    if (end - place < node.min) return Pattern::npos;
    for (; end > place + node.min; --end) {
      if (const size_t whole = quick(node.next, end); whole != Pattern::npos) return whole;
      if (steps_ > budget_) return Pattern::npos;
    }
    place = end, at = node.next;
  }
}

PatternSearch::Known PatternSearch::known(uint32_t slot, size_t place) const {
  const size_t i = (place - base_) * pattern_.single_.slots + slot;
  return static_cast<Known>(memo_[i / 4] >> (i % 4 * 2) & 3);
}

void PatternSearch::remember(uint32_t slot, size_t place, Known what) {
  const size_t i = (place - base_) * pattern_.single_.slots + slot;
  memo_[i / 4] = static_cast<uint8_t>(memo_[i / 4] | static_cast<unsigned>(what) << (i % 4 * 2));
}

// Inside a lookahead it is enough to know that there is a match, so choices that lead to one are remembered too. The
// pattern has no nodes in common with its lookaheads but accept. Calls itself for lookaheads in lookaheads only.
size_t PatternSearch::sure(uint32_t at, size_t place, bool inside_lookahead) {
  using Node = Pattern::Node;
  const std::vector<Node>& nodes = pattern_.single_.nodes;
  const size_t bottom = frames_.size();
  size_t end = Pattern::npos;
  for (;;) {
    ++steps_;
    const Node& node = nodes[at];
    bool stuck = false;
    switch (node.kind) {
      case Node::Kind::accept: end = place; break;
      case Node::Kind::repeat:
        stuck = place == text_.size() || !pattern_.sets_[node.set].has(text_[place]);
        ++place, at = node.next;
        break;
      case Node::Kind::ahead: {
        Known found = known(node.slot, place);
        if (found == Known::nothing) {
          found = sure(node.choices[0], place, true) == Pattern::npos ? Known::fails : Known::matches;
          remember(node.slot, place, found);
        }
        stuck = (found == Known::matches) == node.negated;
        at = node.next;
        break;
      }
      case Node::Kind::choose: {
        const Known found = known(node.slot, place);
        stuck = found == Known::fails;
        if (found == Known::matches) end = place;
        if (found != Known::nothing) break;
        frames_.push_back({at, 0, place});
        at = node.choices[0];
        break;
      }
    }
    if (end != Pattern::npos) break;
    // Back to the last choice that has another way.
    while (stuck && frames_.size() > bottom) {
      Frame& last = frames_.back();
      const Node& choice = nodes[last.node];
      if (++last.choice < choice.choices.size()) {
        at = choice.choices[last.choice], place = last.place;
        stuck = false;
      } else {
        remember(choice.slot, last.place, Known::fails);
        frames_.pop_back();
      }
    }
    if (stuck) break;
  }
  if (inside_lookahead && end != Pattern::npos)
    for (size_t i = bottom; i < frames_.size(); ++i)
      remember(nodes[frames_[i].node].slot, frames_[i].place, Known::matches);
  frames_.resize(bottom);
  return end;
}

}  // namespace bitloom

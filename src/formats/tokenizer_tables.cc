#include "formats/tokenizer_tables.h"

#include <algorithm>

#include "base/json_text.h"

namespace bitloom::tokens {

size_t PairTable::place(uint64_t key) const {
  uint64_t h = key * 0x9e3779b97f4a7c15u;
  h ^= h >> 32;
  size_t at = h & (slots_.size() - 1);
  while (slots_[at].key != key && slots_[at].key != unused) at = (at + 1) & (slots_.size() - 1);
  return at;
}

void PairTable::set(uint32_t x, uint32_t y, Value value) {
  if (used_ * 5 >= slots_.size() * 3) {
    std::vector<Slot> old(std::max<size_t>(16, slots_.size() * 2));
    std::swap(old, slots_);
    for (const Slot& slot : old)
      if (slot.key != unused) slots_[place(slot.key)] = slot;
  }
  const uint64_t key = uint64_t{x} << 32 | y;
  Slot& slot = slots_[place(key)];
  used_ += slot.key == unused;
  slot = {key, value};
}

const PairTable::Value* PairTable::find(uint32_t x, uint32_t y) const {
  if (slots_.empty()) return nullptr;
  const Slot& slot = slots_[place(uint64_t{x} << 32 | y)];
  return slot.key == unused ? nullptr : &slot.value;
}

void Trie::add(std::u32string_view text, int32_t value) {
  int32_t node = 0;
  for (const char32_t c : text) {
    int32_t next = step(node, c);
    if (next == none) {
      next = static_cast<int32_t>(values_.size());
      next_.set(static_cast<uint32_t>(node), c, {static_cast<uint32_t>(next), 0});
      values_.push_back(none);
    }
    node = next;
  }
  values_[static_cast<size_t>(node)] = value;
}

int32_t Trie::step(int32_t node, char32_t c) const {
  const PairTable::Value* next = next_.find(static_cast<uint32_t>(node), c);
  return next ? static_cast<int32_t>(next->a) : none;
}

int32_t Trie::find(std::u32string_view text) const {
  int32_t node = 0;
  for (const char32_t c : text)
    if ((node = step(node, c)) == none) return none;
  return value(node);
}

size_t Trie::longest(std::u32string_view text, int32_t& found) const {
  size_t size = 0;
  int32_t node = 0;
  for (size_t i = 0; i < text.size() && (node = step(node, text[i])) != none; ++i)
    if (value(node) != none) size = i + 1, found = value(node);
  return size;
}

Result<Vocabulary> Vocabulary::make(std::vector<std::pair<std::string, int64_t>> tokens) {
  // Ids have holes in some files, but not such that a list of them would be mostly holes.
  const auto most = static_cast<int64_t>(tokens.size()) * 4 + 100'000;
  int64_t end = 0;
  for (const auto& [token, id] : tokens) {
    if (id < 0 || id >= most)
      return error(Code::invalid_argument, "[tokenizer] token {} has the id {} in a vocabulary of {}", quote(token), id,
                   tokens.size());
    if (token.size() > longest_token)
      return error(Code::limit, "[tokenizer] the token with the id {} has {} bytes; at most {} are allowed", id,
                   token.size(), longest_token);
    end = std::max(end, id + 1);
  }
  Vocabulary out;
  out.tokens_.resize(static_cast<size_t>(end));
  out.ids_.reserve(tokens.size());
  for (auto& [token, id] : tokens) {
    std::string& place = out.tokens_[static_cast<size_t>(id)];
    if (!place.empty()) {  // two tokens of one id: both lead to it, one comes back
      if (token != place)
        return error(Code::invalid_argument, "[tokenizer] tokens {} and {} both have the id {}", quote(place),
                     quote(token), id);
      continue;
    }
    place = std::move(token);
    out.ids_.insert_or_assign(std::string_view(place), static_cast<int32_t>(id));
  }
  return out;
}

int32_t Vocabulary::find(std::string_view token) const {
  const auto it = ids_.find(token);
  return it == ids_.end() ? -1 : it->second;
}

std::string_view Vocabulary::token(int32_t id) const {
  return id >= 0 && static_cast<size_t>(id) < tokens_.size() ? std::string_view(tokens_[static_cast<size_t>(id)])
                                                             : std::string_view();
}

}  // namespace bitloom::tokens

#include "graph/arena.h"

#include <algorithm>

namespace bitloom {
namespace {

size_t at(int i) { return static_cast<size_t>(i); }

void find_last_uses(Plan& plan) {
  const auto root = [&](int slot) -> Slot& {
    const int r = plan.slots[at(slot)].root;
    return plan.slots[at(r >= 0 ? r : slot)];
  };
  const int end = static_cast<int>(plan.steps.size());
  for (int s = 0; s < end; ++s)
    for (const auto* list : {&plan.steps[at(s)].in, &plan.steps[at(s)].out, &plan.steps[at(s)].temps})
      for (int slot : *list) root(slot).last_use = s;
  for (int slot : plan.outputs) root(slot).last_use = end;
}

// Gives every result that is not an output a block of the arena, which it has until its last use: of the free ones the
// smallest that is large enough, or else the largest, made larger.
void place_results(Plan& plan) {
  std::vector<int> free;
  const int end = static_cast<int>(plan.steps.size());
  for (int s = 0; s < end; ++s) {
    const Step& step = plan.steps[at(s)];
    if (step.view) continue;
    std::vector<int> made = step.out;
    made.insert(made.end(), step.temps.begin(), step.temps.end());
    for (int i : made) {
      Slot& slot = plan.slots[at(i)];
      if (slot.last_use >= end || slot.root >= 0) continue;
      const uint64_t bytes = slot.desc.bytes();
      auto best = free.end();
      for (auto f = free.begin(); f != free.end(); ++f) {
        const uint64_t has = plan.arena[at(*f)], had = best == free.end() ? 0 : plan.arena[at(*best)];
        if (best == free.end() || (had < bytes ? has > had : has >= bytes && has < had)) best = f;
      }
      if (best == free.end()) {
        slot.block = static_cast<int>(plan.arena.size());
        plan.arena.push_back(bytes);
      } else {
        slot.block = *best;
        free.erase(best);
        plan.arena[at(slot.block)] = std::max(plan.arena[at(slot.block)], bytes);
      }
    }
    for (const Slot& slot : plan.slots)
      if (slot.block >= 0 && slot.last_use == s) free.push_back(slot.block);
  }
}

}  // namespace

uint64_t Plan::peak_bytes() const {
  std::vector<uint64_t> freed(steps.size() + 1);
  uint64_t now = 0, most = 0;
  for (size_t s = 0; s < steps.size(); ++s) {
    if (!steps[s].view && !steps[s].in_place)
      for (int i : steps[s].out) {
        const uint64_t bytes = slots[at(i)].desc.bytes();
        now += bytes;
        if (slots[at(i)].last_use >= 0) freed[std::min(at(slots[at(i)].last_use), steps.size())] += bytes;
      }
    most = std::max(most, now);
    now -= freed[s];
  }
  return most;
}

void lay_out(Plan& plan) {
  find_last_uses(plan);
  place_results(plan);
}

}  // namespace bitloom

// What is known of a constant, shared by its copies.
#pragma once

#include <map>
#include <vector>

#include "bitloom/constant.h"

namespace bitloom {

struct Constant::State {
  Desc desc{};
  Tensor given{};
  std::function<Result<Tensor>()> load{};
  std::shared_ptr<State> whole{};  // of a view, which starts `offset` elements in
  int64_t offset = 0;
  std::map<std::string, std::weak_ptr<State>> derived{};
  std::vector<std::pair<uint64_t, Tensor>> uploaded{};  // by the number of the backend
};

}  // namespace bitloom

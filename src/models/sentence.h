// How the tokens of a text become one vector, as a sentence-transformers folder says it: modules.json, and the files it
// leads to.
#pragma once

#include "bitloom/folder.h"

namespace bitloom {

struct SentenceRules {
  std::string output;      // of the model: mean, cls or last_token
  bool normalize = false;  // to length 1
  int64_t max_length = 0;  // tokens that are read; 0: as many as the model takes
};

// Nothing where the folder has no modules.json. Modules and poolings that are not supported are refused by name.
Result<std::optional<SentenceRules>> read_sentence_rules(const Folder& folder);
// Files that modules.json, where it is there, leads to.
Result<std::vector<std::string>> sentence_files(const Folder& folder);

}  // namespace bitloom

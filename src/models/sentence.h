// How the tokens of a text become one vector, as a sentence-transformers folder says it: modules.json, and the files it
// leads to. It applies to every model of text without classes of its own, whatever architecture config.json names.
#pragma once

#include "bitloom/folder.h"

namespace bitloom {

struct SentenceRules {
  std::string output;      // of the model: mean, cls or last_token
  bool normalize = false;  // to length 1
  int64_t max_length = 0;  // tokens that are read; 0: as many as the model takes
};

// It has a modules.json, or a pooling alone (1_Pooling/config.json).
bool is_sentence_folder(const Folder& folder);
// Nothing where it is none. Modules and poolings that are not supported are refused by name. Of a pooling without
// modules.json the vectors are of length 1, as they are without any rules.
Result<std::optional<SentenceRules>> read_sentence_rules(const Folder& folder);
// Files that there may be: modules.json and the usual pooling, and what modules.json, where it is there, leads to.
Result<std::vector<std::string>> sentence_files(const Folder& folder);

}  // namespace bitloom

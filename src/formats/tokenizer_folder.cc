// A tokenizer from a model's files.
#include "base/try.h"
#include "bitloom/folder.h"
#include "bitloom/tokenizer.h"

namespace bitloom {

Result<Tokenizer> Tokenizer::from_folder(const Folder& folder) {
  Files files;
  for (const char* name : {"tokenizer.json", "vocab.txt", "vocab.json", "merges.txt", "spiece.model", "tokenizer.model",
                           "tokenizer_config.json", "added_tokens.json"})
    if (folder.has(name)) files.emplace(name, TRY(folder.text(name)));
  auto read = from_files(files);
  if (!read.ok()) return error(read.error().code, "{} ({})", read.error().message, folder.name());
  return read;
}

}  // namespace bitloom

// Natively, tokenizers are read from a model's folder.
#include <filesystem>

#include "bitloom/tokenizer.h"
#include "formats/files.h"

namespace bitloom {

Result<Tokenizer> Tokenizer::from_folder(const std::string& path) {
  Files files;
  for (const char* name : {"tokenizer.json", "vocab.txt", "vocab.json", "merges.txt", "spiece.model", "tokenizer.model",
                           "tokenizer_config.json", "added_tokens.json"}) {
    const std::filesystem::path file = std::filesystem::path(path) / name;
    std::error_code ignored;
    if (std::filesystem::is_regular_file(file, ignored)) files.emplace(name, TRY(read_text(file)));
  }
  auto read = from_files(files);
  if (!read.ok()) return error(read.error().code, "{} ({})", read.error().message, path);
  return read;
}

}  // namespace bitloom

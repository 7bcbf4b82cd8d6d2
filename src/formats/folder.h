// Files by name, wherever they are: in a folder (open_folder in formats/files.h), or in the memory of a page.
//
//   const Folder model = TRY(open_folder("zoo/intents"));
//   if (model.has("config.json")) TRY(model.text("config.json"));
#pragma once

#include <functional>

#include "formats/safetensors.h"

namespace bitloom {

Result<std::string> text_of(const ByteSource& bytes, uint64_t most = 1 << 30);

class Folder {
 public:
  using Bytes = std::shared_ptr<const ByteSource>;
  Folder(std::string name, std::vector<std::string> files, std::function<Result<Bytes>(const std::string&)> open);
  // In memory.
  Folder(std::string name, std::map<std::string, Bytes> files);

  const std::string& name() const { return name_; }
  const std::vector<std::string>& files() const { return files_; }  // sorted; none in folders below
  bool has(std::string_view file) const;
  Result<Bytes> open(const std::string& file) const;
  Result<std::string> text(const std::string& file, uint64_t most = 1 << 30) const;
  // The same, or what there is otherwise, where there is no such file.
  Result<std::string> text_or(const std::string& file, std::string_view otherwise) const;

 private:
  std::string name_;
  std::vector<std::string> files_;
  std::function<Result<Bytes>(const std::string&)> open_;
};

}  // namespace bitloom

// Files by name, wherever they are: in a folder on disk, in memory, or where you fetch them from.
//
//   Folder model = open_folder("zoo/intents").value();
//   if (model.has("config.json")) std::puts(model.text("config.json")->c_str());
//   Folder packed("model", {{"config.json", memory_bytes("config.json", bytes)}});       // what Model::load takes, too
//
// Threads: reading is for many at once, where the sources of its bytes allow it; those made here do.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "bitloom/result.h"

namespace bitloom {

// Bytes that can be read at any place: a file, memory, or something of yours.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  virtual const std::string& name() const = 0;
  virtual uint64_t size() const = 0;
  virtual Status read(uint64_t at, std::span<std::byte> into) const = 0;  // all of it, or an error
  // All of it where it can be read in place, with `spare` bytes after it that may be read too; null where it cannot.
  struct InPlace {
    std::shared_ptr<const std::byte> bytes;
    uint64_t spare = 0;
  };
  virtual InPlace in_place() const { return {}; }
};
std::shared_ptr<ByteSource> memory_bytes(std::string name, std::vector<std::byte> bytes);
std::shared_ptr<ByteSource> memory_bytes(std::string name, ByteSource::InPlace bytes, uint64_t size);

Result<std::string> text_of(const ByteSource& bytes, uint64_t most = 1 << 30);

class Folder {
 public:
  using Bytes = std::shared_ptr<const ByteSource>;
  Folder(std::string name, std::vector<std::string> files, std::function<Result<Bytes>(const std::string&)> open);
  // In memory.
  Folder(std::string name, std::map<std::string, Bytes> files);

  const std::string& name() const { return name_; }
  const std::vector<std::string>& files() const { return files_; }  // sorted; of folders below, FOLDER/config.json
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

// Native only. Files are mapped into memory, not copied: one that is made shorter while it is in use ends the program
// with SIGBUS, as mapped files do (`bitloom` then says which file it was). Replacing a file by renaming another is
// safe.
Result<Folder> open_folder(const std::string& path);

}  // namespace bitloom

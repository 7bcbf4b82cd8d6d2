// Files, natively: bytes read in place, and new files that are there whole or not at all.
//
//   auto bytes = TRY(open_bytes("model.safetensors"));
//   NewFile file = TRY(NewFile::create("out/model.safetensors"));   // as out/.model.safetensors.part-1234
//   TRY(file.write(0, bytes));  TRY(file.commit());                 // now it has its name; without this it goes away
#pragma once

#include <filesystem>

#include "formats/shards.h"

namespace bitloom {

Result<std::shared_ptr<ByteSource>> open_bytes(const std::filesystem::path& path);
Result<std::string> read_text(const std::filesystem::path& path, uint64_t most = 1 << 30);
Result<Folder> open_folder(const std::filesystem::path& path);
Result<Shards> open_shards(const std::filesystem::path& path);  // a folder, or one file

class NewFile {
 public:
  static Result<NewFile> create(std::filesystem::path path);
  NewFile(NewFile&& other) noexcept;
  NewFile& operator=(NewFile&&) = delete;
  ~NewFile();  // closes, and removes what was not committed

  const std::filesystem::path& path() const { return path_; }
  Status write(uint64_t at, std::span<const std::byte> bytes);
  Status commit();  // on disk, and under its name

 private:
  NewFile(std::filesystem::path path, std::filesystem::path part, int handle)
      : path_(std::move(path)), part_(std::move(part)), handle_(handle) {}
  std::filesystem::path path_, part_;
  int handle_;
};

Status write_text(const std::filesystem::path& path, std::string_view text);
Status copy_file(const std::filesystem::path& from, const std::filesystem::path& to);

// A hidden folder beside `path` that becomes it, or goes away with all that is in it.
class NewFolder {
 public:
  // `path` must not be there, or be an empty folder, or be replaceable.
  static Result<NewFolder> create(std::filesystem::path path, bool replace);
  NewFolder(NewFolder&& other) noexcept
      : path_(std::move(other.path_)), part_(std::exchange(other.part_, {})), parents_(other.parents_) {}
  NewFolder& operator=(NewFolder&&) = delete;
  ~NewFolder();

  const std::filesystem::path& part() const { return part_; }  // where to write
  Status commit();

 private:
  NewFolder(std::filesystem::path path, std::filesystem::path part, int parents)
      : path_(std::move(path)), part_(std::move(part)), parents_(parents) {}
  std::filesystem::path path_, part_;
  int parents_;  // folders above that were made for it
};

}  // namespace bitloom

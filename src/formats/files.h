// Files, natively: bytes read in place, and new files and folders that are there whole or not at all.
//
//   auto bytes = TRY(open_bytes("model.safetensors"));
//   TRY(write_text("report.json", text));                           // what a user asked for, wherever it leads
//   NewFile file = TRY(NewFile::create("out/model.safetensors"));   // as out/.model.safetensors.bitloom-part
//   TRY(file.write(0, bytes));  TRY(file.commit());                 // now it has its name; without this it goes away
//
// What is being written is locked: a second writer of the same file or folder is refused, and what a writer that was
// killed left behind is cleared by the next one. Every write is checked to the end, so that a full disk is an error.
#pragma once

#include <filesystem>

#include "formats/shards.h"

namespace bitloom {

Result<std::shared_ptr<ByteSource>> open_bytes(const std::filesystem::path& path);
Result<std::string> read_text(const std::filesystem::path& path, uint64_t most = 1 << 30);
Result<Shards> open_shards(const std::filesystem::path& path);                        // a folder, or one file
Error file_error(std::string_view what, const std::filesystem::path& path, int why);  // "cannot open X: why", of errno

// An error with the file or folder it is about, where its message does not name it: "[model] zoo/intents: there is
// ...".
Error in_file(const Error& error, const std::filesystem::path& path);
template <class T>
Result<T> in_file(Result<T> result, const std::filesystem::path& path) {
  if (result.ok()) return result;
  return in_file(result.error(), path);
}

// A plain file, new or with new contents. A file that is replaced leaves its permissions to the new one.
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

// A file that a user named. A plain file is replaced whole; devices, FIFOs and links are written through, as a shell's
// > does it.
Status write_text(const std::filesystem::path& path, std::string_view text);
Status copy_file(const std::filesystem::path& from, const std::filesystem::path& to);

// A hidden folder beside `path` (.NAME.bitloom-part) that becomes it, or goes away with all that is in it.
class NewFolder {
 public:
  // `path` must not be there, or be an empty folder, or be replaceable.
  static Result<NewFolder> create(std::filesystem::path path, bool replace);
  NewFolder(NewFolder&& other) noexcept
      : path_(std::move(other.path_)),
        part_(std::exchange(other.part_, {})),
        handle_(std::exchange(other.handle_, -1)),
        parents_(std::exchange(other.parents_, 0)),
        replace_(other.replace_) {}
  NewFolder& operator=(NewFolder&&) = delete;
  ~NewFolder();

  const std::filesystem::path& part() const { return part_; }  // where to write
  // One step: a folder that is no longer empty is refused, or with `replace` exchanged for the new one, then removed.
  // (A file system that cannot exchange folders has neither for a moment; nothing is lost if that is when it ends.)
  Status commit();

 private:
  Result<std::filesystem::path> exchange();
  NewFolder(std::filesystem::path path, bool replace) : path_(std::move(path)), replace_(replace) {}
  std::filesystem::path path_, part_;
  int handle_ = -1;  // of the part, locked
  int parents_ = 0;  // folders above that were made for it
  bool replace_;
};

}  // namespace bitloom

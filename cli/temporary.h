// A folder that is there as long as this is, also where the process is interrupted.
//
//   const TemporaryFolder few = TRY(TemporaryFolder::create());
//   few.path() / "model";
#pragma once

#include <filesystem>

#include "bitloom/result.h"

class TemporaryFolder {
 public:
  static bitloom::Result<TemporaryFolder> create();  // in TMPDIR, or /tmp
  TemporaryFolder(TemporaryFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}
  TemporaryFolder& operator=(TemporaryFolder&&) = delete;
  ~TemporaryFolder();
  const std::filesystem::path& path() const { return path_; }

 private:
  explicit TemporaryFolder(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;
};

// Removes all of them, when the process ends without destructors. From any thread; none can be made after it.
void remove_temporary_folders();

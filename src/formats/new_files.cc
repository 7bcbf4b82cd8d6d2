#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "base/try.h"
#include "formats/files.h"

namespace fs = std::filesystem;

namespace bitloom {
namespace {

// Unlike any name a model or a user has. One for all writers, so that they notice each other.
fs::path part_of(const fs::path& path) {
  return path.parent_path() / format(".{}.bitloom-part", path.filename().string());
}

bool same_file(const struct stat& a, const struct stat& b) { return a.st_dev == b.st_dev && a.st_ino == b.st_ino; }

// Who holds the part at `path`, which `handle` is open on: this writer from now on; another one; nobody any more, since
// it was renamed or removed between opening and locking; or nobody knows, where the file system has no locks.
enum class Holder { us, other, gone, unknown };
Holder lock(int handle, const fs::path& path) {
  if (::flock(handle, LOCK_EX | LOCK_NB) != 0) return errno == EWOULDBLOCK ? Holder::other : Holder::unknown;
  struct stat ours{}, there{};
  const bool still = ::fstat(handle, &ours) == 0 && ::lstat(path.c_str(), &there) == 0 && same_file(ours, there);
  return still ? Holder::us : Holder::gone;
}

// A part that `make` makes (giving a handle, or -1 and errno), locked. What a dead writer left there is removed first.
template <class Make>
Result<int> new_part(const fs::path& path, const fs::path& part, int open_flags, Make make) {
  for (int attempt = 0; attempt < 100; ++attempt) {
    int handle = make();
    const bool fresh = handle >= 0;
    if (!fresh && errno != EEXIST) return file_error("write", path, errno);
    if (!fresh) handle = ::open(part.c_str(), open_flags | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    if (handle < 0 && errno == ENOENT) continue;
    if (handle < 0) return file_error("write", part, errno);
    const Holder holder = lock(handle, part);
    if (fresh && (holder == Holder::us || holder == Holder::unknown)) return handle;
    std::error_code why;
    if (holder == Holder::us) fs::remove_all(part, why);
    ::close(handle);
    if (why) return file_error("remove what an earlier run left,", part, why.value());
    if (holder == Holder::other || holder == Holder::unknown) break;
  }
  return error(Code::io, "[file] cannot write {}: another process is writing it (its unfinished work is {})",
               path.string(), part.string());
}

Status write_all(int handle, std::string_view text, const fs::path& path) {
  while (!text.empty()) {
    const ssize_t done = ::write(handle, text.data(), text.size());
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return file_error("write", path, done < 0 ? errno : EIO);
    text.remove_prefix(static_cast<size_t>(done));
  }
  return {};
}

// Some file systems say only here that the disk is full. What has no disk behind it, such as a pipe, has nothing to
// say.
int sync(int handle) {
  return ::fsync(handle) == 0 || errno == EINVAL || errno == EROFS || errno == ENOTSUP ? 0 : errno;
}

Status write_through(const fs::path& path, std::string_view text) {
  const int handle = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, 0666);
  if (handle < 0) return file_error("write", path, errno);
  Status done = write_all(handle, text, path);
  int why = done.ok() ? sync(handle) : 0;
  // After EINTR the handle is closed all the same.
  if (::close(handle) != 0 && why == 0 && errno != EINTR) why = errno;
  if (done.ok() && why != 0) return file_error("write", path, why);
  return done;
}

}  // namespace

Result<NewFile> NewFile::create(fs::path path) {
  struct stat old{};
  const bool replaces = ::lstat(path.c_str(), &old) == 0;
  if (replaces && !S_ISREG(old.st_mode))
    return error(Code::io, "[file] cannot write {}: it is {}", path.string(),
                 S_ISDIR(old.st_mode) ? "a folder" : "not a plain file");
  if (path.filename().empty()) return error(Code::invalid_argument, "[file] '{}' is not a file's name", path.string());
  fs::path part = part_of(path);
  const auto make = [&] {
    return ::open(part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, replaces ? 0600 : 0666);
  };
  const int handle = TRY(new_part(path, part, O_WRONLY, make));
  NewFile file(std::move(path), std::move(part), handle);
  if (replaces && ::fchmod(handle, old.st_mode & 07777) != 0) return file_error("write", file.path_, errno);
  return file;
}

NewFile::NewFile(NewFile&& other) noexcept
    : path_(std::move(other.path_)), part_(std::move(other.part_)), handle_(std::exchange(other.handle_, -1)) {}

NewFile::~NewFile() {
  if (handle_ < 0) return;
  ::unlink(part_.c_str());  // while it is still locked
  ::close(handle_);
}

Status NewFile::write(uint64_t at, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t done = ::pwrite(handle_, bytes.data(), bytes.size(), static_cast<off_t>(at));
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return file_error("write", path_, done < 0 ? errno : EIO);
    bytes = bytes.subspan(static_cast<size_t>(done));
    at += static_cast<uint64_t>(done);
  }
  return {};
}

Status NewFile::commit() {
  int why = sync(handle_);
  if (why == 0 && ::rename(part_.c_str(), path_.c_str()) != 0) why = errno;
  if (why != 0) return file_error("write", path_, why);
  ::close(std::exchange(handle_, -1));  // after fsync there is nothing it could still fail to write
  return {};
}

Status write_text(const fs::path& path, std::string_view text) {
  std::error_code gone;
  const fs::file_status is = fs::symlink_status(path, gone);
  if (fs::exists(is) && !fs::is_regular_file(is) && !fs::is_directory(is)) return write_through(path, text);
  NewFile file = TRY(NewFile::create(path));
  (void)TRY(file.write(0, std::as_bytes(std::span(text))));
  return file.commit();
}

Status copy_file(const fs::path& from, const fs::path& to) {
  const auto bytes = TRY(open_bytes(from));
  NewFile file = TRY(NewFile::create(to));
  std::vector<std::byte> piece(static_cast<size_t>(std::min<uint64_t>(bytes->size(), 1 << 20)));
  for (uint64_t at = 0; at < bytes->size(); at += piece.size()) {
    const auto now = std::span(piece).first(static_cast<size_t>(std::min<uint64_t>(piece.size(), bytes->size() - at)));
    (void)TRY(bytes->read(at, now));
    (void)TRY(file.write(at, now));
  }
  return file.commit();
}

Result<NewFolder> NewFolder::create(fs::path path, bool replace) {
  if (path.filename().empty()) path = path.parent_path();  // out/
  if (path.empty()) return error(Code::invalid_argument, "[file] the name of the folder to write is empty");
  std::error_code why;
  if (fs::is_symlink(fs::symlink_status(path, why))) {
    path = fs::canonical(path, why);  // what the link leads to is replaced, not the link
    if (why) return file_error("write", path, why.value());
  }
  const fs::file_status is = fs::status(path, why);
  if (fs::exists(is) && !fs::is_directory(is))
    return error(Code::invalid_argument, "[file] {} exists and is not a folder", path.string());
  if (fs::exists(is) && !replace) {
    why.clear();
    const bool empty = fs::is_empty(path, why);
    if (why) return file_error("open", path, why.value());
    if (!empty)
      return error(Code::invalid_argument, "[file] {} exists and is not empty; --force replaces it", path.string());
  }
  NewFolder folder(path, replace);
  for (fs::path p = path.parent_path(); !p.empty() && !fs::exists(p, why) && p != p.parent_path(); p = p.parent_path())
    ++folder.parents_;
  why.clear();
  if (path.has_parent_path()) fs::create_directories(path.parent_path(), why);
  if (why) return file_error("write", path, why.value());
  const fs::path part = part_of(path);
  const auto make = [&] {
    if (::mkdir(part.c_str(), 0777) != 0) return -1;
    const int handle = ::open(part.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (handle < 0 && errno == ENOENT) errno = EEXIST;  // another writer was quicker to lock it, and took it for left
    else if (const int failed = errno; handle < 0) ::rmdir(part.c_str()), errno = failed;
    return handle;
  };
  folder.handle_ = TRY(new_part(path, part, O_RDONLY | O_DIRECTORY, make));
  folder.part_ = part;
  return folder;
}

NewFolder::~NewFolder() {
  std::error_code ignored;
  if (!part_.empty()) fs::remove_all(part_, ignored);
  fs::path parent = path_.parent_path();
  for (int i = 0; i < parents_; ++i, parent = parent.parent_path()) fs::remove(parent, ignored);  // only if empty
  if (handle_ >= 0) ::close(handle_);
}

Status NewFolder::commit() {
  struct stat old{};
  if (::lstat(path_.c_str(), &old) == 0 && S_ISDIR(old.st_mode)) (void)::fchmod(handle_, old.st_mode & 07777);
  const char *from = part_.c_str(), *to = path_.c_str();
  fs::path rest;  // what was replaced, to be removed
  // Of folders, only an empty one is replaced by a rename.
  if (::rename(from, to) != 0) {
    const bool filled = errno == ENOTEMPTY || errno == EEXIST;
    if (filled && !replace_)
      return error(Code::io, "[file] {} is no longer empty: another program has written into it; it was left as it is",
                   path_.string());
    if (!filled) return file_error("write", path_, errno);
    rest = TRY(exchange());
  }
  part_.clear(), parents_ = 0;
  std::error_code ignored;
  if (!rest.empty()) fs::remove_all(rest, ignored);
  return {};
}

// Puts the part in the place of the folder that is there; gives where that is now.
Result<fs::path> NewFolder::exchange() {
#ifdef RENAME_EXCHANGE
  if (::renameat2(AT_FDCWD, part_.c_str(), AT_FDCWD, path_.c_str(), RENAME_EXCHANGE) == 0) return part_;
  if (errno != EINVAL && errno != ENOSYS) return file_error("write", path_, errno);
#endif
  fs::path aside = path_.parent_path() / format(".{}.bitloom-old", path_.filename().string());
  if (::rename(path_.c_str(), aside.c_str()) != 0) return file_error("write", path_, errno);
  if (::rename(part_.c_str(), path_.c_str()) == 0) return aside;
  const int why = errno;
  (void)::rename(aside.c_str(), path_.c_str());  // as it was
  return file_error("write", path_, why);
}

}  // namespace bitloom

#include "formats/files.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <mutex>

namespace fs = std::filesystem;

namespace bitloom {
namespace {

Error failed(std::string_view what, const fs::path& path, int why) {
  return error(why == ENOENT ? Code::not_found : Code::io, "[file] cannot {} {}: {}", what, path.string(),
               std::generic_category().message(why));
}

class FileBytes final : public ByteSource {
 public:
  FileBytes(const fs::path& path, int handle, uint64_t size) : name_(path.string()), handle_(handle), size_(size) {}
  ~FileBytes() override { ::close(handle_); }
  // Mapped, and gone when nobody looks at it any more. A page is read when it is first touched.
  InPlace in_place() const override {
    const std::scoped_lock lock(mutex_);
    std::shared_ptr<const std::byte> bytes = mapped_.lock();
    if (!bytes && size_ > 0 && size_ <= std::numeric_limits<size_t>::max()) {
      const auto size = static_cast<size_t>(size_);
      void* at = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, handle_, 0);
      if (at == MAP_FAILED) return {};
      bytes = {static_cast<const std::byte*>(at), [at, size](const std::byte*) { ::munmap(at, size); }};
      mapped_ = bytes;
    }
    const auto page = static_cast<uint64_t>(::sysconf(_SC_PAGESIZE));
    return {bytes, (page - size_ % page) % page};  // the last page is there to its end
  }
  FileBytes(const FileBytes&) = delete;
  FileBytes& operator=(const FileBytes&) = delete;
  const std::string& name() const override { return name_; }
  uint64_t size() const override { return size_; }
  Status read(uint64_t at, std::span<std::byte> into) const override {
    while (!into.empty()) {
      const ssize_t got = ::pread(handle_, into.data(), into.size(), static_cast<off_t>(at));
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return failed("read", name_, errno);
      if (got == 0) return error(Code::io, "[file] {} became shorter while it was read: it ends at byte {}", name_, at);
      into = into.subspan(static_cast<size_t>(got));
      at += static_cast<uint64_t>(got);
    }
    return {};
  }

 private:
  std::string name_;
  int handle_;
  uint64_t size_;
  mutable std::mutex mutex_;
  mutable std::weak_ptr<const std::byte> mapped_;
};

// Unlike any name a model has, and another one for each process.
fs::path part_of(const fs::path& path) {
  return path.parent_path() / format(".{}.part-{}", path.filename().string(), ::getpid());
}

}  // namespace

Result<std::shared_ptr<ByteSource>> open_bytes(const fs::path& path) {
  const int handle = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (handle < 0) return failed("open", path, errno);
  struct stat about{};
  const bool known = ::fstat(handle, &about) == 0;
  if (!known || !S_ISREG(about.st_mode)) {
    ::close(handle);
    return error(Code::io, "[file] {} is not a file", path.string());
  }
  return std::shared_ptr<ByteSource>(std::make_shared<FileBytes>(path, handle, static_cast<uint64_t>(about.st_size)));
}

Result<std::string> read_text(const fs::path& path, uint64_t most) { return text_of(*TRY(open_bytes(path)), most); }

Result<Folder> open_folder(const fs::path& path) {
  std::error_code why;
  std::vector<std::string> files;
  for (fs::directory_iterator i(path, why), end; !why && i != end; i.increment(why)) {
    const std::string name = i->path().filename().string();
    std::error_code gone;
    if (!name.starts_with('.') && i->is_regular_file(gone)) files.push_back(name);
  }
  if (why)
    return error(why == std::errc::no_such_file_or_directory ? Code::not_found : Code::io,
                 "[model] cannot look into {}: {}", path.string(), why.message());
  return Folder(path.string(), std::move(files), [path](const std::string& file) -> Result<Folder::Bytes> {
    return Folder::Bytes(TRY(open_bytes(path / file)));
  });
}

Result<Shards> open_shards(const fs::path& given) {
  std::error_code why;
  const fs::path path = given.has_filename() ? given : given.parent_path();  // model/ is model
  if (fs::is_directory(path, why)) return Shards::open(TRY(open_folder(path)));
  return Shards::open_file(TRY(open_bytes(path)));
}

Result<NewFile> NewFile::create(fs::path path) {
  fs::path part = part_of(path);
  const int handle = ::open(part.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  if (handle < 0) return failed("write", path, errno);
  return NewFile(std::move(path), std::move(part), handle);
}

NewFile::NewFile(NewFile&& other) noexcept
    : path_(std::move(other.path_)), part_(std::move(other.part_)), handle_(std::exchange(other.handle_, -1)) {}

NewFile::~NewFile() {
  if (handle_ < 0) return;
  ::close(handle_);
  ::unlink(part_.c_str());
}

Status NewFile::write(uint64_t at, std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t done = ::pwrite(handle_, bytes.data(), bytes.size(), static_cast<off_t>(at));
    if (done < 0 && errno == EINTR) continue;
    if (done < 0) return failed("write", path_, errno);
    bytes = bytes.subspan(static_cast<size_t>(done));
    at += static_cast<uint64_t>(done);
  }
  return {};
}

Status NewFile::commit() {
  // Some file systems say only here that the disk is full.
  int why = ::fsync(handle_) == 0 || errno == EINVAL ? 0 : errno;
  if (why == 0 && ::rename(part_.c_str(), path_.c_str()) != 0) why = errno;
  if (why != 0) return failed("write", path_, why);
  ::close(std::exchange(handle_, -1));
  return {};
}

Status write_text(const fs::path& path, std::string_view text) {
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
  std::error_code why;
  const fs::file_status is = fs::status(path, why);
  if (fs::exists(is) && !fs::is_directory(is))
    return error(Code::invalid_argument, "[file] {} is there and is not a folder", path.string());
  if (fs::exists(is) && !replace && !fs::is_empty(path, why))
    return error(Code::invalid_argument, "[file] {} is there and is not empty; --force replaces it", path.string());
  int parents = 0;
  for (fs::path p = path.parent_path(); !p.empty() && !fs::exists(p, why) && p != p.parent_path(); p = p.parent_path())
    ++parents;
  NewFolder folder(path, part_of(path), parents);
  why.clear();
  fs::create_directories(folder.part_, why);
  if (why) return failed("make", path, why.value());
  return folder;
}

NewFolder::~NewFolder() {
  if (part_.empty()) return;
  std::error_code ignored;
  fs::remove_all(part_, ignored);
  fs::path parent = path_.parent_path();
  for (int i = 0; i < parents_; ++i, parent = parent.parent_path()) fs::remove(parent, ignored);  // only if empty
}

Status NewFolder::commit() {
  std::error_code why;
  const fs::path old = fs::path(part_).concat("-old");
  const bool replaces = fs::exists(path_, why) && !fs::is_empty(path_, why);
  if (replaces) fs::rename(path_, old, why);
  if (!why) fs::rename(part_, path_, why);
  if (why) {
    std::error_code ignored;
    if (replaces) fs::rename(old, path_, ignored);  // as it was
    return failed("write", path_, why.value());
  }
  part_.clear();
  if (replaces) fs::remove_all(old, why);
  return {};
}

}  // namespace bitloom

#include "formats/files.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <limits>
#include <mutex>

#include "base/try.h"
#include "formats/file_faults.h"

namespace fs = std::filesystem;

namespace bitloom {
namespace {

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
      bytes = {static_cast<const std::byte*>(at), [at, size, known = note_mapping(at, size, name_)](const std::byte*) {
                 ::munmap(at, size);
                 forget_mapping(known);
               }};
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
      if (got < 0) return file_error("read", name_, errno);
      if (got == 0)
        return error(Code::io, "[file] {} became shorter while it was being read: it now ends at byte {}", name_, at);
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

}  // namespace

Error file_error(std::string_view what, const fs::path& path, int why) {
  return error(why == ENOENT ? Code::not_found : Code::io, "[file] cannot {} {}: {}", what, path.string(),
               std::generic_category().message(why));
}

Error in_file(const Error& e, const fs::path& path) {
  const std::string_view said = e.message;
  if (said.find(path.string()) != std::string_view::npos) return e;
  const size_t room = said.starts_with('[') ? said.find("] ") : std::string_view::npos;
  const size_t at = room == std::string_view::npos ? 0 : room + 2;
  return error(e.code, "{}{}: {}", said.substr(0, at), path.string(), said.substr(at));
}

Result<std::shared_ptr<ByteSource>> open_bytes(const fs::path& path) {
  // Not waiting for whoever may write into a FIFO: it is refused below.
  const int handle = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (handle < 0) return file_error("open", path, errno);
  struct stat about{};
  const bool known = ::fstat(handle, &about) == 0;
  if (!known || !S_ISREG(about.st_mode)) {
    const int why = known ? 0 : errno;
    ::close(handle);
    if (why != 0) return file_error("open", path, why);
    return error(Code::io, "[file] {} is {}; a file is needed", path.string(),
                 S_ISDIR(about.st_mode) ? "a folder" : "not a plain file");
  }
  return std::shared_ptr<ByteSource>(std::make_shared<FileBytes>(path, handle, static_cast<uint64_t>(about.st_size)));
}

Result<std::string> read_text(const fs::path& path, uint64_t most) { return text_of(*TRY(open_bytes(path)), most); }

Result<Folder> open_folder(const std::string& name) {
  const fs::path path = name;
  std::error_code why;
  std::vector<std::string> files;
  for (fs::directory_iterator i(path, why), end; !why && i != end; i.increment(why)) {
    const std::string name = i->path().filename().string();
    std::error_code gone;
    if (name.starts_with('.')) continue;
    // What stands in a file's place, such as a link to nothing, is listed too: opening it says what is wrong with it.
    if (!i->is_directory(gone) || name.ends_with(".safetensors") || name.ends_with(".json")) files.push_back(name);
    else if (fs::is_regular_file(i->path() / "config.json", gone)) files.push_back(name + "/config.json");
  }
  if (why)
    return error(why == std::errc::no_such_file_or_directory ? Code::not_found : Code::io,
                 "[model] cannot open the folder {}: {}", path.string(), why.message());
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

}  // namespace bitloom

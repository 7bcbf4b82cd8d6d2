#include "cli/temporary.h"

#include <cerrno>
#include <cstdlib>
#include <mutex>
#include <set>

using namespace bitloom;
namespace fs = std::filesystem;

namespace {

struct Registry {
  std::recursive_mutex mutex;  // an exception may end the process while it is held
  std::set<fs::path> paths;
};
Registry& registry() {
  static auto* const all = new Registry;  // never destroyed: the process may end on any thread
  return *all;
}

}  // namespace

Result<TemporaryFolder> TemporaryFolder::create() {
  std::error_code why;
  const fs::path where = fs::temp_directory_path(why);
  if (why) {
    const char* given = std::getenv("TMPDIR");
    return error(Code::io, "[temporary] {} cannot be used for temporary files: {}; set TMPDIR to a folder",
                 given ? given : "/tmp", why.message());
  }
  std::string name = (where / "bitloom-XXXXXX").string();
  const std::scoped_lock lock(registry().mutex);
  if (!mkdtemp(name.data()))
    return error(Code::io, "[temporary] cannot make a folder in {}: {}; set TMPDIR to a folder", where.string(),
                 std::generic_category().message(errno));
  registry().paths.insert(name);
  return TemporaryFolder(name);
}

TemporaryFolder::~TemporaryFolder() {
  if (path_.empty()) return;
  const std::scoped_lock lock(registry().mutex);
  std::error_code why;
  fs::remove_all(path_, why);
  if (why) fs::remove_all(path_, why);  // too many open files for a moment, or a signal
  registry().paths.erase(path_);
}

void remove_temporary_folders() {
  registry().mutex.lock();  // for good: nobody makes another one
  std::error_code ignored;
  for (const fs::path& path : registry().paths) fs::remove_all(path, ignored);
}

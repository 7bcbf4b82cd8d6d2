#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <thread>

#include "formats/file_faults.h"
#include "formats/files.h"
#include "tests/temporary.h"

namespace bitloom {
namespace {

namespace fs = std::filesystem;

std::string said(const Status& s) { return s.ok() ? "" : s.error().message; }
template <class T>
std::string said(const Result<T>& r) {
  return r.ok() ? "" : r.error().message;
}
mode_t mode_of(const fs::path& path) {
  struct stat about{};
  return ::lstat(path.c_str(), &about) == 0 ? about.st_mode & 07777 : 0;
}

TEST(WriteText, AFileIsReplacedWholeAndKeepsItsMode) {
  const TemporaryFolder folder;
  const fs::path file = folder / "report.json";
  EXPECT_EQ(said(write_text(file, "one")), "");
  EXPECT_EQ(get_file(file), "one");
  for (const mode_t mode : {0600, 0640, 0755}) {
    ASSERT_EQ(::chmod(file.c_str(), mode), 0);
    EXPECT_EQ(said(write_text(file, "two")), "");
    EXPECT_EQ(mode_of(file), mode);
  }
  EXPECT_EQ(get_file(file), "two");
  EXPECT_EQ(entries_in(folder.path()), 1u);
}

TEST(WriteText, WhatIsNoPlainFileIsWrittenThrough) {
  const TemporaryFolder folder;
  put_file(folder / "real", "old");
  ASSERT_EQ(::chmod((folder / "real").c_str(), 0600), 0);
  fs::create_symlink("real", folder / "link");
  EXPECT_EQ(said(write_text(folder / "link", "new")), "");
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_EQ(get_file(folder / "real"), "new");
  EXPECT_EQ(mode_of(folder / "real"), 0600u);
  fs::create_symlink("later", folder / "dangling");
  EXPECT_EQ(said(write_text(folder / "dangling", "made")), "");
  EXPECT_EQ(get_file(folder / "later"), "made");

  ASSERT_EQ(::mkfifo((folder / "fifo").c_str(), 0600), 0);
  std::string got;
  std::thread reader([&] { got = get_file(folder / "fifo"); });
  const std::string much(300'000, 'x');  // more than a pipe holds: it takes several writes
  EXPECT_EQ(said(write_text(folder / "fifo", much)), "");
  reader.join();
  EXPECT_EQ(got, much);
  EXPECT_TRUE(fs::is_fifo(folder / "fifo"));

  EXPECT_EQ(said(write_text("/dev/null", "x")), "");
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

TEST(WriteText, WhatCannotBeWrittenIsSaid) {
  const TemporaryFolder folder;
  EXPECT_EQ(said(write_text("/dev/full", "x")), "[file] cannot write /dev/full: No space left on device");
  EXPECT_EQ(said(write_text(folder.path(), "x")),
            format("[file] cannot write {}: it is a folder", folder.path().string()));
  EXPECT_NE(said(write_text(folder / "no" / "where", "x")).find("No such file or directory"), std::string::npos);
  EXPECT_NE(said(write_text(folder / std::string(300, 'x'), "x")).find("File name too long"), std::string::npos);
  EXPECT_NE(said(write_text("/proc/nothing", "x")), "");
  EXPECT_NE(said(write_text("", "x")), "");
  fs::create_symlink("loop", folder / "loop");
  EXPECT_NE(said(write_text(folder / "loop", "x")).find("symbolic links"), std::string::npos);
  EXPECT_EQ(entries_in(folder.path()), 1u);

  put_file(folder / "keep", "old");
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{8000, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  // The first 8000 bytes go, then a short write, then none.
  const std::string problem = said(write_text(folder / "keep", std::string(9000, 'x')));
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  std::signal(SIGXFSZ, handler);
  EXPECT_NE(problem.find("File too large"), std::string::npos) << problem;
  EXPECT_EQ(get_file(folder / "keep"), "old");
  EXPECT_EQ(entries_in(folder.path()), 2u);
}

TEST(NewFile, TwoAtOnceAreToldAndTheDeadAreCleared) {
  const TemporaryFolder folder;
  const fs::path file = folder / "x";
  {
    auto first = NewFile::create(file);
    ASSERT_TRUE(first.ok());
    EXPECT_NE(said(NewFile::create(file)).find("another process is writing it"), std::string::npos);
  }
  EXPECT_EQ(entries_in(folder.path()), 0u);
  put_file(folder / ".x.bitloom-part", "left by a process that was killed");
  EXPECT_EQ(said(write_text(file, "new")), "");
  EXPECT_EQ(get_file(file), "new");
  EXPECT_EQ(entries_in(folder.path()), 1u);
}

TEST(NewFolder, AppearsWholeOrNotAtAll) {
  const TemporaryFolder folder;
  const fs::path out = folder / "a" / "b" / "out";
  {
    EXPECT_EQ(said(NewFolder::create(out, false)), "");
  }
  EXPECT_EQ(entries_in(folder.path()), 0u) << "the folders above it go too";
  {
    auto made = NewFolder::create(out, false);
    ASSERT_TRUE(made.ok());
    put_file(made->part() / "x", "1");
    EXPECT_FALSE(fs::exists(out));
    EXPECT_EQ(said(made->commit()), "");
  }
  EXPECT_EQ(get_file(out / "x"), "1");
  EXPECT_EQ(entries_in(out.parent_path()), 1u);
}

TEST(NewFolder, AFolderThatIsNoLongerEmptyStays) {
  const TemporaryFolder folder;
  const fs::path out = folder / "out";
  for (const bool there : {false, true}) {
    fs::remove_all(out);
    if (there) fs::create_directory(out);
    auto made = NewFolder::create(out, false);
    ASSERT_TRUE(made.ok());
    put_file(made->part() / "x", "1");
    fs::create_directory(out);
    put_file(out / "mine", "x");
    EXPECT_NE(said(made->commit()).find("is no longer empty"), std::string::npos);
    EXPECT_EQ(get_file(out / "mine"), "x");
    EXPECT_EQ(entries_in(out), 1u);
  }
  EXPECT_EQ(entries_in(folder.path()), 1u);
  auto made = NewFolder::create(folder / "new", false);
  put_file(folder / "new", "a file");
  EXPECT_NE(said(made->commit()).find("Not a directory"), std::string::npos);
  EXPECT_EQ(get_file(folder / "new"), "a file");
}

TEST(NewFolder, ReplacesWhenAsked) {
  const TemporaryFolder folder;
  const fs::path out = folder / "out";
  fs::create_directory(out);
  ASSERT_EQ(::chmod(out.c_str(), 0700), 0);
  put_file(out / "old", "x");
  EXPECT_NE(said(NewFolder::create(out, false)).find("exists and is not empty"), std::string::npos);
  fs::create_directory_symlink("out", folder / "link");
  for (const fs::path& path : {out, folder / "link", folder / "out" / ""}) {
    auto made = NewFolder::create(path, true);
    ASSERT_TRUE(made.ok());
    put_file(made->part() / "new", path.string());
    EXPECT_EQ(said(made->commit()), "");
    EXPECT_EQ(get_file(out / "new"), path.string());
    EXPECT_EQ(entries_in(out), 1u);
    EXPECT_EQ(mode_of(out), 0700u);
  }
  EXPECT_TRUE(fs::is_symlink(folder / "link"));
  EXPECT_EQ(entries_in(folder.path()), 2u);
  fs::create_directory_symlink("nowhere", folder / "dangling");
  EXPECT_NE(said(NewFolder::create(folder / "dangling", true)), "");
  EXPECT_NE(said(NewFolder::create("", true)), "");
}

TEST(NewFolder, ASecondWriterIsTold) {
  const TemporaryFolder folder;
  auto first = NewFolder::create(folder / "out", false);
  ASSERT_TRUE(first.ok());
  for (const bool replace : {false, true})
    EXPECT_NE(said(NewFolder::create(folder / "out", replace)).find("another process is writing it"),
              std::string::npos);
  put_file(first->part() / "x", "1");
  EXPECT_EQ(said(first->commit()), "");
  EXPECT_EQ(get_file(folder / "out" / "x"), "1");
}

TEST(NewFolder, WhatAKilledWriterLeftIsCleared) {
  const TemporaryFolder folder;
  int ready[2];
  ASSERT_EQ(::pipe(ready), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    auto made = NewFolder::create(folder / "out", false);
    if (made.ok()) put_file(made->part() / "half", "x");
    (void)!::write(ready[1], "x", 1);
    for (;;) ::pause();
  }
  char byte = 0;
  ASSERT_EQ(::read(ready[0], &byte, 1), 1);
  ::close(ready[0]), ::close(ready[1]);
  EXPECT_NE(said(NewFolder::create(folder / "out", false)).find("another process is writing it"), std::string::npos);
  ::kill(child, SIGKILL);
  ::waitpid(child, nullptr, 0);
  EXPECT_EQ(entries_in(folder.path()), 1u) << "what it left";
  {
    auto made = NewFolder::create(folder / "out", false);
    ASSERT_TRUE(made.ok()) << made.error().message;
    EXPECT_EQ(entries_in(made->part()), 0u);
  }
  EXPECT_EQ(entries_in(folder.path()), 0u);
}

TEST(OpenBytes, TakesPlainFilesOnly) {
  const TemporaryFolder folder;
  ASSERT_EQ(::mkfifo((folder / "fifo").c_str(), 0600), 0);
  EXPECT_EQ(said(open_bytes(folder / "fifo")),
            format("[file] {} is not a plain file; a file is needed", (folder / "fifo").string()));
  EXPECT_EQ(said(open_bytes(folder.path())), format("[file] {} is a folder; a file is needed", folder.path().string()));
  EXPECT_NE(said(open_bytes("/dev/zero")), "");
  EXPECT_EQ(open_bytes(folder / "none").error().code, Code::not_found);
}

TEST(FileFaultsDeathTest, AFileThatBecomesShorterIsNamed) {
  const TemporaryFolder folder;
  const auto touch = [&] {
    const fs::path file = folder / "model.\033safetensors";
    put_file(file, std::string(100'000, 'x'));
    const auto bytes = open_bytes(file);
    const auto all = (*bytes)->in_place();
    report_file_faults();
    fs::resize_file(file, 10);
    std::_Exit(all.bytes.get()[90'000] == std::byte{'x'} ? 3 : 4);
  };
  EXPECT_EXIT(touch(), testing::ExitedWithCode(1), "model\\.\\?safetensors became shorter while in use");
  const auto other = [] {
    std::signal(SIGBUS, SIG_DFL);  // not a sanitizer's
    report_file_faults();
    ::raise(SIGBUS);  // no address of ours
    ::raise(SIGBUS);
  };
  EXPECT_EXIT(other(), testing::KilledBySignal(SIGBUS), "") << "which is what happens without us";
}

}  // namespace
}  // namespace bitloom

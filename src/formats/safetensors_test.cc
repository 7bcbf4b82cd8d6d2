#include "formats/safetensors.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <cstring>

#include "base/json.h"
#include "formats/files.h"
#include "formats/safetensors_writer.h"
#include "ops/check.h"
#include "tests/support.h"
#include "tests/temporary.h"

namespace bitloom {
namespace {

// Bytes as the format's description has them: length, header, data.
std::string file_of(const std::string& header, const std::string& data) {
  std::string out;
  for (int i = 0; i < 8; ++i) out += static_cast<char>(header.size() >> (8 * i) & 0xff);
  return out + header + data;
}
Result<Safetensors> opened(const std::string& file) {
  const auto bytes = std::as_bytes(std::span(file));
  return Safetensors::open(memory_bytes("f", {bytes.begin(), bytes.end()}));
}
std::string said(const std::string& file) {
  const auto got = opened(file);
  return got.ok() ? "read" : got.error().message;
}
// A header with one tensor `t` of these properties, before 16 bytes.
std::string one(const std::string& properties) {
  return said(file_of("{\"t\":{" + properties + "}}", std::string(16, 'x')));
}

// By hand, as PyTorch users get it: {"w": [[1, -2], [0.5, 3]] f32, "h": [1, 65504] f16, "b": bf16 1.5, "n": i64}.
TEST(Safetensors, ReadsWhatOthersWrite) {
  const std::string header =
      R"({"__metadata__":{"format":"pt"},"n":{"dtype":"I64","shape":[1],"data_offsets":[0,8]},)"
      R"("w":{"dtype":"F32","shape":[2,2],"data_offsets":[8,24]},"h":{"dtype":"F16","shape":[2],)"
      R"("data_offsets":[24,28]},"b":{"dtype":"BF16","shape":[],"data_offsets":[28,30]}}    )";
  const unsigned char data[] = {7, 0,    0,    0,    0,    0,   0, 0,                                      // 7
                                0, 0,    0x80, 0x3f, 0,    0,   0, 0xc0, 0, 0, 0, 0x3f, 0, 0, 0x40, 0x40,  // 1 -2 0.5 3
                                0, 0x3c, 0xff, 0x7b, 0xc0, 0x3f};  // 1 65504, 1.5
  const auto file = opened(file_of(header, std::string(reinterpret_cast<const char*>(data), sizeof data)));
  ASSERT_TRUE(file.ok()) << file.error().message;
  EXPECT_EQ(file->metadata(), (Metadata{{"format", "pt"}}));
  ASSERT_EQ(file->tensors().size(), 4u);
  EXPECT_EQ(*file->read_floats(*file->find("w")), (std::vector<float>{1, -2, 0.5, 3}));
  EXPECT_EQ(*file->read_floats(*file->find("h")), (std::vector<float>{1, 65504}));
  EXPECT_EQ(*file->read_floats(*file->find("b")), (std::vector<float>{1.5}));
  EXPECT_EQ(file->find("w")->shape, (std::vector<int64_t>{2, 2}));
  std::vector<float> last(1);
  ASSERT_TRUE(file->read_floats(*file->find("w"), 3, last).ok());
  EXPECT_EQ(last[0], 3);
  EXPECT_FALSE(file->read_floats(*file->find("w"), 4, last).ok());
  EXPECT_EQ(file->read_floats(*file->find("n")).error().message,
            "[safetensors] f: tensor \"n\" is I64: F32, F16 and BF16 are read as numbers");
  EXPECT_EQ(file->find("x"), nullptr);
}

TEST(Safetensors, RefusesHeadersThatLie) {
  const std::string f32 = R"("dtype":"F32","shape":[2,2],"data_offsets":[0,16])";
  EXPECT_EQ(one(f32), "read");
  EXPECT_EQ(said("abc"), "[safetensors] f: 3 bytes are too few for a header");
  EXPECT_EQ(said(std::string("\x10\0\0\0\0\0\0\0{}", 10)),
            "[safetensors] f: cut off: the header says it has 16 bytes, 2 follow");
  EXPECT_EQ(said(std::string(8, '\xff')),
            "[safetensors] f: a header of 18446744073709551615 bytes; at most 100000000 are taken. Is this a "
            "safetensors file?");
  EXPECT_EQ(said(file_of("", "")), "[safetensors] f: the header does not start with {");
  EXPECT_EQ(said(file_of("[1]", "")), "[safetensors] f: the header does not start with {");
  EXPECT_EQ(said(file_of("{\"t\":", "")), "[safetensors] f: the header: line 1, byte 6: the text ends");
  EXPECT_EQ(said(file_of("{\"\xff\":1}", "")),
            "[safetensors] f: the header: line 1, byte 3: a string that is not UTF-8");
  EXPECT_EQ(said(file_of("{\"t\":" + std::string(100, '['), "")),
            "[safetensors] f: the header: line 1, byte 69: nested deeper than 64");
  EXPECT_EQ(said(file_of("{\"t\":{" + f32 + "},\"t\":{" + f32 + "}}", std::string(16, 'x'))),
            "[safetensors] f: the header: line 1, byte 114: the key \"t\" comes twice in the object that ends here");
  EXPECT_EQ(said(file_of("{\"t\":3}", "")), "[safetensors] f: tensor \"t\": its entry is a number");
  EXPECT_EQ(said(file_of("{\"__metadata__\":{\"a\":1}}", "")),
            "[safetensors] f: __metadata__ is not a list of texts by name");
  EXPECT_EQ(one(R"("dtype":"F32","shape":[2,2])"),
            "[safetensors] f: tensor \"t\": its entry lacks dtype, shape or data_offsets");
  EXPECT_EQ(one(R"("dtype":"F33","shape":[2,2],"data_offsets":[0,16])"),
            "[safetensors] f: tensor \"t\": there is no type \"F33\"");
  EXPECT_EQ(one(R"("dtype":"F32","shape":[2,2],"data_offsets":[0,20])"),
            "[safetensors] f: tensor \"t\": its bytes end at 20, the data at 16");
  EXPECT_EQ(one(R"("dtype":"F32","shape":[2,2],"data_offsets":[16,0])"),
            "[safetensors] f: tensor \"t\": its bytes end at 0, before they start at 16");
  EXPECT_EQ(one(R"("dtype":"F32","shape":[2,3],"data_offsets":[0,16])"),
            "[safetensors] f: tensor \"t\": F32 [2, 3] takes 24 bytes, its range 0 to 16 has 16");
  EXPECT_EQ(one(R"("dtype":"F32","shape":[4294967296,4294967296],"data_offsets":[0,16])"),
            "[safetensors] f: tensor \"t\": the shape [4294967296, 4294967296] is too large to be one");
  for (const char* n : {"-1", "1.5", "1e2", "\"2\"", "99999999999999999999", "null"}) {
    EXPECT_NE(one(format(R"("dtype":"F32","shape":[{}],"data_offsets":[0,16])", n)), "read") << n;
    EXPECT_NE(one(format(R"("dtype":"F32","shape":[4],"data_offsets":[{},16])", n)), "read") << n;
    EXPECT_NE(one(format(R"("dtype":"F32","shape":[4],"data_offsets":[0,{}])", n)), "read") << n;
  }
  EXPECT_EQ(one(R"("dtype":"F32","shape":[4],"data_offsets":[0,16],"more":1)"),
            "[safetensors] f: tensor \"t\": its entry has a key \"more\"");
  EXPECT_EQ(one(R"("dtype":"F32","shape":[3],"data_offsets":[0,12])"),
            "[safetensors] f: the last 4 bytes belong to no tensor");
  const auto two = [](const std::string& a, const std::string& b) {
    return said(file_of(format(R"({"a":{"dtype":"U8","shape":[8],"data_offsets":{}},)"
                               R"("b":{"dtype":"U8","shape":[8],"data_offsets":{}}})",
                               a, b),
                        std::string(16, 'x')));
  };
  EXPECT_EQ(two("[0,8]", "[8,16]"), "read");
  EXPECT_EQ(two("[8,16]", "[0,8]"), "read");
  EXPECT_EQ(two("[0,8]", "[4,12]"), "[safetensors] f: tensor \"b\": its bytes start at 4, inside those of \"a\"");
  EXPECT_EQ(two("[0,8]", "[0,8]"), "[safetensors] f: tensor \"b\": its bytes start at 0, inside those of \"a\"");
}

// A good file cut anywhere, or with any byte changed, is read or refused; cut, it is never read.
TEST(Safetensors, NoCutIsTaken) {
  const std::string whole =
      file_of(R"({"t":{"dtype":"F32","shape":[2,2],"data_offsets":[0,16]}})", std::string(16, 'x'));
  for (size_t n = 0; n < whole.size(); ++n) EXPECT_NE(said(whole.substr(0, n)), "read") << n;
  EXPECT_NE(said(whole + "x"), "read");
  for (size_t i = 0; i < whole.size(); ++i)
    for (int bit = 0; bit < 8; ++bit) {
      std::string other = whole;
      other[i] = static_cast<char>(other[i] ^ 1 << bit);
      (void)said(other);
    }
}

NewTensor floats(std::string name, std::vector<int64_t> shape) {
  return {std::move(name), stored_type(DType::f32), std::move(shape)};
}

TEST(SafetensorsWriter, FilesAreByTheBook) {
  const TemporaryFolder folder;
  const NewTensor tensors[] = {{"odd\n\"\xc3\xa9", stored_type(DType::u8), {3}}, floats("w", {2, 2})};
  auto out = SafetensorsWriter::create(folder / "x.safetensors", tensors, {{"who", "us"}}, 32);
  ASSERT_TRUE(out.ok()) << out.error().message;
  const std::vector<float> w{1, 2, 3, 4};
  const auto bytes = std::as_bytes(std::span(w));
  EXPECT_TRUE(out->write("odd\n\"\xc3\xa9", 0, std::as_bytes(std::span("abc", 3))).ok());
  EXPECT_TRUE(out->write("w", 0, bytes.first(5)).ok());
  EXPECT_FALSE(std::filesystem::exists(folder / "x.safetensors")) << "not before it is whole";
  EXPECT_FALSE(out->write("w", 0, bytes.first(5)).ok()) << "twice";
  EXPECT_FALSE(out->write("w", 5, bytes).ok()) << "too many";
  EXPECT_FALSE(out->write("v", 0, bytes).ok());
  EXPECT_TRUE(out->write("w", 5, bytes.subspan(5)).ok());
  out->set("who", "us and them");
  ASSERT_TRUE(out->finish().ok());
  const std::string file = get_file(folder / "x.safetensors");
  // By hand: wide elements first, so that they are aligned; the header padded with spaces to whole eights.
  uint64_t length = 0;
  std::memcpy(&length, file.data(), 8);
  EXPECT_EQ(length % 8, 0u);
  ASSERT_EQ(file.size(), 8 + length + 19);
  const auto json = Json::parse(file.substr(8, length));
  ASSERT_TRUE(json.ok()) << json.error().message;
  EXPECT_EQ(json->root().find("__metadata__")->find("who")->string(), "us and them");
  const auto range = json->root().find("odd\n\"\xc3\xa9")->find("data_offsets")->elements();
  EXPECT_EQ((*range.begin()).integer(), 16);
  EXPECT_EQ(file.substr(8 + length + 16), "abc");
  EXPECT_EQ(std::memcmp(file.data() + 8 + length, w.data(), 16), 0);
  EXPECT_EQ(said(file), "read");
  EXPECT_EQ(entries_in(folder.path()), 1u);
}

TEST(SafetensorsWriter, RandomFilesComeBack) {
  Random random(fresh_seed());
  const TemporaryFolder folder;
  for (int round = 0; round < 50; ++round) {
    std::vector<NewTensor> tensors;
    std::map<std::string, std::string> bytes;
    for (uint64_t n = random.below(6); n > 0; --n) {
      const auto types = all_stored_types();
      NewTensor t{"t" + std::to_string(n), types[random.below(types.size())], {}};
      size_t size = t.type.bytes;
      for (uint64_t axes = random.below(5); axes > 0; --axes) {
        t.shape.push_back(static_cast<int64_t>(random.below(4)));
        size *= static_cast<size_t>(t.shape.back());
      }
      for (size_t i = 0; i < size; ++i) bytes[t.name] += static_cast<char>(random.next());
      tensors.push_back(std::move(t));
    }
    const auto path = folder / "r.safetensors";
    auto out = SafetensorsWriter::create(path, tensors, {});
    for (const NewTensor& t : tensors) ASSERT_TRUE(out->write(t.name, 0, std::as_bytes(std::span(bytes[t.name]))).ok());
    ASSERT_TRUE(out->finish().ok());
    const auto file = Safetensors::open(*open_bytes(path));
    ASSERT_TRUE(file.ok()) << file.error().message;
    ASSERT_EQ(file->tensors().size(), tensors.size());
    for (const NewTensor& t : tensors) {
      const StoredTensor* back = file->find(t.name);
      ASSERT_NE(back, nullptr);
      EXPECT_EQ(back->shape, t.shape);
      EXPECT_EQ(back->type, t.type);
      EXPECT_EQ((back->begin + file->header_bytes()) % t.type.bytes, 0u) << "aligned";
      std::string got(back->bytes(), '\0');
      ASSERT_TRUE(file->read(*back, 0, std::as_writable_bytes(std::span(got))).ok());
      EXPECT_EQ(got, bytes[t.name]);
    }
  }
}

TEST(SafetensorsWriter, NothingHalfIsLeft) {
  const TemporaryFolder folder;
  const auto path = folder / "x.safetensors";
  const NewTensor tensors[] = {floats("w", {2, 2})}, twice[] = {floats("w", {1}), floats("w", {1})};
  {
    auto out = SafetensorsWriter::create(path, tensors, {});
    ASSERT_TRUE(out->write("w", 0, std::as_bytes(std::span("1234", 4))).ok());
    EXPECT_EQ(out->finish().error().message,
              format("[safetensors] {}: tensor \"w\": only 4 of 16 bytes came", path.string()));
  }
  EXPECT_EQ(entries_in(folder.path()), 0u);
  {
    auto dropped = SafetensorsWriter::create(path, tensors, {});
  }
  EXPECT_EQ(entries_in(folder.path()), 0u);
  EXPECT_EQ(SafetensorsWriter::create(path, twice, {}).error().message,
            format("[safetensors] {}: tensor \"w\": two have this name", path.string()));
  put_file(folder / "file", "x");
  EXPECT_EQ(SafetensorsWriter::create(folder / "file" / "x.safetensors", tensors, {}).error().message,
            format("[file] cannot write {}: Not a directory", (folder / "file" / "x.safetensors").string()));
  EXPECT_EQ(SafetensorsWriter::create(folder / "none" / "x.safetensors", tensors, {}).error().code, Code::not_found);
  EXPECT_EQ(entries_in(folder.path()), 1u);
}

// A limit on the size of files stands for a disk that is full: writing fails in the middle.
TEST(SafetensorsWriter, AFullDiskIsAnError) {
  const TemporaryFolder folder;
  const auto path = folder / "x.safetensors";
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{4096, before.rlim_max};
  std::string message;
  {
    const NewTensor tensors[] = {floats("w", {4096})};
    auto out = SafetensorsWriter::create(path, tensors, {});
    const std::vector<float> w(4096);
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
    const Status wrote = out->write("w", 0, std::as_bytes(std::span(w)));
    ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &before), 0);
    std::signal(SIGXFSZ, handler);
    ASSERT_FALSE(wrote.ok());
    EXPECT_EQ(wrote.error().code, Code::io);
    EXPECT_EQ(wrote.error().message, format("[file] cannot write {}: File too large", path.string()));
    EXPECT_FALSE(out->finish().ok());
  }
  EXPECT_EQ(entries_in(folder.path()), 0u);
}

// A file's bytes are used where they are mapped, as long as enough may be read after them.
TEST(Safetensors, AreReadInPlace) {
  const TemporaryFolder folder;
  const NewTensor tensors[] = {floats("a", {3}), floats("b", {5000})};
  const std::vector<float> a{1, 2, 3}, b(5000, 4);
  auto out = SafetensorsWriter::create(folder / "x.safetensors", tensors, {});
  ASSERT_TRUE(out->write("a", 0, std::as_bytes(std::span(a))).ok() &&
              out->write("b", 0, std::as_bytes(std::span(b))).ok());
  ASSERT_TRUE(out->finish().ok());
  std::shared_ptr<const std::byte> kept;
  {
    const auto file = Safetensors::open(*open_bytes(folder / "x.safetensors"));
    kept = file->in_place(*file->find("a"), 128);
    EXPECT_EQ(file->in_place(*file->find("b"), 1 << 20), nullptr) << "so much does not follow it";
    const auto second = file->in_place(*file->find("b"), 0);
    ASSERT_NE(second, nullptr);
    EXPECT_EQ(second.get() - kept.get(), 12) << "both are of one mapping";
    EXPECT_EQ(std::memcmp(second.get(), b.data(), 20000), 0);
  }
  ASSERT_NE(kept, nullptr);
  EXPECT_EQ(std::memcmp(kept.get(), a.data(), 12), 0) << "it outlives the file";
  // Memory without spare bytes: what is at its end is not used in place.
  std::string whole = get_file(folder / "x.safetensors");
  const auto* bytes = reinterpret_cast<const std::byte*>(whole.data());
  const auto memory = Safetensors::open(memory_bytes("x", std::vector<std::byte>(bytes, bytes + whole.size())));
  EXPECT_NE(memory->in_place(*memory->find("a"), 128), nullptr);
  EXPECT_EQ(memory->in_place(*memory->find("b"), 128), nullptr);
}

void put_tensor(const std::filesystem::path& path, const std::string& name, float value) {
  const NewTensor tensors[] = {floats(name, {1})};
  auto out = SafetensorsWriter::create(path, tensors, {});
  ASSERT_TRUE(out->write(name, 0, std::as_bytes(std::span(&value, 1))).ok());
  ASSERT_TRUE(out->finish().ok());
}

TEST(Shards, AreFoundAndMustAgreeWithTheirIndex) {
  const TemporaryFolder folder;
  const auto said = [&] {
    const auto model = open_shards(folder.path());
    return model.ok() ? std::string("read") : model.error().message;
  };
  EXPECT_EQ(said(), format("[model] there is no *.safetensors in {}", folder.path().string()));
  EXPECT_EQ(open_shards(folder / "none").error().code, Code::not_found);
  put_tensor(folder / "a-1.safetensors", "x", 1), put_tensor(folder / "a-2.safetensors", "y", 2);
  auto model = open_shards(folder.path());
  ASSERT_TRUE(model.ok()) << model.error().message;
  EXPECT_EQ(model->files().size(), 2u);
  const auto y = model->find("y");
  ASSERT_TRUE(y.has_value());
  EXPECT_EQ((*y->file->read_floats(*y->tensor))[0], 2);
  EXPECT_FALSE(model->find("z").has_value());

  const auto index = folder / "a.safetensors.index.json";
  const std::string name = format("[model] {}", index.string());
  put_file(index, R"({"weight_map":{"x":"a-1.safetensors"}})");
  EXPECT_EQ(open_shards(folder.path())->files().size(), 1u) << "only what the index lists";
  put_file(index, R"({"weight_map":{"x":"a-2.safetensors"}})");
  EXPECT_EQ(said(), name + ": tensor \"x\" is not in a-2.safetensors");
  for (const char* elsewhere : {"\"../a-1.safetensors\"", "\"/etc/passwd\"", "\"\"", "\"..\"", "3"}) {
    put_file(index, format(R"({"weight_map":{"x":{}}})", elsewhere));
    EXPECT_NE(said().find("which is not a file's name"), std::string::npos) << elsewhere;
  }
  put_file(index, "{}");
  EXPECT_EQ(said(), name + ": there is no weight_map of tensors and files");
  put_file(index, R"({"weight_map":{"x":"gone.safetensors"}})");
  EXPECT_EQ(said(), name + ": tensor \"x\" is in \"gone.safetensors\", which is not there");
  std::filesystem::remove(index);
  put_tensor(folder / "b.safetensors", "x", 1);
  EXPECT_NE(said().find("tensor \"x\" is both in"), std::string::npos);
  put_tensor(folder / "model.safetensors", "m", 1);
  EXPECT_EQ(open_shards(folder.path())->files().size(), 1u) << "model.safetensors is the model";
}

}  // namespace
}  // namespace bitloom

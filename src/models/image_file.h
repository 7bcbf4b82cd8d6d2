// What a PNG or JPEG declares: its size, and what it takes to decode it. Found by walking through the file's parts, so
// that nothing is decoded or allocated for a file that is too large, damaged or of another kind.
#pragma once

#include <span>

#include "bitloom/result.h"

namespace bitloom {

struct PictureFile {
  enum class Kind : uint8_t { png, jpeg } kind = Kind::png;
  int64_t width = 0, height = 0, channels = 0;
  int64_t memory = 0;  // bytes that decoding it to RGB takes, without the file
};
constexpr std::string_view name(PictureFile::Kind kind) { return kind == PictureFile::Kind::png ? "PNG" : "JPEG"; }

// Errors say that the file is empty, of a kind that is not supported, damaged, or has more pixels than `most`.
Result<PictureFile> examine_picture(std::span<const std::byte> file, int64_t most);

}  // namespace bitloom

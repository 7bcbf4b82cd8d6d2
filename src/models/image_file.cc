#include "models/image_file.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "base/json_text.h"
#include "base/try.h"

namespace bitloom {
namespace {

using Bytes = std::span<const std::byte>;

template <class... Args>
Error damaged(PictureFile::Kind kind, std::string_view pattern, const Args&... args) {
  return error(Code::invalid_argument, "[image] the picture is damaged: {}: {}", name(kind), format(pattern, args...));
}
template <class... Args>
Error unsupported(std::string_view pattern, const Args&... args) {
  return error(Code::unsupported, "[image] the picture is not supported: {}", format(pattern, args...));
}
Status check_size(int64_t width, int64_t height, int64_t most) {
  constexpr int64_t longest_side = 1 << 16;
  if (std::max(width, height) > longest_side || width * height > most)
    return error(Code::limit,
                 "[image] the picture is too large: {} x {} pixels; at most {} pixels are allowed, and {} on a side",
                 width, height, most, longest_side);
  if (width > 0 && height > 0) return {};
  return error(Code::invalid_argument, "[image] the picture is empty: {} x {} pixels; both must be at least 1", width,
               height);
}

std::string_view text_of(Bytes file, size_t at, size_t size) {
  if (at >= file.size()) return {};
  return {reinterpret_cast<const char*>(file.data()) + at, std::min(size, file.size() - at)};
}
// Zeroes after the end, as stb_image reads them.
size_t byte_of(Bytes file, size_t at) { return at < file.size() ? std::to_integer<size_t>(file[at]) : 0; }
size_t number_of(Bytes file, size_t at, size_t bytes) {
  size_t n = 0;
  for (size_t i = 0; i < bytes; ++i) n = n << 8 | byte_of(file, at + i);
  return n;
}

constexpr std::string_view png_start = "\x89PNG\r\n\x1a\n";

// Bytes of the rows of a PNG, each with the number of its filter.
int64_t png_rows(int64_t width, int64_t height, int64_t bits) { return height * (1 + (width * bits + 7) / 8); }
int64_t png_size(int64_t width, int64_t height, int64_t bits, bool interlaced) {
  if (!interlaced) return png_rows(width, height, bits);
  struct Pass {
    int64_t x, y, across, down;
  };
  constexpr Pass passes[] = {{0, 0, 8, 8}, {4, 0, 8, 8}, {0, 4, 4, 8}, {2, 0, 4, 4},
                             {0, 2, 2, 4}, {1, 0, 2, 2}, {0, 1, 1, 2}};
  int64_t size = 0;
  for (const Pass& p : passes) {
    const int64_t w = (width - p.x + p.across - 1) / p.across, h = (height - p.y + p.down - 1) / p.down;
    if (w > 0 && h > 0) size += png_rows(w, h, bits);
  }
  return size;
}

Result<PictureFile> examine_png(Bytes file, int64_t most) {
  using Kind = PictureFile::Kind;
  PictureFile out;
  int64_t depth = 0, raw = 0, packed = 0;
  bool palette = false, ended = false;
  for (size_t at = png_start.size(); at + 8 <= file.size() && !ended;) {
    const size_t size = number_of(file, at, 4), body = at + 8;
    const std::string_view type = text_of(file, at + 4, 4);
    if (type == "IHDR" && out.channels == 0 && size == 13 && body + size <= file.size()) {
      out.width = static_cast<int64_t>(number_of(file, body, 4));
      out.height = static_cast<int64_t>(number_of(file, body + 4, 4));
      depth = static_cast<int64_t>(byte_of(file, body + 8));
      const size_t colour = byte_of(file, body + 9);
      palette = colour == 3;
      constexpr std::array<int64_t, 7> channels = {1, 0, 3, 1, 2, 0, 4};
      out.channels = colour < channels.size() ? channels[colour] : 0;
      if (out.channels == 0) return damaged(Kind::png, "its colour type is {}; 0, 2, 3, 4 and 6 are valid", colour);
      const bool valid =
          depth == 8 || (depth == 16 && !palette) || (out.channels == 1 && (depth == 1 || depth == 2 || depth == 4));
      if (!valid)
        return damaged(Kind::png, "its bit depth is {}, which is not valid for colour type {}", depth, colour);
      for (const size_t i : {10u, 11u, 12u})
        if (const size_t method = byte_of(file, body + i); method > (i == 12 ? 1u : 0u))
          return unsupported("a PNG with the {} method {}; supported are 0{}",
                             i == 10   ? "compression"
                             : i == 11 ? "filter"
                                       : "interlace",
                             method, i == 12 ? " and 1" : "");
      (void)TRY(check_size(out.width, out.height, most));
      raw = png_size(out.width, out.height, depth * out.channels, byte_of(file, body + 12) == 1);
    } else if (out.channels == 0 && type != "CgBI") {
      return damaged(Kind::png, "it starts with {} bytes of {}; 13 bytes of IHDR are needed", size, quote(type));
    }
    if (size > file.size() - body)
      return damaged(Kind::png, "it is cut off: {} has {} bytes, of which {} are there", quote(type), size,
                     file.size() - body);
    if (type == "IDAT") packed += static_cast<int64_t>(size);
    ended = type == "IEND";
    at = body + size + 4;
  }
  if (!ended) return damaged(Kind::png, "it is cut off: after {} bytes there is no IEND", file.size());
  // Deflate makes at most 1032 bytes of one, and one byte of little more than one.
  constexpr int64_t most_unpacked = 1032, packed_at_least = 65536;
  if (raw > most_unpacked * packed + most_unpacked)
    return damaged(Kind::png, "{} bytes of data are too few for {} x {} pixels", packed, out.width, out.height);
  if (packed > 2 * raw + packed_at_least)
    return damaged(Kind::png, "{} bytes of data are too many for {} x {} pixels, which have {} bytes", packed,
                   out.width, out.height, raw);
  // What stb_image holds at once: rows and pixels; pixels and RGB; RGB of 16 bits and of 8.
  const int64_t pixels = out.width * out.height, bytes = depth == 16 ? 2 : 1, channels = palette ? 4 : out.channels;
  out.memory = std::max(2 * packed + raw, raw + pixels * out.channels * bytes);
  out.memory = std::max(out.memory, pixels * (channels * bytes + 3 * bytes));
  out.channels = palette ? 3 : out.channels;
  return out;
}

// The frame of a JPEG: its size, and blocks of 8 x 8 values.
struct Frame {
  int64_t blocks = 0;  // of the component that has most, as few as they can be
  int64_t memory = 0;
};

Result<Frame> read_frame(Bytes file, size_t at, size_t length, bool progressive, int64_t most, PictureFile& out) {
  using Kind = PictureFile::Kind;
  if (const size_t bits = byte_of(file, at + 2); bits != 8)
    return unsupported("a JPEG of {} bits; supported are those of 8 bits", bits);
  out.height = static_cast<int64_t>(number_of(file, at + 3, 2));
  out.width = static_cast<int64_t>(number_of(file, at + 5, 2));
  out.channels = static_cast<int64_t>(byte_of(file, at + 7));
  (void)TRY(check_size(out.width, out.height, most));
  if (out.channels != 1 && out.channels != 3 && out.channels != 4)
    return unsupported("a JPEG of {} components; supported are 1, 3 and 4", out.channels);
  if (length != 8 + 3 * static_cast<size_t>(out.channels))
    return damaged(Kind::jpeg, "its frame header of {} components has {} bytes", out.channels, length);
  int64_t across = 1, down = 1;
  std::array<std::pair<int64_t, int64_t>, 4> parts{};
  const auto count = static_cast<size_t>(out.channels);
  for (size_t i = 0; i < count; ++i) {
    const auto factors = static_cast<int64_t>(byte_of(file, at + 9 + 3 * i));
    parts[i] = {factors >> 4, factors & 15};
    if (std::min(parts[i].first, parts[i].second) < 1 || std::max(parts[i].first, parts[i].second) > 4)
      return damaged(Kind::jpeg, "component {} has the sampling factors {} x {}; 1 to 4 are valid", i, parts[i].first,
                     parts[i].second);
    across = std::max(across, parts[i].first), down = std::max(down, parts[i].second);
  }
  Frame frame;
  const auto share = [](int64_t n, int64_t by) { return (n + by - 1) / by; };
  const int64_t units = share(out.width, 8 * across) * share(out.height, 8 * down);
  for (size_t i = 0; i < count; ++i) {
    const auto [h, v] = parts[i];
    frame.blocks =
        std::max(frame.blocks, share(share(out.width * h, across), 8) * share(share(out.height * v, down), 8));
    frame.memory += units * h * v * 64 * (progressive ? 3 : 1);
  }
  frame.memory += 3 * out.width * out.height;
  return frame;
}

// Walks through the segments as stb_image does, up to the first that it refuses itself.
Result<PictureFile> examine_jpeg(Bytes file, size_t at, int64_t most) {
  using Kind = PictureFile::Kind;
  // A coefficient has at most 14 bits, each of which a scan of its own may bring. Real files have some ten scans.
  constexpr int64_t most_scans = 100, most_passes = 14;
  PictureFile out{.kind = Kind::jpeg};
  Frame frame;
  int64_t scans = 0, coded = 0, coefficients = 0;
  bool progressive = false;
  while (at < file.size()) {
    while (at < file.size() && byte_of(file, at) != 0xff) ++at;
    while (byte_of(file, at) == 0xff) ++at;
    const size_t marker = byte_of(file, at++), length = number_of(file, at, 2), end = at + length;
    const bool bare = marker < 0xc0 || (marker >= 0xd0 && marker <= 0xd9);
    if (bare || length < 2) break;
    // Others of C0 to CF than baseline, extended and progressive, without DHT, JPG and DAC.
    if (marker >= 0xc3 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc)
      return unsupported("a JPEG that is {}; supported are baseline and progressive JPEGs with Huffman codes",
                         marker >= 0xc9   ? "coded arithmetically"
                         : marker == 0xc3 ? "lossless"
                                          : "hierarchical");
    if (marker >= 0xc0 && marker <= 0xc2 && out.channels == 0) {
      progressive = marker == 0xc2;
      frame = TRY(read_frame(file, at, length, progressive, most, out));
    }
    if (marker == 0xc4)  // stb_image (2.27) trusts tables to have 256 entries at most
      for (size_t table = at + 2; table < end;) {
        size_t entries = 0;
        for (size_t i = 1; i <= 16; ++i) entries += byte_of(file, table + i);
        if (entries > 256) return damaged(Kind::jpeg, "a Huffman table has {} codes; at most 256 are valid", entries);
        table += 17 + entries;
      }
    at = end;
    if (marker != 0xda) continue;
    const size_t header = end - length, parts = std::min<size_t>(byte_of(file, header + 2), 4);
    const size_t first = byte_of(file, header + 3 + 2 * parts), last = byte_of(file, header + 4 + 2 * parts);
    const bool some = progressive && last >= first && last < 64;
    coefficients += static_cast<int64_t>(parts * (some ? last - first + 1 : 64));
    if (++scans > most_scans)
      return error(Code::limit, "[image] the picture is too large: a JPEG of more than {} scans", most_scans);
    if (out.channels > 0 && coefficients > most_passes * 64 * out.channels)
      return error(Code::limit, "[image] the picture is too large: the scans of a JPEG go over it more than {} times",
                   most_passes);
    // Codes: a 255 among them is followed by 0, or it starts a restart or the next segment.
    const size_t begin = at;
    while (at < file.size()) {
      const void* found = std::memchr(file.data() + at, 0xff, file.size() - at);
      at = found ? static_cast<size_t>(static_cast<const std::byte*>(found) - file.data()) : file.size();
      const size_t next = byte_of(file, at + 1);
      if (next != 0 && next != 0xff && (next & 0xf8) != 0xd0) break;
      if (at < file.size()) ++at;
    }
    coded += static_cast<int64_t>(at - std::min(begin, at));
  }
  if (out.channels == 0) return damaged(Kind::jpeg, "there is no frame header in its {} bytes", file.size());
  if (frame.blocks > 8 * coded)  // a bit for each
    return damaged(Kind::jpeg, "{} bytes of coded data are too few for {} x {} pixels", coded, out.width, out.height);
  out.memory = frame.memory;
  return out;
}

// What a file is that is neither PNG nor JPEG, by how it starts.
std::string_view other_kind(Bytes file) {
  const std::string_view start = text_of(file, 0, 4), second = text_of(file, 4, 4), third = text_of(file, 8, 4);
  if (start.starts_with("GIF8")) return "a GIF";
  if (start == "RIFF" && third == "WEBP") return "a WebP";
  if (start == "RIFF" && third == "WAVE") return "a sound (WAV)";
  if (start.starts_with("BM")) return "a BMP";
  if (start.starts_with(std::string_view("II*\0", 4)) || start.starts_with(std::string_view("MM\0*", 4)))
    return "a TIFF";
  if (second == "ftyp") return "a HEIC, AVIF or video";
  if (start.starts_with("<svg") || start.starts_with("<?xml")) return "an SVG or XML";
  if (start.starts_with("%PDF")) return "a PDF";
  if (start.starts_with("8BPS")) return "a PSD";
  if (start.starts_with("\xff\x0a") || second == "JXL ") return "a JPEG XL";
  return {};
}

}  // namespace

Result<PictureFile> examine_picture(Bytes file, int64_t most) {
  if (file.empty()) return error(Code::invalid_argument, "[image] the picture is empty: the file has 0 bytes");
  if (text_of(file, 0, png_start.size()) == png_start) return examine_png(file, most);
  size_t at = 0;
  while (byte_of(file, at) == 0xff) ++at;
  if (at > 0 && byte_of(file, at) == 0xd8) return examine_jpeg(file, at + 1, most);
  if (const std::string_view kind = other_kind(file); !kind.empty())
    return unsupported("{} of {} bytes; supported are PNG and JPEG", kind, file.size());
  std::string start;
  for (size_t i = 0; i < std::min<size_t>(file.size(), 8); ++i) {
    constexpr std::string_view digits = "0123456789abcdef";
    const size_t byte = byte_of(file, i);
    start += i ? " " : "";
    start += digits[byte / 16];
    start += digits[byte % 16];
  }
  return error(Code::invalid_argument,
               "[image] the picture is not supported: {} bytes that start with {}; supported are PNG and JPEG",
               file.size(), start);
}

}  // namespace bitloom

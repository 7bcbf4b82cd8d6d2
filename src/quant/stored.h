// Few-bit weights in safetensors (docs/format.md): matrix NAME becomes NAME.codes, NAME.scales and, if asymmetric,
// NAME.minimums; a line of JSON in the file's metadata, under bitloom.NAME, says what they mean.
//
//   for (const Part& part : parts_of("encoder.weight", q)) out.write(part.name, 0, part.bytes());
//   out.set(about_key("encoder.weight"), to_json(about));
//
//   const About about = *TRY(read_about(file, "encoder.weight"));   // nothing if it is not quantized
//   const Quantized q = TRY(read_quantized(file, "encoder.weight"));
#pragma once

#include "formats/safetensors.h"
#include "quant/solve.h"

namespace bitloom::quant {

struct About {
  Scheme scheme;
  int64_t rows = 0, columns = 0;
  bool transposed = false;  // the tensor was [columns, rows] before
  StoredType type;          // before
  std::string solver;       // for people
  double error = 0;         // relative: √(Σ (w - w')² / Σ w²)
};
std::string to_json(const About& about);
Result<About> parse_about(std::string text, std::string_view name);
std::string about_key(std::string_view tensor);

// What is stored for a matrix: names, types and shapes, and, where there is one, the bytes.
struct Part {
  std::string name;
  StoredType type;
  std::vector<int64_t> shape;
  std::span<const std::byte> bytes;
  std::vector<uint16_t> halves;  // what `bytes` are of, for f16
};
Result<std::vector<Part>> parts_of(std::string_view name, const Scheme& scheme, int64_t rows, int64_t columns);
std::vector<Part> parts_of(std::string_view name, const Quantized& q);  // q must outlive them

// The matrices of a file, in the order of their codes. All parts must be there, with the shapes the scheme asks for.
Result<std::vector<std::pair<std::string, About>>> list_quantized(const Safetensors& file);
Result<std::optional<About>> read_about(const Safetensors& file, std::string_view name);
Result<Quantized> read_quantized(const Safetensors& file, std::string_view name);

}  // namespace bitloom::quant

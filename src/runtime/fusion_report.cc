// What became of a list of ops, as text and as JSON.
#include "base/json_text.h"
#include "bitloom/fusion.h"

namespace bitloom {
namespace {

void append_kernel(std::string& out, std::string_view key, const Explanation::Kernel& k) {
  out += format("\"{}\":{\"dispatches\":{},\"read\":{},\"written\":{}}", key, k.dispatches, k.read, k.written);
}

}  // namespace

std::string FusionReport::text() const {
  std::string out = to_text(ops);
  if (!answer.pattern.empty()) out += format(" ({})", answer.pattern);
  out += format(": {} dispatches became {}; {}\n", before.dispatches, after.dispatches, answer.reason);
  return explanation.after.empty() ? out : out + explanation.text();
}

std::string FusionReport::json(bool pictures) const {
  std::string out = "{\"ops\":[";
  for (size_t i = 0; i < ops.size(); ++i) out += i ? "," : "", append_json(out, ops[i]);
  out += "],\"pattern\":", append_json(out, answer.pattern);
  out += format(",\"fuses\":{},\"fused\":{},\"reason\":", answer.fuses ? "true" : "false", fused ? "true" : "false");
  append_json(out, answer.reason);
  out += ',', append_kernel(out, "before", before);
  out += ',', append_kernel(out, "after", after);
  return out + format(",\"explanation\":{}}", explanation.json(pictures));
}

}  // namespace bitloom

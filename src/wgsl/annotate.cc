// From a line of the expanded text back to the template it was written in.
#include <algorithm>

#include "bitloom/text.h"
#include "wgsl/expander.h"

namespace bitloom::wgsl {

std::string Expanded::where(int line) const {
  if (line < 1 || static_cast<size_t>(line) > origins.size()) return format("line {}", line);
  const Origin& origin = origins[static_cast<size_t>(line) - 1];
  return format("{}:{}", files[origin.file], origin.line);
}

std::string annotate(const Expanded& expanded, int line, int column, std::string_view message) {
  std::string out = format("{}: {}\n", expanded.where(line), message);
  std::string_view text = expanded.text;
  for (int number = 1; number <= line + 2 && !text.empty(); ++number) {
    const std::string_view content = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(content.size() + 1, text.size()));
    if (number < line - 2) continue;
    std::string gutter = to_text(number);
    gutter.insert(0, 6 - std::min<size_t>(gutter.size(), 6), ' ');
    out += format("{} | {}\n", gutter, content);
    if (number != line || column < 1) continue;
    out += "       | ";  // tabs stay tabs, so that the caret stands under its column
    for (size_t i = 0; i + 1 < static_cast<size_t>(column) && i < content.size(); ++i) {
      out += content[i] == '\t' ? '\t' : ' ';
    }
    out += "^\n";
  }
  return out;
}

}  // namespace bitloom::wgsl

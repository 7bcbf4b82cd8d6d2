#include "wgsl/embedded.h"
#include "wgsl/expander.h"

namespace bitloom::wgsl {

const Sources& Sources::embedded() {
  static const Sources sources = [] {
    Sources all;
    for (const EmbeddedFile& file : embedded_files()) all.add(file.path, file.text);
    return all;
  }();
  return sources;
}

const std::string* Sources::find(std::string_view path) const {
  const auto found = files_.find(path);
  return found == files_.end() ? nullptr : &found->second;
}

}  // namespace bitloom::wgsl

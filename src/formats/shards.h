// The weights of a model, in one safetensors file or several: tensors by name, whichever file they are in.
//
//   const Shards model = TRY(open_shards("bert-base"));        // a folder, or one .safetensors file
//   const Shards::Found w = *model.find("encoder.weight");
//   TRY(w.file->read_floats(*w.tensor));
//
// Of a folder these are taken: model.safetensors; or what an index (*.safetensors.index.json) lists; or every
// *.safetensors there is.
#pragma once

#include "bitloom/folder.h"
#include "formats/safetensors.h"

namespace bitloom {

class Shards {
 public:
  static Result<Shards> open(const Folder& folder);
  static Result<Shards> open_file(const Folder::Bytes& file);

  struct Found {
    const Safetensors* file;
    const StoredTensor* tensor;
  };
  std::optional<Found> find(std::string_view name) const;

  const std::vector<Safetensors>& files() const { return files_; }
  const std::vector<std::string>& names() const { return names_; }  // of the files in their folder
  const std::string& index() const { return index_; }               // empty: none was used

 private:
  Status add(std::string name, const Folder::Bytes& bytes);
  Status follow(const Folder& folder, const std::string& index);

  std::vector<Safetensors> files_;
  std::vector<std::string> names_;
  std::string index_;
  std::map<std::string, size_t, std::less<>> places_;  // tensor -> file
};

}  // namespace bitloom

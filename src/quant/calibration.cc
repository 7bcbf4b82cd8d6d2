#include "quant/calibration.h"

#include <cmath>

#include "base/json_text.h"
#include "base/try.h"
#include "formats/files.h"

namespace bitloom::quant {

Result<Calibration> Calibration::open(const std::filesystem::path& path) {
  Calibration out;
  if (!path.empty()) out.file_ = TRY(Safetensors::open(TRY(open_bytes(path))));
  return out;
}

Result<std::vector<float>> Calibration::importance(std::string_view weight, int64_t columns) const {
  const StoredTensor* t = find(weight);
  if (!t) return std::vector<float>();
  const auto wrong = [&](std::string_view what) {
    return error(Code::invalid_argument, "[quantize] {}: tensor {}: {}", file_->name(), quote(t->name), what);
  };
  const size_t rank = t->shape.size();
  if (rank < 1 || rank > 2 || t->shape.back() != columns || t->elements() == 0 || !t->is_float())
    return wrong(
        format("{} {} for a weight with {} inputs: activations [rows, {}] or importances [{}], as F32, F16 "
               "or BF16, are expected",
               t->type.name, t->shape, columns, columns, columns));
  const auto width = static_cast<size_t>(columns);
  std::vector<double> sums(width);
  std::vector<float> row(width);
  for (int64_t r = 0; r < t->elements() / columns; ++r) {
    (void)TRY(file_->read_floats(*t, static_cast<uint64_t>(r * columns), row));
    for (size_t i = 0; i < width; ++i) {
      if (!std::isfinite(row[i]) || (rank == 1 && row[i] < 0)) return wrong(format("input {} is {}", i, row[i]));
      sums[i] += rank == 1 ? static_cast<double>(row[i]) : static_cast<double>(row[i]) * static_cast<double>(row[i]);
    }
  }
  double all = 0;
  for (const double s : sums) all += s;
  if (all <= 0) return std::vector<float>();  // nothing ever came in: all weights alike
  for (size_t i = 0; i < width; ++i) row[i] = static_cast<float>(sums[i] * static_cast<double>(columns) / all);
  return row;
}

const StoredTensor* Calibration::find(std::string_view weight) const {
  if (!file_) return nullptr;
  if (const StoredTensor* t = file_->find(weight)) return t;
  constexpr std::string_view end = ".weight";
  return weight.ends_with(end) ? file_->find(weight.substr(0, weight.size() - end.size())) : nullptr;
}

}  // namespace bitloom::quant

#include "models/family.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <numeric>

namespace bitloom {

#define FAMILY(name) const FamilyEntry& family_##name();
#include "models/families.def"
#undef FAMILY

const std::vector<FamilyEntry>& families() {
  static const auto* all = new std::vector<FamilyEntry>{
#define FAMILY(name) family_##name(),
#include "models/families.def"
#undef FAMILY
  };
  return *all;
}

namespace {

template <class List, class Name>
std::string listed(const List& list, const Name& name, std::string_view between = ", ") {
  std::string out;
  for (const auto& item : list) out.append(out.empty() ? "" : between).append(name(item));
  return out;
}

}  // namespace

Result<const FamilyEntry*> find_family(const Config& config) {
  const std::string type = config.word("model_type");
  (void)TRY(config.status());
  for (const FamilyEntry& f : families())
    if (std::ranges::find(f.types, type) != f.types.end()) return &f;
  return error(Code::unsupported, "{}: model_type '{}' is not supported; supported are {}", config.name(), type,
               listed(families(), [](const FamilyEntry& f) { return listed(f.types, std::identity()); }));
}

Result<TaskKind> find_task(const FamilyEntry& entry, const Config& config, const Weights* weights, bool headless) {
  const std::string named = config.architecture();
  for (const Architecture& a : entry.architectures) {
    const bool has_head = weights && !a.head.empty() && weights->has(a.head);
    if (named.empty() ? !has_head : a.name != named) continue;
    return headless && weights && !a.head.empty() && !has_head ? TaskKind::feature_extraction : a.task;
  }
  if (named.empty()) return entry.architectures[0].task;
  return error(Code::unsupported, "{}: architecture '{}' is not supported; supported of {} are {}", config.name(),
               named, entry.name, listed(entry.architectures, [](const Architecture& a) { return a.name; }));
}

NamedTensors Family::text_inputs(const Encoding& text) const { return {{"input_ids", row_of(text.ids)}}; }
NamedTensors Family::image_inputs(Tensor pixels) const { return {{"pixel_values", std::move(pixels)}}; }
NamedTensors Family::audio_inputs(Tensor features) const { return {{"input_features", std::move(features)}}; }

std::string Family::text_embedding() const { return entry().takes.text ? "mean" : ""; }
std::string Family::image_embedding() const { return entry().takes.image ? "cls" : ""; }

Result<double> Family::similarity_scale(Weights&) const {
  return error(Code::unsupported, "[model] similarity is not supported by {}; supported are models for {}",
               entry().name, name(TaskKind::zero_shot_image_classification));
}

Status check_inputs(const Family& family, DType dtype, const Inputs& inputs) {
  const std::string_view who = family.entry().name;
  const std::vector<Use> uses = family.uses(dtype);
  std::vector<std::string> mains;
  for (const Use& use : uses)
    for (const std::string& name : use.mains)
      if (const std::string quoted = format("'{}'", name); std::ranges::find(mains, quoted) == mains.end())
        mains.push_back(quoted);
  if (std::ranges::none_of(uses, [&](const Use& use) {
        return std::ranges::any_of(use.mains, [&](const std::string& name) { return inputs.contains(name); });
      }))
    return error(Code::invalid_argument, "[model] {} needs the input {}", who,
                 listed(mains, [](const std::string& name) { return name; }, " or "));
  for (const Use& use : uses)
    if (!use.marker.empty() && inputs.contains(use.marker))
      for (const auto& [name, desc] : use.inputs)
        if (!inputs.contains(name))
          return error(Code::invalid_argument, "[model] {} needs the input '{}' with '{}'", who, name, use.marker);
  for (const auto& [name, desc] : inputs) {
    int rank = -1;
    for (const Use& use : uses)
      for (const Inputs* known : {&use.inputs, &use.optional})
        if (const auto found = known->find(name); found != known->end()) rank = found->second.shape.rank();
    if (rank < 0) return error(Code::invalid_argument, "[model] {} takes no input '{}'", who, name);
    if (desc.shape.rank() != rank || desc.shape.elements() == 0)
      return error(Code::invalid_argument, "[model] the input '{}' is {}: {} axes are needed, and none may be empty",
                   name, desc, rank);
  }
  return {};
}

Tensor row_of(const std::vector<int32_t>& ids) {
  return Tensor::from<int32_t>({1, static_cast<int64_t>(ids.size())}, ids);
}

int32_t distance_bucket(int64_t ahead, bool both_ways, int64_t buckets, int64_t farthest) {
  const int64_t count = both_ways ? buckets / 2 : buckets, exact = count / 2;
  const int64_t side = both_ways && ahead > 0 ? count : 0;
  const int64_t away = both_ways ? std::abs(ahead) : std::max<int64_t>(-ahead, 0);
  if (away < exact) return static_cast<int32_t>(side + away);
  // In f32, as the reference does it: some distances are just at an edge.
  const float far = std::log(static_cast<float>(away) / static_cast<float>(exact)) /
                    static_cast<float>(std::log(static_cast<double>(farthest) / static_cast<double>(exact))) *
                    static_cast<float>(count - exact);
  return static_cast<int32_t>(side + std::min(exact + static_cast<int64_t>(far), count - 1));
}

Value beside_text(Net& net, const Inputs& inputs, std::string_view name) {
  const auto found = inputs.find(name);
  if (found == inputs.end() || !net.status().ok()) return {};
  const Desc &desc = found->second, &text = inputs.at("input_ids");
  if (desc.shape != text.shape) {
    net.refuse(error(Code::invalid_argument, "[model] '{}' is {}, input_ids is {}: they have the same shape", name,
                     desc, text));
    return {};
  }
  const Value given = net.input(found->first, desc);
  return desc.dtype == DType::i32 ? given : net.op("cast", {given}, {{"to", "i32"}});
}

Value text_mask(Net& net, const Inputs& inputs) { return beside_text(net, inputs, "attention_mask"); }

Value additive_mask(Net& net, Value mask) {
  if (!net.status().ok()) return {};
  const Shape s = net.shape(mask);
  const Value seen = net.op("cast", {mask}, {{"to", std::string(name(net.dtype()))}});
  // f16 ends at 65504.
  const Value far = net.number(net.dtype() == DType::f16 ? 6e4 : 1e9);
  return net.reshape(net.multiply(net.op("subtract", {seen, net.number(1)}), far), {s[0], 1, 1, s[1]});
}

Value mean_of_tokens(Net& net, Value x, Value mask) {
  if (!net.status().ok()) return {};
  if (mask.id < 0) return net.op("reduce_mean", {x}, {{"axes", {1}}});
  const Shape s = net.shape(x);
  const Value ones = net.op("cast", {mask}, {{"to", std::string(name(net.dtype()))}});
  const Value weighed = net.multiply(x, net.reshape(ones, {s[0], s[1], 1}));
  return net.op("divide", {net.op("reduce_sum", {weighed}, {{"axes", {1}}}),
                           net.op("reduce_sum", {ones}, {{"axes", {1}}, {"keep", 1}})});
}

Value first_token(Net& net, Value x) {
  if (!net.status().ok()) return {};
  const Shape s = net.shape(x);
  return net.reshape(net.slice(x, 1, 0, 1), {s[0], s[2]});
}

Value last_token(Net& net, Value x, Value mask) {
  if (!net.status().ok()) return {};
  const Shape s = net.shape(x);
  if (mask.id < 0) return net.reshape(net.slice(x, 1, s[1] - 1, s[1]), {s[0], s[2]});
  // Of the tokens that are there the one with the highest number; then its row among those of all texts.
  std::vector<int32_t> numbers(static_cast<size_t>(s[1])), starts;
  std::iota(numbers.begin(), numbers.end(), 1);
  for (int64_t b = 0; b < s[0]; ++b) starts.push_back(static_cast<int32_t>(b * s[1]));
  const Value numbered = net.multiply(mask, net.graph.constant(Tensor::from<int32_t>({s[1]}, numbers)));
  const Value row = net.add(net.op("argmax", {numbered}), net.graph.constant(Tensor::from<int32_t>({s[0]}, starts)));
  return net.op("gather", {net.reshape(x, {s[0] * s[1], s[2]}), row});
}

void pooled_outputs(Net& net, Value x, Value mask) {
  if (net.wants("mean")) net.output("mean", mean_of_tokens(net, x, mask));
  if (net.wants("cls")) net.output("cls", first_token(net, x));
  if (net.wants("last_token")) net.output("last_token", last_token(net, x, mask));
}

std::vector<std::string_view> pooled_names(std::initializer_list<std::string_view> more) {
  std::vector<std::string_view> out{"last_hidden_state", "mean", "cls", "last_token"};
  out.insert(out.end(), more);
  return out;
}

void expect_heads(const Config& config, int64_t heads, int64_t width) {
  if (width % heads != 0) config.refuse(format("{} heads do not divide a hidden size of {}", heads, width));
}

bool fits(Net& net, int64_t tokens, int64_t positions, std::string_view who) {
  if (tokens > positions)
    net.refuse(error(Code::invalid_argument, "[{}] {} tokens: this model has {} positions", who, tokens, positions));
  return tokens <= positions;
}

}  // namespace bitloom

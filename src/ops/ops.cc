#include <algorithm>

#include "base/try.h"
#include "ops/op.h"

namespace bitloom {

#define OP(id) const Op& op_##id();
#include "ops/ops.def"
#undef OP

std::span<const Op* const> all_ops() {
  static const std::vector<const Op*> list = [] {
    std::vector<const Op*> ops{
#define OP(id) &op_##id(),
#include "ops/ops.def"
#undef OP
    };
    return ops;
  }();
  return list;
}

const Op* find_op(std::string_view name) {
  for (const Op* op : all_ops())
    if (op->name == name) return op;
  return nullptr;
}

NamedActivation find_activation(std::string_view name) {
  for (const Op* op : all_ops())
    for (const Activation& a : op->activations)
      if (a.name == name) return {op, a.settings ? a.settings() : Attrs{}};
  return {};
}

AttrKind AttrSpec::type() const {
  if (kind != AttrKind::as_default) return kind;
  if (fallback->is_integer()) return AttrKind::integer;
  return fallback->is_number() ? AttrKind::number : fallback->is_word() ? AttrKind::word : AttrKind::list;
}

OpCall CpuCall::call() const {
  in_descs.clear(), out_descs.clear();
  for (const Tensor& t : in) in_descs.push_back(t.desc());
  for (const Tensor& t : out) out_descs.push_back(t.desc());
  return {in_descs, attrs, out_descs};
}

Result<Resolved> resolve(std::string_view name, std::span<const Desc> in, const Attrs& attrs) {
  const Op* op = find_op(name);
  if (!op) return error(Code::not_found, "[{}] there is no such op; docs/ops.md lists them all", name);
  const int count = static_cast<int>(in.size());
  if (count < op->min_inputs || count > op->max_inputs) {
    const std::string allowed =
        op->min_inputs == op->max_inputs ? to_text(op->min_inputs) : format("{} to {}", op->min_inputs, op->max_inputs);
    return error(Code::invalid_argument, "[{}] takes {} inputs, got {}", name, allowed, count);
  }
  Resolved out{op, {}, {}};
  for (const auto& [key, value] : attrs) {
    const auto spec =
        std::find_if(op->attrs.begin(), op->attrs.end(), [&](const AttrSpec& s) { return s.name == key; });
    if (spec == op->attrs.end()) {
      std::string known;
      for (const AttrSpec& s : op->attrs) known += known.empty() ? "" : ", ", known += s.name;
      return error(Code::invalid_argument, "[{}] has no setting '{}'; it has: {}", name, key,
                   known.empty() ? "none" : known);
    }
    const AttrKind kind = spec->type();
    const bool word = kind == AttrKind::word || kind == AttrKind::dtype;
    if (kind == AttrKind::list     ? !value.is_list()
        : word                     ? !value.is_word()
        : kind == AttrKind::number ? !value.is_number()
                                   : !value.is_integer())
      return error(Code::invalid_argument, "[{}] setting {}={} must be {}", name, key, value,
                   kind == AttrKind::list     ? "a list of integers"
                   : word                     ? "a word"
                   : kind == AttrKind::number ? "a number"
                                              : "an integer");
    out.attrs.set(key, value);
  }
  for (const AttrSpec& spec : op->attrs) {
    if (out.attrs.find(spec.name)) continue;
    if (!spec.fallback)
      return error(Code::invalid_argument, "[{}] needs the setting '{}': {}", name, spec.name, spec.help);
    out.attrs.set(std::string(spec.name), *spec.fallback);
  }
  out.out = TRY(op->infer({in, out.attrs, {}}));
  return out;
}

}  // namespace bitloom

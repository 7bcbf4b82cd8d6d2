#include "graph/weave.h"

#include <algorithm>

#include "graph/fuse.h"
#include "ops/elementwise/elementwise.h"

namespace bitloom {
namespace {

using elementwise::Form;

std::string vector_of(DType t) {
  switch (t) {
    case DType::i32:
    case DType::i8: return "vec4i";
    case DType::u32:
    case DType::u8: return "vec4u";
    default: return "vec4f";
  }
}

}  // namespace

// The name of the function that takes what belongs to a unit of the result from value v.
std::string Weaver::operand(Value v, const Shape& result, int unit) {
  const Desc& desc = graph_.desc(v);
  const elementwise::Broadcast b = elementwise::broadcast_of(std::span(&desc, 1), result);
  const int slot = without_reshapes(graph_, maker_, v).id;  // the same bytes
  const bool quads = unit == 4 && plan_.slots[static_cast<size_t>(slot)].quads;
  const elementwise::Decision d = elementwise::decide(b, std::span(&quads, 1));
  Form form = d.forms[0];
  if (unit == 1 && form != Form::scalar) form = b.whole(0) ? Form::flat : Form::strided;
  Read read{.slot = slot, .form = std::string(elementwise::name(form)), .unit = unit, .rank = b.rank};
  const std::string name = format("f{}", reads_.size());
  const auto field = [&](std::string_view what, auto value) {
    read.fields += format("  {}_{}: u32,\n", name, what);
    read.words.push_back(static_cast<uint32_t>(value));
  };
  if (form == Form::row) field("row", d.rows[0]);
  if (form >= Form::runs) {
    for (int i = 0; i < b.rank; ++i) {
      if (i > 0) field(format("size{}", i), b.sizes[static_cast<size_t>(i)]);
      field(format("step{}", i), b.steps[0][static_cast<size_t>(i)]);
    }
    if (form == Form::strided && unit == 4) field("last", result.elements() - 1);
  }
  for (size_t k = 0; k < reads_.size(); ++k)
    if (reads_[k].slot == read.slot && reads_[k].form == read.form && reads_[k].unit == unit &&
        reads_[k].words == read.words)
      return format("take_f{}", k);
  reads_.push_back(std::move(read));
  return "take_" + name;
}

bool Weaver::add(const Stretch& s) {
  for (Value v : s.out)
    if (s.unit == 1 && byte_size(graph_.desc(v).dtype) != 4) return false;
  std::map<int, std::string> named;  // by value
  std::map<std::string, std::string> taken;
  const std::string type = s.unit == 4 ? "vec4f" : "f32", name = "fused_" + (s.hook.empty() ? "unit" : s.hook);
  std::string body;
  if (s.carried.id >= 0) named[s.carried.id] = s.unit == 4 ? "v" : "vec4f(v)";
  for (int n : s.nodes) {
    const Graph::Node& node = graph_.nodes()[static_cast<size_t>(n)];
    const Desc& result = graph_.desc(node.out[0]);
    std::vector<std::string> args;
    for (Value in : node.in) {
      const Value source = without_reshapes(graph_, maker_, in);
      const bool whole = graph_.desc(in).shape.elements() == result.shape.elements();
      if (const auto found = named.find(source.id); found != named.end() && whole) {
        args.push_back(found->second);
        continue;
      }
      if (const auto found = named.find(in.id); found != named.end() && whole) {
        args.push_back(found->second);
        continue;
      }
      const std::string take = operand(in, result.shape, s.unit);
      std::string& local = taken[take];
      if (local.empty()) {
        local = format("x{}", taken.size() - 1);
        const std::string value = format("{}(i)", take);
        body += format("  let {} = {};\n", local,
                       s.unit == 4 ? value : format("{}({})", vector_of(graph_.desc(in).dtype), value));
      }
      args.push_back(local);
    }
    std::string settings;
    for (const auto& [key, value] : node.attrs) settings += format(", {}={}", key, value);
    if (const DType a = graph_.desc(node.in[0]).dtype; !is_float(a))
      settings += format(", a_type={}", bitloom::name(a));
    std::string& function = functions_[std::string(node.op()) + settings];
    if (function.empty()) {
      function = format("op{}", functions_.size() - 1);
      includes_ += format("#include \"{}/expr.wgsl\" with f={}, T=f32, V=vec4f, fast={}{}\n", node.op(), function,
                          int{fast_}, settings);
    }
    const std::string value = format("v{}", node.out[0].id);
    std::string call;
    for (const std::string& a : args) call += (call.empty() ? "" : ", ") + a;
    call = format("{}({})", function, call);
    // As in the unfused kernel: a NaN stays one, whatever compilers assume.
    if (!fast_ && !op_of(node).handles_nan) {
      std::string sum, test;
      for (const std::string& a : args)
        sum += (sum.empty() ? "" : " + ") + a, test += format("{}is_nan4({})", test.empty() ? "" : " | ", a);
      call = format("select({}, {}, {})", call, sum, test);
    }
    body += format("  let {} = {};\n", value, call);
    named[node.out[0].id] = value;
  }
  const auto stored = [&](Value v) { return format("{}{}", named[v.id], s.unit == 4 ? "" : ".x"); };
  for (Value v : s.out) {
    body += format("  store{}_z{}(i, {});\n", s.unit == 4 ? "4" : "", writes_.size(), stored(v));
    writes_.push_back({v.id, s.unit});
  }
  for (int n : s.cuts) {
    const Graph::Node& node = graph_.nodes()[static_cast<size_t>(n)];
    if (s.unit != 4) return false;
    const bool own = s.result.id < 0 && n == s.cuts[0];
    const std::string z = own ? "y" : format("z{}", writes_.size());
    const auto words = [&](std::initializer_list<int64_t> values) {
      for (int64_t word : values) cut_words_.push_back(static_cast<uint32_t>(word));
    };
    // A slice, a transpose, or a transpose of a slice.
    const std::optional<Turn> turn = turn_of(graph_, node);
    Value whole = turn ? without_reshapes(graph_, maker_, node.in[0]) : node.in[0];
    const int made = turn ? maker_[static_cast<size_t>(whole.id)] : n;
    std::string to = "i", inside = "true";
    if (op_of(graph_.nodes()[static_cast<size_t>(made)]).cut) {
      const Graph::Node& slice = graph_.nodes()[static_cast<size_t>(made)];
      const Cut cut = *cut_of(graph_, slice);
      whole = slice.in[0];
      const std::string p = "params.cut_" + z;
      cut_fields_ += format("  cut_{}_first: u32,\n  cut_{}_count: u32,\n  cut_{}_whole: u32,\n", z, z, z);
      words({cut.first / 4, cut.count / 4, cut.whole / 4});
      // A quad is inside the cut or outside.
      body += format("  let at_{} = i % {}_whole - {}_first;\n", z, p, p);
      inside = format("at_{} < {}_count", z, p);
      to = format("i / {}_whole * {}_count + at_{}", p, p, z);
    }
    if (turn) {
      cut_fields_ += format("  inner_{}: u32,\n  down_{}: u32,\n  across_{}: u32,\n", z, z, z);
      words({turn->inner / 4, turn->down, turn->across});
      to = format("turned({}, params.inner_{}, params.down_{}, params.across_{})", to, z, z, z);
      turns_ = true;
    }
    body += format("  if ({}) {\n    store4_{}({}, {});\n  }\n", inside, z, to, stored(whole));
    if (!own) writes_.push_back({node.out[0].id, s.unit});
  }
  if (s.hook.empty()) {
    code_ += format("fn {}(i: u32) {\n{}}\n", name, body);
  } else {
    const bool gives = s.result.id >= 0;
    code_ += gives
                 ? format("fn {}(i: u32, v: {}) -> {} {\n{}  return {};\n}\n", name, type, type, body, stored(s.result))
                 : format("fn {}(i: u32, v: {}) {\n{}}\n", name, type, body);
    const std::string call = format("{}(${i}, ${v})", name);
    if (s.hook != "post") hooks_ += format("#define {}(i, v)\n{}\n#end\n", s.hook, call);
    else hooks_ += format("#define post(store, i, v)\n{};\n#end\n", gives ? format("${store}(${i}, {})", call) : call);
  }
  return true;
}

void Weaver::weave(Kernel& kernel) {
  std::string reads, params, tensors = "#include \"common/math.wgsl\"\n";
  if (turns_) tensors += "#include \"common/turn.wgsl\"\n";
  size_t binding = kernel.reads.size() + 1;
  for (size_t k = 0; k < reads_.size(); ++k) {
    const Read& r = reads_[k];
    const Slot& slot = plan_.slots[static_cast<size_t>(r.slot)];
    reads += format("  f{}_at: u32,\n", k);
    params += r.fields;
    tensors +=
        format("#include \"elementwise/operand.wgsl\" with name=f{}, binding={}, dtype={}, form={}, unit={}, rank={}\n",
               k, binding++, name(slot.desc.dtype), r.form, r.unit, r.rank);
    kernel.reads.push_back({r.slot, slot.desc, slot.quads});
    for (uint32_t word : r.words) kernel.uniforms.add(word);
  }
  params += cut_fields_;
  for (uint32_t word : cut_words_) kernel.uniforms.add(word);
  binding += kernel.writes.size();
  for (size_t k = 0; k < writes_.size(); ++k) {
    const Slot& slot = plan_.slots[static_cast<size_t>(writes_[k].first)];
    tensors += format("#include \"common/tensor.wgsl\" with name=z{}, binding={}, dtype={}, access=write, width={}\n",
                      k, binding++, name(slot.desc.dtype), writes_[k].second);
    kernel.writes.push_back({writes_[k].first, slot.desc, true});
  }
  if (!reads_.empty()) kernel.params.set("extra", reads_.size());
  kernel.prelude =
      format("#define fused_reads()\n{}#end\n#define fused_params()\n{}#end\n#define fused_code()\n{}{}{}#end\n{}",
             reads, params, tensors, includes_, code_, hooks_);
}

}  // namespace bitloom

#include "bitloom/graph.h"

#include "base/try.h"
#include "ops/op.h"

namespace bitloom {

std::string_view Graph::Node::op() const { return op_->name; }

Value Graph::add_value(Desc desc) {
  descs_.push_back(desc);
  return {static_cast<int>(descs_.size()) - 1};
}

Value Graph::input(std::string name, Desc desc) {
  const Value v = add_value(desc);
  inputs_.push_back({std::move(name), v});
  return v;
}

Value Graph::mutable_input(std::string name, Desc desc) {
  const Value v = input(std::move(name), std::move(desc));
  inputs_.back().changes = true;
  return v;
}

Value Graph::constant(Constant constant) {
  const Value v = add_value(constant.desc());
  constants_.emplace_back(v, std::move(constant));
  return v;
}

Result<Value> Graph::apply(std::string_view op, std::span<const Value> in, const Attrs& attrs) {
  std::vector<Desc> descs;
  for (Value v : in) {
    if (v.id < 0 || static_cast<size_t>(v.id) >= descs_.size())
      return error(Code::invalid_argument, "[{}] value {} is not of this graph", op, v.id);
    descs.push_back(desc(v));
  }
  Resolved resolved = TRY(resolve(op, descs, attrs));
  Node node(*resolved.op, std::move(resolved.attrs), {in.begin(), in.end()});
  for (const Desc& d : resolved.out) node.out.push_back(add_value(d));
  nodes_.push_back(std::move(node));
  return nodes_.back().out[0];
}

std::string Graph::text() const {
  std::string out;
  for (const Named& i : inputs_)
    out += format("%{} = {} {}: {}\n", i.value.id, i.changes ? "mutable input" : "input", i.name, desc(i.value));
  for (const auto& [v, constant] : constants_) out += format("%{} = constant: {}\n", v.id, constant.desc());
  for (const Node& n : nodes_) {
    std::string args;
    for (Value v : n.in) args += format("{}%{}", args.empty() ? "" : ", ", v.id);
    out += format("%{} = {}({}){}{}: {}\n", n.out[0].id, n.op(), args, n.attrs.empty() ? "" : " ", n.attrs,
                  desc(n.out[0]));
  }
  for (const Named& o : outputs_) out += format("output {} = %{}\n", o.name, o.value.id);
  return out;
}

std::string Graph::dot() const {
  const auto quoted = [](std::string_view label) {
    std::string out = "\"";
    for (char c : label) {
      if (c == '"' || c == '\\') out += '\\';
      if (c == '\n') out += "\\n";
      else out += c;
    }
    return out + '"';
  };
  std::string out = "digraph {\n  node [shape=box, style=rounded];\n";
  for (const Named& i : inputs_)
    out += format("  v{} [shape=plaintext, label={}];\n", i.value.id, quoted(format("{} {}", i.name, desc(i.value))));
  for (const auto& [v, constant] : constants_)
    out += format("  v{} [shape=plaintext, label={}];\n", v.id, quoted(format("constant {}", constant.desc())));
  for (const Node& n : nodes_) {
    const std::string settings = n.attrs.empty() ? "" : format("\n{}", n.attrs);
    out += format("  v{} [label={}];\n", n.out[0].id, quoted(format("{}{}", n.op(), settings)));
    for (Value v : n.in) {
      // An op's further results leave from the same box.
      int from = v.id;
      for (const Node& maker : nodes_)
        for (Value made : maker.out)
          if (made.id == v.id) from = maker.out[0].id;
      out += format("  v{} -> v{} [label={}];\n", from, n.out[0].id, quoted(to_text(desc(v))));
    }
  }
  for (size_t i = 0; i < outputs_.size(); ++i)
    out += format("  out{} [shape=plaintext, label={}];\n  v{} -> out{};\n", i, quoted(outputs_[i].name),
                  outputs_[i].value.id, i);
  return out + "}\n";
}

}  // namespace bitloom

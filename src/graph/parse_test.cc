#include "graph/parse.h"

#include <gtest/gtest.h>

namespace bitloom {
namespace {

std::string parsed(std::string_view text) {
  const auto graph = parse_graph(text);
  return graph.ok() ? graph->text() : graph.error().message;
}

TEST(ParseGraph, NestedNamedAndSeveralOutputs) {
  EXPECT_EQ(parsed("relu(add(2x3, 3))"),
            "%0 = input t0: f32[2, 3]\n%1 = input t1: f32[3]\n%2 = add(%0, %1): f32[2, 3]\n"
            "%3 = relu(%2): f32[2, 3]\noutput  = %3\n");
  EXPECT_EQ(parsed("s = add(4:f16, scalar:f16); neg(s), s"),
            "%0 = input t0: f16[4]\n%1 = input t1: f16[]\n%2 = add(%0, %1): f16[4]\n%3 = neg(%2): f16[4]\n"
            "output  = %3\noutput  = %2\n");
  EXPECT_EQ(parsed("transpose( 2x3x4 , perm=[1, 0, 2])"),
            "%0 = input t0: f32[2, 3, 4]\n%1 = transpose(%0) perm=[1, 0, 2]: f32[3, 2, 4]\noutput  = %1\n");
  EXPECT_EQ(parsed("neg(const(3))"), "%0 = constant: f32[3]\n%1 = neg(%0): f32[3]\noutput  = %1\n");
}

TEST(ParseGraph, ConstantsDiffer) {
  const Graph graph = *parse_graph("add(const(5), const(5))");
  ASSERT_EQ(graph.constants().size(), 2u);
  const Tensor a = *graph.constants()[0].second.load(), b = *graph.constants()[1].second.load();
  EXPECT_FALSE(std::equal(a.raw(), a.raw() + a.bytes(), b.raw()));
}

TEST(ParseGraph, WhatIsWrongIsSaid) {
  for (const auto& [text, message] : {
           std::pair{"add(2x3, ", "[graph] 'add(2x3,' is not op(...)"},
           {"add(2x3) relu(2)", "[graph] 'add(2x3) relu(2)' is not op(...)"},
           {"add(2, 3); relu(4)", "[graph] 'add(2, 3)' gives its result no name"},
           {"nonsense(2x3)", "[nonsense] there is no such op"},
           {"relu(2xa)", "[tensor] a tensor is written as sizes"},
           {"relu(2:f99)", "[tensor] not supported: type 'f99'; supported are f32"},
           {"add(2x3, 4)", "[add] "},
           {"softmax(2, axis=7)", "[softmax] "},
       })
    EXPECT_EQ(parsed(text).substr(0, std::string_view(message).size()), message) << parsed(text);
}

TEST(ParseSetting, Kinds) {
  EXPECT_EQ(parse_setting("3"), AttrValue(3));
  EXPECT_EQ(parse_setting("-0.5"), AttrValue(-0.5));
  EXPECT_EQ(parse_setting("true"), AttrValue(1));
  EXPECT_EQ(parse_setting("[1, 0]"), (AttrValue{1, 0}));
  EXPECT_EQ(parse_setting("4x32"), (AttrValue{4, 32}));
  EXPECT_EQ(parse_setting("[]"), AttrValue(std::vector<int64_t>()));
  EXPECT_EQ(parse_setting("tanh"), AttrValue("tanh"));
}

}  // namespace
}  // namespace bitloom

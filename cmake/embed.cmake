# Writes every .wgsl file named in LIST into OUTPUT, a C++ file defining bitloom::wgsl::embedded_files().
# A shader is known by its path below src/ops or src/wgsl: softmax/kernel.wgsl, common/reduce.wgsl.
# With SMALL, there are no comments (their lines stay, empty, so that the others keep their numbers), and lines are not
# indented.
#   cmake -D LIST=shaders.txt -D ROOT=src -D OUTPUT=embedded.cc [-D SMALL=1] -P embed.cmake
cmake_minimum_required(VERSION 3.25)
set(piece 16000)  # compilers need only take 64 KB in a literal; MSVC stops at 16

file(STRINGS ${LIST} shaders)
set(entries "")
set(seen "")
foreach(shader IN LISTS shaders)
  file(RELATIVE_PATH path ${ROOT} ${shader})
  string(REGEX REPLACE "^(ops|wgsl)/" "" path "${path}")
  if(path IN_LIST seen)
    message(FATAL_ERROR "Two shaders are called ${path}: rename the one in src/ops or in src/wgsl")
  endif()
  list(APPEND seen "${path}")

  file(READ ${shader} text)
  if(SMALL)
    string(REGEX REPLACE "\n[ ]*//[^\n]*" "\n" text "\n${text}")
    string(REGEX REPLACE "[ ]+// [^\n]*" "" text "${text}")
    string(REGEX REPLACE "\n[ ]+" "\n" text "${text}")
    string(SUBSTRING "${text}" 1 -1 text)
  endif()
  string(FIND "${text}" ")wgsl~\"" clash)
  if(NOT clash EQUAL -1)
    message(FATAL_ERROR "${path} contains )wgsl~\" , which would end its C++ literal")
  endif()
  set(literals "")
  while(TRUE)
    string(LENGTH "${text}" length)
    if(length LESS_EQUAL piece)
      string(APPEND literals "\n     R\"wgsl~(${text})wgsl~\"")
      break()
    endif()
    string(SUBSTRING "${text}" 0 ${piece} head)
    string(FIND "${head}" "\n" cut REVERSE)  # between lines, so that no character is torn apart
    if(cut EQUAL -1)
      message(FATAL_ERROR "${path} has a line over ${piece} bytes")
    endif()
    math(EXPR cut "${cut} + 1")
    string(SUBSTRING "${text}" 0 ${cut} head)
    string(SUBSTRING "${text}" ${cut} -1 text)
    string(APPEND literals "\n     R\"wgsl~(${head})wgsl~\"")
  endwhile()
  string(APPEND entries "    {\"${path}\",${literals}},\n")
endforeach()

set(body "  return {};\n")
if(entries)
  set(body "  static constexpr EmbeddedFile files[] = {\n${entries}  };\n  return files;\n")
endif()
file(WRITE ${OUTPUT} "// Generated from the .wgsl files by cmake/embed.cmake.
#include \"wgsl/embedded.h\"

namespace bitloom::wgsl {

std::span<const EmbeddedFile> embedded_files() {
${body}}

}  // namespace bitloom::wgsl
")

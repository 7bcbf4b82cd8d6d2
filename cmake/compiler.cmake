# How everything is compiled: C++23, warnings are errors, no exceptions (only cli/ and bench/ have them: CLI11 throws).
set(CMAKE_CXX_STANDARD 23)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_SCAN_FOR_MODULES OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT WASM)
  set(CMAKE_POSITION_INDEPENDENT_CODE ON)
endif()

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
if(NOT CMAKE_CXX_COMPILER_LAUNCHER)
  find_program(BITLOOM_CCACHE ccache)
  if(BITLOOM_CCACHE)
    # Paths count from the sources: another copy of them finds what this one compiled.
    set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1
                                    ${BITLOOM_CCACHE})
  endif()
endif()

# Headers that most files read, compiled once: builds that are made anew each time take about half as long. The presets for
# working do without, so that a file which forgets an include is noticed.
option(BITLOOM_PCH "Precompile the common headers" OFF)
function(bitloom_precompile target)
  if(BITLOOM_PCH)
    target_precompile_headers(${target} PRIVATE <algorithm> <array> <atomic> <coroutine> <cstring> <functional>
      <map> <memory> <optional> <random> <set> <span> <string> <unordered_map> <variant> <vector> ${ARGN})
  endif()
endfunction()

add_library(bitloom_flags INTERFACE)
target_compile_options(bitloom_flags INTERFACE -Wall -Wextra -Wpedantic -Werror
                       $<IF:$<BOOL:$<TARGET_PROPERTY:BITLOOM_EXCEPTIONS>>,-fexceptions,-fno-exceptions>)
target_compile_definitions(bitloom_flags INTERFACE JSON_NOEXCEPTION JSON_USE_IMPLICIT_CONVERSIONS=0)

if(CMAKE_CXX_COMPILER_ID STREQUAL Clang AND NOT WASM)
  # lld links the tests in a fraction of the time; clang-19 brings its own.
  find_program(BITLOOM_LLD NAMES ld.lld-19 ld.lld)
  if(BITLOOM_LLD)
    target_link_options(bitloom_flags INTERFACE --ld-path=${BITLOOM_LLD})
  endif()
endif()

if(CMAKE_SYSTEM_PROCESSOR STREQUAL x86_64)
  # Any x86-64 machine since 2010. This floor leaves Highway three targets to compile and choose from when the program
  # starts: SSE4, AVX2 and AVX-512; without it there is an emulated one and SSSE3 as well.
  target_compile_options(bitloom_flags INTERFACE -march=x86-64-v2 -maes -mpclmul)
endif()

if(BITLOOM_SANITIZE STREQUAL address)
  set(checks -fsanitize=address,undefined -fno-sanitize-recover=all)
elseif(BITLOOM_SANITIZE STREQUAL thread)
  set(checks -fsanitize=thread)
elseif(BITLOOM_SANITIZE)
  message(FATAL_ERROR "BITLOOM_SANITIZE is '${BITLOOM_SANITIZE}'; it can be address or thread")
endif()
if(BITLOOM_SANITIZE)
  target_compile_options(bitloom_flags INTERFACE ${checks} -fno-omit-frame-pointer)
  target_link_options(bitloom_flags INTERFACE ${checks})
endif()

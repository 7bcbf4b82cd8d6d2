# Two generated files: the shaders as C++ text, and the list of ops that bring SIMD code.
set(bitloom_generated_dir ${PROJECT_BINARY_DIR}/generated)

# Shaders live in .wgsl files and travel inside the library. Made anew when one changes, comes or goes.
file(GLOB_RECURSE shaders CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/src/*.wgsl)
list(FILTER shaders INCLUDE REGEX "/src/(ops|wgsl)/")
list(FILTER shaders EXCLUDE REGEX "/src/.*/goldens/")  # checked-in results, not sources
list(SORT shaders)
list(JOIN shaders "\n" shader_lines)
file(CONFIGURE OUTPUT ${bitloom_generated_dir}/shaders.txt CONTENT "${shader_lines}\n" @ONLY)
set(bitloom_generated_sources ${bitloom_generated_dir}/embedded.cc)
add_custom_command(
  OUTPUT ${bitloom_generated_sources}
  COMMAND ${CMAKE_COMMAND} -D LIST=${bitloom_generated_dir}/shaders.txt -D ROOT=${PROJECT_SOURCE_DIR}/src
          -D OUTPUT=${bitloom_generated_sources}
          -D SMALL=$<STREQUAL:${CMAKE_SYSTEM_PROCESSOR},wasm32> -P ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
  DEPENDS ${shaders} ${bitloom_generated_dir}/shaders.txt ${PROJECT_SOURCE_DIR}/cmake/embed.cmake
  COMMENT "Embedding the shaders"
  VERBATIM)
# The pieces of one long literal count together, over what -Wpedantic promises every compiler takes.
set_source_files_properties(${bitloom_generated_sources} PROPERTIES COMPILE_OPTIONS -Wno-overlength-strings)

# An op's simd.h is compiled once for each SIMD target by the file that includes this list.
file(GLOB simd_headers CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/src/ops/*/simd.h)
list(SORT simd_headers)
set(simd_lines "// Generated: every op with SIMD code.\n")
foreach(header IN LISTS simd_headers)
  string(APPEND simd_lines "#include \"${header}\"\n")
endforeach()
file(CONFIGURE OUTPUT ${bitloom_generated_dir}/bitloom_simd_ops.inc CONTENT "${simd_lines}" @ONLY)

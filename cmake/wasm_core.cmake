# The core as WebAssembly, four times: with and without relaxed SIMD, with and without threads. JavaScript takes the best
# the page can run. Everything is compiled once, for size, and only the files with SIMD kernels twice, for speed. Objects
# know atomics in any case, so the same ones make a module with shared memory and one without. Each comes alone and with
# what reads and runs models and draws graphs.
set(model_files ${sources})
list(FILTER model_files INCLUDE REGEX "^src/models/|^src/formats/|^src/quant/(stored|policy)|^src/base/unicode|^src/graph/explain_svg\\.cc$|^src/runtime/wasm_models\\.cc$")
set(plain_files src/runtime/wasm_plain.cc)
list(REMOVE_ITEM sources ${model_files} ${plain_files})
set(simd_files ${sources})
list(FILTER simd_files INCLUDE REGEX "^src/cpu/(gemm|elementwise|rows|packed)\\.cc$")
list(REMOVE_ITEM sources ${simd_files})
# The solver is compiled for speed too; what runs for every call, for speed where it costs little.
set_source_files_properties(src/quant/solve.cc PROPERTIES COMPILE_OPTIONS -O3 SKIP_PRECOMPILE_HEADERS ON)
set_source_files_properties(src/runtime/backend.cc src/runtime/webgpu_backend.cc src/runtime/wasm_api.cc
                            src/runtime/wasm_calls.cc src/gpu/device.cc src/gpu/allocator.cc src/gpu/web.cc
                            src/base/attrs.cc PROPERTIES COMPILE_OPTIONS -Os SKIP_PRECOMPILE_HEADERS ON)

add_library(wasm_core OBJECT ${sources} ${bitloom_generated_sources})
add_library(wasm_models OBJECT ${model_files})
add_library(wasm_plain OBJECT ${plain_files})
add_library(wasm_simd128 OBJECT ${simd_files})
add_library(wasm_relaxed OBJECT ${simd_files})
target_compile_options(wasm_relaxed PRIVATE -mrelaxed-simd)
foreach(part wasm_core wasm_models wasm_plain wasm_simd128 wasm_relaxed)
  target_include_directories(${part} PRIVATE include src ${bitloom_generated_dir})
  target_compile_options(${part} PRIVATE -fno-rtti)  # nothing asks for the names of types
  target_link_libraries(${part} PRIVATE bitloom_flags bitloom_simd bitloom_json bitloom_webgpu)
  if(part MATCHES "core|models|plain")
    bitloom_precompile(${part})
  else()
    target_compile_options(${part} PRIVATE -O3)
  endif()
endforeach()

foreach(name simd128-one simd128-many relaxed-one relaxed-many models-simd128-one models-simd128-many models-relaxed-one
             models-relaxed-many)
  string(REGEX MATCH "simd128|relaxed" simd ${name})
  string(REGEX MATCH "one|many" threads ${name})
  set(objects $<TARGET_OBJECTS:wasm_core> $<TARGET_OBJECTS:wasm_${simd}>)
  if(name MATCHES models)
    list(APPEND objects $<TARGET_OBJECTS:wasm_models>)
  else()
    list(APPEND objects $<TARGET_OBJECTS:wasm_plain>)
  endif()
  set(name bitloom-${name})
  add_executable(${name} ${objects})
  set_target_properties(${name} PROPERTIES SUFFIX .wasm)
  target_link_options(${name} PRIVATE -mexec-model=reactor
    LINKER:--gc-sections,--strip-all,--stack-first,-z,stack-size=1048576,--initial-memory=16777216,--export=__stack_pointer
    LINKER:--wrap=malloc,--wrap=calloc,--wrap=realloc,--wrap=aligned_alloc,--wrap=free)
  if(threads STREQUAL many)
    target_link_options(${name} PRIVATE
      LINKER:--shared-memory,--no-check-features,--import-memory,--max-memory=2147483648
      LINKER:--export=__wasm_init_tls,--export=__tls_size,--export=__tls_align)
  else()
    # The C library's allocator miscounts when a block ends at 2^32, so the last megabyte is left out.
    target_link_options(${name} PRIVATE LINKER:--max-memory=4293918720)
  endif()
endforeach()

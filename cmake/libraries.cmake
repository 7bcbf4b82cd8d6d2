# What we stand on, each as one small target. All come with the system (tools/packages.txt) except webgpu.h.
add_library(bitloom_simd INTERFACE)    # Google Highway
add_library(bitloom_json INTERFACE)    # nlohmann/json
add_library(bitloom_webgpu INTERFACE)  # webgpu.h; the engine behind it is opened at run time

if(NOT EXISTS ${BITLOOM_DEPS}/include/webgpu/webgpu.h)
  message(FATAL_ERROR "webgpu.h is not in ${BITLOOM_DEPS}: run tools/setup first")
endif()
target_include_directories(bitloom_webgpu SYSTEM INTERFACE ${BITLOOM_DEPS}/include)

if(WASM)
  # The libraries are headers here, linked in one by one: the machine's own /usr/include must stay out of sight.
  set(headers ${PROJECT_BINARY_DIR}/include)
  file(MAKE_DIRECTORY ${headers})
  foreach(name hwy nlohmann stb)
    file(CREATE_LINK /usr/include/${name} ${headers}/${name} SYMBOLIC)
  endforeach()
  target_include_directories(bitloom_simd SYSTEM INTERFACE ${headers})
  target_include_directories(bitloom_json SYSTEM INTERFACE ${headers})
  return()
endif()

find_package(Threads REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
target_link_libraries(bitloom_json INTERFACE nlohmann_json::nlohmann_json)
find_path(HWY_INCLUDE hwy/highway.h REQUIRED)
find_library(HWY_LIBRARY hwy REQUIRED)
target_include_directories(bitloom_simd SYSTEM INTERFACE ${HWY_INCLUDE})
target_link_libraries(bitloom_simd INTERFACE ${HWY_LIBRARY})

# For the programs only: a library user needs none of these, and a program whose library is missing is left out.
find_path(CLI11_INCLUDE CLI/CLI.hpp)
if(CLI11_INCLUDE)
  add_library(bitloom_cli11 INTERFACE)
  target_include_directories(bitloom_cli11 SYSTEM INTERFACE ${CLI11_INCLUDE})
endif()
find_package(GTest QUIET)
find_package(benchmark QUIET)

add_library(bitloom_openblas INTERFACE)
if(BITLOOM_OPENBLAS)
  find_library(OPENBLAS_LIBRARY openblas)
  find_path(OPENBLAS_INCLUDE cblas.h PATH_SUFFIXES ${CMAKE_LIBRARY_ARCHITECTURE} openblas)
  if(OPENBLAS_LIBRARY AND OPENBLAS_INCLUDE)
    target_include_directories(bitloom_openblas SYSTEM INTERFACE ${OPENBLAS_INCLUDE})
    target_link_libraries(bitloom_openblas INTERFACE ${OPENBLAS_LIBRARY})
    target_compile_definitions(bitloom_openblas INTERFACE BITLOOM_HAVE_OPENBLAS=1)
  endif()
endif()

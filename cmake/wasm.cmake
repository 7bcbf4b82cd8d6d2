# Toolchain for WebAssembly: clang 19 with Debian's wasi-libc and libc++ for wasm32; no exceptions, SIMD on.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)

# Debian's clang also looks in /usr/include, where the machine's own C library is: name the two right folders instead.
# libc comes after the compiler's headers, which libc++ expects to reach first.
set(CMAKE_CXX_FLAGS_INIT
    "-msimd128 -matomics -mbulk-memory -nostdlibinc -isystem /usr/include/wasm32-wasi/c++/v1 -idirafter /usr/include/wasm32-wasi")

set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)

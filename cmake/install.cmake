# `cmake --install BUILD --prefix P`: headers, library, program, and what find_package(bitloom) and pkg-config read. Two
# components come only when they are named: `engines`, the WebGPU libraries of tools/setup, and `demo`, the npm package
# with its page, and the models of zoo/. Nothing that is installed knows where it was built or where it lies.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/bitloom)

install(DIRECTORY include/bitloom TYPE INCLUDE)
install(TARGETS bitloom EXPORT bitloom-targets)
install(EXPORT bitloom-targets NAMESPACE bitloom:: DESTINATION ${package_dir})
configure_package_config_file(cmake/bitloom-config.cmake.in bitloom-config.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(bitloom-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/bitloom-config.cmake ${PROJECT_BINARY_DIR}/bitloom-config-version.cmake
        DESTINATION ${package_dir})
file(RELATIVE_PATH prefix_from_pc ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
configure_file(cmake/bitloom.pc.in bitloom.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/bitloom.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(FILES LICENSE README.md TYPE DOC)
if(TARGET bitloom-cli)
  install(TARGETS bitloom-cli)
endif()

# These places are looked up from the program's own (docs/architecture.md, "GPU"), so they have fixed names.
install(FILES ${BITLOOM_DEPS}/lib/libwebgpu_dawn.so ${BITLOOM_DEPS}/lib/libwgpu_native.so DESTINATION lib/bitloom
        COMPONENT engines EXCLUDE_FROM_ALL)
install(DIRECTORY js/demo js/dist DESTINATION share/bitloom/js COMPONENT demo EXCLUDE_FROM_ALL PATTERN "*.ts" EXCLUDE)
install(DIRECTORY zoo DESTINATION share/bitloom COMPONENT demo EXCLUDE_FROM_ALL PATTERN "*.py" EXCLUDE)

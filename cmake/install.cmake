# `make install`: the program, its completions, and the library with what find_package(cento) needs.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(FILES README.md CHANGELOG.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY include/cento DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(TARGETS cento_shared EXPORT cento LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(EXPORT cento NAMESPACE cento:: FILE cento-config.cmake DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/cento)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/cento-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/cento-config-version.cmake DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/cento)

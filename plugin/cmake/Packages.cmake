# What is installed and packed beyond the programs: shared libraries (only in the
# bundle), the package for find_package, a .deb and the bundle.
get_property(GPUPERF_PROGRAMS GLOBAL PROPERTY GPUPERF_PROGRAMS)
set(programs)
foreach(name ${GPUPERF_PROGRAMS})
  list(APPEND programs $<TARGET_FILE:${name}>)
endforeach()

# cmake --install build --component libraries
install(CODE "execute_process(COMMAND ${CMAKE_COMMAND}
    \"-DPROGRAMS=${programs}\"
    -DLIBRARIES=\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/lib
    -DLICENSES=\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/share/gpuperf/licenses
    \"-DPACKAGES=libclang-common-${LLVM_VERSION_MAJOR}-dev;libclang-${LLVM_VERSION_MAJOR}-dev;libfmt-dev\"
    -P ${CMAKE_CURRENT_LIST_DIR}/ShipLibraries.cmake COMMAND_ERROR_IS_FATAL ANY)"
  COMPONENT libraries EXCLUDE_FROM_ALL)
install(FILES ${CMAKE_SOURCE_DIR}/LICENSE DESTINATION share/doc/gpuperf RENAME copyright)

include(CMakePackageConfigHelpers)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/gpuperfConfigVersion.cmake
  COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)
install(FILES ${CMAKE_BINARY_DIR}/gpuperfConfigVersion.cmake
  ${CMAKE_CURRENT_LIST_DIR}/gpuperfConfig.cmake
  ${CMAKE_CURRENT_LIST_DIR}/gpuperfBaseline.cmake DESTINATION lib/cmake/gpuperf)

set(CPACK_PACKAGE_NAME gpuperf)
set(CPACK_PACKAGE_VENDOR gpuperf)
set(CPACK_PACKAGE_CONTACT "gpuperf <gpuperf@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "Predicts the times of CUDA kernels from their source")
set(CPACK_PACKAGE_DESCRIPTION "The command gpuperf, and clang-tidy and clangd with its checks inside.\nIt needs neither a GPU nor a CUDA toolkit.")
set(CPACK_RESOURCE_FILE_LICENSE ${CMAKE_SOURCE_DIR}/LICENSE)
set(CPACK_GPUPERF_PROCESSOR ${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_GENERATOR DEB TZST)
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_LIST_DIR}/PackageKinds.cmake)
set(CPACK_POST_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/Recompress.cmake)
# One package of several components.
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)

# Clang's own headers come with Debian's package, of the same release as the
# shared libraries that are found by the names of their files.
set(CPACK_DEBIAN_PACKAGE_DEPENDS libclang-common-${LLVM_VERSION_MAJOR}-dev)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "g++, clang-tidy-${LLVM_VERSION_MAJOR}")
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
include(CPack)

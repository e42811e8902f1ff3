# Read by cpack for each kind of package.
if(CPACK_GENERATOR STREQUAL "DEB")
  set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
  set(CPACK_COMPONENTS_ALL gpuperf)
else()
  # The bundle needs glibc 2.36 and nothing else.
  set(CPACK_COMPONENTS_ALL gpuperf clang_headers libraries)
  set(CPACK_PACKAGE_FILE_NAME
    "gpuperf-${CPACK_PACKAGE_VERSION}-linux-${CPACK_GPUPERF_PROCESSOR}")
  set(CPACK_INCLUDE_TOPLEVEL_DIRECTORY ON)
  set(CPACK_COMPONENT_INCLUDE_TOPLEVEL_DIRECTORY ON)
endif()

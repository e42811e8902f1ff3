# How programs are installed. An installed tree may be moved: what it needs is
# found from where its programs are.
include(GNUInstallDirs)
# A component for each part that a package may leave out.
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME gpuperf)

# gpuperf_install_program(Name): into bin. Shared libraries are taken from lib
# beside it where they are shipped, else from where they were at the build. An
# RPATH, unlike a RUNPATH, also holds for what those libraries need in turn.
function(gpuperf_install_program Name)
  target_link_options(${Name} PRIVATE -Wl,--disable-new-dtags)
  set_target_properties(${Name} PROPERTIES
    INSTALL_RPATH "\$ORIGIN/../lib;${LLVM_LIBRARY_DIR}")
  install(TARGETS ${Name} RUNTIME DESTINATION bin)
  set_property(GLOBAL APPEND PROPERTY GPUPERF_PROGRAMS ${Name})
endfunction()

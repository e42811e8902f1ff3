# gpuperf_check_target(NAME [ERRORS]): a target that runs gpuperf-clang-tidy over the
# CUDA and HIP files of this build. GPUPERF_CLANG_TIDY names the program; it is looked for
# beside this file's repository and on PATH.
find_program(GPUPERF_CLANG_TIDY gpuperf-clang-tidy
  HINTS ${CMAKE_CURRENT_LIST_DIR}/../../build/bin
        ${CMAKE_CURRENT_LIST_DIR}/../../../../bin)
find_program(GPUPERF_RUN_CLANG_TIDY NAMES run-clang-tidy-22 run-clang-tidy)

function(gpuperf_check_target NAME)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "ERRORS" "" "")
  if(NOT GPUPERF_CLANG_TIDY)
    message(FATAL_ERROR "gpuperf-clang-tidy was not found: build gpuperf (./bootstrap.sh build) or set GPUPERF_CLANG_TIDY")
  endif()
  if(NOT GPUPERF_RUN_CLANG_TIDY)
    message(FATAL_ERROR "run-clang-tidy-22 was not found: install clang-tidy-22")
  endif()
  set(CMAKE_EXPORT_COMPILE_COMMANDS ON PARENT_SCOPE)
  set(errors)
  if(ARG_ERRORS)
    set(errors "-warnings-as-errors=gpuperf-*,-gpuperf-kernel-time")
  endif()
  # VERBATIM: the '$' of the filter must reach the program.
  add_custom_target(${NAME}
    COMMAND ${GPUPERF_RUN_CLANG_TIDY} -quiet -hide-progress
      -clang-tidy-binary ${GPUPERF_CLANG_TIDY} -p ${CMAKE_BINARY_DIR}
      -source-filter ".*[.](cu|hip)$" ${errors}
    WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
    USES_TERMINAL VERBATIM
    COMMENT "gpuperf over the CUDA and HIP files of ${PROJECT_NAME}")
endfunction()

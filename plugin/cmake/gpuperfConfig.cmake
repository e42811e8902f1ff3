# find_package(gpuperf) gives gpuperf_check:
#
#   gpuperf_check(TARGET <target> GPU <name> [BASELINE <report.json>]
#                 [FAIL_ON <10%>] [NAME <name>] [CHECKS <checks>])
#
# makes the target <name>, by default <target>-gpuperf, which runs the checks of
# gpuperf-clang-tidy over the CUDA and HIP sources of <target>, writes their
# predicted launch times to gpuperf/<target>.json in the folder of the build, or
# to gpuperf/<name>.json where NAME is given, and tells what became slower than in
# BASELINE. FAIL_ON lets it fail where a launch became slower by so much. The
# target <name>-baseline writes BASELINE again.
cmake_minimum_required(VERSION 3.20)

get_filename_component(_gpuperf_prefix ${CMAKE_CURRENT_LIST_DIR}/../../.. REALPATH)
set(GPUPERF_EXECUTABLE ${_gpuperf_prefix}/bin/gpuperf)
set(GPUPERF_CLANG_TIDY_EXECUTABLE ${_gpuperf_prefix}/bin/gpuperf-clang-tidy)
unset(_gpuperf_prefix)
foreach(_gpuperf_program ${GPUPERF_EXECUTABLE} ${GPUPERF_CLANG_TIDY_EXECUTABLE})
  if(NOT EXISTS ${_gpuperf_program})
    set(gpuperf_FOUND FALSE)
    set(gpuperf_NOT_FOUND_MESSAGE "${_gpuperf_program} is not there: install gpuperf again")
    return()
  endif()
endforeach()
unset(_gpuperf_program)

function(gpuperf_check)
  cmake_parse_arguments(PARSE_ARGV 0 ARG "" "TARGET;GPU;BASELINE;FAIL_ON;NAME;CHECKS" "")
  if(ARG_UNPARSED_ARGUMENTS OR ARG_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "gpuperf_check: cannot use '${ARG_UNPARSED_ARGUMENTS}${ARG_KEYWORDS_MISSING_VALUES}'; it takes TARGET, GPU, BASELINE, FAIL_ON, NAME and CHECKS with a value each")
  endif()
  foreach(needed TARGET GPU)
    if(NOT ARG_${needed})
      message(FATAL_ERROR "gpuperf_check: ${needed} is missing, as in gpuperf_check(TARGET solver GPU h100-sxm)")
    endif()
  endforeach()
  if(NOT TARGET ${ARG_TARGET})
    message(FATAL_ERROR "gpuperf_check: there is no target '${ARG_TARGET}' before this line")
  endif()
  if(ARG_FAIL_ON AND NOT ARG_BASELINE)
    message(FATAL_ERROR "gpuperf_check: FAIL_ON compares with BASELINE, which is missing")
  endif()
  execute_process(COMMAND ${GPUPERF_EXECUTABLE} gpus ${ARG_GPU}
    RESULT_VARIABLE failed ERROR_VARIABLE why OUTPUT_QUIET
    WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
  if(failed)
    string(STRIP "${why}" why)
    message(FATAL_ERROR "gpuperf_check: GPU ${ARG_GPU}: ${why}")
  endif()
  if(NOT CMAKE_GENERATOR MATCHES "Ninja|Makefiles")
    message(FATAL_ERROR "gpuperf_check: the generator ${CMAKE_GENERATOR} writes no compile_commands.json; Ninja and Makefiles do")
  endif()
  if(NOT ARG_NAME)
    set(ARG_NAME ${ARG_TARGET}-gpuperf)
  endif()
  if(NOT ARG_CHECKS)
    set(ARG_CHECKS "-*,gpuperf-*,-gpuperf-kernel-time")
  endif()
  if(ARG_BASELINE)
    get_filename_component(ARG_BASELINE ${ARG_BASELINE} ABSOLUTE
      BASE_DIR ${CMAKE_CURRENT_SOURCE_DIR})
  endif()
  set_property(TARGET ${ARG_TARGET} PROPERTY EXPORT_COMPILE_COMMANDS ON)
  # Sources may be added after this line.
  cmake_language(EVAL CODE "cmake_language(DEFER DIRECTORY [[${CMAKE_CURRENT_SOURCE_DIR}]] CALL
    _gpuperf_add_check [[${ARG_TARGET}]] [[${ARG_GPU}]] [[${ARG_BASELINE}]] [[${ARG_FAIL_ON}]] [[${ARG_NAME}]] [[${ARG_CHECKS}]])")
endfunction()

# The sources of a target that a GPU's code is in: by language, else by name, as
# a .cu file may be one of C++ for CMake and of CUDA for clang.
function(_gpuperf_sources Target Out OutHip)
  get_target_property(sources ${Target} SOURCES)
  get_target_property(folder ${Target} SOURCE_DIR)
  set(list)
  set(hip)
  foreach(source ${sources})
    if(source MATCHES "^[$]<")
      continue()
    endif()
    get_filename_component(path ${source} ABSOLUTE BASE_DIR ${folder})
    get_source_file_property(language ${path} TARGET_DIRECTORY ${Target} LANGUAGE)
    if(path MATCHES "[.](cu|hip)$" OR language MATCHES "^(CUDA|HIP)$")
      list(APPEND list ${path})
    endif()
    if(path MATCHES "[.]hip$" OR language STREQUAL "HIP")
      list(APPEND hip ${path})
    endif()
  endforeach()
  set(${Out} ${list} PARENT_SCOPE)
  set(${OutHip} ${hip} PARENT_SCOPE)
endfunction()

function(_gpuperf_add_check Target Gpu Baseline FailOn Name Checks)
  _gpuperf_sources(${Target} sources hip)
  if(hip)
    execute_process(COMMAND ${GPUPERF_EXECUTABLE} gpus ${Gpu} OUTPUT_VARIABLE about
      WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
    if(about MATCHES "architecture sm_")
      message(WARNING "gpuperf_check: target '${Target}': HIP code is answered for AMD's GPUs, and ${Gpu} is none of them: no times for ${hip}")
    endif()
  endif()
  if(NOT sources)
    message(FATAL_ERROR "gpuperf_check: the target '${Target}' has no source of CUDA or HIP (.cu, .hip, or of that language)")
  endif()
  set(folder ${CMAKE_BINARY_DIR}/gpuperf)
  # By the check, of which a target may have one for each GPU.
  string(REGEX REPLACE "-gpuperf$" "" base ${Name})
  set(report ${folder}/${base}.json)
  string(REPLACE ";" "\n" lines "${sources}")
  file(WRITE ${folder}/${base}.files "${lines}\n")
  set(write ${GPUPERF_EXECUTABLE} report -p ${CMAKE_BINARY_DIR} --gpu=${Gpu}
    --root=${CMAKE_SOURCE_DIR} --files-from=${folder}/${base}.files -j 0)
  set(compare)
  set(fail)
  if(FailOn)
    set(fail --fail-on=${FailOn})
  endif()
  if(Baseline)
    set(compare COMMAND ${GPUPERF_EXECUTABLE} diff ${Baseline} ${report} ${fail})
    # The words of the command for a missing file do not say how it is made.
    set(there COMMAND ${CMAKE_COMMAND} -DBASELINE=${Baseline} -DNAME=${Name}
      -P ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/gpuperfBaseline.cmake)
    add_custom_target(${Name}-baseline COMMAND ${write} -o ${Baseline}
      WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} VERBATIM USES_TERMINAL
      COMMENT "Writing predicted times of ${Target} to ${Baseline}")
  endif()
  add_custom_target(${Name}
    ${there}
    COMMAND ${GPUPERF_CLANG_TIDY_EXECUTABLE} --quiet -p ${CMAKE_BINARY_DIR}
      --checks=${Checks} "--config={CheckOptions: {GpuperfGpu: '${Gpu}'}}" ${sources}
    COMMAND ${write} -o ${report}
    ${compare}
    WORKING_DIRECTORY ${CMAKE_SOURCE_DIR} VERBATIM USES_TERMINAL
    COMMENT "gpuperf over ${Target} for ${Gpu}")
endfunction()

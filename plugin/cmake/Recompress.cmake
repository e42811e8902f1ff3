# Run by cpack over what it packed: its archives are compressed as weakly as zstd
# does by default. A sixth of the size of the bundle depends on it.
find_program(ZSTD zstd)
foreach(file ${CPACK_PACKAGE_FILES})
  if(NOT file MATCHES "[.]zst$")
    continue()
  endif()
  if(NOT ZSTD)
    message(FATAL_ERROR "zstd was not found: install it, it makes the bundle smaller")
  endif()
  execute_process(COMMAND ${ZSTD} -q -d --rm ${file} -o ${file}.tar COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${ZSTD} -q -15 -T0 --rm ${file}.tar -o ${file} COMMAND_ERROR_IS_FATAL ANY)
endforeach()

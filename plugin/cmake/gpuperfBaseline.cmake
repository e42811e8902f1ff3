# Says how a baseline is made, where there is none.
if(NOT EXISTS ${BASELINE})
  message(FATAL_ERROR "there is no baseline ${BASELINE}: build the target ${NAME}-baseline once and commit the file")
endif()

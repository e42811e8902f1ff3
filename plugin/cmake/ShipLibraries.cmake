# Copies the shared libraries that PROGRAMS need into LIBRARIES, each under the
# name that it is asked for by, and the licences of their packages into LICENSES.
# Libraries of glibc are left out: they have to be the system's, as its loader is.
#   cmake -DPROGRAMS=a;b -DLIBRARIES=dir -DLICENSES=dir -DPACKAGES=x;y -P ShipLibraries.cmake
# PACKAGES: further packages whose code or headers are shipped.
cmake_minimum_required(VERSION 3.25)

file(GET_RUNTIME_DEPENDENCIES EXECUTABLES ${PROGRAMS}
  RESOLVED_DEPENDENCIES_VAR found UNRESOLVED_DEPENDENCIES_VAR absent
  POST_EXCLUDE_REGEXES
  "/(ld-linux[^/]*|libc|libm|libmvec|libdl|librt|libpthread|libresolv|libutil|libnsl|libanl)[.]so[.0-9]*$")
if(absent)
  message(FATAL_ERROR "shared libraries were not found: ${absent}")
endif()

# The Debian package that a file belongs to; files of merged folders are known
# under /usr or without it.
function(package_of File Out)
  file(REAL_PATH ${File} real)
  string(REGEX REPLACE "^/usr/lib" "/lib" short ${real})
  foreach(name ${real} ${short} /usr${real})
    execute_process(COMMAND dpkg-query -S ${name} OUTPUT_VARIABLE line
      RESULT_VARIABLE failed ERROR_QUIET)
    if(NOT failed)
      string(REGEX REPLACE "[:,].*" "" line ${line})
      set(${Out} ${line} PARENT_SCOPE)
      return()
    endif()
  endforeach()
  message(FATAL_ERROR "${real} belongs to no package of Debian: its licence has to be shipped with it and is not known")
endfunction()

foreach(file ${found})
  get_filename_component(name ${file} NAME)
  file(REAL_PATH ${file} real)
  file(MAKE_DIRECTORY ${LIBRARIES})
  file(COPY_FILE ${real} ${LIBRARIES}/${name} ONLY_IF_DIFFERENT)
  package_of(${file} package)
  list(APPEND PACKAGES ${package})
  string(APPEND shipped "${name}  ${package}\n")
endforeach()

list(REMOVE_DUPLICATES PACKAGES)
file(MAKE_DIRECTORY ${LICENSES})
file(WRITE ${LICENSES}/libraries.txt
  "The shared libraries in lib/ and the Debian packages that they come from; the\n"
  "licence of each package is beside this file.\n\n${shipped}")
foreach(package ${PACKAGES})
  set(copyright /usr/share/doc/${package}/copyright)
  if(NOT EXISTS ${copyright})
    message(FATAL_ERROR "the licence of ${package} is not at ${copyright}")
  endif()
  file(READ ${copyright} text)
  file(WRITE ${LICENSES}/${package} "${text}")
  # Long licences are named there and kept in one place by Debian.
  string(REGEX MATCHALL "/usr/share/common-licenses/[A-Za-z0-9.+-]*[A-Za-z0-9]"
    named "${text}")
  foreach(license ${named})
    get_filename_component(name ${license} NAME)
    if(EXISTS ${license})
      file(REAL_PATH ${license} real)
      file(COPY_FILE ${real} ${LICENSES}/${name})
    endif()
  endforeach()
endforeach()

# Writes a digest of the sources that times depend on into a C++ fragment.
#   cmake -DOUTPUT=ModelDigest.inc -DROOT=repository -DFILES="analysis/a.cpp|..." -P ModelDigest.cmake
# Run at build time; written only if something changed. It depends on nothing but the
# contents and names of the files: two builds of one state, anywhere, have the same.
string(REPLACE "|" ";" Files "${FILES}")
list(SORT Files)
set(All "")
foreach(File IN LISTS Files)
  file(SHA256 "${ROOT}/${File}" One)
  string(APPEND All "${File} ${One}\n")
endforeach()
string(SHA256 Digest "${All}")
string(SUBSTRING "${Digest}" 0 12 Digest)
set(Text "\"${Digest}\"\n")
if(EXISTS "${OUTPUT}")
  file(READ "${OUTPUT}" Old)
endif()
if(NOT "${Old}" STREQUAL "${Text}")
  file(WRITE "${OUTPUT}" "${Text}")
else()
  file(TOUCH "${OUTPUT}")
endif()

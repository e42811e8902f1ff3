#!/bin/bash
# Findings of gpuperf into a CodeChecker server, or into a folder of HTML.
#   codechecker.sh BUILD_DIR [SERVER_PRODUCT_URL]
set -eu
build=${1:?folder of compile_commands.json}
here=$PWD
gpuperf-clang-tidy -p "$build" $(git ls-files '*.cu' '*.hip') > gpuperf-tidy.txt 2> gpuperf-tidy.log || true
# CodeChecker's own converter reads what clang-tidy prints. A file that the database
# names from the build's folder is printed so, and looked for from where this runs.
(cd "$build" && report-converter -c -t clang-tidy -o "$here/gpuperf-reports" "$here/gpuperf-tidy.txt")
if [ $# -gt 1 ]; then
  CodeChecker store gpuperf-reports --name gpuperf --url "$2"
else
  CodeChecker parse gpuperf-reports --export html --output gpuperf-html || [ $? = 2 ]
fi

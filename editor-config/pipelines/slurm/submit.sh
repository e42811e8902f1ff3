#!/bin/bash
# A report of a large project as a job array.
#   BUILD_DIR=build GPU=h200-sxm REPORT=head.json ./submit.sh 16 [sbatch options, such as -p PARTITION]
# Prints the id of the job that merges the parts.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
export SHARDS=${1:?number of parts}
shift
export PARTS=${PARTS:-$(mktemp -d -p "$PWD" gpuperf-parts-XXXXXX)}
array=$(sbatch --parsable --array="1-$SHARDS" "$@" "$here/report.sbatch")
# A part that fails keeps the merge from running; --kill-on-invalid-dep ends it then.
sbatch --parsable --dependency="afterok:$array" --kill-on-invalid-dep=yes "$@" "$here/merge.sbatch"

#!/usr/bin/env bash
# The main job on a real file: the time of every launch, from the command and
# as clang-tidy diagnostics. `run.sh --picture` makes demo.svg again.
set -euo pipefail
cd "$(dirname "$0")/../.."
file=benchmarks/demo/kernels.cu
show() { printf '\n\033[1m$ %s\033[0m\n' "$*"; "$@"; }

if [ "${1:-}" = --picture ]; then
  build/bin/gpuperf predict "$file" --gpu=h200-sxm 2>/dev/null |
    benchmarks/demo/svg.py "gpuperf predict kernels.cu --gpu=h200-sxm" \
      >benchmarks/demo/demo.svg
  exit
fi
show build/bin/gpuperf predict "$file" --gpu=h200-sxm
show build/bin/gpuperf predict "$file" --gpu=t4 --model=qu-nsmw
mapfile -t flags < <(build/bin/gpuperf flags --gpu=h200-sxm --format=lines)
show clang-tidy-22 --quiet --load=build/lib/GpuperfTidy.so '-checks=-*,gpuperf-*' \
  '--config={CheckOptions: {GpuperfGpu: h200-sxm}}' "$file" -- "${flags[@]}"

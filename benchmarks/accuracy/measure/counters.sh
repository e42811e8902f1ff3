#!/usr/bin/env bash
# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Hardware counters of a few blocks of each measured kernel, by Nsight Compute:
#
#   counters.sh GPUPERF-MEASURE OUT [--budget=S] [--gpu-name=NAME] [--first=N]
#
# Writes OUT/counters_GPU.csv, as benchmarks/accuracy/counters.py reads it.
# Exit: 0 done; 3 there is nothing to do it with, in a sentence; 1 it failed.
# Clocks stay as they are. NCU names another Nsight Compute.
set -u

say() { printf 'counters.sh: %s\n' "$*"; }

if [ $# -lt 2 ]; then
  sed -n '5,12s/^# \{0,1\}//p' "$0"
  exit 2
fi
measure=$1 out=$2
shift 2
budget=40
options=()
for option in "$@"; do
  case $option in
  --budget=*) budget=${option#*=} ;;
  *) options+=("$option") ;;
  esac
done
[ -x "$measure" ] || { say "no program '$measure'"; exit 2; }
mkdir -p "$out" || exit 1

ncu=${NCU:-}
if [ -z "$ncu" ]; then
  for candidate in ncu /usr/local/cuda/bin/ncu /opt/nvidia/nsight-compute/*/ncu; do
    if command -v "$candidate" >/dev/null 2>&1; then
      ncu=$candidate
      break
    fi
  done
fi
if [ -z "$ncu" ] || ! command -v "$ncu" >/dev/null 2>&1; then
  say "skipped: Nsight Compute (ncu) is not here"
  exit 3
fi

# What this GPU does not have would end the whole run.
known=$("$ncu" --query-metrics 2>/dev/null)
names='' count=0
for name in $("$measure" --list-counters); do
  base=${name%%.*}
  case $known in
  *"$base"[![:alnum:]_]*)
    names=${names:+$names,}$name
    count=$((count + 1))
    ;;
  esac
done
if [ "$count" -lt 5 ]; then
  # The list could not be had: ask for all, and below for the few.
  names=$("$measure" --list-counters | tr '\n' ',')
  names=${names%,}
fi
few=gpu__time_duration.sum,smsp__inst_executed.sum
few=$few,dram__sectors_read.sum,dram__sectors_write.sum
few=$few,lts__t_sectors_op_read.sum,lts__t_sectors_op_write.sum
few=$few,sm__warps_active.avg.pct_of_peak_sustained_active

# An empty array is unset to old shells that `set -u`.
profile() {
  rm -f "$out/ncu.log"
  "$ncu" --csv --page raw --print-units base --profile-from-start off \
    --clock-control none --cache-control all --metrics "$1" \
    --log-file "$out/ncu.log" "$measure" --profile --quick "--out=$out" \
    "--budget=$budget" ${options[@]+"${options[@]}"} >"$out/ncu.out" 2>&1
}

forbidden() { grep -qs ERR_NVGPUCTRPERM "$out/ncu.log" "$out/ncu.out"; }

for metrics in "$names" "$few"; do
  profile "$metrics"
  if forbidden; then
    say "skipped: the driver lets only administrators read counters" \
      "(ERR_NVGPUCTRPERM): run as root, or load the nvidia module with" \
      "NVreg_RestrictProfilingToAdminUsers=0"
    exit 3
  fi
  if "$measure" "--out=$out" "--counters=$out/ncu.log"; then
    exit 0
  fi
done
say "Nsight Compute gave no counters; its messages:"
grep -hs '==ERROR==\|==WARNING==\|gpuperf-measure:' "$out/ncu.log" "$out/ncu.out" |
  head -n 5
exit 1

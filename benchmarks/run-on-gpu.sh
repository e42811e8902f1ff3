#!/usr/bin/env bash
# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Everything that a GPU can tell gpuperf, in one command and 8 minutes:
#
#   benchmarks/run-on-gpu.sh [OUT] [--minutes=8] [--gpu-name=NAME]
#
# Builds the calibrator and the accuracy kit for the GPU at hand, runs both, the
# most valuable first, and keeps all in the folder OUT (default: results-gpu).
# Needs bash, the driver and nvcc, or the two programs in OUT/bin instead of
# nvcc. What a stage has found stays when it is stopped; the same command again
# goes on. Where a gpuperf is (build/bin or PATH), the GPU file and the comparison
# are made as well; else the last lines say how to on another machine. NVCC and
# GPUPERF name others.
#
# Exit: 0 all done, or only the time was up; 1 a stage failed; 2 no GPU, no nvcc
# or wrong options; 130 interrupted.
set -u

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd) || exit 2
out='' minutes=8 gpu_name=''

say() { printf '%s\n' "$*"; }
die() {
  printf 'run-on-gpu.sh: %s\n' "$*" >&2
  exit 2
}

for option in "$@"; do
  case $option in
  --minutes=*) minutes=${option#*=} ;;
  --gpu-name=*) gpu_name=${option#*=} ;;
  -h | --help)
    sed -n '5,20s/^# \{0,1\}//p' "${BASH_SOURCE[0]}"
    exit 0
    ;;
  -*) die "unknown option '$option'; --help lists them" ;;
  *)
    [ -z "$out" ] || die "two folders: '$out' and '$option'"
    out=$option
    ;;
  esac
done
case $minutes in
'' | *[!0-9]* | ????*) die "--minutes is '$minutes', it must be a whole number from 1 to 999" ;;
esac
minutes=$((10#$minutes))
[ "$minutes" -ge 1 ] || die "--minutes must be at least 1"
out=${out:-results-gpu}
mkdir -p "$out/bin" "$out/log" || die "cannot write into '$out'"
out=$(cd "$out" && pwd) || exit 2

SECONDS=0
total=$((minutes * 60))
left() { echo $((total - SECONDS)); }

# --- Stages ---------------------------------------------------------------

summary=()  # "name: how it ended"
failed=0    # stages
child=''    # process, or group of processes, of the stage that runs
grouped=''  # "-" if it is a group
no_gpu=''
command -v setsid >/dev/null 2>&1 && grouped='-'

end_child() {
  [ -n "$child" ] || return 0
  kill -TERM -- "$grouped$child" 2>/dev/null
  local tick=0
  # It may want to finish a line.
  while kill -0 -- "$grouped$child" 2>/dev/null && [ $tick -lt 25 ]; do
    sleep 0.2
    tick=$((tick + 1))
  done
  kill -KILL -- "$grouped$child" 2>/dev/null
}

finish() {
  say ''
  say "== after $SECONDS s"
  local line
  for line in ${summary[@]+"${summary[@]}"}; do
    say "  $line"
  done
  say "  results: $out"
}

interrupted() {
  trap '' INT TERM HUP
  end_child
  summary+=("interrupted: what was found so far is kept; the same command goes on")
  finish
  exit 130
}
trap interrupted INT TERM HUP

# stage NAME SECONDS COMMAND...: no longer than that, nor than there is time.
# 124: the time was up. Leaves 0 to those who must not end the script.
stage() {
  local name=$1 limit=$2 rc=0 begun=$SECONDS stopped=''
  shift 2
  local room
  room=$(left)
  if [ "$room" -lt 3 ]; then
    summary+=("$name: left out, the time was up")
    return 124
  fi
  [ "$limit" -le "$room" ] || limit=$room
  say ''
  say "== $name (at most $limit s of $room s)"
  if [ -n "$grouped" ]; then
    setsid "$@" > >(tee -a "$out/log/$name.log") 2>&1 </dev/null &
  else
    "$@" > >(tee -a "$out/log/$name.log") 2>&1 </dev/null &
  fi
  child=$!
  while kill -0 "$child" 2>/dev/null; do
    if [ $((SECONDS - begun)) -ge "$limit" ]; then
      stopped=1
      end_child
      break
    fi
    sleep 0.2
  done
  wait "$child" 2>/dev/null
  rc=$?
  child=''
  local took="$((SECONDS - begun)) s"
  if [ -n "$stopped" ]; then
    rc=124
    summary+=("$name: stopped after $took")
  elif [ $rc -eq 0 ]; then
    summary+=("$name: done, $took")
  elif [ $rc -eq 3 ]; then
    summary+=("$name: skipped, see log/$name.log")
  else
    summary+=("$name: FAILED ($rc), see log/$name.log")
    failed=$((failed + 1))
    # Whoever has no GPU here has none in the next stage. tee may be behind.
    sleep 0.3
    if tail -n 3 "$out/log/$name.log" 2>/dev/null | grep -q ': no GPU'; then
      no_gpu=1
    fi
  fi
  return $rc
}

# --- Building -------------------------------------------------------------

find_nvcc() {
  local candidate
  if [ -n "${NVCC:-}" ]; then
    command -v "$NVCC"
    return
  fi
  for candidate in nvcc "${CUDA_HOME:-/none}/bin/nvcc" \
    "${CUDA_PATH:-/none}/bin/nvcc" /usr/local/cuda/bin/nvcc \
    /usr/local/cuda-*/bin/nvcc /opt/cuda/bin/nvcc; do
    if command -v "$candidate" >/dev/null 2>&1; then
      command -v "$candidate"
      return
    fi
  done
}

# The flag for the GPU at hand; an nvcc before 11.5 does not know `native`.
arch_flag() {
  local nvcc=$1 probe=$out/build/probe.cu cap
  printf '__global__ void probe() {}\n' >"$probe"
  if "$nvcc" -arch=native -c "$probe" -o "$out/build/probe.o" >/dev/null 2>&1; then
    echo -arch=native
    return
  fi
  cap=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | head -n 1)
  cap=${cap//[!0-9]/}
  [ -z "$cap" ] || echo "-arch=sm_$cap"
}

object_of() {
  local name=${1#"$root"/}
  echo "$out/build/${name//\//_}.o"
}

# Compiles everything that both programs need, as many at a time as there are
# processors, and links both. Runs as a stage.
build() {
  local nvcc=$1 jobs running=0 source object arch commit
  mkdir -p "$out/build"
  jobs=$(nproc 2>/dev/null || echo 4)
  arch=$(arch_flag "$nvcc")
  commit=$(git -C "$root" rev-parse HEAD 2>/dev/null || true)
  local calibrate_sources=("$root"/benchmarks/micro/*.cpp "$root"/benchmarks/micro/*/*.cpp
    "$root"/benchmarks/micro/*/*.cu "$root"/gpumodel/calibration/derive/*.cpp)
  local measure_sources=("$root"/benchmarks/accuracy/measure/*.cpp
    "$root"/benchmarks/accuracy/measure/*.cu
    "$root"/benchmarks/micro/host/Device.cu "$root"/gpumodel/calibration/derive/Fits.cpp)
  rm -f "$out/build/"*.begun # of a build that was stopped
  for source in "${calibrate_sources[@]}" "${measure_sources[@]}"; do
    [ -f "$source" ] || continue # a pattern that nothing matches
    object=$(object_of "$source")
    # Of an earlier try, or of the other program.
    [ ! -e "$object.begun" ] || continue
    if [ -s "$object" ] && [ "$object" -nt "$source" ]; then
      continue
    fi
    rm -f "$object"
    : >"$object.begun"
    (
      if "$nvcc" -O3 -std=c++17 ${arch:+"$arch"} "-I$root" \
        "-DGPUPERF_COMMIT=\"$commit\"" -c "$source" -o "$object.part"; then
        mv "$object.part" "$object"
      fi
    ) &
    running=$((running + 1))
    if [ "$running" -ge "$jobs" ]; then
      # Before bash 4.3: in rounds.
      wait -n 2>/dev/null || { [ "${BASH_VERSINFO[0]}${BASH_VERSINFO[1]}" -ge 43 ] || wait; }
      running=$((running - 1))
    fi
  done
  wait
  rm -f "$out/build/"*.begun
  local ok=0
  link_program gpuperf-calibrate "$nvcc" "$arch" "${calibrate_sources[@]}" || ok=1
  link_program gpuperf-measure "$nvcc" "$arch" "${measure_sources[@]}" || ok=1
  return "$ok"
}

link_program() {
  local program=$1 nvcc=$2 arch=$3 source objects=()
  shift 3
  for source in "$@"; do
    [ -f "$source" ] || continue
    objects+=("$(object_of "$source")")
    if [ ! -s "${objects[${#objects[@]} - 1]}" ]; then
      say "run-on-gpu.sh: no $program: ${source#"$root"/} was not compiled"
      return 1
    fi
  done
  if "$nvcc" ${arch:+"$arch"} "${objects[@]}" -o "$out/bin/$program.part"; then
    mv "$out/bin/$program.part" "$out/bin/$program"
    say "built $program"
  else
    say "run-on-gpu.sh: no $program: it was not linked"
    return 1
  fi
}

calibrate=$out/bin/gpuperf-calibrate measure=$out/bin/gpuperf-measure
say "gpuperf on this GPU: $minutes minutes, results in $out"
if command -v nvidia-smi >/dev/null 2>&1; then
  gpus=$(nvidia-smi -L 2>/dev/null)
  case $gpus in
  *GPU\ *) printf '%s\n' "$gpus" | sed 's/ (UUID.*//' ;;
  *) die "no GPU: nvidia-smi lists none" ;;
  esac
fi
if [ ! -x "$calibrate" ] || [ ! -x "$measure" ]; then
  nvcc=$(find_nvcc)
  if [ -n "$nvcc" ]; then
    # The stage is a process of its own: it gets the functions by this file.
    export -f build link_program object_of arch_flag say
    export root out
    # shellcheck disable=SC2016
    stage build $((total * 3 / 4)) bash -c 'set -u; build "$1"' build "$nvcc"
  elif [ ! -x "$calibrate" ] && [ ! -x "$measure" ]; then
    die "no nvcc on PATH, in CUDA_HOME or /usr/local/cuda, and no" \
      "gpuperf-calibrate and gpuperf-measure in $out/bin: install the CUDA" \
      "toolkit, or build them elsewhere and put them there"
  else
    summary+=("build: no nvcc; only what is in $out/bin is run")
  fi
fi

if [ ! -x "$calibrate" ] && [ ! -x "$measure" ]; then
  finish
  say '  neither program is built; the same command goes on'
  exit 1
fi

# --- Running --------------------------------------------------------------

# Of the groups named, those that this calibrator has; with commas.
groups_there() {
  local wanted listed found='' line
  listed=" $("$calibrate" --list 2>/dev/null | while read -r _ line _; do printf '%s ' "$line"; done)"
  for wanted in "$@"; do
    case $listed in
    *" $wanted "*) found=${found:+$found,}$wanted ;;
    esac
  done
  echo "$found"
}

# calibrate_stage NAME SECONDS [OPTION...]: asks for a little less than it gets.
calibrate_stage() {
  local name=$1 limit=$2
  shift 2
  [ -x "$calibrate" ] && [ -z "$no_gpu" ] || return 0
  [ "$limit" -le "$(left)" ] || limit=$(left)
  [ "$limit" -ge 8 ] || { summary+=("$name: left out, the time was up"); return 0; }
  stage "$name" "$limit" "$calibrate" "--out=$out" "--budget=$((limit - 5))" "$@"
}
measure_stage() {
  local name=$1 limit=$2
  shift 2
  [ -x "$measure" ] && [ -z "$no_gpu" ] || return 0
  [ "$limit" -le "$(left)" ] || limit=$(left)
  [ "$limit" -ge 8 ] || { summary+=("$name: left out, the time was up"); return 0; }
  stage "$name" "$limit" "$measure" "--out=$out" "--budget=$((limit - 5))" \
    ${gpu_name:+"--gpu-name=$gpu_name"} "$@"
}
# Seconds: so many hundredths of what is left.
share() { echo $(($(left) * $1 / 100)); }

if [ -x "$calibrate" ]; then
  first=$(groups_there launch latency bandwidth)
  [ -z "$first" ] || calibrate_stage calibrate-first "$(share 40)" "--only=$first"
fi
measure_stage measure-first "$(share 40)" --first=10
if [ -x "$measure" ] && [ -z "$no_gpu" ] && ! ls "$out"/counters_*.csv >/dev/null 2>&1; then
  seconds=$(share 20)
  if [ "$seconds" -ge 20 ]; then
    stage counters "$seconds" "$root/benchmarks/accuracy/measure/counters.sh" \
      "$measure" "$out" "--budget=$((seconds / 2))" \
      ${gpu_name:+"--gpu-name=$gpu_name"}
  fi
fi
calibrate_stage calibrate-rest "$(share 60)"
measure_stage measure-rest "$(share 95)"

if [ -n "$no_gpu" ]; then
  finish
  die "no GPU: the driver is missing, older than the toolkit, or sees none"
fi

# --- What it means --------------------------------------------------------

gpuperf=${GPUPERF:-$root/build/bin/gpuperf}
if ! command -v "$gpuperf" >/dev/null 2>&1; then
  gpuperf=''
  [ -n "${GPUPERF:-}" ] || gpuperf=$(command -v gpuperf || true)
fi
# The GPU as the rows name it.
if [ -z "$gpu_name" ] && [ -s "$out/measured.csv" ]; then
  IFS=, read -r _ _ _ gpu_name _ < <(sed -n 2p "$out/measured.csv")
fi
import=(calibrate-import "$out" -o "$out/device.yaml" "--plots=$out/plots")
compare=("$root/benchmarks/accuracy/accuracy.py" "--measured=$out/measured.csv"
  "--gpu=${gpu_name:-NAME}" "--gpu=$out/device.yaml" --model=all)
if [ -n "$gpuperf" ] && ls "$out"/calibrate*.jsonl >/dev/null 2>&1; then
  # No GPU is needed any more: this has time of its own.
  total=$((SECONDS + 600))
  stage import 60 "$gpuperf" "${import[@]}"
  if command -v python3 >/dev/null 2>&1 && [ -s "$out/measured.csv" ]; then
    [ -s "$out/device.yaml" ] || unset 'compare[3]'
    # A GPU without a file of its own has nothing to be compared with.
    "$gpuperf" gpus "$gpu_name" >/dev/null 2>&1 || unset 'compare[2]'
    stage compare 500 python3 "${compare[@]}" "--gpuperf=$gpuperf" --quiet \
      "--jobs=$(nproc 2>/dev/null || echo 2)"
  fi
  finish
else
  finish
  say ''
  say 'On a machine with gpuperf, with this folder:'
  say "  gpuperf ${import[*]}"
  say "  ${compare[*]}"
fi
[ "$failed" -eq 0 ] || exit 1
exit 0

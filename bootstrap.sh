#!/usr/bin/env bash
# Two words do all the set-up, on a fresh Debian 12 with git and Debian's packages:
#   ./bootstrap.sh demo    install what is missing, build, predict a real CUDA file
#   ./bootstrap.sh test    the same, and run every test
#   ./bootstrap.sh build   build the command, the plugin, clang-tidy and clangd, and stop
# A second run starts at once: nothing is installed or built twice.
set -euo pipefail
cd "$(dirname "$0")"

say() { printf '\033[1m%s\033[0m\n' "$*" >&2; }
die() { printf 'bootstrap.sh: %s\n' "$*" >&2; exit 2; }

LLVM=22
# What the command and the plugin are built with, and the clang-tidy that loads it.
DEMO_PACKAGES=(cmake ninja-build g++ python3 "clang-$LLVM" "clang-tidy-$LLVM" "lld-$LLVM"
               "libclang-$LLVM-dev" "llvm-$LLVM-dev" libfmt-dev zlib1g-dev)
TEST_PACKAGES=(ccache "clang-tools-$LLVM" "clang-format-$LLVM" "llvm-$LLVM-tools" "clangd-$LLVM"
               "libclang-rt-$LLVM-dev" libgtest-dev libgmock-dev)

install_missing() {
  command -v dpkg-query >/dev/null ||
    die "this is not a Debian system: install $* by hand, then run cmake --preset release"
  local missing=()
  for p in "$@"; do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$p" 2>/dev/null)" = installed ] || missing+=("$p")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  local sudo=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || die "packages are missing (${missing[*]}) and this user is neither root nor has sudo"
    sudo=(sudo)
  fi
  say "Installing ${missing[*]}"
  "${sudo[@]}" apt-get update -qq || die "apt-get update failed: no network to Debian's packages?"
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null ||
    die "apt-get could not install ${missing[*]}; LLVM $LLVM is in bookworm-security and later"
}

# configure OPTION...: each option is a CMake option that has to be ON. What an
# earlier call switched on stays on.
configure() {
  local off=() wanted=()
  for option in GPUPERF_BUILD_CLANGD GPUPERF_BUILD_TESTS; do
    if [[ " $* " == *" $option "* ]]; then
      grep -qs "^$option:BOOL=ON" build/CMakeCache.txt || wanted+=("-D$option=ON")
    else
      off+=("-D$option=OFF")
    fi
  done
  if [ ! -f build/build.ninja ]; then
    wanted+=("${off[@]}")
  elif [ ${#wanted[@]} -eq 0 ]; then
    return 0
  fi
  say "Configuring"
  cmake --preset release "${wanted[@]}" >build.configure.log 2>&1 || { cat build.configure.log >&2; die "cmake failed"; }
  rm -f build.configure.log
}

build() {
  say "Building"
  cmake --build build "$@"
}

case "${1:-}" in
demo)
  install_missing "${DEMO_PACKAGES[@]}"
  configure
  build --target gpuperf GpuperfTidy
  exec benchmarks/demo/run.sh
  ;;
build)
  install_missing "${DEMO_PACKAGES[@]}"
  configure GPUPERF_BUILD_CLANGD
  build --target gpuperf GpuperfTidy gpuperf-clang-tidy gpuperf-clangd
  ;;
test)
  install_missing "${DEMO_PACKAGES[@]}" "${TEST_PACKAGES[@]}"
  configure GPUPERF_BUILD_CLANGD GPUPERF_BUILD_TESTS
  build
  # Browser, VS Code, Neovim, Emacs: a minute, once. What cannot be had is skipped.
  test/editors/install.sh || say "Some tests in real editors will be skipped"
  say "Testing"
  exec ctest --test-dir build --output-on-failure --no-tests=error -j "$(nproc)"
  ;;
*)
  sed -n '2,6s/^# \{0,1\}//p' "$0"
  exit 2
  ;;
esac

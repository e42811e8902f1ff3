#!/usr/bin/env bash
# Two words do all the set-up, on a fresh Debian 12 with git and Debian's packages:
#   ./bootstrap.sh demo    install what is missing, build, predict a real CUDA file
#   ./bootstrap.sh test    the same, and run every test
#   ./bootstrap.sh build   stop after building
# A second run starts at once: nothing is installed or built twice.
set -euo pipefail
cd "$(dirname "$0")"

say() { printf '\033[1m%s\033[0m\n' "$*" >&2; }
die() { printf 'bootstrap.sh: %s\n' "$*" >&2; exit 2; }

LLVM=22
PACKAGES=(cmake ninja-build g++ python3 ccache
          "clang-$LLVM" "clang-tidy-$LLVM" "clang-tools-$LLVM" "libclang-$LLVM-dev"
          "llvm-$LLVM-dev" "llvm-$LLVM-tools" "clangd-$LLVM" libfmt-dev libgtest-dev libgmock-dev
          libgrpc++-dev libprotobuf-dev zlib1g-dev)

install_missing() {
  command -v dpkg-query >/dev/null ||
    die "this is not a Debian system: install ${PACKAGES[*]} by hand, then run cmake --preset release"
  local missing=()
  for p in "${PACKAGES[@]}"; do
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

build() {
  if [ ! -f build/build.ninja ]; then
    say "Configuring"
    cmake --preset release >build.configure.log 2>&1 || { cat build.configure.log >&2; die "cmake failed"; }
    rm -f build.configure.log
  fi
  say "Building"
  cmake --build build
}

case "${1:-}" in
build)
  install_missing
  build
  ;;
demo)
  install_missing
  build
  exec benchmarks/demo/run.sh
  ;;
test)
  install_missing
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

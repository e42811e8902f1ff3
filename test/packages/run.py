#!/usr/bin/env python3
# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The packages on machines that have nothing: the bundle in fresh Debians without
LLVM and without a compiler, the .deb where Debian has LLVM 22. Needs root (it
changes roots), debootstrap and a network. See README.md."""

import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
SOURCE = HERE.parent.parent
sys.path.insert(0, str(HERE.parent / "clangd"))
import lsp  # noqa: E402

MOST_MB = 100
MOST_FIRST_S = 10
GLIBC = (2, 36)
# Copied to /files: no header of C++, C's headers, and one of C++ that is absent.
FILES = {"kernels.cu": "test/cli/Inputs/kernels.cu",
         "c-headers.cu": "test/cli/Inputs/c-headers.cu",
         "demo.cu": "benchmarks/demo/kernels.cu"}
MINIMAL = "the headers of the C++ standard library were not found"
SECURITY = "deb http://deb.debian.org/debian-security bookworm-security main\n"
# Where the .deb is installed; sid has another LLVM.
DEB_SUITES = ("bookworm", "trixie")
DOCKER_SUITE = "trixie"


class Wrong(Exception):
    pass


def expect(condition, text):
    if not condition:
        raise Wrong(text)


def sh(*command, **options):
    return subprocess.run([str(c) for c in command], check=True, text=True, **options)


class Root:
    """A fresh Debian, unpacked from the kept tar of an earlier debootstrap."""

    def __init__(self, suite, folder):
        self.suite = suite
        self.path = folder / suite
        kept = folder / f"{suite}.tar"
        if not kept.exists():
            print(f"{suite}: debootstrap")
            self.remove()
            sh("debootstrap", "--variant=minbase", suite, self.path,
               "http://deb.debian.org/debian", stdout=subprocess.DEVNULL)
            sh("tar", "-C", self.path, "-cf", kept, ".")
        self.remove()
        self.path.mkdir(parents=True)
        sh("tar", "-C", self.path, "-xf", kept)
        (self.path / "files").mkdir()
        for name, source in FILES.items():
            shutil.copy(SOURCE / source, self.path / "files" / name)

    def remove(self):
        shutil.rmtree(self.path, ignore_errors=True)

    def command(self, *words):
        """With /proc, which ends with the command."""
        return ["unshare", "--mount", "--pid", "--fork", "--kill-child", "bash", "-c",
                'mount -t proc proc "$0/proc" && exec chroot "$0" "$@"',
                str(self.path), *words]

    def run(self, *words, code=0):
        done = subprocess.run(self.command(*words), text=True, capture_output=True,
                              env={"PATH": "/usr/bin:/bin:/usr/sbin:/sbin", "LC_ALL": "C.UTF-8",
                                   "DEBIAN_FRONTEND": "noninteractive"})
        expect(done.returncode == code,
               f"{' '.join(words)}: exit {done.returncode}\n{done.stdout}{done.stderr}")
        return done

    def install(self, *packages):
        shutil.copy("/etc/resolv.conf", self.path / "etc/resolv.conf")
        if self.suite == "bookworm":
            (self.path / "etc/apt/sources.list.d/security.list").write_text(SECURITY)
        # A mirror may be older than sid wants its lists to be.
        self.run("apt-get", "-o", "Acquire::Check-Valid-Until=false", "update", "-qq")
        self.run("apt-get", "install", "-qq", "--no-install-recommends", *packages)


def build(folder):
    """The packages of a built tree."""
    for kind in ("DEB", "TZST"):
        sh("cpack", "-G", kind, cwd=folder, stdout=subprocess.DEVNULL)


def one(folder, pattern):
    found = sorted(folder.glob(pattern))
    expect(len(found) == 1, f"{pattern} in {folder}: {len(found)} files, wanted one")
    return found[0]


def check_bundle_file(bundle, folder):
    """Its size, and what it asks of glibc."""
    size = bundle.stat().st_size / 1e6
    expect(size <= MOST_MB, f"{bundle.name} has {size:.1f} MB, at most {MOST_MB}")
    newest = (0, 0)
    for file in folder.rglob("*"):
        if file.is_symlink() or not file.is_file() or file.read_bytes()[:4] != b"\x7fELF":
            continue
        expect(not re.match(r"(ld-linux|libc\.so|libm\.so)", file.name), f"{file} is glibc's")
        for version in re.findall(r"GLIBC_(\d+)\.(\d+)",
                                  sh("objdump", "-T", file, stdout=subprocess.PIPE).stdout):
            newest = max(newest, tuple(map(int, version)))
    expect(newest <= GLIBC, f"the bundle asks for glibc {newest}")
    return f"{size:.1f} MB, needs glibc {newest[0]}.{newest[1]}"


def predict(root, bin_folder, file, launches, bare):
    out = root.run(f"{bin_folder}gpuperf", "predict", f"/files/{file}", "--gpu=h200-sxm",
                   "--format=json")
    answers = [json.loads(line) for line in out.stdout.splitlines()]
    timed = [a for a in answers if a.get("time_us", 0) > 0]
    expect(len(timed) == launches,
           f"{file}: {len(timed)} launches with a time, wanted {launches}\n{out.stdout}{out.stderr}")
    expect((MINIMAL in out.stderr) == bare, f"{file}: {out.stderr}")
    return out.stderr


def tidy(root, bin_folder, file):
    flags = root.run(f"{bin_folder}gpuperf", "flags", "--gpu=h200-sxm", "--format=lines")
    out = root.run(f"{bin_folder}gpuperf-clang-tidy", "--quiet", "--checks=-*,gpuperf-*",
                   f"/files/{file}", "--", *flags.stdout.split())
    expect("[gpuperf-kernel-time]" in out.stdout, out.stdout + out.stderr)


def clangd(root, bin_folder, file):
    """Initialize, open, and the times in what comes back."""
    path = f"/files/{file}"
    text = (SOURCE / FILES[file]).read_text()
    server = root.command(f"{bin_folder}gpuperf-clangd", "--gpu=h200-sxm")
    with lsp.Server(server, "/") as s:
        s.open(path, text)
        items = s.settled(path)
    codes = [d.get("code") for d in items]
    expect("gpuperf-kernel-time" in codes, f"diagnostics of {file}: {items}")
    errors = [d for d in items if d["severity"] == 1]
    expect(not errors, f"errors in {file}: {errors}")


def try_bundle(root, bundle):
    """Times and words of one root."""
    begin = time.monotonic()
    sh("tar", "-C", root.path / "opt", "--zstd", "-xf", bundle)
    unpacked = time.monotonic()
    (home,) = (root.path / "opt").iterdir()
    programs = f"/opt/{home.name}/bin/"
    for tool in ("clang-tidy", "clang", "g++"):
        expect(not shutil.which(tool, path=str(root.path / "usr/bin")), f"{tool} is there")
    predict(root, programs, "c-headers.cu", 2, bare=True)
    first = time.monotonic() - unpacked
    expect(first <= MOST_FIRST_S, f"the first prediction took {first:.1f} s")
    predict(root, programs, "kernels.cu", 2, bare=True)
    said = predict(root, programs, "demo.cu", 4, bare=True)
    expect("<vector> is not among these headers" in said, said)
    tidy(root, programs, "c-headers.cu")
    clangd(root, programs, "c-headers.cu")
    words = f"unpacked in {unpacked - begin:.1f} s, first prediction after {first:.1f} s"
    # The same with the standard library of this Debian.
    root.install("g++")
    predict(root, programs, "c-headers.cu", 2, bare=False)
    predict(root, programs, "demo.cu", 6, bare=False)
    tidy(root, programs, "demo.cu")
    clangd(root, programs, "demo.cu")
    version = root.run("g++", "-dumpfullversion").stdout.strip()
    return f"{words}; with the headers of g++ {version}, too"


def docker_commands():
    """What the Dockerfile runs."""
    text = (SOURCE / "editor-config/packages/Dockerfile").read_text()
    expect("FROM debian:13" in text, "the Dockerfile starts from another Debian")
    (run,) = re.findall(r"^RUN ((?:.*\\\n)*.*)$", text, re.M)
    return run.replace("\\\n", "")


def check_conda_script(bundle, folder):
    """What conda would pack: programs in bin that are links and run."""
    folder.mkdir()
    sh("bash", SOURCE / "editor-config/packages/conda/build.sh",
       env={"PATH": "/usr/bin:/bin", "PREFIX": str(folder), "GPUPERF_BUNDLE": str(bundle)})
    for name in ("gpuperf", "gpuperf-clang-tidy", "gpuperf-clangd"):
        sh(folder / "bin" / name, "--version", stdout=subprocess.DEVNULL)
    shutil.rmtree(folder)


def try_deb(root, deb):
    shutil.copy(deb, root.path / "files")
    root.install(f"/files/{deb.name}")
    predict(root, "", "c-headers.cu", 2, bare=True)
    tidy(root, "", "c-headers.cu")
    clangd(root, "", "c-headers.cu")
    if root.suite == DOCKER_SUITE:
        shutil.copy(deb, root.path / "tmp")
        root.run("sh", "-ec", docker_commands())
        predict(root, "", "demo.cu", 6, bare=False)
    llvm = root.run("dpkg-query", "-W", "-f=${Version}", "libllvm22").stdout
    return f".deb with libllvm22 {llvm}"


def main():
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("--build", type=pathlib.Path, default=SOURCE / "build")
    ask.add_argument("--suites", default="bookworm,trixie,sid")
    ask.add_argument("--roots", type=pathlib.Path, default=pathlib.Path("/var/tmp/gpuperf-roots"),
                     help="where debootstrap's results are kept")
    ask.add_argument("--no-build", action="store_true", help="take the packages that are there")
    ask.add_argument("--only", choices=("bundle", "deb"))
    args = ask.parse_args()
    args.roots.mkdir(parents=True, exist_ok=True)
    if not args.no_build:
        build(args.build)
    bundle = one(args.build, "gpuperf-*-linux-*.tar.zst")
    deb = one(args.build, "gpuperf_*.deb")
    failed = 0
    looked = args.roots / "bundle"
    shutil.rmtree(looked, ignore_errors=True)
    looked.mkdir()
    sh("tar", "-C", looked, "--zstd", "-xf", bundle)
    print(f"{bundle.name}: {check_bundle_file(bundle, looked)}", flush=True)
    shutil.rmtree(looked)
    check_conda_script(bundle.resolve(), looked)
    for suite in args.suites.split(","):
        for kind, package in (("bundle", bundle), ("deb", deb)):
            if args.only not in (None, kind) or (kind == "deb" and suite not in DEB_SUITES):
                continue
            root = Root(suite, args.roots)
            try:
                words = try_bundle(root, package) if kind == "bundle" else try_deb(root, package)
                print(f"{suite}: ok: {words}", flush=True)
            except (Wrong, lsp.LspError) as e:
                failed += 1
                print(f"{suite}: {kind} failed: {e}", flush=True)
            finally:
                root.remove()
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
"""Packs the extension as gpuperf.vsix: its code and the npm packages that it needs
as one file, and the programs of gpuperf, where they are given.

    pack.py [--out=gpuperf.vsix]                   needs Node.js 20 or later and npm
    pack.py --programs=gpuperf-0.1.0-linux-x86_64.tar.zst --out=gpuperf-linux-x64.vsix
    code --install-extension gpuperf.vsix

--programs takes gpuperf's bundle, or the folder that it was unpacked to; the package
is then one for Linux on x64. --repository names the address of the repository on the
web, which is that of the checkout's remote `origin` otherwise. With --packages nothing is
fetched: the .vsix, a zip of the folder `extension` and two small XML files, is then
written here, with these packages as they are.
"""
import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from xml.sax.saxutils import escape, quoteattr

HERE = pathlib.Path(__file__).resolve().parent
SOURCES = ["extension.js", "lib", "package.json", "package-lock.json", "README.md", ".vscodeignore"]
# In the repository, else as it is installed.
LICENSES = [HERE.parents[2] / "LICENSE", HERE.parents[3] / "doc" / "gpuperf" / "copyright"]
# Of the registry of npm, these versions.
ESBUILD = "esbuild@0.28.2"
VSCE = "@vscode/vsce@3.9.2"

CONTENT_TYPES = """<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
%s</Types>
"""
MANIFEST = """<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id={name} Version={version} Publisher={publisher}/>
    <DisplayName>{display}</DisplayName>
    <Description xml:space="preserve">{description}</Description>
    <Categories>{categories}</Categories>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value={engine}/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
    </Properties>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
  </Assets>
</PackageManifest>
"""


def manifest(package):
    return MANIFEST.format(
        name=quoteattr(package["name"]),
        version=quoteattr(package["version"]),
        publisher=quoteattr(package["publisher"]),
        display=escape(package["displayName"]),
        description=escape(package["description"]),
        categories=escape(",".join(package["categories"])),
        engine=quoteattr(package["engines"]["vscode"]),
    )


def copy_sources(folder):
    for name in SOURCES:
        source = HERE / name
        if source.is_dir():
            shutil.copytree(source, folder / name, dirs_exist_ok=True)
        else:
            shutil.copy(source, folder / name)


def run_npm(program, *words, cwd):
    """What it says; an error ends this program and shows it."""
    found = shutil.which(program)
    if not found:
        sys.exit(f"pack.py: {program} was not found: install Node.js 20 or later and npm")
    run = subprocess.run([found, *words], cwd=cwd, stdout=subprocess.PIPE,
                         stderr=subprocess.STDOUT, text=True)
    if run.returncode:
        sys.exit(f"pack.py: {program} {' '.join(words)} failed:\n{run.stdout}")
    return run.stdout


def install_packages(folder):
    """node_modules as package-lock.json has it."""
    run_npm("npm", "ci", "--ignore-scripts", "--omit=dev", "--no-audit", "--no-fund", cwd=folder)


def bundle_code(folder):
    """One file in the place of the sources and node_modules."""
    run_npm("npx", "--yes", ESBUILD, "extension.js", "--bundle", "--platform=node",
            "--format=cjs", "--target=node18", "--external:vscode", "--minify",
            "--legal-comments=eof", "--outfile=dist/extension.js", cwd=folder)
    # Their licences ask to be shipped with them.
    texts = [f"{f.parent.name}\n\n{f.read_text()}\n"
             for f in sorted((folder / "node_modules").rglob("*"))
             if f.is_file() and re.match(r"(?i)licen[cs]e(\.(md|txt))?$", f.name)]
    (folder / "dist" / "licenses.txt").write_text("\n".join(texts))
    for name in ("lib", "node_modules"):
        shutil.rmtree(folder / name)
    for name in ("extension.js", "package-lock.json"):
        (folder / name).unlink()


def origin():
    """The address of the checkout's remote, as one of the web; empty if it has none."""
    run = subprocess.run(["git", "-C", str(HERE), "config", "--get", "remote.origin.url"],
                         stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    address = re.sub(r"^git@([^:]+):", r"https://\1/", run.stdout.strip())
    address = re.sub(r"^https://[^/@]*@", "https://", address)
    return address if address.startswith("https://") else ""


def write_package(folder, repository):
    """package.json of what is shipped: nothing is to be installed any more."""
    package = json.loads((folder / "package.json").read_text())
    package["main"] = "./dist/extension.js"
    package["repository"] = {"type": "git", "url": repository}
    for key in ("dependencies", "scripts"):
        package.pop(key)
    (folder / "package.json").write_text(json.dumps(package, indent=2) + "\n")


def copy_license(folder):
    found = next((p for p in LICENSES if p.is_file()), None)
    if not found:
        sys.exit(f"pack.py: the licence is not there: {' or '.join(map(str, LICENSES))}")
    shutil.copy(found, folder / "LICENSE")


def copy_programs(programs, folder):
    """bin, lib and share/gpuperf of the bundle, without what only others use."""
    if programs.is_file():
        unpacked = folder / "unpacked"
        unpacked.mkdir()
        subprocess.run(["tar", "-C", unpacked, "--zstd", "-xf", programs], check=True)
        (home,) = unpacked.iterdir()
    else:
        home, unpacked = programs, None
    if not (home / "bin" / "gpuperf-clangd").is_file():
        sys.exit(f"pack.py: {programs} is no bundle of gpuperf: it has no bin/gpuperf-clangd")
    leave = shutil.ignore_patterns("editor-config", "cmake", "GpuperfTidy.so", "doc")
    shutil.copytree(home, folder / "gpuperf", ignore=leave)
    if unpacked:
        shutil.rmtree(unpacked)


def write_with_vsce(folder, out, programs):
    words = ["package", "--no-dependencies", f"--out={out.resolve()}"]
    if programs:
        words += ["--target", "linux-x64"]
    said = run_npm("npx", "--yes", VSCE, *words, cwd=folder)
    warnings = [line for line in said.splitlines() if "WARN" in line]
    if warnings:
        sys.exit("pack.py: vsce warns:\n" + said)


def write_vsix(folder, out):
    package = json.loads((folder / "package.json").read_text())
    files = sorted(f for f in folder.rglob("*") if f.is_file() and ".bin" not in f.parts)
    suffixes = sorted({f.suffix for f in files if f.suffix} | {".vsixmanifest"})
    types = "".join(f'<Default Extension="{s}" ContentType="application/octet-stream"/>\n' for s in suffixes)
    plain = "".join(f'<Override PartName="/extension/{f.relative_to(folder).as_posix()}" '
                    'ContentType="application/octet-stream"/>\n' for f in files if not f.suffix)
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as zipped:
        zipped.writestr("[Content_Types].xml", CONTENT_TYPES % (types + plain))
        zipped.writestr("extension.vsixmanifest", manifest(package))
        for f in files:
            zipped.write(f, f"extension/{f.relative_to(folder).as_posix()}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("gpuperf.vsix"))
    parser.add_argument("--packages", type=pathlib.Path,
                        help="a node_modules folder to take instead of running npm")
    parser.add_argument("--programs", type=pathlib.Path, help="gpuperf's bundle, or its folder")
    parser.add_argument("--repository", help="the repository's address on the web")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        copy_sources(folder)
        if args.packages:
            shutil.copytree(args.packages, folder / "node_modules", symlinks=True)
            write_vsix(folder, args.out)
        else:
            repository = args.repository or origin()
            if not repository:
                sys.exit("pack.py: the checkout has no remote `origin` on the web: name the "
                         "repository with --repository=https://...")
            copy_license(folder)
            install_packages(folder)
            bundle_code(folder)
            write_package(folder, repository)
            if args.programs:
                copy_programs(args.programs, folder)
            write_with_vsce(folder, args.out, args.programs)
    print(f"{args.out}: {args.out.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()

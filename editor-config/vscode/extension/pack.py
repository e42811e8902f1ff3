#!/usr/bin/env python3
"""Packs the extension as gpuperf.vsix, with the npm packages that it needs.

    pack.py [--out=gpuperf.vsix]     needs npm, for two small packages
    code --install-extension gpuperf.vsix

A .vsix is a zip of the folder `extension` and two small XML files.
"""
import argparse
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import zipfile
from xml.sax.saxutils import escape, quoteattr

HERE = pathlib.Path(__file__).resolve().parent
SOURCES = ["extension.js", "lib", "package.json", "package-lock.json", "README.md"]

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


def install_packages(folder):
    """node_modules as package-lock.json has it; an error says what npm said."""
    npm = shutil.which("npm")
    if not npm:
        sys.exit("pack.py: npm was not found: install Node.js 18 or later")
    run = subprocess.run(
        [npm, "ci", "--ignore-scripts", "--omit=dev", "--no-audit", "--no-fund"],
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if run.returncode:
        sys.exit(f"pack.py: npm ci failed:\n{run.stdout}")


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
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        copy_sources(folder)
        if args.packages:
            shutil.copytree(args.packages, folder / "node_modules", symlinks=True)
        else:
            install_packages(folder)
        write_vsix(folder, args.out)
    print(f"{args.out}: {args.out.stat().st_size // 1024} KB")


if __name__ == "__main__":
    main()

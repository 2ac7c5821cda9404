#!/usr/bin/env python3
"""Adds to a wheel the licences of what it carries: shared libraries of Debian, and libraries that are compiled in.

    wheel_licences.py WHEEL FOLDER      writes a wheel of the same name into FOLDER

Needs auditwheel, which put the libraries into the wheel.
"""

import importlib.metadata
import re
import shutil
import subprocess
import sys
from pathlib import Path

from auditwheel.wheeltools import InWheelCtx

COMPILED_IN = ["libboost1.81-dev"]  # Debian packages of which only headers are used


def debian_package(library):
    """The package that has a library, such as libfmt.so.9 (in the wheel: libfmt-1a2b3c4d.so.9)."""
    name = re.sub(r"-[0-9a-f]{8}(?=\.so)", "", library)
    found = subprocess.run(["dpkg-query", "--search", f"*/{name}"], capture_output=True, text=True).stdout
    packages = {line.split(":")[0] for line in found.splitlines() if line.endswith(f"/{name}")}
    if len(packages) != 1:
        sys.exit(f"wheel_licences.py: no Debian package has the library {name}, so its licence is not known")
    return packages.pop()


def nanobind_licences():
    """nanobind's own licence, and that of the hash map in it."""
    files = importlib.metadata.files("nanobind") or []
    return [Path(file.locate()) for file in files if file.name in ("LICENSE", "LICENSE.txt")]


def add_licences(root):
    (licences,) = root.glob("*.dist-info/licenses")
    packages = {debian_package(library.name) for library in root.glob("cento_text.libs/*")} | set(COMPILED_IN)
    for package in sorted(packages):
        (licences / package).mkdir()
        shutil.copyfile(f"/usr/share/doc/{package}/copyright", licences / package / "copyright")
    own = nanobind_licences()
    if not own:
        sys.exit("wheel_licences.py: nanobind has no licence file")
    for number, file in enumerate(own):
        folder = licences / "nanobind"
        folder.mkdir(exist_ok=True)
        shutil.copyfile(file, folder / ("LICENSE" if number == 0 else f"LICENSE.{file.parent.name}"))
    return packages


def main():
    wheel, folder = Path(sys.argv[1]), Path(sys.argv[2])
    with InWheelCtx(wheel.resolve(), folder.resolve() / wheel.name) as context:
        add_licences(Path(context.path))


if __name__ == "__main__":
    main()

# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The files that are edited, where, and what must follow from an edit."""

import os
from collections import Counter
from dataclasses import dataclass, field

import bigfile

HERE = os.path.dirname(os.path.abspath(__file__))

# Kinds of edits, in the order of the table.
KINDS = {
    "kernel": "inside a kernel's body",
    "launch": "a block size at a launch",
    "comment": "a comment's text",
    "line": "a new line above all code",
    "host": "inside an unrelated host function",
    "broken": "a name that is not there, in a kernel's body",
    "top": "a new line above the includes",
}

# New values of a number in a kernel: loops get longer, so the time changes.
TRIPS = [12 + (7 * i) % 48 for i in range(1, 48)]
# Legal blocks; no two neighbours alike.
BLOCKS = [64, 512, 128, 1024, 256, 32, 512, 96, 384, 192, 768, 160]


@dataclass
class Site:
    """A place in the file: Old stands there once, and new(i) instead after the
    i-th edit. Kernel: whose launches must be predicted anew."""
    kind: str
    old: str
    new: object
    kernel: str = ""


@dataclass
class EditedFile:
    name: str
    title: str
    source: str
    sites: list
    needs_toolkit: bool = False
    count: Counter = field(default_factory=Counter)  # edits done, by site

    def __post_init__(self):
        for site in self.sites:
            if site.old and self.source.count(site.old) != 1:
                raise ValueError(f"{self.name}: '{site.old}' is not there once")

    def text(self):
        """The file after all edits so far."""
        # By place in the source: what one edit writes is no other's place.
        places = sorted((self.source.index(s.old), at)
                        for at, s in enumerate(self.sites) if self.count[at])
        out, done = "", 0
        for place, at in places:
            site = self.sites[at]
            out += self.source[done:place] + site.new(self.count[at])
            done = place + len(site.old)
        return out + self.source[done:]

    def edit(self, kind):
        """Makes the next edit of a kind, at its places in turn; (site, text)."""
        places = [i for i, s in enumerate(self.sites) if s.kind == kind]
        at = min(places, key=lambda i: self.count[i])
        before = self.text()
        self.count[at] += 1
        # A server says nothing of an edit that changes nothing.
        while self.text() == before:
            self.count[at] += 1
        return self.sites[at], self.text()


def _number(kind, old, marker, values, kernel):
    """A site whose marker, a number in old, takes one value after another."""
    return Site(kind, old, lambda i: old.replace(
        marker, str(values[i % len(values)])), kernel)


def _everywhere():
    """Sites that every file has."""
    return [
        Site("comment", "// spare", lambda i: f"// spare {i}"),
        Site("line", "// --- code ---", lambda i: "\n" * i + "// --- code ---"),
        Site("host", "n + 1000", lambda i: f"n + {1000 + i}"),
        Site("top", "", lambda i: "\n" * i),
    ]


def _trips(old, marker, kernel):
    return _number("kernel", old, marker, TRIPS, kernel)


def _block(old, marker, kernel):
    return _number("launch", old, marker, BLOCKS, kernel)


def _broken(old, kernel):
    """Every other edit puts the text right again."""
    return Site("broken", old,
                lambda i: f"{old} missing{i};" if i % 2 else old, kernel)


def _read(name):
    with open(os.path.join(HERE, "files", name + ".cu"),
              encoding="utf-8") as f:
        return f.read()


def edited_files():
    saxpy = [_trips("Row < 12", "12", "saxpy"),
             _block(", 256>>>(n, 2.0f", "256", "saxpy"),
             _broken("float Sum = Y[I];", "saxpy")]
    return [
        EditedFile("small", "saxpy, one launch", _read("small"),
                   saxpy + _everywhere()),
        EditedFile("twelve", "12 kernels, 12 launches", _read("twelve"), [
            _trips("Row < 12", "12", "copyRows"),
            _number("kernel", "K < 400", "400",
                    [300 + 70 * (i % 13) for i in range(1, 13)], "polynomial"),
            _block(", 256>>>(A, B, n);\n  return", "256", "polynomial"),
            _block(", 128>>>(A, B, n)", "128", "blur"),
            _broken("Out[Row * n + I] = In[Row * n + I];", "copyRows"),
        ] + _everywhere()),
        EditedFile("cub", "cub::BlockReduce, 3 launches", _read("cub"), [
            _trips("Row < 12", "12", "scale"),
            _block(", 256>>>(In, 0.5f", "256", "scale"),
            _broken("float V = X[I];", "scale"),
        ] + _everywhere(), needs_toolkit=True),
        EditedFile("thrust", "thrust::sort, transform_reduce, 1 launch",
                   _read("thrust"), saxpy + _everywhere(), needs_toolkit=True),
        EditedFile("big", "3,000 lines, 20 kernels, 60 launches",
                   bigfile.big_file(), [
            _number("kernel", "K < 200", "200",
                    [100 + 90 * (i % 17) for i in range(1, 17)], "shade0"),
            _number("kernel", "K < 500", "500",
                    [100 + 90 * (i % 17) for i in range(1, 17)], "shade8"),
            _block("shade0<<<(n0 + 63) / 64, 64>>>", "64", "shade0"),
            _broken("__global__ void shade0(const float *A, const float *B, "
                    "float *Out,\n    int n, int m) {", "shade0"),
        ] + _everywhere()),
    ]


def times(diagnostics):
    """What gpuperf-kernel-time says: [(line, message)], in order."""
    return sorted((d["range"]["start"]["line"], d["message"])
                  for d in diagnostics if d.get("code") == "gpuperf-kernel-time")


def void_because(site, before, after):
    """Why the diagnostics after an edit at a site cannot be those of the edited
    text, given those before it; None if they can."""
    old, new = times(before), times(after)
    if site.kind == "broken":
        return (f"'{site.kernel}' is predicted, which does not compile"
                if any(f"'{site.kernel}" in m for _, m in new) else None)
    if not new:
        return "no gpuperf-kernel-time"
    if len(new) != len(old):
        return f"{len(old)} launches were predicted before, {len(new)} now"
    if site.kind in ("kernel", "launch"):
        def about(list_):
            return [m for _, m in list_ if f"'{site.kernel}" in m]
        if about(old) == about(new):
            return f"the prediction of '{site.kernel}' did not follow"
    elif site.kind in ("line", "top"):
        if [line + 1 for line, _ in old] != [line for line, _ in new]:
            return "the lines did not follow"
    elif old != new:
        return "an edit that changes no launch changed a prediction"
    return None

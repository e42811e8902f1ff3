#!/usr/bin/env python3
"""Draws a command's plain text output as a terminal window in SVG.

usage: build/bin/gpuperf predict FILE --gpu=NAME 2>/dev/null | svg.py TITLE > out.svg

The picture in the README is made so; run.sh --picture makes it again.
"""
import html
import re
import sys

CHAR, LINE, PAD, BAR = 8.4, 19, 16, 34
STYLE = [  # first match wins: what the line is, and its colour
    (re.compile(r"^\S+:\d+:\d+: "), "#ffffff", True),
    (re.compile(r"^    [0-9.]+ [um]?s \("), "#7ee787", True),
    (re.compile(r"^      "), "#a5d6ff", False),
    (re.compile(r"^    assumed"), "#8b949e", False),
    (re.compile(r""), "#c9d1d9", False),
]


def main():
    title = sys.argv[1] if len(sys.argv) > 1 else "gpuperf"
    lines = [l.rstrip() for l in sys.stdin.read().rstrip("\n").split("\n")]
    width = PAD * 2 + CHAR * max(map(len, lines + [title]))
    height = BAR + PAD * 2 + LINE * len(lines)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" '
        f'height="{height}" viewBox="0 0 {width:.0f} {height}">',
        f"<title>{html.escape(title)}</title>",
        '<rect width="100%" height="100%" rx="8" fill="#0d1117"/>',
    ]
    for i, colour in enumerate(("#ff5f57", "#febc2e", "#28c840")):
        out.append(f'<circle cx="{20 + 20 * i}" cy="17" r="6" fill="{colour}"/>')
    out.append(
        f'<text x="{width / 2:.0f}" y="22" fill="#8b949e" text-anchor="middle" '
        f'font-family="monospace" font-size="13">{html.escape(title)}</text>')
    for i, line in enumerate(lines):
        _, colour, bold = next(s for s in STYLE if s[0].match(line))
        weight = ' font-weight="bold"' if bold else ""
        out.append(
            f'<text x="{PAD}" y="{BAR + PAD + LINE * i}" fill="{colour}"{weight} '
            f'font-family="ui-monospace,Menlo,DejaVu Sans Mono,monospace" '
            f'font-size="14" xml:space="preserve">{html.escape(line)}</text>')
    out.append("</svg>")
    print("\n".join(out))


if __name__ == "__main__":
    main()

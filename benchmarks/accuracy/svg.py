# Part of gpuperf, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A little SVG: a canvas, scales, and panels with axes.

    canvas = Canvas(420, 300, "Time over size")
    panel = Panel(canvas, (60, 40, 340, 200), Log(1, 100), Linear(0, 5))
    panel.axes("size", "time")
    panel.line([(1, 1), (100, 4)], COLOURS[0])
    canvas.write("time.svg")

Pixels grow to the right and down; scales map values to 0..1, up is up.
"""

import html
import math

INK, FAINT, GRID = "#222222", "#666666", "#e4e4e4"
FONT = "Helvetica, Arial, 'DejaVu Sans', sans-serif"
# Ten strong colours, then six lighter ones: no two alike side by side.
COLOURS = ("#1f77b4", "#ff7f0e", "#2ca02c", "#d62728", "#9467bd", "#8c564b",
           "#e377c2", "#7f7f7f", "#bcbd22", "#17becf", "#4b3f9e", "#f0b37e",
           "#7fc97f", "#f79a99", "#a6a6d2", "#005f5f")
# Width of a character of this font in parts of its size, on average.
CHARACTER = 0.58


def _n(value):
    """A coordinate: one digit after the point, no idle zeros."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


class Canvas:
    """Shapes in pixels, drawn in the order in which they are added."""

    def __init__(self, width, height, title):
        self.width, self.height, self.title = width, height, title
        self.items = []

    def text(self, x, y, text, size=12, anchor="start", colour=INK,
             bold=False, turn=0):
        more = ' font-weight="bold"' if bold else ""
        if turn:
            more += f' transform="rotate({turn} {_n(x)} {_n(y)})"'
        self.items.append(
            f'<text x="{_n(x)}" y="{_n(y)}" font-size="{size}" '
            f'text-anchor="{anchor}" fill="{colour}"{more}>'
            f'{html.escape(str(text))}</text>')

    def line(self, points, colour=INK, width=1.5, dash=""):
        if len(points) < 2:
            return
        way = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
        more = f' stroke-dasharray="{dash}"' if dash else ""
        self.items.append(
            f'<polyline points="{way}" fill="none" stroke="{colour}" '
            f'stroke-width="{width}" stroke-linejoin="round"{more}/>')

    def area(self, points, colour, opacity=0.18):
        way = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
        self.items.append(f'<polygon points="{way}" fill="{colour}" '
                          f'fill-opacity="{opacity}"/>')

    def rect(self, x, y, width, height, colour, opacity=1.0):
        more = f' fill-opacity="{opacity}"' if opacity < 1 else ""
        self.items.append(
            f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" '
            f'height="{_n(height)}" fill="{colour}"{more}/>')

    def dots(self, points, colour, radius=2.5, hollow=False, opacity=1.0):
        """Points that fall on the same pixel are drawn once."""
        seen = dict.fromkeys((_n(x), _n(y)) for x, y in points)
        if not seen:
            return
        style = (f'fill="none" stroke="{colour}" stroke-width="1.1"'
                 if hollow else f'fill="{colour}"')
        if opacity < 1:
            style += f' opacity="{opacity}"'
        circles = "".join(f'<circle cx="{x}" cy="{y}" r="{radius}"/>'
                          for x, y in seen)
        self.items.append(f"<g {style}>{circles}</g>")

    def render(self):
        return "\n".join([
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" '
            f'height="{self.height}" viewBox="0 0 {self.width} '
            f'{self.height}" font-family="{FONT}">',
            f"<title>{html.escape(self.title)}</title>",
            '<rect width="100%" height="100%" fill="#ffffff"/>',
            *self.items, "</svg>", ""])

    def write(self, path):
        with open(path, "w", encoding="utf-8") as f:
            f.write(self.render())


def plain_label(value):
    """20, 1,500, 40 k, 3 M."""
    for least, unit, name in ((1e9, 1e9, " G"), (1e6, 1e6, " M"),
                              (1e4, 1e3, " k")):
        if abs(value) >= least:
            return f"{value / unit:,.6g}{name}"
    return f"{value:,.6g}"


def percent_label(value):
    return f"{100 * value:.4g} %"


def time_label(us):
    """Microseconds as people write them: 0.5 µs, 20 ms, 3 s."""
    for limit, unit in ((1e3, "µs"), (1e6, "ms"), (math.inf, "s")):
        if us < 0.9999 * limit:
            return f"{us / (limit / 1e3 if limit < math.inf else 1e6):.4g} " \
                   + unit
    return ""


class Linear:
    """Values to 0..1, in equal steps."""

    def __init__(self, low, high, label=plain_label, ticks=5):
        self.low = low
        self.high = high if high > low else low + 1
        self.label, self.count = label, ticks

    def at(self, value):
        return (value - self.low) / (self.high - self.low)

    def ticks(self):
        raw = (self.high - self.low) / self.count
        power = 10 ** math.floor(math.log10(raw))
        step = next(s * power for s in (1, 2, 2.5, 5, 10)
                    if s * power >= raw * 0.999)
        first = math.ceil(self.low / step - 1e-9)
        last = math.floor(self.high / step + 1e-9)
        return [(i * step, self.label(i * step))
                for i in range(first, last + 1)]


class Log:
    """Values to 0..1 by their logarithm; everything must be above 0."""

    def __init__(self, low, high, label=plain_label, base=10, ticks=10):
        self.low = low
        self.high = high if high > low else low * base
        self.label, self.base, self.count = label, base, ticks

    def at(self, value):
        return (math.log(value / self.low)
                / math.log(self.high / self.low))

    def ticks(self):
        first = math.ceil(math.log(self.low, self.base) - 1e-9)
        last = math.floor(math.log(self.high, self.base) + 1e-9)
        stride = max(1, math.ceil((last - first + 1) / self.count))
        powers = range(first, last + 1, stride)
        steps = (1,)
        if self.base == 10 and last - first < 2:
            steps = (1, 2, 5)
            if self.high / self.low < 6:
                steps = (1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8)
            powers = range(first - 1, last + 1)
        values = [s * self.base ** p for p in powers for s in steps]
        return [(v, self.label(v)) for v in values
                if self.low * 0.999 <= v <= self.high * 1.001]


class Names:
    """Names side by side; the value of the i-th is i. `every` thins labels."""

    def __init__(self, names, every=1):
        self.names, self.every = list(names), every

    def at(self, value):
        return (value + 0.5) / max(1, len(self.names))

    def ticks(self):
        return [(i, n) for i, n in enumerate(self.names)
                if i % self.every == 0]


class Panel:
    """A box (left, top, width, height) in pixels with a scale on each side."""

    def __init__(self, canvas, box, x, y):
        self.canvas, self.x, self.y = canvas, x, y
        self.left, self.top, self.width, self.height = box

    def at(self, x, y):
        """Pixels; what lies outside sits on the border."""
        def inside(v):
            return min(1.0, max(0.0, v))
        return (self.left + inside(self.x.at(x)) * self.width,
                self.top + (1 - inside(self.y.at(y))) * self.height)

    def axes(self, x_label="", y_label="", title="", size=11, turn=0,
             grid="xy"):
        c = self.canvas
        bottom, right = self.top + self.height, self.left + self.width
        for value, label in self.x.ticks():
            px = self.left + self.x.at(value) * self.width
            if "x" in grid:
                c.line([(px, self.top), (px, bottom)], GRID, 1)
            if turn:
                c.text(px + 4, bottom + 10, label, size, "end", FAINT,
                       turn=turn)
            else:
                c.text(px, bottom + size + 4, label, size, "middle", FAINT)
        for value, label in self.y.ticks():
            py = self.top + (1 - self.y.at(value)) * self.height
            if "y" in grid:
                c.line([(self.left, py), (right, py)], GRID, 1)
            c.text(self.left - 6, py + size / 3, label, size, "end", FAINT)
        c.line([(self.left, self.top), (self.left, bottom),
                (right, bottom)], FAINT, 1)
        middle = self.left + self.width / 2
        if x_label:
            c.text(middle, bottom + (size * 2 + 12), x_label, size + 1,
                   "middle")
        if y_label:
            widest = max([len(t) for _, t in self.y.ticks()] or [0])
            px = self.left - 16 - widest * size * CHARACTER
            c.text(px, self.top + self.height / 2, y_label, size + 1,
                   "middle", turn=-90)
        if title:
            c.text(self.left, self.top - 8, title, size + 1, bold=True)

    def line(self, points, colour=INK, width=1.8, dash=""):
        self.canvas.line([self.at(*p) for p in points], colour, width, dash)

    def dots(self, points, colour, radius=2.5, hollow=False, opacity=1.0):
        self.canvas.dots([self.at(*p) for p in points], colour, radius,
                         hollow, opacity)

    def band(self, xs, lows, highs, colour, opacity=0.18):
        there = [self.at(*p) for p in zip(xs, highs)]
        back = [self.at(*p) for p in zip(xs, lows)][::-1]
        if len(there) > 1:
            self.canvas.area(there + back, colour, opacity)


def legend(canvas, x, y, entries, size=11, step=17):
    """Entries (text, colour, how) below one another; how is 'dot', 'ring',
    'line', 'dash' or 'band'."""
    for i, (text, colour, how) in enumerate(entries):
        middle = y + i * step
        if how in ("dot", "ring"):
            canvas.dots([(x + 8, middle)], colour, 4, how == "ring")
        elif how == "band":
            canvas.rect(x, middle - 5, 16, 10, colour, 0.25)
        else:
            canvas.line([(x, middle), (x + 16, middle)], colour, 2.2,
                        "4 3" if how == "dash" else "")
        canvas.text(x + 22, middle + size / 3, text, size)


def columns(entries, width, size=11):
    """How many legend columns of these texts fit into `width` pixels, and how
    wide each is."""
    each = 40 + max(len(e[0]) for e in entries) * size * CHARACTER
    return max(1, int(width // each)), each

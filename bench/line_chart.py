"""Lines through points on two logarithmic axes, as an SVG."""

import math
from xml.sax.saxutils import escape

WIDTH, HEIGHT = 640, 400
LEFT, RIGHT, TOP, BOTTOM = 70, 20, 40, 50
COLOURS = ["#1b6ca8", "#c1440e", "#3a7d44", "#6b4c9a"]
MARGIN = 1.15  # of the axes beyond the points


class Axis:
    """Where a value is between two pixels."""

    def __init__(self, values, begin, end):
        self.least, self.most = math.log(min(values) / MARGIN), math.log(max(values) * MARGIN)
        self.begin, self.end = begin, end

    def place(self, value):
        share = (math.log(value) - self.least) / (self.most - self.least)
        return self.begin + share * (self.end - self.begin)

    def ticks(self):
        """Round numbers between the ends."""
        candidates = [digit * 10.0**power for power in range(-3, 9) for digit in (1, 2, 5)]
        return [value for value in candidates if self.least <= math.log(value) <= self.most]


def label(x, y, text, anchor="middle", more=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{more}>{escape(text)}</text>'


def grid(horizontal, vertical, ticks):
    for value in ticks:
        x = horizontal.place(value)
        yield f'<path d="M{x:.1f} {TOP}V{HEIGHT - BOTTOM}" class="grid"/>' + label(x, HEIGHT - BOTTOM + 18, f"{value:,g}")
    for value in vertical.ticks():
        y = vertical.place(value)
        yield f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" class="grid"/>' + label(LEFT - 8, y + 4, f"{value:,g}", "end")


def drawn(points, horizontal, vertical, colour):
    places = [(horizontal.place(x), vertical.place(y)) for x, y in points]
    path = "L".join(f"{x:.1f} {y:.1f}" for x, y in places)
    yield f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/>'
    for x, y in places:
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>'


def line_chart(title, x_name, y_name, lines):
    """`lines` has the points (x, y) of each line by its name."""
    points = [point for line in lines.values() for point in line]
    horizontal = Axis([x for x, _ in points], LEFT, WIDTH - RIGHT)
    vertical = Axis([y for _, y in points], HEIGHT - BOTTOM, TOP)
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
           f"<title>{escape(title)}</title>",
           "<style>text{font:12px sans-serif;fill:#333}.grid{stroke:#ccc;stroke-width:1}</style>",
           f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>', label(WIDTH / 2, 22, title),
           *grid(horizontal, vertical, sorted({x for x, _ in points})),
           label((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 10, x_name), label(LEFT, TOP - 8, y_name)]
    for number, (name, line) in enumerate(lines.items()):
        colour = COLOURS[number % len(COLOURS)]
        out += drawn(line, horizontal, vertical, colour)
        out.append(label(WIDTH - RIGHT - 8, TOP + 16 + 18 * number, name, "end", f' style="fill:{colour}"'))
    return "\n".join([*out, "</svg>"]) + "\n"

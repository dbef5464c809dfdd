"""A sheet on which the pictures are drawn: shapes of SVG, rendered by resvg, and things that many pictures share."""

import io
import math
import random

import resvg_py
from PIL import Image


class Art:
    """One picture. Lengths are in its own units; the picture is stored smaller."""

    def __init__(self, name, width, height):
        self.name, self.width, self.height = name, width, height
        self.random = random.Random(name)
        self.parts, self.definitions = [], []

    def image(self, width, height, ground="#000"):
        """Renders the picture at its own size and scales it down."""
        svg = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" width="{self.width}" height="{self.height}">'
            f"<defs>{''.join(self.definitions)}</defs>{''.join(self.parts)}</svg>"
        )
        image = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg))))
        if ground:
            image = Image.alpha_composite(Image.new("RGBA", image.size, ground), image.convert("RGBA")).convert("RGB")
        return image.resize((width, height), Image.LANCZOS)

    def grained(self, image, strength=2):
        """Adds light grain, which also hides the steps of gradients."""
        noise = Image.frombytes("L", image.size, self.random.randbytes(image.width * image.height))
        noise = noise.point(lambda value: 128 + (value - 128) * strength // 128).convert("RGB")
        return Image.blend(image, noise, 0.5).point(lambda value: min(255, max(0, 2 * value - 128)))

    # Paint

    def define(self, text):
        identifier = f"d{len(self.definitions)}"
        self.definitions.append(text.replace("@", identifier, 1))
        return f"url(#{identifier})"

    @staticmethod
    def stops(colours):
        last = max(1, len(colours) - 1)
        parts = []
        for index, colour in enumerate(colours):
            colour, opacity = colour if isinstance(colour, tuple) else (colour, 1)
            parts.append(f'<stop offset="{index / last:.3f}" stop-color="{colour}" stop-opacity="{opacity}"/>')
        return "".join(parts)

    def down(self, *colours):
        return self.define(f'<linearGradient id="@" x1="0" y1="0" x2="0" y2="1">{self.stops(colours)}</linearGradient>')

    def across(self, *colours):
        return self.define(f'<linearGradient id="@" x1="0" y1="0" x2="1" y2="0">{self.stops(colours)}</linearGradient>')

    def slant(self, *colours):
        return self.define(f'<linearGradient id="@" x1="0" y1="0" x2="1" y2="1">{self.stops(colours)}</linearGradient>')

    def ball(self, *colours, x=0.5, y=0.5, r=0.5):
        return self.define(f'<radialGradient id="@" cx="{x}" cy="{y}" r="{r}">{self.stops(colours)}</radialGradient>')

    # Shapes

    def add(self, tag, fill, **attributes):
        words = "".join(f' {key.rstrip("_").replace("_", "-")}="{value}"' for key, value in attributes.items() if value is not None)
        self.parts.append(f'<{tag} fill="{fill}"{words}/>')

    def rect(self, x, y, w, h, fill, rx=None, **more):
        self.add("rect", fill, x=x, y=y, width=w, height=h, rx=rx, **more)

    def oval(self, x, y, rx, ry, fill, **more):
        self.add("ellipse", fill, cx=x, cy=y, rx=rx, ry=ry, **more)

    def disc(self, x, y, r, fill, **more):
        self.add("circle", fill, cx=x, cy=y, r=r, **more)

    def path(self, d, fill, **more):
        self.add("path", fill, d=d, **more)

    def shape(self, points, fill, **more):
        self.add("polygon", fill, points=" ".join(f"{x:.1f},{y:.1f}" for x, y in points), **more)

    def stroke(self, points, colour, width, **more):
        """A line through points; a text is taken as a path."""
        d = points if isinstance(points, str) else "M" + " L".join(f"{x:.1f} {y:.1f}" for x, y in points)
        more = {"stroke_linecap": "round", "stroke_linejoin": "round"} | more
        self.add("path", "none", d=d, stroke=colour, stroke_width=width, **more)

    def ring(self, x, y, r, colour, width, **more):
        self.add("circle", "none", cx=x, cy=y, r=r, stroke=colour, stroke_width=width, **more)

    def open(self, transform="", clip=None, opacity=1):
        """Begins a group, which `close` ends. A clip is the text of a shape."""
        hidden = ""
        if clip:
            hidden = f' clip-path="{self.define(f"""<clipPath id="@">{clip}</clipPath>""")}"'
        self.parts.append(f'<g transform="{transform}" opacity="{opacity}"{hidden}>')

    def close(self):
        self.parts.append("</g>")

    def fill(self, *colours):
        self.rect(0, 0, self.width, self.height, self.down(*colours))

    def glow(self, x, y, r, colour, opacity=0.6):
        self.disc(x, y, r, self.ball((colour, opacity), (colour, opacity * 0.35), (colour, 0)))

    def shade(self, opacity=0.35, colour="#000"):
        """Darkens the edges."""
        paint = self.ball((colour, 0), (colour, 0), (colour, opacity), r=0.75)
        self.rect(0, 0, self.width, self.height, paint)

    # Outdoors

    def sun(self, x, y, r, colour="#fff3c4", halo="#ffe9a8"):
        self.glow(x, y, r * 4, halo, 0.55)
        self.disc(x, y, r, colour)

    def moon(self, x, y, r, colour="#f4f1de"):
        self.glow(x, y, r * 3.5, "#cfe0ff", 0.4)
        self.disc(x, y, r, colour)
        for dx, dy, size in [(-0.3, -0.2, 0.2), (0.25, 0.3, 0.26), (0.3, -0.4, 0.12), (-0.35, 0.4, 0.13)]:
            self.disc(x + dx * r, y + dy * r, size * r, "#000", opacity=0.07)

    def stars(self, count, bottom, top=0, colour="#fff"):
        for _ in range(count):
            x, y = self.random.uniform(0, self.width), self.random.uniform(top, bottom)
            self.disc(round(x), round(y), round(self.random.uniform(0.8, 3.2) ** 1.1, 1), colour, opacity=round(self.random.uniform(0.35, 1), 2))

    def waves(self, y, reach, fill, count=3, sharp=False):
        """Land below a line of soft hills, or of peaks."""
        points = []
        parts = [(self.random.uniform(0.7, 1.4) * count * (i + 1) ** 0.9, self.random.uniform(0, 6.3), reach / (i + 1)) for i in range(4)]
        for step in range(0, 161):
            t = step / 160
            value = 0
            for speed, start, size in parts:
                wave = math.sin(t * speed * math.pi + start)
                value += size * (2 * abs(wave) - 1 if sharp else wave)
            points.append((t * self.width, y + value * 0.5))
        self.shape([(0, self.height), *points, (self.width, self.height)], fill)

    def peak(self, x, y, w, h, fill, snow=None, dark="#000"):
        """A mountain with its foot around x."""
        self.shape([(x - w / 2, y), (x, y - h), (x + w / 2, y)], fill)
        self.shape([(x, y - h), (x + w / 2, y), (x + w * 0.06, y)], dark, opacity=0.14)
        if snow:
            tip = 0.3
            a, b = w / 2 * tip, h * tip
            self.shape(
                [
                    (x, y - h),
                    (x + a, y - h + b),
                    (x + a * 0.5, y - h + b * 0.8),
                    (x + a * 0.1, y - h + b * 1.35),
                    (x - a * 0.4, y - h + b * 0.85),
                    (x - a, y - h + b),
                ],
                snow,
            )

    def cloud(self, x, y, s, fill="#fff", opacity=0.9):
        self.open(f"translate({x} {y}) scale({s})", opacity=opacity)
        self.path("M-90 30 a36 36 0 0 1 10 -70 a52 52 0 0 1 95 -18 a40 40 0 0 1 62 26 a32 32 0 0 1 8 62 z", fill)
        self.close()

    def pine(self, x, y, h, fill):
        self.rect(x - h * 0.04, y - h * 0.15, h * 0.08, h * 0.15, "#3b2a20")
        for step in range(3):
            top, w = y - h + h * 0.24 * step, h * (0.17 + 0.07 * step)
            self.shape([(x, top), (x + w, top + h * 0.4), (x - w, top + h * 0.4)], fill)

    def tree(self, x, y, h, fill, trunk="#5b4030"):
        self.path(f"M{x - h * 0.04} {y} L{x - h * 0.025} {y - h * 0.5} h{h * 0.05} L{x + h * 0.04} {y} z", trunk)
        for dx, dy, r in [(0, -0.72, 0.27), (-0.17, -0.55, 0.19), (0.18, -0.56, 0.2)]:
            self.disc(x + dx * h, y + dy * h, r * h, fill)
        self.disc(x - 0.07 * h, y - 0.78 * h, 0.14 * h, "#fff", opacity=0.09)

    def house(self, x, y, w, h, wall, roof, window="#ffd98a"):
        self.rect(x, y - h, w, h, wall)
        self.rect(x + w * 0.62, y - h, w * 0.38, h, "#000", opacity=0.06)
        self.shape([(x - w * 0.08, y - h), (x + w * 0.5, y - h * 1.62), (x + w * 1.08, y - h)], roof)
        self.rect(x + w * 0.14, y - h * 0.76, w * 0.24, h * 0.3, window)
        self.rect(x + w * 0.62, y - h * 0.76, w * 0.24, h * 0.3, window)
        self.rect(x + w * 0.4, y - h * 0.42, w * 0.2, h * 0.42, roof)

    def tower(self, x, y, w, h, fill, window=None, share=0.4, cell=34):
        """A building whose foot is at y, with some of its windows lit."""
        self.rect(x, y - h, w, h, fill)
        self.rect(x + w * 0.7, y - h, w * 0.3, h, "#000", opacity=0.1)
        if not window:
            return
        columns = max(1, int((w - cell * 0.6) // cell))
        left = x + (w - columns * cell) / 2
        for row in range(int((h - cell) // (cell * 1.15))):
            for column in range(columns):
                lit = self.random.random() < share
                self.rect(
                    round(left + (column + 0.22) * cell, 1),
                    round(y - h + cell * (0.7 + row * 1.15), 1),
                    cell * 0.56,
                    cell * 0.62,
                    window if lit else "#fff",
                    opacity=0.95 if lit else 0.07,
                )

    def skyline(self, y, fill, low, high, window=None, share=0.35, widths=(90, 190), cell=34):
        x = -self.random.uniform(0, 60)
        while x < self.width:
            w = self.random.uniform(*widths)
            h = self.random.uniform(low, high)
            self.tower(round(x), y, round(w), round(h), fill, window, share, cell)
            if self.random.random() < 0.25:
                self.stroke([(x + w / 2, y - h), (x + w / 2, y - h - 70)], fill, 6)
            x += w + self.random.choice([0, 0, 8, 20])

    def water(self, y, *colours, glints=60, glint="#fff", opacity=0.35):
        self.rect(0, y, self.width, self.height - y, self.down(*colours))
        for _ in range(glints):
            depth = self.random.random() ** 1.6
            w = 20 + depth * 150
            self.rect(
                round(self.random.uniform(-60, self.width)),
                round(y + 8 + depth * (self.height - y)),
                round(w),
                round(2 + depth * 6),
                glint,
                rx=3,
                opacity=round(opacity * self.random.uniform(0.3, 1), 2),
            )

    def rain(self, count, colour="#fff", opacity=0.3, lean=-18):
        for _ in range(count):
            x, y = self.random.uniform(0, self.width + 60), self.random.uniform(-30, self.height)
            l = self.random.uniform(26, 60)
            self.stroke([(x, y), (x + lean * l / 50, y + l)], colour, 2.5, opacity=opacity)

    # People

    def figure(self, x, y, s, pose, top, legs, skin, hair="#2b211c", shoes="#222", width=24):
        """A person in a pose: points for neck, hip, hands, elbows, knees and feet, with y downwards from the neck."""
        self.open(f"translate({x} {y}) scale({s})")
        neck, hip = (0, 0), pose.get("hip", (0, 110))
        for side in ("far", "near"):
            dark = 0.78 if side == "far" else 1
            arm, leg = pose[f"{side} arm"], pose[f"{side} leg"]
            if side == "near":
                self.stroke([neck, hip], top, width * 2.1)
                self.stroke([(hip[0] - 4, hip[1] - 4), (hip[0] + 4, hip[1] + 8)], legs, width * 2)
            thigh = [hip, leg[0]]
            self.stroke([*thigh, leg[1]], skin, width)
            self.stroke([hip, ((hip[0] + leg[0][0] * 2) / 3, (hip[1] + leg[0][1] * 2) / 3)], legs, width * 1.45)
            self.stroke([leg[1], (leg[1][0] + pose.get("toe", 22), leg[1][1] + 4)], shoes, width * 0.85)
            if dark < 1:
                self.stroke([*thigh, leg[1]], "#000", width, opacity=0.14)
            self.stroke([(neck[0], neck[1] + 8), *arm], skin, width * 0.82)
            self.stroke([(neck[0], neck[1] + 8), ((arm[0][0]) * 0.7, 8 + (arm[0][1] - 8) * 0.7)], top, width * 1.15)
            if dark < 1:
                self.stroke([(neck[0], neck[1] + 8), *arm], "#000", width * 0.82, opacity=0.14)
        head = pose.get("head", (10, -54))
        self.stroke([neck, head], skin, width * 0.8)
        self.disc(*head, 34, skin)
        self.path(f"M{head[0] - 35} {head[1] + 4} a35 35 0 0 1 70 -10 q-30 -2 -44 -8 q-8 16 -26 18 z", hair)
        self.close()

    def head(self, x, y, r, fill):
        """Head and shoulders of a spectator, seen from behind."""
        self.disc(x, y, r, fill)
        self.path(f"M{x - r * 2.1} {y + r * 3.2} q0 -{r * 2.1} {r * 2.1} -{r * 2.1} q{r * 2.1} 0 {r * 2.1} {r * 2.1} z", fill)


RUNNING = {
    "head": (22, -50),
    "hip": (-14, 108),
    "near arm": [(-46, 40), (-82, 2)],
    "far arm": [(46, 46), (78, 4)],
    "near leg": [(42, 150), (14, 226)],
    "far leg": [(-46, 176), (-122, 196)],
}

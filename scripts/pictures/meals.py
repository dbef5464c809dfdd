"""The pictures of meals, seen from above, and of ingredients."""

import math

WIDTH, HEIGHT = 1000, 1000


# Tables and dishes


def table(a, light="#c98f5a", dark="#8a5a34"):
    a.fill(light, dark)
    for i in range(5):
        y = i * 200 + 100
        a.rect(0, y, 1000, 6, "#000", opacity=0.18)
        for _ in range(5):
            x, w = a.random.uniform(-100, 900), a.random.uniform(120, 420)
            a.stroke(f"M{x:.0f} {y - a.random.uniform(20, 80):.0f} q{w / 2:.0f} {a.random.uniform(-14, 14):.0f} {w:.0f} 0", "#000", 4, opacity=0.08)


def cloth(a, ground, line, step=100):
    a.rect(0, 0, 1000, 1000, ground)
    for i in range(0, 1000, step):
        a.rect(i, 0, step // 2, 1000, line, opacity=0.35)
        a.rect(0, i, 1000, step // 2, line, opacity=0.35)
    a.shade(0.2)


def plate(a, r=400, rim="#fdfbf6", shade="#dcd6ca", well="#f4efe5"):
    a.disc(516, 530, r, "#000", opacity=0.22)
    a.disc(500, 500, r, a.slant(rim, shade))
    a.disc(500, 500, r * 0.955, rim)
    a.disc(500, 500, r * 0.76, a.slant(shade, rim))
    a.disc(500, 500, r * 0.74, well)


def bowl(a, r=380, outside="#3d6b80", inside="#f5efe3", food="#8a4a24"):
    a.disc(518, 536, r, "#000", opacity=0.25)
    a.disc(500, 500, r, a.slant(outside, "#1e3a48"))
    a.disc(500, 500, r * 0.93, inside)
    a.disc(500, 506, r * 0.86, "#000", opacity=0.12)
    a.disc(500, 510, r * 0.83, food)


def pan(a, r=370, food="#c1381f"):
    a.open("rotate(-38 500 500)")
    a.rect(820, 462, 300, 76, a.down("#4a4a50", "#232328"), rx=36)
    a.close()
    a.disc(516, 530, r + 20, "#000", opacity=0.25)
    a.disc(500, 500, r + 20, a.slant("#55555c", "#222226"))
    a.disc(500, 500, r - 10, "#2e2e33")
    a.disc(500, 506, r - 30, food)


def fork(a, x=70, y=260):
    a.rect(x + 14, y + 140, 20, 360, "#d8dde2", rx=10)
    a.path(f"M{x} {y} v120 q0 50 24 50 q24 0 24 -50 v-120 h-8 v110 h-10 v-110 h-12 v110 h-10 v-110 z", "#d8dde2")


def spread(a, count, reach, draw, y=500):
    """Draws something at places around the middle, the lower ones last."""
    places = []
    for i in range(count):
        r, t = reach * math.sqrt((i + 0.5) / count), i * 2.39996
        places.append((500 + r * math.cos(t), y + r * math.sin(t)))
    for x, y in sorted(places, key=lambda it: it[1]):
        draw(x, y)


def chunk(a, x, y, s, colour, dark="#000"):
    a.open(f"translate({x:.0f} {y:.0f}) rotate({a.random.uniform(0, 90):.0f}) scale({s:.2f})")
    a.rect(-30, -20, 64, 56, dark, rx=16, opacity=0.3)
    a.rect(-32, -30, 64, 56, colour, rx=16)
    a.rect(-24, -24, 36, 16, "#fff", rx=8, opacity=0.2)
    a.close()


def coin(a, x, y, r, skin, flesh):
    a.oval(x, y + r * 0.14, r, r, "#000", opacity=0.2)
    a.disc(x, y, r, skin)
    a.disc(x, y, r * 0.78, flesh)


def leaf(a, x, y, s, turn, colour="#3f8f4f"):
    a.open(f"translate({x:.0f} {y:.0f}) rotate({turn:.0f}) scale({s:.2f})")
    a.path("M0 0 Q30 -44 90 0 Q30 44 0 0 z", colour)
    a.stroke([(6, 0), (80, 0)], "#fff", 3, opacity=0.35)
    a.close()


def herbs(a, count, reach, colour="#3f8f4f", y=500):
    for _ in range(count):
        r, t = reach * math.sqrt(a.random.random()), a.random.uniform(0, 6.28)
        leaf(a, 500 + r * math.cos(t), y + r * math.sin(t), a.random.uniform(0.16, 0.4), a.random.uniform(0, 360), colour)


def prawn(a, x, y, s, turn, colour="#f58a5c"):
    a.open(f"translate({x:.0f} {y:.0f}) rotate({turn:.0f}) scale({s:.2f})")
    a.stroke("M-60 20 A64 64 0 1 1 30 56", "#000", 44, opacity=0.15)
    a.stroke("M-60 12 A64 64 0 1 1 30 48", colour, 42)
    a.stroke("M-56 4 A60 60 0 1 1 30 40", "#ffd1b8", 12)
    for i in range(5):
        t = 3.3 + i * 0.75
        a.stroke([(-2 + 40 * math.cos(t), 2 + 40 * math.sin(t)), (-2 + 82 * math.cos(t), 2 + 82 * math.sin(t))], "#d9623a", 4)
    a.path("M20 56 l-16 44 l34 -12 l30 20 l-10 -50 z", "#d9623a")
    a.close()


def egg(a, x, y, s):
    a.path(
        f"M{x - 110 * s} {y} q{-10 * s} {-100 * s} {90 * s} {-100 * s} q{120 * s} {-6 * s} {130 * s} {90 * s} q{-10 * s} {110 * s} {-110 * s} {104 * s} q{-100 * s} 0 {-110 * s} {-94 * s} z",
        "#fffaf0",
    )
    a.disc(x, y, 46 * s, a.ball("#ffd75e", "#f7a823", x=0.4, y=0.35, r=0.7))
    a.oval(x - 14 * s, y - 18 * s, 12 * s, 8 * s, "#fff", opacity=0.7)


# Meals


def stew(a):
    table(a, "#7d6a5c", "#4a3d35")
    bowl(a, 390, "#a23b2a", "#f2e4cf", "#7a3b1a")
    a.disc(500, 510, 320, a.ball("#9a5124", "#6b3115", r=0.6))

    def piece(x, y):
        kind = a.random.random()
        if kind < 0.45:
            chunk(a, x, y, a.random.uniform(1, 1.4), a.random.choice(["#5a2f1a", "#6b3a20", "#4d2614"]))
        elif kind < 0.7:
            coin(a, x, y, 34, "#d9661f", "#f28c3a")
        else:
            chunk(a, x, y, 1, "#e9c46a")

    spread(a, 24, 270, piece, 510)
    herbs(a, 22, 270, y=510)
    fork(a, 30)


def curry(a):
    cloth(a, "#1f5f5b", "#2f7f78")
    bowl(a, 400, "#c98a2b", "#f7ead0", "#e08a1e")
    a.disc(500, 510, 330, a.ball("#f0a030", "#c8641a", r=0.6))
    a.open(clip='<circle cx="500" cy="510" r="332"/>')
    a.path("M120 300 Q420 330 470 510 T380 900 H100 z", "#e9e0cc")
    a.path("M120 290 Q400 320 452 510 T360 900 H100 z", "#fffaf0")
    for _ in range(150):
        x, y = a.random.uniform(170, 440), a.random.uniform(280, 760)
        if x < 180 + 250 * math.sin((y - 240) / 560 * math.pi):
            a.open(f"rotate({a.random.uniform(0, 180):.0f} {x:.0f} {y:.0f})")
            a.oval(round(x), round(y), 15, 5, "#d8ccb0", opacity=0.7)
            a.close()
    for _ in range(17):
        x, y = a.random.uniform(510, 740), a.random.uniform(300, 720)
        chunk(a, x, y, a.random.uniform(0.9, 1.3), a.random.choice(["#b5501c", "#c9652a", "#a3431a"]))
    a.stroke("M520 330 Q680 360 700 500 T600 730", "#fff4dc", 14, opacity=0.8)
    a.close()
    for x, y, t in [(580, 470, -20), (620, 500, 60), (560, 520, 160)]:
        leaf(a, x, y, 0.7, t, "#4fae5a")
    herbs(a, 12, 250, "#4fae5a")
    a.path("M780 850 q70 -50 120 0 q-60 60 -120 0 z", "#7cb518")


def pie(a):
    cloth(a, "#e9d8c0", "#c96f5a")
    a.disc(516, 530, 400, "#000", opacity=0.25)
    a.disc(500, 500, 400, a.slant("#d7dde2", "#98a3ad"))
    for i in range(30):
        t = i * 2 * math.pi / 30
        a.disc(500 + 350 * math.cos(t), 500 + 350 * math.sin(t), 46, a.slant("#efc27a", "#c9853a"))
    a.disc(500, 500, 340, a.ball("#f2c67c", "#d9994a", "#b8722e", r=0.55))
    a.disc(500, 500, 300, "#c1803a")
    a.disc(500, 500, 296, a.ball("#a8431f", "#8a3418"))
    a.open(clip='<circle cx="500" cy="500" r="298"/>')
    for turn in (45, -45):
        a.open(f"rotate({turn} 500 500)")
        for i in range(-3, 4):
            a.rect(160, 500 + i * 96 - 22, 680, 58, "#000", opacity=0.18)
            a.rect(160, 500 + i * 96 - 30, 680, 58, a.down("#f6d08c", "#dba053"), rx=8)
            a.rect(160, 500 + i * 96 - 24, 680, 8, "#fff", opacity=0.25)
        a.close()
    a.close()
    for t in (0, 120, 240):
        leaf(a, 500, 500, 1.0, t, "#d18f3f")


def tacos(a):
    table(a, "#3f7d8c", "#245260")
    a.rect(110, 140, 790, 740, "#000", rx=40, opacity=0.2)
    a.rect(100, 120, 800, 740, a.down("#e0b07c", "#b97f48"), rx=40)
    for row in range(3):
        y = 330 + row * 220
        a.path(f"M200 {y + 30} A300 230 0 0 1 800 {y + 30} z", "#000", opacity=0.16)
        a.path(f"M190 {y} A310 230 0 0 1 810 {y} z", a.down("#f6d27a", "#e0a93f"))
        for i in range(34):
            t = math.pi + (i + 0.5) / 34 * math.pi
            x, z = 500 + 290 * math.cos(t), y + 205 * math.sin(t)
            kind = i % 4
            if kind == 0:
                a.disc(round(x), round(z), 30, "#7cb342")
            elif kind == 1:
                a.disc(round(x), round(z + 8), 24, "#8a4a24")
            elif kind == 2:
                a.rect(round(x) - 16, round(z) - 16, 34, 34, "#e53935", rx=6)
            else:
                a.rect(round(x) - 22, round(z) - 4, 44, 12, "#ffe082", rx=5)
        a.path(f"M214 {y + 20} A286 190 0 0 1 786 {y + 20} z", a.down("#ffe09a", "#eeb64f"))
        for _ in range(16):
            x = a.random.uniform(300, 700)
            a.oval(round(x), round(y - a.random.uniform(0, 110)), 14, 8, "#c98a2b", opacity=0.55)
    coin(a, 860, 180, 90, "#7cb518", "#d9f27a")
    for i in range(8):
        t = i * math.pi / 4
        a.stroke([(860, 180), (860 + 62 * math.cos(t), 180 + 62 * math.sin(t))], "#fff", 5, opacity=0.8)


def spaghetti(a):
    cloth(a, "#fbf6ec", "#c1272d")
    plate(a, 410)
    for i in range(150):
        r, t = a.random.uniform(30, 250), a.random.uniform(0, 6.28)
        x, y = 500 + r * math.cos(t), 505 + r * math.sin(t)
        b = a.random.uniform(40, 130)
        a.stroke(
            f"M{x:.0f} {y:.0f} q{a.random.uniform(-b, b):.0f} {a.random.uniform(-b, b):.0f} {a.random.uniform(-b, b):.0f} {a.random.uniform(-b, b):.0f}",
            a.random.choice(["#f6d27a", "#efc25c", "#e3ad45", "#f9dd92"]),
            13,
        )
    a.path("M360 470 Q380 370 500 380 Q640 370 650 490 Q660 600 540 620 Q390 640 360 540 z", "#b71c1c")
    a.path("M370 460 Q400 375 500 386 Q630 380 640 480 Q640 580 530 600 Q390 610 370 530 z", a.ball("#e5432d", "#c62828"))
    for x, y in [(430, 450), (560, 440), (500, 540), (590, 530), (420, 540)]:
        a.disc(x + 4, y + 8, 44, "#000", opacity=0.2)
        a.disc(x, y, 44, a.ball("#a05a32", "#6d3618", x=0.4, y=0.35, r=0.7))
    for t in (-70, 20, 150):
        leaf(a, 510, 490, 1.1, t, "#43a047")
    for _ in range(46):
        a.rect(a.random.gauss(505, 80), a.random.gauss(495, 70), 16, 5, "#fff8e1", rx=2)
    fork(a, 30)


def gratin(a):
    table(a, "#8c8077", "#5d534c")
    a.rect(116, 236, 800, 580, "#000", rx=70, opacity=0.25)
    a.rect(20, 430, 960, 150, "#1f5f7a", rx=60)
    a.rect(100, 210, 800, 580, a.slant("#3a8ab0", "#1c5a78"), rx=80)
    a.rect(140, 250, 720, 500, "#f4e6cc", rx=50)
    a.rect(156, 266, 688, 468, a.slant("#f2c25a", "#d9922e"), rx=40)
    for _ in range(70):
        x, y = a.random.uniform(190, 810), a.random.uniform(300, 700)
        a.oval(
            round(x),
            round(y),
            a.random.uniform(18, 60),
            a.random.uniform(12, 34),
            a.random.choice(["#f9d98a", "#e8a63c", "#c9742a", "#ffe7a8", "#b5541f"]),
            opacity=0.7,
        )
    for _ in range(9):
        x, y = a.random.uniform(200, 800), a.random.uniform(310, 690)
        a.oval(round(x), round(y), 40, 22, "#c62f1c", opacity=0.85)
    a.path("M560 420 L800 440 L790 690 L540 680 z", "#7a2f16")
    for i in range(4):
        a.rect(556, 452 + i * 60, 240, 22, ["#f6d68f", "#c0391f", "#f6d68f", "#a83218"][i], rx=8)
    herbs(a, 16, 260)


def roast(a):
    table(a, "#a56f42", "#6f4526")
    a.oval(512, 540, 440, 350, "#000", opacity=0.25)
    a.oval(500, 510, 440, 350, a.slant("#fdfbf6", "#cfc8ba"))
    a.oval(500, 510, 400, 312, "#f5f0e6")

    def side(x, y):
        if a.random.random() < 0.55:
            a.oval(x + 4, y + 8, 46, 36, "#000", opacity=0.18)
            a.oval(x, y, 46, 36, a.slant("#f4d27a", "#c98f35"))
        else:
            a.open(f"translate({x:.0f} {y:.0f}) rotate({a.random.uniform(0, 180):.0f})")
            a.path("M-60 0 Q-50 -24 0 -20 L56 -4 Q62 0 56 4 L0 20 Q-50 24 -60 0 z", "#f2842b")
            a.close()

    for i in range(22):
        t = i / 22 * 2 * math.pi
        side(500 + 340 * math.cos(t), 520 + 250 * math.sin(t))
    for x in (-1, 1):
        a.stroke([(500 + x * 150, 640), (500 + x * 250, 740)], "#f7ead0", 34)
        a.disc(500 + x * 262, 750, 30, "#fff8ea")
        a.disc(500 + x * 232, 768, 26, "#fff8ea")
        a.path(
            f"M{500 + x * 40} 600 Q{500 + x * 150} 480 {500 + x * 230} 600 Q{500 + x * 250} 690 {500 + x * 190} 720 Q{500 + x * 90} 710 {500 + x * 40} 600 z",
            a.slant("#d98a35", "#8f4a18"),
        )
        a.path(f"M{500 + x * 180} 420 Q{500 + x * 290} 430 {500 + x * 270} 540 Q{500 + x * 200} 570 {500 + x * 170} 500 z", "#b5651f")
    a.path(
        "M500 250 Q700 260 710 480 Q700 680 500 690 Q300 680 290 480 Q300 260 500 250 z",
        a.ball("#f2b45a", "#cf7f2c", "#93501c", x=0.42, y=0.35, r=0.7),
    )
    a.path("M360 360 Q440 290 540 310", "none", stroke="#ffe6b0", stroke_width=26, stroke_linecap="round", opacity=0.5)
    a.stroke("M500 300 Q510 480 500 660", "#8f4a18", 7, opacity=0.5)
    for t in (200, 240, 300, 340):
        leaf(a, 500, 760, 0.9, t, "#4f8f4a")


def skewers(a):
    table(a, "#5c534d", "#332d29")
    a.rect(90, 170, 840, 690, "#000", rx=30, opacity=0.3)
    a.rect(80, 150, 840, 690, a.down("#dcd3c2", "#b8ab92"), rx=30)
    for row in range(4):
        y = 260 + row * 155
        a.stroke([(50, y), (950, y)], "#c99a5b", 13)
        for i in range(9):
            x = 170 + i * 82
            kind = i % 3
            if kind == 0:
                a.rect(x - 40, y - 42, 82, 92, "#000", rx=20, opacity=0.2)
                a.rect(x - 42, y - 50, 82, 92, a.slant("#9c5626", "#5c2c12"), rx=20)
                for k in range(3):
                    a.stroke([(x - 30 + k * 26, y - 42), (x - 20 + k * 26, y + 36)], "#2b1409", 8, opacity=0.7)
            elif kind == 1:
                a.rect(x - 32, y - 46, 64, 88, a.random.choice(["#e53935", "#fbc02d", "#43a047"]), rx=16)
                a.rect(x - 22, y - 38, 12, 66, "#fff", rx=6, opacity=0.35)
            else:
                a.oval(x, y, 30, 46, "#f3e5f5")
                a.oval(x, y, 20, 34, "none", stroke="#9c5fa8", stroke_width=6)
    herbs(a, 26, 340)
    coin(a, 850, 860, 80, "#f2c12e", "#fff2a8")


def fish(a):
    cloth(a, "#dcebf2", "#5a9bc0")
    a.oval(514, 534, 460, 300, "#000", opacity=0.22)
    a.oval(500, 510, 460, 300, a.slant("#fdfdfd", "#c9d3da"))
    a.oval(500, 510, 410, 256, "#f1f5f7")
    for i in range(5):
        a.oval(260 + i * 60, 660 - i * 4, 44, 34, a.slant("#f4dc8a", "#d5a73f"))
    a.open("rotate(-8 500 490)")
    a.path(
        "M140 490 Q240 330 480 340 Q660 350 760 470 Q800 430 890 380 Q860 490 890 600 Q800 560 760 510 Q660 640 480 640 Q240 640 140 490 z",
        a.down("#e8a25a", "#c5702a", "#9a4f1a"),
    )
    a.path("M140 490 Q200 380 330 352 Q380 490 330 630 Q200 600 140 490 z", "#b8642a", opacity=0.75)
    a.disc(226, 462, 20, "#fff4dc")
    a.disc(226, 462, 10, "#2b1a0d")
    for row in range(3):
        for i in range(8):
            a.path(f"M{370 + i * 46} {410 + row * 60} q22 30 0 56", "none", stroke="#7d3f14", stroke_width=6, opacity=0.45)
    for i in range(4):
        a.stroke([(420 + i * 84, 366), (390 + i * 84, 620)], "#5c2b0d", 12, opacity=0.55)
    a.close()
    for i, (x, y) in enumerate([(470, 420), (570, 450), (670, 470)]):
        coin(a, x, y, 56, "#f2c12e", "#fff3b0")
        for k in range(8):
            t = k * math.pi / 4
            a.stroke([(x, y), (x + 38 * math.cos(t), y + 38 * math.sin(t))], "#f2d64e", 5)
    for t in (-30, 10, 50):
        leaf(a, 720, 650, 1.2, t, "#4f9d4f")
    fork(a, 10)


def shellfish(a):
    table(a, "#2f5d73", "#173a4c")
    pan(a, 380, "#c8551f")
    a.disc(500, 506, 340, a.ball("#f08a3a", "#b5431a", r=0.6))
    for i in range(8):
        t = i * 0.785 + 0.2
        x, y = 500 + 220 * math.cos(t), 506 + 220 * math.sin(t)
        a.open(f"translate({x:.0f} {y:.0f}) rotate({math.degrees(t) + 90:.0f})")
        a.path("M0 -80 Q70 -40 50 50 Q0 90 -50 50 Q-70 -40 0 -80 z", a.slant("#2d3550", "#0f1424"))
        a.path("M0 -50 Q44 -20 34 40 Q0 66 -34 40 Q-44 -20 0 -50 z", "#cfd8e8")
        a.oval(0, 10, 24, 36, "#f2a13a")
        a.close()
    for x, y, s, t in [(430, 430, 1.1, 0), (580, 440, 1.1, 80), (500, 580, 1.15, 200), (400, 560, 0.8, 140)]:
        prawn(a, x, y, s, t)
    herbs(a, 30, 320)
    coin(a, 640, 600, 58, "#f2c12e", "#fff3b0")
    for k in range(8):
        t = k * math.pi / 4
        a.stroke([(640, 600), (640 + 40 * math.cos(t), 600 + 40 * math.sin(t))], "#f2d64e", 5)


def salad(a):
    table(a, "#d9c3a5", "#a98a66")
    bowl(a, 400, "#8a6a4a", "#efe2cc", "#5fa04a")
    greens = ["#7cb342", "#558b2f", "#9ccc65", "#8bc34a", "#33691e", "#aed581"]
    spread(a, 70, 300, lambda x, y: leaf(a, x, y, a.random.uniform(1, 1.7), a.random.uniform(0, 360), a.random.choice(greens)), 510)

    def thing(x, y):
        kind = a.random.random()
        if kind < 0.35:
            coin(a, x, y, 46, "#c62828", "#ef5350")
            for k in range(3):
                a.oval(x + 18 * math.cos(k * 2.1), y + 18 * math.sin(k * 2.1), 9, 6, "#ffcdd2")
        elif kind < 0.65:
            coin(a, x, y, 44, "#2e7d32", "#dcedc8")
        elif kind < 0.8:
            a.ring(x, y, 36, "#8e44ad", 12)
        else:
            chunk(a, x, y, 0.9, "#fffde7")

    spread(a, 20, 260, thing, 510)
    for _ in range(16):
        a.disc(a.random.gauss(500, 110), a.random.gauss(510, 110), 15, "#263238")


def soup(a):
    cloth(a, "#3d405b", "#5a5f86")
    bowl(a, 390, "#f2cc8f", "#fff8ea", "#d1495b")
    a.disc(500, 510, 322, a.ball("#e8613c", "#c43c28", r=0.6))
    a.stroke("M420 500 a80 80 0 1 1 90 90 a140 140 0 1 1 110 -170", "#fff4dc", 22, opacity=0.9)
    for x, y in [(330, 600), (640, 640), (690, 420), (360, 380)]:
        chunk(a, x, y, 1.1, "#d9a55c")
    for t in (-60, 40, 160):
        leaf(a, 500, 520, 0.9, t, "#4caf50")
    herbs(a, 22, 280)
    a.open("rotate(28 880 700)")
    a.rect(860, 420, 34, 460, a.across("#e6eaee", "#9aa5af"), rx=16)
    a.oval(877, 400, 58, 84, a.slant("#f2f5f7", "#9aa5af"))
    a.close()


def pizza(a):
    table(a, "#4a3b32", "#2b211b")
    a.disc(512, 530, 430, "#000", opacity=0.35)
    a.disc(500, 505, 430, a.slant("#d7a86b", "#a8743c"))
    a.disc(500, 500, 395, a.ball("#f2b95e", "#d9903a", "#b5692a", r=0.52))
    a.disc(500, 500, 335, "#c62f1c")
    for _ in range(26):
        r, t = 300 * math.sqrt(a.random.random()), a.random.uniform(0, 6.28)
        a.oval(
            500 + r * math.cos(t),
            500 + r * math.sin(t),
            a.random.uniform(36, 80),
            a.random.uniform(28, 60),
            a.random.choice(["#fff3d0", "#ffe3a0", "#fff8e6"]),
            opacity=0.92,
        )

    def slice_(x, y):
        coin(a, x, y, 50, "#b71c1c", "#e04a35")
        a.disc(x - 14, y - 12, 8, "#ffab91", opacity=0.8)

    spread(a, 9, 270, slice_)
    for i in range(7):
        t = i * 0.9 + 0.4
        leaf(a, 500 + 170 * math.cos(t), 500 + 170 * math.sin(t), 1, math.degrees(t), "#2e7d32")
    for i in range(4):
        t = i * math.pi / 4 + 0.2
        a.stroke([(500 - 395 * math.cos(t), 500 - 395 * math.sin(t)), (500 + 395 * math.cos(t), 500 + 395 * math.sin(t))], "#5c2a10", 5, opacity=0.5)


def pancakes(a):
    cloth(a, "#fdf0d5", "#f2a65a")
    plate(a, 410, "#eaf4f8", "#b8d0dc", "#dbeaf1")
    for i in range(5):
        x, y = 500 + [0, 14, -12, 8, 0][i], 560 - i * 26
        a.disc(x, y + 16, 262 - i * 4, "#a8642a")
        a.disc(x, y, 262 - i * 4, a.ball("#e8b069", "#d18f42", "#b5702c", r=0.55))
        a.ring(x, y, 252 - i * 4, "#f2d09a", 14, opacity=0.8)
    a.path(
        "M330 420 Q360 330 500 330 Q660 320 680 440 Q690 520 660 640 Q640 700 620 640 Q610 560 560 570 Q520 590 510 690 Q490 740 470 690 Q460 570 400 560 Q330 540 330 420 z",
        "#9a4d12",
        opacity=0.85,
    )
    a.path("M370 400 Q420 350 520 356", "none", stroke="#ffd9a0", stroke_width=14, stroke_linecap="round", opacity=0.7)
    a.rect(440, 390, 130, 110, "#000", rx=14, opacity=0.15)
    a.rect(436, 376, 130, 110, a.slant("#fff6c8", "#f6d970"), rx=14)
    for x, y in [(300, 700), (370, 750), (640, 740), (710, 690), (250, 630), (600, 330)]:
        a.disc(x, y, 36, a.ball("#6a7fd0", "#2c3a80", x=0.4, y=0.35, r=0.7))
    for x, y in [(700, 620), (440, 780)]:
        a.path(f"M{x} {y - 40} q60 -10 56 40 q-10 60 -56 76 q-46 -16 -56 -76 q-4 -50 56 -40 z", "#e53950")
        leaf(a, x, y - 40, 0.5, -30)
        leaf(a, x, y - 40, 0.5, 200)


def eggs(a):
    table(a, "#c7b299", "#8f7a62")
    pan(a, 380, "#b8301c")
    a.disc(500, 506, 342, a.ball("#e2512e", "#b02a18", r=0.6))
    for _ in range(40):
        r, t = 310 * math.sqrt(a.random.random()), a.random.uniform(0, 6.28)
        a.oval(
            500 + r * math.cos(t),
            506 + r * math.sin(t),
            a.random.uniform(14, 34),
            a.random.uniform(8, 18),
            a.random.choice(["#f26a3d", "#9c2415", "#f28c4a", "#7cb342"]),
            opacity=0.8,
        )
    for x, y, s in [(390, 400, 1.05), (620, 440, 1.1), (420, 640, 1.0), (630, 660, 0.95)]:
        egg(a, x, y, s)
    herbs(a, 30, 300)
    for _ in range(50):
        a.disc(a.random.gauss(500, 140), a.random.gauss(506, 140), 3.4, "#1d120c", opacity=0.8)


def paella(a):
    cloth(a, "#f4e3c1", "#d1495b")
    a.rect(30, 450, 140, 110, "#6b6b72", rx=40)
    a.rect(830, 450, 140, 110, "#6b6b72", rx=40)
    a.disc(514, 530, 410, "#000", opacity=0.25)
    a.disc(500, 500, 410, a.slant("#8d8d95", "#3a3a40"))
    a.disc(500, 500, 376, "#e5a82a")
    for _ in range(620):
        r, t = 366 * math.sqrt(a.random.random()), a.random.uniform(0, 6.28)
        x, y = 500 + r * math.cos(t), 500 + r * math.sin(t)
        a.open(f"rotate({a.random.uniform(0, 180):.0f} {x:.0f} {y:.0f})")
        a.oval(round(x), round(y), 15, 6, a.random.choice(["#f6cf5a", "#ffe08a", "#d9921f", "#f2bd3a"]))
        a.close()
    for _ in range(26):
        r, t = 330 * math.sqrt(a.random.random()), a.random.uniform(0, 6.28)
        a.disc(500 + r * math.cos(t), 500 + r * math.sin(t), 15, "#5aa13a")
    for i in range(6):
        t = i * 1.047
        prawn(a, 500 + 230 * math.cos(t), 500 + 230 * math.sin(t), 0.9, math.degrees(t) + 40)
        x, y = 500 + 290 * math.cos(t + 0.5), 500 + 290 * math.sin(t + 0.5)
        a.open(f"rotate({math.degrees(t + 0.5):.0f} {x:.0f} {y:.0f})")
        a.oval(x, y, 54, 30, "#1f2538")
        a.oval(x, y, 38, 19, "#f2a13a")
        a.close()
        a.rect(500 + 110 * math.cos(t + 0.3) - 50, 500 + 110 * math.sin(t + 0.3) - 11, 100, 24, "#c62828", rx=10)
    for t in (20, 140, 260):
        a.path(
            f"M500 500 l{80 * math.cos(math.radians(t)):.0f} {80 * math.sin(math.radians(t)):.0f} A84 84 0 0 1 {500 + 80 * math.cos(math.radians(t + 70)):.0f} {500 + 80 * math.sin(math.radians(t + 70)):.0f} z",
            "#f7dc4a",
            stroke="#d9b21f",
            stroke_width=8,
        )


def noodles(a):
    table(a, "#a3352c", "#661c18")
    bowl(a, 400, "#16213e", "#f2efe6", "#c98a3a")
    a.disc(500, 510, 330, a.ball("#dba255", "#b5742c", r=0.6))
    for i in range(46):
        y = 330 + i * 8
        half = math.sqrt(max(0, 300**2 - (y - 510) ** 2))
        a.stroke(
            f"M{500 - half:.0f} {y} q{half * 0.5:.0f} {a.random.uniform(-46, 46):.0f} {half:.0f} 0 t{half * 0.9:.0f} 0",
            a.random.choice(["#f8e0a0", "#f2d080", "#ffedbd"]),
            9,
        )
    a.disc(390, 420, 92, "#fffaf0")
    a.disc(390, 420, 50, a.ball("#ffc94a", "#f0962a"))
    for i in range(4):
        a.open(f"rotate({-20 + i * 14} 620 420)")
        a.rect(560 + i * 8, 360 + i * 22, 190, 46, a.down("#c98a5c", "#8a4a2a"), rx=22)
        a.rect(566 + i * 8, 366 + i * 22, 176, 10, "#f0c8a0", rx=5, opacity=0.6)
        a.close()
    for i in range(5):
        leaf(a, 360 + i * 30, 620 + i * 10, 1.2, -60 + i * 26, a.random.choice(["#3f8f4f", "#5fae5f"]))
    for _ in range(22):
        x, y = a.random.gauss(540, 90), a.random.gauss(560, 60)
        a.ring(x, y, 13, "#7cb342", 8)
    a.rect(640, 600, 110, 130, "#1d2f26", rx=8)
    a.open("rotate(24 500 500)")
    for y in (210, 250):
        a.rect(380, y, 680, 17, a.across("#8a5a2b", "#d9a55c"), rx=8)
    a.close()


def dumplings(a):
    table(a, "#6d8f71", "#44604a")
    a.disc(514, 530, 410, "#000", opacity=0.25)
    a.disc(500, 500, 410, a.slant("#d9b27a", "#9c7440"))
    a.disc(500, 500, 372, "#c79b5f")
    a.open(clip='<circle cx="500" cy="500" r="368"/>')
    for i in range(15):
        a.rect(128, 140 + i * 50, 744, 24, "#b0854a", opacity=0.5)
    a.close()
    a.disc(500, 500, 372, "none", stroke="#8a6230", stroke_width=16)
    places = [(500, 500)] + [(500 + 240 * math.cos(i * 0.8976), 500 + 240 * math.sin(i * 0.8976)) for i in range(7)]
    for x, y in sorted(places, key=lambda it: it[1]):
        turn = a.random.uniform(-40, 40)
        a.open(f"translate({x:.0f} {y:.0f}) rotate({turn:.0f})")
        a.path("M-105 36 Q-100 -70 0 -76 Q100 -70 105 36 Q0 86 -105 36 z", "#000", opacity=0.16)
        a.path("M-105 22 Q-100 -84 0 -90 Q100 -84 105 22 Q0 72 -105 22 z", a.down("#fffaf0", "#f0dfc0"))
        a.path("M-105 22 Q-100 -84 0 -90 Q100 -84 105 22 Q92 -46 0 -54 Q-92 -46 -105 22 z", "#e8d2a8")
        for i in range(-3, 4):
            a.stroke([(i * 27, -70 + abs(i) * 9), (i * 22, -44 + abs(i) * 7)], "#c9ab78", 6)
        a.oval(-20, 34, 46, 14, "#d9a55c", opacity=0.6)
        a.close()
    a.disc(850, 830, 120, "#16213e")
    a.disc(850, 830, 96, "#5c2410")
    herbs(a, 14, 320, "#5fae5f")


def cake(a):
    cloth(a, "#fbe4e8", "#e59aa8")
    plate(a, 400, "#fffdfa", "#e6d9d2", "#f8f0ea")
    a.open("translate(0 20)")
    a.shape([(230, 560), (640, 330), (790, 480), (380, 760)], "#000", opacity=0.12)
    for i, c in enumerate(["#6b3a1e", "#fbeed6", "#8a5028", "#fbeed6"]):
        y = 120 - i * 30
        a.shape([(230, 430 + y - 30), (390, 600 + y - 30), (390, 600 + y), (230, 430 + y)], c)
        a.shape([(390, 600 + y - 30), (770, 350 + y - 30), (770, 350 + y), (390, 600 + y)], c)
        a.shape([(390, 600 + y - 30), (770, 350 + y - 30), (770, 350 + y), (390, 600 + y)], "#000", opacity=0.1)
    a.shape([(230, 430), (620, 210), (770, 350), (390, 600)], "#fff6e6")
    a.open(clip='<polygon points="230,430 620,210 770,350 390,600"/>')
    for _ in range(420):
        a.disc(a.random.uniform(220, 780), a.random.uniform(200, 610), a.random.uniform(2, 7), "#5a2e16", opacity=0.7)
    a.close()
    for x, y in [(470, 380), (560, 330)]:
        a.path(f"M{x} {y - 46} q70 -12 66 46 q-12 70 -66 88 q-54 -18 -66 -88 q-4 -58 66 -46 z", a.slant("#f2546b", "#b71c3a"))
        for k in range(5):
            a.disc(x - 30 + k * 15, y - 6 + k % 2 * 26, 4, "#ffe7a8")
        for t in (-150, -90, -30):
            leaf(a, x, y - 42, 0.5, t)
    a.close()
    for t in (10, 60, 110):
        leaf(a, 620, 690, 0.9, t, "#5fae6f")
    fork(a, 20)


def tart(a):
    table(a, "#9fb8ad", "#6d8a7e")
    for x, y, r in [(330, 330, 190), (700, 380, 180), (380, 720, 185), (740, 760, 170)]:
        a.disc(x + 10, y + 18, r, "#000", opacity=0.22)
        a.disc(x, y, r, a.ball("#e8b566", "#c98a3a", "#a5672a", r=0.52))
        for i in range(26):
            t = i / 26 * 2 * math.pi
            a.stroke(
                [(x + r * 0.8 * math.cos(t), y + r * 0.8 * math.sin(t)), (x + r * 0.98 * math.cos(t), y + r * 0.98 * math.sin(t))],
                "#8f5420",
                6,
                opacity=0.45,
            )
        a.disc(x, y, r * 0.78, a.ball("#ffe487", "#f7c648", "#e0a02c", r=0.55))
        for _ in range(9):
            q, t = r * 0.6 * math.sqrt(a.random.random()), a.random.uniform(0, 6.28)
            a.oval(x + q * math.cos(t), y + q * math.sin(t), r * 0.13, r * 0.09, "#8a4a16", opacity=0.6)
        a.path(
            f"M{x - r * 0.5} {y - r * 0.3} Q{x - r * 0.2} {y - r * 0.66} {x + r * 0.24} {y - r * 0.6}",
            "none",
            stroke="#fff",
            stroke_width=10,
            stroke_linecap="round",
            opacity=0.5,
        )
    for i in range(3):
        a.open(f"rotate({20 + i * 22} 900 560)")
        a.rect(880, 470, 26, 180, "#7d4620", rx=10)
        a.close()


def rice(a):
    table(a, "#b08968", "#7f5539")
    bowl(a, 380, "#588157", "#f4f1e4", "#f1e7d0")
    for _ in range(520):
        r, t = 306 * math.sqrt(a.random.random()), a.random.uniform(0, 6.28)
        x, y = 500 + r * math.cos(t), 506 + r * math.sin(t)
        a.open(f"rotate({a.random.uniform(0, 180):.0f} {x:.0f} {y:.0f})")
        a.oval(round(x), round(y), 17, 6, a.random.choice(["#fffdf5", "#f6ecd2", "#f3d9a0", "#fff6df"]))
        a.close()
    for _ in range(70):
        r, t = 290 * math.sqrt(a.random.random()), a.random.uniform(0, 6.28)
        x, y = 500 + r * math.cos(t), 506 + r * math.sin(t)
        a.oval(round(x), round(y), 22, 15, a.random.choice(["#6d2e2a", "#8a3b32", "#57221f"]))
        a.oval(round(x) - 6, round(y) - 5, 6, 4, "#fff", opacity=0.5)
    for _ in range(16):
        r, t = 270 * math.sqrt(a.random.random()), a.random.uniform(0, 6.28)
        chunk(a, 500 + r * math.cos(t), 506 + r * math.sin(t), 0.7, a.random.choice(["#e4572e", "#f2c14e"]))
    herbs(a, 26, 280)
    fork(a, 20)


def greens(a):
    cloth(a, "#f4efe2", "#a3b18a")
    plate(a, 400, "#fdfaf4", "#d6cdbd", "#f3ecdf")

    def slice_(x, y):
        colours = a.random.choice([("#5b2a6b", "#e9dfb8"), ("#2e7d32", "#dcefb8"), ("#c62828", "#f07a5c"), ("#f0a81c", "#ffdf80")])
        coin(a, x, y, 62, *colours)
        for k in range(6):
            a.oval(x + 28 * math.cos(k * 1.047), y + 28 * math.sin(k * 1.047), 6, 4, colours[0], opacity=0.5)

    for ring, count in ((250, 14), (150, 9), (50, 3)):
        for i in range(count):
            t = i / count * 2 * math.pi
            slice_(500 + ring * math.cos(t), 500 + ring * math.sin(t))
    herbs(a, 34, 290)
    for t in (-40, 60, 170):
        leaf(a, 500, 500, 1, t, "#388e3c")
    fork(a, 30)


# Ingredients, without a ground


def vegetables(a):
    a.open("translate(330 560) rotate(-32)")
    a.path("M-70 -200 Q0 -240 70 -200 Q80 60 0 360 Q-80 60 -70 -200 z", a.across("#ff9a3c", "#e5701a"))
    for y in (-120, -40, 60, 150):
        a.stroke([(-50 + abs(y) * 0.1, y), (-6, y + 8)], "#c2540c", 8)
    for t in (-120, -90, -60):
        leaf(a, 0, -210, 2, t, "#4f9d4f")
    a.close()
    a.disc(650, 620, 220, a.ball("#ff6b57", "#e23a2e", "#a81d1d", x=0.36, y=0.3, r=0.8))
    for i in range(6):
        leaf(a, 650, 440, 1.1, i * 60 + 10, "#3f8f4f")
    a.oval(570, 540, 40, 24, "#fff", opacity=0.5)


def meat(a):
    a.path(
        "M160 560 Q140 330 380 260 Q660 190 820 350 Q930 500 800 660 Q700 780 560 730 Q460 700 380 770 Q190 800 160 560 z",
        a.slant("#f7e4d6", "#e5b9a5"),
    )
    a.path(
        "M210 560 Q190 370 400 310 Q650 250 780 380 Q860 500 760 620 Q680 710 560 670 Q450 640 370 710 Q230 720 210 560 z",
        a.slant("#d9534f", "#9c2a2a"),
    )
    a.disc(660, 440, 76, "#fff4ea")
    a.disc(660, 440, 42, "#e9cdb8")
    for d in ("M300 420 q90 20 150 -40", "M280 560 q110 10 170 60", "M450 520 q90 -30 160 40", "M420 380 q60 30 120 20"):
        a.stroke(d, "#f7cfc2", 15, opacity=0.85)


def seafood(a):
    a.path(
        "M110 520 Q240 300 520 320 Q690 340 780 470 L920 350 Q890 500 920 680 L780 560 Q690 700 520 710 Q240 720 110 520 z",
        a.down("#8fc1d9", "#5a93b5", "#dcebf2"),
    )
    a.path("M110 520 Q170 400 300 345 Q360 520 300 690 Q170 640 110 520 z", "#4a7f9f")
    a.disc(215, 480, 28, "#fff")
    a.disc(215, 480, 14, "#16283a")
    for row in range(3):
        for i in range(6):
            a.stroke(f"M{380 + i * 60} {420 + row * 80} q30 36 0 70", "#3f7391", 7, opacity=0.5)


def dairy(a):
    a.path("M260 300 L300 180 H440 L480 300 V800 q0 40 -40 40 H300 q-40 0 -40 -40 z", a.across("#fff", "#eef3f6", "#c5d2da"))
    a.rect(290, 130, 160, 60, "#3a86c8", rx=14)
    a.rect(260, 440, 220, 200, "#3a86c8")
    a.oval(370, 540, 70, 46, "#fff")
    a.shape([(520, 640), (880, 520), (880, 800), (520, 840)], "#f2b632")
    a.shape([(520, 640), (760, 500), (880, 520)], "#ffd75e")
    for x, y, r in [(620, 720, 40), (760, 660, 48), (800, 760, 28), (680, 800, 24)]:
        a.oval(x, y, r, r * 0.9, "#d9942a")


def pantry(a):
    a.path("M230 330 Q200 560 240 820 Q500 890 760 820 Q800 560 770 330 Q500 380 230 330 z", a.across("#e6cfa5", "#d5b682", "#b08d57"))
    a.oval(500, 330, 270, 76, "#b08d57")
    a.path("M240 330 Q340 200 500 190 Q660 200 760 330 Q500 420 240 330 z", "#fff8e6")
    a.oval(500, 610, 150, 120, "#f4e6c8")
    for side in (-1, 1):
        for i in range(4):
            leaf(a, 500 + side * 6, 690 - i * 36, 0.6, -50 if side > 0 else -130, "#c98f35")
    a.stroke([(500, 710), (500, 540)], "#c98f35", 8)


def spice(a):
    a.rect(330, 300, 340, 540, a.across("#fff", "#e6eef2", "#bfd0d8"), rx=50, opacity=0.85)
    a.path("M345 470 Q500 430 655 470 V790 q0 40 -40 40 H385 q-40 0 -40 -40 z", a.slant("#e2711d", "#a83f12"))
    a.rect(310, 180, 380, 140, a.down("#5c4033", "#3a271d"), rx=26)
    a.rect(370, 540, 260, 180, "#fff8e6", rx=14)
    a.path("M500 560 q56 40 0 140 q-56 -100 0 -140 z", "#c1272d")
    leaf(a, 500, 570, 0.5, -60)
    for _ in range(40):
        a.disc(a.random.gauss(560, 140), a.random.gauss(850, 16), a.random.uniform(5, 13), a.random.choice(["#c1571a", "#8a3a10", "#e2872d"]))

"""The pictures of the news, one for each topic. Films use some of them as backdrops."""

import math

from art import RUNNING

WIDTH, HEIGHT = 1600, 900


# Sport


def football(a):
    a.fill("#0d2440", "#1f5673", "#4f9d8c")
    for x in (250, 1350):
        a.glow(x, 120, 420, "#eaf6ff", 0.7)
        a.rect(x - 90, 90, 180, 70, "#12263a", rx=8)
        for i in range(8):
            a.disc(x - 66 + i % 4 * 44, 110 + i // 4 * 32, 13, "#fffbe6")
        a.rect(x - 9, 160, 18, 320, "#12263a")
    a.path("M0 400 Q800 300 1600 400 V560 H0 z", "#16324f")
    for row in range(4):
        for i in range(64):
            colour = a.random.choice(["#e76f51", "#f4a261", "#e9c46a", "#8ecae6", "#cbd5e1", "#2a9d8f"])
            a.disc(i * 25.5 + row % 2 * 12, 408 + row * 32 - 60 * math.sin(i / 64 * math.pi) * (1 - row / 5), 9, colour, opacity=0.75)
    a.rect(0, 530, 1600, 370, a.down("#3f9b4f", "#236b3a"))
    for i in range(0, 8, 2):
        a.shape([(i * 200, 530), (i * 200 + 200, 530), (i * 260 + 20 - 240 + 260, 900), (i * 260 - 240 + 20, 900)], "#fff", opacity=0.06)
    a.stroke([(0, 640), (1600, 640)], "#fff", 5, opacity=0.7)
    a.stroke("M980 530 V330 H1500 V530", "#f8fafc", 14)
    for i in range(1, 13):
        a.stroke([(980 + i * 40, 335), (980 + i * 40, 530)], "#fff", 2, opacity=0.35)
    for i in range(1, 5):
        a.stroke([(985, 330 + i * 40), (1495, 330 + i * 40)], "#fff", 2, opacity=0.35)
    pose = RUNNING | {"near leg": [(64, 138), (132, 170)], "far leg": [(-34, 170), (-80, 236)]}
    a.oval(520, 842, 190, 20, "#000", opacity=0.25)
    a.figure(520, 440, 1.62, pose, "#d62839", "#f1f5f9", "#c98b62", "#1d1410", "#111")
    a.oval(830, 826, 80, 12, "#000", opacity=0.25)
    ball(a, 830, 740, 64)


def ball(a, x, y, r):
    a.disc(x, y, r, a.ball("#fff", "#f1f5f9", "#b8c4d0", x=0.38, y=0.32, r=0.75))
    clip = f'<circle cx="{x}" cy="{y}" r="{r}"/>'
    a.open(clip=clip)
    a.shape([(x + r * 0.36 * math.sin(t * 1.2566), y - r * 0.36 * math.cos(t * 1.2566)) for t in range(5)], "#1e293b")
    for t in range(5):
        sx, sy = math.sin(t * 1.2566), -math.cos(t * 1.2566)
        a.stroke([(x + r * 0.36 * sx, y + r * 0.36 * sy), (x + r * 0.72 * sx, y + r * 0.72 * sy)], "#1e293b", r * 0.06)
        cx, cy = x + r * 1.02 * sx, y + r * 1.02 * sy
        a.disc(cx, cy, r * 0.32, "#1e293b")
    a.close()


def running(a):
    a.fill("#ff9f5a", "#ffc57a", "#ffe2b0")
    a.sun(1220, 330, 95, "#fff1c9", "#fff1c9")
    a.skyline(600, "#c96f4a", 120, 330)
    a.skyline(600, "#8f4a45", 60, 200)
    a.rect(0, 590, 1600, 310, a.down("#b5533c", "#8a3327"))
    for i in range(5):
        a.stroke([(800 + (i - 2) * 160, 590), (800 + (i - 2) * 640, 900)], "#ffe8d6", 6, opacity=0.8)
    for x, y, s, top, legs, skin, hair in [
        (1130, 420, 1.05, "#2a9d8f", "#173f4a", "#8d5a3b", "#1b1310"),
        (760, 380, 1.35, "#f6bd60", "#3d405b", "#e0ac84", "#5a3420"),
        (320, 330, 1.72, "#3a86c8", "#14213d", "#6b4229", "#120c09"),
    ]:
        a.oval(x - 20, y + s * 246, 150 * s, 16 * s, "#000", opacity=0.2)
        a.figure(x, y, s, RUNNING, top, legs, skin, hair, "#fdf0d5")


def tennis(a):
    a.fill("#7cc6e8", "#d8f0f7")
    a.sun(300, 160, 70)
    a.cloud(1150, 150, 1.4, opacity=0.8)
    a.waves(430, 60, "#3d8b6b")
    a.rect(0, 470, 1600, 430, a.down("#2f7d5a", "#256b4c"))
    a.shape([(330, 500), (1270, 500), (1720, 900), (-120, 900)], a.down("#c8663c", "#dd7b49"))
    for p in [
        [(330, 500), (-120, 900)],
        [(1270, 500), (1720, 900)],
        [(430, 500), (130, 900)],
        [(1170, 500), (1470, 900)],
        [(330, 503), (1270, 503)],
        [(800, 560), (800, 720)],
        [(372, 560), (1228, 560)],
    ]:
        a.stroke(p, "#fff7ec", 6)
    a.rect(140, 600, 1320, 110, "#0f172a", opacity=0.28)
    for i in range(44):
        a.stroke([(140 + i * 30.7, 600), (140 + i * 30.7, 710)], "#fff", 1.5, opacity=0.3)
    a.rect(130, 592, 1340, 16, "#fff")
    a.rect(126, 585, 16, 145, "#334155")
    a.rect(1458, 585, 16, 145, "#334155")
    a.open("translate(640 330) rotate(-32)")
    a.rect(-22, 170, 44, 240, "#1f2937", rx=20)
    a.rect(-24, 250, 48, 160, "#3b4657", rx=22)
    a.path("M-22 180 L-70 110 M22 180 L70 110", "none", stroke="#e63946", stroke_width=20)
    a.oval(0, 0, 150, 180, "#fff", opacity=0.16)
    for i in range(-6, 7):
        r = (1 - (i / 7) ** 2) ** 0.5
        a.stroke([(i * 21, -175 * r), (i * 21, 175 * r)], "#f8fafc", 3)
        a.stroke([(-145 * r, i * 25), (145 * r, i * 25)], "#f8fafc", 3)
    a.add("ellipse", "none", cx=0, cy=0, rx=150, ry=180, stroke="#e63946", stroke_width=24)
    a.close()
    a.oval(1010, 812, 62, 10, "#000", opacity=0.2)
    a.disc(1010, 330, 62, a.ball("#f4ff7a", "#d4ec35", "#9dbb16", x=0.35, y=0.3, r=0.8))
    a.open(clip='<circle cx="1010" cy="330" r="62"/>')
    a.ring(946, 290, 62, "#fff", 6)
    a.ring(1078, 372, 62, "#fff", 6)
    a.close()


def cricket(a):
    a.fill("#5fb7e5", "#c9ebf5", "#f3f7da")
    a.cloud(280, 150, 1.3)
    a.cloud(1230, 210, 1.7, opacity=0.75)
    for x in range(0, 1650, 110):
        a.tree(x + a.random.uniform(-30, 30), 500, a.random.uniform(150, 240), a.random.choice(["#3f8f57", "#357a4c", "#4ca163"]))
    a.rect(1040, 380, 330, 120, "#fdf6e3")
    a.shape([(1010, 385), (1205, 300), (1400, 385)], "#b23a48")
    for x in range(1065, 1360, 60):
        a.rect(x, 420, 30, 80, "#5b7083")
    a.rect(0, 490, 1600, 410, a.down("#74c365", "#4d9f47"))
    a.oval(800, 560, 760, 54, "none", stroke="#fff", stroke_width=5, opacity=0.6)
    a.shape([(690, 560), (930, 560), (1190, 900), (450, 900)], a.down("#e6d3a3", "#d2b97f"))
    for i in range(3):
        a.rect(936 + i * 34, 560, 16, 230, a.across("#f0c987", "#b9803f"), rx=6)
    a.rect(934, 552, 48, 12, "#8a5a2b", rx=5)
    a.rect(970, 552, 48, 12, "#8a5a2b", rx=5)
    pose = {
        "head": (16, -50),
        "hip": (-10, 112),
        "near arm": [(30, 52), (64, 92)],
        "far arm": [(42, 50), (70, 88)],
        "near leg": [(26, 172), (22, 236)],
        "far leg": [(-52, 164), (-78, 236)],
    }
    a.oval(630, 838, 190, 20, "#000", opacity=0.2)
    a.open("translate(738 560) rotate(-26)")
    a.rect(-9, -10, 18, 80, "#5b3a1e", rx=7)
    a.rect(-26, 60, 52, 220, a.across("#f1cf8e", "#d9a85c"), rx=14)
    a.close()
    a.figure(630, 410, 1.66, pose, "#f8fafc", "#f8fafc", "#9c6644", "#14213d", "#475569")
    a.disc(1260, 600, 34, a.ball("#e5484d", "#a4161a", "#6a040f", x=0.35, y=0.3, r=0.8))
    a.stroke("M1236 578 Q1262 600 1250 632", "#fff", 4, opacity=0.85, stroke_dasharray="7 5")


def swimming(a):
    a.fill("#35c3e0", "#1386b8", "#0a5f96")
    for i in range(90):
        x, y, w = a.random.uniform(0, 1600), a.random.uniform(0, 900), a.random.uniform(40, 140)
        a.stroke(f"M{x:.0f} {y:.0f} q{w / 2:.0f} -22 {w:.0f} 0", "#fff", 5, opacity=0.2)
    for y in (120, 420, 720):
        for i in range(46):
            a.disc(i * 36, y + 5 * math.sin(i), 15, "#e63946" if i // 3 % 2 else "#fff8e7")
    for x, y, cap, suit, skin in [
        (420, 570, "#ffb703", "#14213d", "#d59b73"),
        (930, 270, "#d62839", "#3d2c8d", "#8d5a3b"),
        (700, 870, "#f8fafc", "#1b4332", "#f0c8a0"),
    ]:
        a.path(f"M{x - 460} {y - 16} q190 -60 420 -30 l0 92 q-230 30 -420 -30 z", "#fff", opacity=0.35)
        a.stroke([(x + 20, y + 30), (x + 130, y + 74), (x + 70, y + 98)], skin, 36)
        a.stroke([(x - 330, y + 20), (x - 180, y + 14)], skin, 36)
        a.stroke([(x - 340, y - 12), (x - 180, y - 4)], skin, 34)
        a.stroke([(x - 180, y), (x, y)], suit, 92)
        a.stroke([(x - 40, y), (x + 10, y)], skin, 84)
        a.stroke([(x + 6, y - 30), (x + 120, y - 82), (x + 260, y - 34)], skin, 34)
        a.disc(x + 110, y, 50, skin)
        a.path(f"M{x + 62} {y} a50 50 0 0 1 98 -14 q-40 34 -98 14 z", cap)
        a.path(f"M{x + 60} {y + 2} a50 50 0 1 1 70 46 q-36 -50 -70 -46 z", cap)
        for _ in range(22):
            a.disc(x + a.random.gauss(270, 46), y + a.random.gauss(-26, 34), a.random.uniform(4, 13), "#fff", opacity=0.85)


def winter(a):
    a.fill("#5aa9e6", "#a9d6f5", "#eef7fb")
    a.sun(1290, 170, 70, "#fffbe8", "#fff")
    a.peak(330, 640, 900, 470, "#6d8bab", "#f8fbff")
    a.peak(1330, 640, 800, 380, "#7d9abb", "#f8fbff")
    a.peak(850, 660, 860, 330, "#8fabc8", "#f8fbff")
    a.waves(600, 60, "#dcebf5", 2)
    for x in (60, 150, 250, 1330, 1430, 1540):
        a.pine(x, a.random.uniform(640, 720), a.random.uniform(170, 270), a.random.choice(["#2f5d50", "#25493f"]))
    a.path("M0 560 Q600 590 1000 760 T1600 900 H0 z", a.down("#fff", "#d5e6f2"))
    for shift in (0, 34):
        a.stroke(f"M40 {600 + shift} Q380 {600 + shift} 640 {706 + shift}", "#b9d2e4", 7)
    a.open("translate(790 560) rotate(24)")
    a.stroke([(-190, 250), (190, 250), (216, 236)], "#d62839", 14)
    a.stroke([(-170, 268), (210, 268), (236, 252)], "#9d1d2c", 14)
    a.close()
    pose = {
        "head": (40, -46),
        "hip": (-34, 96),
        "near arm": [(44, 66), (104, 64)],
        "far arm": [(54, 54), (112, 44)],
        "near leg": [(30, 146), (-18, 214)],
        "far leg": [(40, 136), (4, 212)],
    }
    a.stroke([(930, 590), (720, 700)], "#334155", 7)
    a.figure(790, 440, 1.5, pose, "#f77f00", "#1d3557", "#f0c8a0", "#1d3557", "#111827", width=27)
    a.disc(850, 370, 14, "#0f172a")
    for _ in range(70):
        a.disc(a.random.gauss(560, 110), a.random.gauss(760, 40), a.random.uniform(4, 15), "#fff", opacity=0.8)


def ice(a):
    a.fill("#10304f", "#2c6e9b", "#8cc3de")
    for row in range(3):
        for i in range(45):
            a.head(i * 36 + row % 2 * 18, 170 + row * 70, 15, a.random.choice(["#16263b", "#1d3450", "#274567"]))
    a.rect(0, 370, 1600, 110, "#f1f5f9")
    a.rect(0, 450, 1600, 24, "#e9b824")
    a.rect(0, 480, 1600, 420, a.down("#e6f3f9", "#b8dcec"))
    a.stroke("M-50 700 Q800 620 1650 700", "#d62839", 16, opacity=0.75)
    a.oval(800, 790, 330, 84, "none", stroke="#2563a8", stroke_width=12, opacity=0.7)
    for _ in range(26):
        x, y = a.random.uniform(0, 1600), a.random.uniform(500, 880)
        a.stroke(f"M{x:.0f} {y:.0f} q80 {a.random.uniform(-24, 24):.0f} 190 -6", "#fff", 4, opacity=0.7)
    a.oval(720, 848, 220, 18, "#0b2a44", opacity=0.2)
    pose = {
        "head": (44, -40),
        "hip": (-40, 92),
        "near arm": [(40, 70), (98, 96)],
        "far arm": [(60, 52), (120, 70)],
        "near leg": [(40, 142), (24, 222)],
        "far leg": [(-90, 140), (-168, 190)],
        "toe": 30,
    }
    a.stroke([(700, 420), (1010, 800), (1090, 806)], "#7c4a21", 16)
    a.figure(700, 420, 1.72, pose, "#c1121f", "#14213d", "#e0ac84", "#14213d", "#0f172a", width=30)
    a.oval(1150, 812, 42, 16, "#111827")
    a.oval(1150, 806, 42, 15, "#2b3647")


def baseball(a):
    a.fill("#1c1a3a", "#5b3a72", "#e08a6d")
    a.stars(50, 260)
    a.path("M-40 520 Q200 300 800 280 T1640 520 V700 H-40 z", "#2a2547")
    for row in range(6):
        for i in range(84):
            y = 350 + row * 38 + 130 * ((i - 42) / 42) ** 2
            a.disc(i * 19.4 + row % 2 * 9, y, 7, a.random.choice(["#ffd166", "#ef476f", "#f8f9fa", "#118ab2", "#8d99ae", "#e07a5f"]), opacity=0.7)
    for x in (170, 1430):
        a.glow(x, 130, 380, "#fff8e1", 0.75)
        a.rect(x - 8, 130, 16, 300, "#1a1733")
        a.rect(x - 80, 96, 160, 66, "#1a1733", rx=8)
        for i in range(8):
            a.disc(x - 58 + i % 4 * 39, 114 + i // 4 * 30, 12, "#fffdf2")
    a.path("M-40 640 Q800 520 1640 640 V900 H-40 z", a.down("#57a05c", "#2f6e42"))
    a.path("M800 600 L1180 760 L800 1010 L420 760 z", a.down("#d49a6a", "#b9784a"))
    a.path("M800 650 L1060 760 L800 930 L540 760 z", "#63ad66")
    a.oval(800, 775, 56, 16, "#d49a6a")
    for x, y in [(800, 610), (1168, 760), (432, 760)]:
        a.shape([(x, y - 12), (x + 30, y), (x, y + 12), (x - 30, y)], "#fff")
    a.open("translate(1010 250)")
    a.disc(0, 0, 74, a.ball("#fff", "#f6efe6", "#cfc3b5", x=0.36, y=0.3, r=0.8))
    for flip in (1, -1):
        a.stroke(f"M{flip * 44} -60 Q{flip * -4} 0 {flip * 44} 60", "#d62839", 5, stroke_dasharray="9 7")
    a.close()


def gridiron(a):
    a.fill("#16324f", "#3d7ea6", "#f6c28b")
    for x in (200, 1400):
        a.glow(x, 150, 360, "#fff8e1", 0.7)
        a.rect(x - 8, 150, 16, 260, "#12263a")
        a.rect(x - 80, 110, 160, 66, "#12263a", rx=8)
        for i in range(8):
            a.disc(x - 58 + i % 4 * 39, 128 + i // 4 * 30, 12, "#fffdf2")
    a.path("M0 420 Q800 330 1600 420 V620 H0 z", "#16324f")
    for row in range(5):
        for i in range(72):
            a.disc(
                i * 22.6 + row % 2 * 11,
                420 + row * 32 - 52 * math.sin(i / 72 * math.pi),
                8,
                a.random.choice(["#e9c46a", "#e76f51", "#f8f9fa", "#8ecae6", "#9d0208"]),
                opacity=0.75,
            )
    a.rect(0, 560, 1600, 340, a.down("#4fa257", "#276b3a"))
    for i in range(6):
        y = 580 + i * i * 13
        a.stroke([(0, y), (1600, y)], "#fff", 3 + i, opacity=0.75)
    for x in (560, 1040):
        a.rect(x - 9, 190, 18, 410, "#fefae0")
    a.rect(560, 420, 480, 16, "#fefae0")
    for x in (545, 1025):
        a.rect(x, 500, 30, 104, "#c1121f", rx=8)
    a.oval(800, 858, 150, 14, "#000", opacity=0.25)
    a.open("translate(800 720) rotate(-24)")
    a.path(
        "M-210 0 Q-110 -130 0 -130 Q110 -130 210 0 Q110 130 0 130 Q-110 130 -210 0 z", a.ball("#c47a45", "#8f4a22", "#5c2a10", x=0.4, y=0.3, r=0.8)
    )
    for x in (-1, 1):
        a.path(f"M{x * 128} -94 q{x * 34} 94 0 188", "none", stroke="#fefae0", stroke_width=20)
    a.stroke([(-70, -62), (70, -62)], "#fefae0", 9)
    for i in range(5):
        a.stroke([(-60 + i * 30, -82), (-60 + i * 30, -42)], "#fefae0", 9)
    a.close()


def gym(a):
    a.fill("#3b2d4a", "#7a4a58")
    a.rect(0, 0, 1600, 620, a.down("#4a3a5c", "#8a5560"))
    for i in range(5):
        a.shape([(i * 360 + 40, 90), (i * 360 + 250, 90), (i * 360 + 250, 330), (i * 360 + 40, 330)], "#ffd9a0", opacity=0.4)
        a.shape([(i * 360 + 40, 330), (i * 360 + 250, 330), (i * 360 + 60, 900), (i * 360 - 200, 900)], "#ffd9a0", opacity=0.08)
    a.rect(0, 620, 1600, 280, a.down("#e0a45e", "#b8742f"))
    for i in range(12):
        a.stroke([(i * 150, 620), (i * 260 - 620, 900)], "#8a5220", 3, opacity=0.4)
    a.path("M900 620 L700 900", "none", stroke="#fff3d6", stroke_width=8)
    a.rect(1370, 150, 24, 560, "#2b2233")
    a.rect(1090, 90, 300, 220, "#f8f4ec", rx=10, stroke="#d62839", stroke_width=14)
    a.rect(1170, 190, 130, 92, "none", stroke="#d62839", stroke_width=8)
    a.stroke([(1090, 300), (980, 300)], "#f25c1f", 16)
    for i in range(6):
        a.stroke([(984 + i * 22, 306), (1004 + i * 13, 400)], "#fff", 4, opacity=0.85)
        a.stroke([(1096 - i * 22, 306), (1076 - i * 13, 400)], "#fff", 4, opacity=0.85)
    pose = {
        "head": (18, -52),
        "hip": (-16, 110),
        "near arm": [(40, -34), (92, -110)],
        "far arm": [(56, 10), (96, -30)],
        "near leg": [(40, 156), (2, 226)],
        "far leg": [(-34, 178), (-70, 250)],
    }
    a.oval(590, 850, 150, 18, "#000", opacity=0.25)
    a.figure(610, 400, 1.55, pose, "#ffb703", "#8e2de2", "#7a4a2e", "#140e0b", "#f8fafc")
    x, y = 800, 190
    a.disc(x, y, 66, a.ball("#ffa552", "#e8721c", "#a8480a", x=0.36, y=0.3, r=0.8))
    a.open(clip=f'<circle cx="{x}" cy="{y}" r="66"/>')
    for line in ([(x - 70, y + 20), (x + 70, y - 20)], [(x - 20, y - 70), (x + 20, y + 70)]):
        a.stroke(line, "#4a1f06", 5)
    a.ring(x - 80, y - 30, 66, "#4a1f06", 5)
    a.ring(x + 80, y + 30, 66, "#4a1f06", 5)
    a.close()


# Business


def markets(a):
    a.fill("#0b1f3a", "#123a5c", "#1e5f7a")
    for i in range(1, 9):
        a.stroke([(0, i * 100), (1600, i * 100)], "#fff", 2, opacity=0.07)
        a.stroke([(i * 180, 0), (i * 180, 900)], "#fff", 2, opacity=0.07)
    points, y = [], 690
    for i in range(33):
        opening = y
        y = max(150, min(760, y - a.random.gauss(15, 46)))
        x = 30 + i * 49
        rises = y < opening
        colour = "#3ddc97" if rises else "#ff6b6b"
        top, low = min(y, opening), max(y, opening)
        a.stroke([(x, top - a.random.uniform(10, 50)), (x, low + a.random.uniform(10, 50))], colour, 4)
        a.rect(x - 14, round(top), 28, round(max(10, low - top)), colour, rx=4)
        points.append((x, y - 70))
    a.shape([(30, 900), *points, (1598, 900)], a.down(("#ffd166", 0.3), ("#ffd166", 0)))
    a.stroke(points, "#ffd166", 9)
    for x, y, n in [(1180, 800, 7), (1310, 820, 4), (1430, 780, 9)]:
        for i in range(n):
            a.oval(x, y + 44 - i * 30, 76, 26, "#b7791f")
            a.oval(x, y + 34 - i * 30, 76, 26, a.across("#ffe08a", "#f2b632"))
        a.oval(x, y + 34 - (n - 1) * 30, 50, 15, "none", stroke="#c98a1b", stroke_width=5)


def factory(a):
    a.fill("#f7b267", "#f9d7a0", "#fdebc8")
    a.sun(280, 280, 90, "#fff3d6", "#fff3d6")
    a.waves(640, 50, "#d99a6c", 2)
    for x, h in [(980, 420), (1130, 500)]:
        a.shape([(x, 700), (x + 16, 700 - h), (x + 74, 700 - h), (x + 90, 700)], a.across("#a65040", "#7d372d"))
        a.rect(x + 14, 700 - h + 40, 62, 26, "#f4e1c6")
        for i in range(4):
            a.cloud(x + 60 + i * 60, 700 - h - 40 - i * 46, 0.45 + i * 0.2, "#fffaf0", 0.75 - i * 0.13)
    a.rect(180, 500, 760, 260, a.down("#4d6a7d", "#3a5263"))
    for i in range(4):
        x = 180 + i * 190
        a.shape([(x, 500), (x, 390), (x + 190, 500)], "#3a5263")
        a.shape([(x + 8, 494), (x + 8, 408), (x + 150, 494)], "#bfe3ec")
    for i in range(7):
        a.rect(220 + i * 100, 560, 62, 74, "#ffe3a3")
    a.rect(560, 650, 110, 110, "#23343f")
    a.rect(1220, 560, 260, 200, "#8a4a3c")
    a.rect(1260, 600, 70, 60, "#ffe3a3")
    a.rect(1370, 600, 70, 60, "#ffe3a3")
    a.rect(0, 750, 1600, 150, a.down("#7c8a6a", "#5d6b50"))
    a.rect(0, 810, 1600, 60, "#4a4f57")
    for i in range(10):
        a.rect(i * 170 + 20, 836, 90, 8, "#f4e1c6")
    a.rect(250, 730, 210, 92, "#e76f51", rx=8)
    a.path("M460 752 h56 l40 38 v32 h-96 z", "#264653")
    a.rect(478, 762, 40, 30, "#bfe3ec")
    for x in (300, 400, 510):
        a.disc(x, 826, 24, "#1f2430")
        a.disc(x, 826, 10, "#c9d1d9")


def shop(a):
    a.fill("#f3d9b8", "#e9c196")
    for row in range(18):
        for i in range(24):
            a.rect(i * 72 - row % 2 * 36, row * 40, 68, 36, a.random.choice(["#b9694a", "#b26245", "#c07352"]))
    a.rect(0, 720, 1600, 180, a.down("#8d8a86", "#6b6864"))
    a.rect(0, 712, 1600, 24, "#b9b4ae")
    a.rect(180, 200, 1240, 520, "#1f4d45")
    a.rect(220, 340, 560, 330, a.down("#fff0c2", "#ffd98a"))
    a.rect(990, 340, 390, 330, a.down("#fff0c2", "#ffd98a"))
    a.rect(820, 340, 140, 380, "#2f6b5f")
    a.rect(840, 364, 100, 200, "#ffe7a8")
    a.disc(936, 600, 9, "#f2c14e")
    for shelf in (440, 540, 640):
        for left, right in ((235, 770), (1003, 1370)):
            a.rect(left, shelf, right - left, 12, "#8a5a2b")
            x = left + 14
            while x < right - 50:
                w, h = a.random.uniform(28, 46), a.random.uniform(38, 72)
                a.rect(
                    round(x),
                    round(shelf - h),
                    round(w),
                    round(h),
                    a.random.choice(["#d1495b", "#edae49", "#66a182", "#2e4057", "#c97b3d", "#f4f1de"]),
                    rx=6,
                )
                x += w + 10
    for i in range(16):
        x = 160 + i * 80
        a.path(f"M{x} 250 h80 v90 a40 34 0 0 1 -80 0 z", "#d62839" if i % 2 else "#fff4e0")
    a.rect(150, 232, 1300, 30, "#a31621")
    a.rect(620, 130, 360, 74, "#173a34", rx=10)
    a.stroke("M700 168 h200", "#f2c14e", 12)
    for x, c in [(260, "#e4572e"), (380, "#76b041"), (1180, "#f2c14e"), (1300, "#e4572e")]:
        a.shape([(x - 56, 700), (x + 56, 700), (x + 44, 780), (x - 44, 780)], "#a06a36")
        for i in range(9):
            a.disc(x - 44 + i % 5 * 22, 700 - i // 5 * 16, 15, c)


def harbour(a):
    a.fill("#f6a56b", "#fbd1a2", "#fdebd3")
    a.sun(420, 330, 84, "#fff5d9", "#fff0c9")
    a.waves(520, 70, "#c98d7e", 2)
    a.water(560, "#5f93a8", "#234f68", glints=90, glint="#ffe9c9")
    for x, s in [(1060, 1), (1330, 1.15)]:
        a.open(f"translate({x} 600) scale({s})")
        for line in (
            [(0, 0), (34, -330)],
            [(110, 0), (96, -330)],
            [(10, -120), (104, -120)],
            [(-230, -330), (230, -330)],
            [(66, -330), (66, -440)],
            [(66, -440), (-230, -334)],
            [(66, -440), (226, -334)],
        ):
            a.stroke(line, "#b23a48", 15)
        a.stroke([(-120, -330), (-120, -190)], "#3d2b2b", 4)
        a.rect(-162, -190, 84, 40, "#2a9d8f")
        a.close()
    a.path("M150 560 H1010 L940 700 H240 z", a.down("#26425a", "#14283a"))
    a.path("M216 660 H960 L940 700 H240 z", "#a4303f")
    a.rect(190, 380, 120, 180, "#f4f1ea")
    a.rect(206, 402, 88, 26, "#35546b")
    a.rect(225, 320, 50, 60, "#e76f51")
    colours = ["#e76f51", "#2a9d8f", "#e9c46a", "#457b9d", "#d1495b", "#f4a261", "#6d8f71"]
    for column in range(6):
        for row in range(a.random.choice([2, 3, 3, 4])):
            x, y = 340 + column * 104, 560 - (row + 1) * 52
            a.rect(x, y, 98, 48, a.random.choice(colours))
            for i in range(6):
                a.rect(x + 10 + i * 15, y + 6, 4, 36, "#000", opacity=0.12)
    a.rect(1000, 690, 640, 210, a.down("#6f6a67", "#514c4a"))
    a.rect(980, 676, 660, 22, "#8f8984")
    for x, y in [(300, 200), (370, 230), (720, 160), (1180, 110)]:
        a.stroke(f"M{x - 26} {y} q14 -18 26 2 q12 -20 26 -2", "#4a3b3b", 6)


def farm(a):
    a.fill("#7ec8e3", "#cdebf0", "#fff2cf")
    a.sun(1280, 190, 80)
    a.cloud(330, 160, 1.4)
    a.cloud(760, 110, 0.9, opacity=0.7)
    a.waves(470, 70, "#8fbf7a", 2)
    a.waves(520, 50, "#6fab5f", 2)
    a.rect(1010, 400, 230, 170, "#b3382c")
    a.shape([(990, 404), (1030, 320), (1125, 280), (1220, 320), (1260, 404)], "#7d241b")
    a.rect(1080, 450, 90, 120, "#f4e6d4")
    a.stroke([(1080, 450), (1170, 570)], "#b3382c", 8)
    a.stroke([(1170, 450), (1080, 570)], "#b3382c", 8)
    a.rect(1270, 300, 80, 270, a.across("#d9dee2", "#98a4ad"))
    a.path("M1270 302 a40 44 0 0 1 80 0 z", "#7f8b94")
    a.tree(930, 575, 190, "#3f8f57")
    a.rect(0, 560, 1600, 340, a.down("#e8c15a", "#b9842b"))
    for i in range(-14, 30):
        a.stroke([(800 + (i - 8) * 40, 560), (800 + (i - 8) * 220, 900)], "#8f6320", 5, opacity=0.4)
    a.open("translate(470 700)")
    a.rect(-170, -74, 210, 84, "#2f7d4f", rx=12)
    a.path("M-10 -74 V-190 H130 L150 -20 H20 z", "#2f7d4f")
    a.path("M14 -94 V-168 H112 L122 -94 z", "#cdeef5")
    a.rect(-126, -140, 14, 70, "#26303a")
    a.disc(84, 20, 92, "#23282e")
    a.disc(84, 20, 44, "#f2c14e")
    a.disc(-116, 50, 58, "#23282e")
    a.disc(-116, 50, 26, "#f2c14e")
    a.close()
    for _ in range(170):
        x, y = a.random.uniform(0, 1600), a.random.uniform(800, 890)
        a.stroke([(x, y + 30), (x + 4, y - 24)], "#f7d777", 4)
        a.oval(round(x + 5), round(y - 30), 6, 15, "#ffe08f")


def airport(a):
    a.fill("#2f6fb0", "#77b6e0", "#ffe1bd")
    a.sun(240, 640, 100, "#fff2d0", "#ffdca8")
    for x, y, s, o in [(300, 700, 2.2, 0.9), (820, 780, 2.8, 0.95), (1350, 720, 2.4, 0.9), (1180, 220, 1.0, 0.5), (500, 190, 1.2, 0.5)]:
        a.cloud(x, y, s, "#fffaf2", o)
    a.open("translate(810 420) rotate(-12)")
    a.path("M60 -10 L-190 -250 L-250 -250 L-110 -6 z", "#b9c8d6")
    a.path("M-420 -30 L-520 -190 L-450 -190 L-330 -34 z", a.down("#d62839", "#9d1d2c"))
    a.path("M-470 -6 Q-440 -52 -300 -58 H350 Q470 -50 520 4 Q470 52 330 56 H-260 Q-400 50 -470 -6 z", a.down("#fff", "#e8eef4", "#b4c3d1"))
    a.path("M-452 6 Q-380 26 505 14 Q460 52 330 56 H-260 Q-396 50 -452 6 z", "#d62839", opacity=0.9)
    for i in range(15):
        a.rect(-250 + i * 38, -30, 18, 24, "#2d4a66", rx=8)
    a.path("M420 -34 Q470 -30 490 -12 L430 -8 z", "#2d4a66")
    a.path("M90 20 L-190 290 L-260 290 L-80 22 z", a.down("#dbe5ee", "#9fb2c4"))
    a.rect(-70, 92, 110, 46, "#7d92a6", rx=22)
    a.rect(-160, 180, 100, 42, "#7d92a6", rx=20)
    a.path("M-400 6 L-520 70 L-560 70 L-470 0 z", "#9fb2c4")
    a.close()


# Technology


def chip(a):
    a.fill("#0a2f2b", "#0f4a42")
    for side in range(4):
        a.open(f"rotate({side * 90} 800 450)")
        for i in range(-6, 7):
            y = 450 + i * 34
            far = 1130 + abs(i) * 26 + a.random.uniform(0, 140)
            bend = i * 26
            a.stroke(
                [(1020, y), (1090, y), (1090 + abs(bend), y + bend), (far + 320, y + bend)],
                a.random.choice(["#3ddc97", "#1f9d78", "#2fbf8f"]),
                7,
                opacity=0.85,
            )
            a.disc(round(far + 120), y + bend, 13, "#f2c14e")
            a.disc(round(far + 120), y + bend, 5, "#0a2f2b")
        for i in range(-6, 7):
            a.rect(1010, 450 + i * 34 - 9, 44, 18, a.across("#f7dc8b", "#c9962b"))
        a.close()
    a.glow(800, 450, 420, "#3ddc97", 0.35)
    a.rect(576, 226, 448, 448, a.slant("#3a444f", "#161b22"), rx=22)
    a.rect(640, 290, 320, 320, a.slant("#5a6775", "#2a323c"), rx=14)
    for i in range(5):
        for j in range(5):
            a.rect(664 + i * 56, 314 + j * 56, 46, 46, a.random.choice(["#3ddc97", "#2f7f6b", "#4a5866", "#f2c14e", "#40566b"]), rx=6, opacity=0.8)
    a.disc(606, 256, 11, "#8a97a5")


def phone(a):
    a.fill("#2b1f5c", "#5a3a9a", "#c86dd7")
    a.glow(1200, 200, 500, "#ff8fc7", 0.5)
    a.glow(320, 760, 460, "#5ad1ff", 0.4)
    a.oval(800, 850, 360, 26, "#000", opacity=0.25)
    a.open("rotate(9 800 450)")
    a.rect(590, 60, 420, 790, "#12121c", rx=58)
    a.rect(610, 80, 380, 750, a.down("#eaf2ff", "#cfe0ff"), rx=42)
    a.rect(730, 92, 140, 28, "#12121c", rx=14)
    for i, c in enumerate(["#ff6b6b", "#ffb703", "#2ec4b6", "#5a67ff"]):
        y = 160 + i * 118
        a.rect(640, y, 320, 98, "#fff", rx=20)
        a.rect(656, y + 16, 66, 66, c, rx=16)
        a.rect(742, y + 24, 180, 16, "#94a3b8", rx=8)
        a.rect(742, y + 54, a.random.choice([110, 150]), 14, "#cbd5e1", rx=7)
    a.rect(640, 650, 320, 140, a.slant("#5a67ff", "#c86dd7"), rx=24)
    a.stroke([(670, 750), (730, 710), (790, 735), (850, 690), (930, 715)], "#fff", 9)
    a.close()
    for x, y, c in [(360, 300, "#ff6b6b"), (1240, 420, "#2ec4b6"), (430, 560, "#ffb703")]:
        a.rect(x - 110, y - 62, 220, 124, "#fff", rx=34)
        a.shape(
            [(x + 40, y + 56), (x + 96, y + 56), (x + 84, y + 104)] if x < 800 else [(x - 40, y + 56), (x - 96, y + 56), (x - 84, y + 104)], "#fff"
        )
        for i in range(3):
            a.disc(x - 54 + i * 54, y, 15, c)
    for i in range(3):
        a.stroke(
            f"M{1120 + i * 40} {170 - i * 34} A{80 + i * 70} {80 + i * 70} 0 0 1 {1190 + i * 60} {250 + i * 20}", "#fff", 12, opacity=0.8 - i * 0.2
        )


def code(a):
    a.fill("#141c33", "#27355e", "#51608f")
    a.glow(800, 380, 620, "#7aa2ff", 0.35)
    a.rect(0, 720, 1600, 180, a.down("#6e4a36", "#4a2f21"))
    a.rect(340, 110, 920, 560, "#0b1020", rx=26)
    a.rect(364, 134, 872, 500, a.down("#1b2440", "#131a30"))
    for i, c in enumerate(["#ff6b6b", "#ffd166", "#3ddc97"]):
        a.disc(396 + i * 34, 162, 10, c)
    indent = 0
    for row in range(12):
        indent = max(0, min(4, indent + a.random.choice([-1, 0, 1, 1])))
        x = 400 + indent * 44
        a.rect(382, 206 + row * 35, 8, 14, "#3b476f")
        for _ in range(a.random.choice([2, 3, 4])):
            w = a.random.uniform(40, 130)
            a.rect(
                round(x + 20), 206 + row * 35, round(w), 14, a.random.choice(["#7aa2ff", "#c792ea", "#3ddc97", "#ffd166", "#8b98c9", "#ff9e64"]), rx=7
            )
            x += w + 16
    a.path("M300 690 H1300 L1390 760 H210 z", a.down("#aeb8cc", "#7f8aa3"))
    for row in range(3):
        for i in range(15):
            a.rect(358 + i * 59 - row * 10, 698 + row * 15, 48, 10, "#4a556d", rx=3)
    a.path("M210 760 H1390 L1370 782 H230 z", "#5d677d")
    a.path("M1450 610 h90 v110 a20 20 0 0 1 -20 20 h-50 a20 20 0 0 1 -20 -20 z", "#e76f51")
    a.ring(1546, 668, 28, "#e76f51", 12)
    for i in range(2):
        a.stroke(f"M{1480 + i * 34} 590 q-18 -30 0 -60 q18 -30 0 -60", "#fff", 7, opacity=0.35)
    a.path("M110 740 l14 -90 h72 l14 90 z", "#c97b3d")
    for dx, dy in [(-60, -110), (0, -160), (60, -110), (-30, -140), (34, -142)]:
        a.path(f"M160 660 Q{160 + dx} {660 + dy * 0.4} {160 + dx} {660 + dy} Q{160 + dx * 0.2} {660 + dy * 0.6} 160 660 z", "#3f9b6b")


def robot(a):
    a.fill("#dff3ef", "#a8dcd1", "#6fb9ac")
    a.glow(800, 330, 560, "#fff", 0.7)
    a.rect(0, 740, 1600, 160, a.down("#5b8f86", "#3f6b64"))
    a.oval(800, 800, 330, 30, "#000", opacity=0.2)
    a.rect(690, 690, 80, 110, "#7c8b99", rx=20)
    a.rect(830, 690, 80, 110, "#7c8b99", rx=20)
    for x in (680, 820):
        a.rect(x - 10, 780, 120, 36, "#3a4754", rx=18)
    a.stroke([(610, 480), (500, 590), (560, 690)], "#9fb0bf", 46)
    a.stroke([(990, 480), (1120, 400), (1090, 270)], "#9fb0bf", 46)
    a.stroke([(1090, 270), (1060, 220)], "#f2784b", 24)
    a.stroke([(1090, 270), (1130, 222)], "#f2784b", 24)
    a.disc(560, 700, 34, "#f2784b")
    a.rect(600, 420, 400, 300, a.across("#fff", "#d5dee6", "#aab8c4"), rx=60)
    a.rect(680, 490, 240, 130, "#1d2b38", rx=24)
    a.stroke("M700 556 h50 l22 -36 l34 70 l26 -34 h70", "#4ff0c0", 9)
    a.rect(760, 380, 80, 50, "#7c8b99")
    a.rect(590, 140, 420, 260, a.across("#fff", "#e3eaf0", "#b5c2cd"), rx=90)
    a.rect(640, 200, 320, 140, "#16222d", rx=66)
    for x in (730, 870):
        a.glow(x, 270, 74, "#4ff0c0", 0.7)
        a.disc(x, 270, 28, "#aafbe3")
    a.stroke([(800, 140), (800, 80)], "#7c8b99", 14)
    a.disc(800, 66, 26, "#f2784b")
    for x, y, r in [(240, 300, 120), (1370, 560, 150), (300, 620, 70)]:
        for i in range(10):
            a.open(f"rotate({i * 36} {x} {y})")
            a.rect(x - r * 0.14, y - r * 1.22, r * 0.28, r * 0.4, "#4f8d83", rx=6, opacity=0.55)
            a.close()
        a.ring(x, y, r * 0.75, "#4f8d83", r * 0.5, opacity=0.55)


def energy(a):
    a.fill("#3fa7d6", "#9bd8ec", "#f7f3d0")
    a.sun(260, 200, 86)
    a.cloud(1340, 190, 1.3)
    a.waves(600, 80, "#7dbb7a", 2)
    a.waves(680, 60, "#5fa564", 2)
    for x, y, s, turn in [(1130, 690, 1, 10), (860, 640, 0.72, 50), (1400, 660, 0.82, 80)]:
        a.open(f"translate({x} {y}) scale({s})")
        a.shape([(-12, 0), (-6, -430), (6, -430), (12, 0)], a.across("#fff", "#cfd8df"))
        for i in range(3):
            a.open(f"rotate({turn + i * 120} 0 -430)")
            a.path("M-6 -430 Q-26 -520 0 -680 Q18 -520 6 -430 z", "#f8fafc")
            a.close()
        a.disc(0, -430, 18, "#94a3b1")
        a.close()
    for i in range(3):
        x, y = 110 + i * 250, 660 + i * 46
        a.stroke([(x + 120, y + 130), (x + 120, y + 190)], "#55606b", 14)
        a.shape([(x, y + 140), (x + 60, y), (x + 300, y), (x + 240, y + 140)], a.slant("#27509b", "#0f2a5c"), stroke="#dbe4ec", stroke_width=7)
        for j in range(1, 4):
            a.stroke([(x + j * 60, y + 140), (x + 60 + j * 60, y)], "#7ea6d9", 4)
        a.stroke([(x + 30, y + 70), (x + 270, y + 70)], "#7ea6d9", 4)
    a.rect(980, 760, 380, 80, "#e76f51", rx=34)
    a.path("M1050 766 Q1090 690 1150 690 H1230 Q1290 690 1320 766 z", "#e76f51")
    a.path("M1078 760 Q1110 708 1150 708 H1176 V760 z M1190 708 H1228 Q1270 708 1292 760 H1190 z", "#d9f0f7")
    for x in (1066, 1278):
        a.disc(x, 836, 40, "#23282e")
        a.disc(x, 836, 17, "#dbe4ec")
    a.stroke("M980 800 q-60 10 -70 -60 q-8 -60 -50 -50", "#23282e", 9)
    a.path("M930 650 l-34 56 h24 l-10 48 l40 -64 h-26 z", "#ffd23f")


# Science


def telescope(a):
    a.fill("#060b26", "#1a1f5a", "#51347f", "#c0637a")
    a.stars(240, 640)
    a.open("rotate(-28 800 300)")
    for i in range(80):
        a.disc(round(a.random.uniform(-200, 1800)), round(a.random.gauss(300, 46)), round(a.random.uniform(20, 70)), "#b9a6ff", opacity=0.025)
    for i in range(260):
        a.disc(round(a.random.uniform(-200, 1800)), round(a.random.gauss(300, 40)), round(a.random.uniform(1, 2.6), 1), "#fff", opacity=0.8)
    a.close()
    a.stroke([(1180, 110), (1370, 190)], a.across(("#fff", 0), ("#fff", 1)), 6)
    a.waves(700, 90, "#2b1f4a", 2)
    a.waves(790, 60, "#150f2b", 2)
    a.rect(560, 560, 420, 200, a.across("#cfd4e6", "#8088a8"))
    a.path("M540 566 a230 230 0 0 1 460 0 z", a.across("#f0f2fa", "#9aa2c0"))
    a.path("M730 345 L880 350 L860 566 L760 566 z", "#1a1f3d")
    a.open("rotate(32 810 460)")
    a.rect(772, 250, 76, 250, a.across("#e76f51", "#b3452b"), rx=10)
    a.rect(762, 236, 96, 34, "#f4f1de", rx=8)
    a.close()
    a.rect(740, 640, 70, 120, "#2b2f4f")
    a.rect(600, 610, 60, 46, "#ffd98a")
    a.rect(880, 610, 60, 46, "#ffd98a")


def space(a):
    a.fill("#05071a", "#12123a", "#2a1a54")
    a.stars(260, 900)
    a.glow(1200, 260, 560, "#7b4dff", 0.3)
    a.glow(300, 700, 500, "#ff5d8f", 0.2)
    a.disc(1130, 500, 300, a.ball("#ffd29a", "#e08a4f", "#7a2f3a", x=0.32, y=0.3, r=0.85))
    a.open(clip='<circle cx="1130" cy="500" r="300"/>')
    for y, h, c in [
        (300, 34, "#c9683f"),
        (370, 60, "#f0b070"),
        (480, 30, "#b5553c"),
        (540, 70, "#d98550"),
        (650, 40, "#a44a3c"),
        (720, 60, "#c46b48"),
    ]:
        a.path(f"M800 {y} q330 {h} 700 0 v{h} q-370 {h} -700 0 z", c, opacity=0.55)
    a.oval(1010, 590, 74, 34, "#8f3b33", opacity=0.7)
    a.close()
    a.open("rotate(-14 1130 500)")
    for r, w, o in [(430, 22, 0.8), (480, 34, 0.5), (530, 10, 0.7)]:
        a.path(f"M{1130 - r} 500 a{r} {r * 0.26} 0 0 0 {2 * r} 0", "none", stroke="#ffe3c2", stroke_width=w, opacity=o)
        a.path(f"M{1130 - r} 500 a{r} {r * 0.26} 0 0 1 {r * 0.36} -{r * 0.2}", "none", stroke="#ffe3c2", stroke_width=w, opacity=o)
        a.path(f"M{1130 + r} 500 a{r} {r * 0.26} 0 0 0 -{r * 0.36} -{r * 0.2}", "none", stroke="#ffe3c2", stroke_width=w, opacity=o)
    a.close()
    a.disc(620, 190, 54, a.ball("#e8ecf5", "#a8b2c8", "#4e5878", x=0.35, y=0.3, r=0.8))
    a.open("translate(400 520) rotate(-22)")
    for x in (-310, 120):
        a.rect(x, -64, 190, 128, a.down("#3f7fd9", "#1b3f86"), stroke="#c9d6ea", stroke_width=7)
        for i in range(1, 4):
            a.stroke([(x + i * 47, -60), (x + i * 47, 60)], "#9fc0f0", 3)
    a.rect(-120, -10, 240, 20, "#c9d6ea")
    a.rect(-70, -90, 140, 180, a.across("#ffe7a6", "#c98f2c"), rx=14)
    a.path("M-80 -96 a80 46 0 0 1 160 0 z", "#eef2f8")
    a.stroke([(0, -140), (0, -196)], "#eef2f8", 8)
    a.disc(0, -200, 12, "#ff5d5d")
    a.disc(0, 20, 34, "#1b2444")
    a.disc(-10, 10, 12, "#7fb2ff")
    a.close()


def rover(a):
    a.fill("#5b2c2a", "#b25a3c", "#f0a868")
    a.disc(1240, 210, 54, "#ffe4c4")
    a.glow(1240, 210, 260, "#ffd9b0", 0.5)
    a.waves(500, 170, "#a04c34", 2, sharp=True)
    a.waves(600, 90, "#8a3d2c", 2)
    a.rect(0, 660, 1600, 240, a.down("#b5583a", "#74301f"))
    for _ in range(34):
        x, y, r = a.random.uniform(0, 1600), a.random.uniform(680, 890), a.random.uniform(10, 44)
        a.oval(round(x), round(y), round(r), round(r * 0.5), "#5a2417", opacity=0.55)
        a.oval(round(x - r * 0.1), round(y - r * 0.16), round(r * 0.9), round(r * 0.4), "#c97552", opacity=0.7)
    a.oval(760, 812, 400, 26, "#2a0f0a", opacity=0.4)
    for x in (500, 740, 990):
        a.stroke([(x, 750), (740, 640)], "#7c8794", 16)
        a.disc(x, 760, 60, "#2c3138")
        a.disc(x, 760, 38, "#565e68")
        a.disc(x, 760, 14, "#c9d1d9")
    a.path("M470 560 H1040 L1000 650 H520 z", a.down("#f3f5f7", "#b9c2cb"))
    a.rect(500, 520, 420, 46, a.slant("#2b5aa8", "#14305f"))
    for i in range(1, 7):
        a.stroke([(500 + i * 60, 520), (500 + i * 60, 566)], "#8fb4e8", 3)
    a.rect(930, 300, 24, 270, "#c3cbd3")
    a.rect(880, 226, 140, 84, "#eef1f4", rx=14)
    for x in (918, 982):
        a.disc(x, 268, 24, "#1a2029")
        a.disc(x - 6, 260, 8, "#7fc4ff")
    a.stroke([(1030, 600), (1150, 540), (1240, 690)], "#a7b1bb", 18)
    a.rect(1214, 680, 56, 44, "#5a646e", rx=8)
    a.path("M520 520 l-60 -130 a74 40 -24 0 1 120 -60 z", "#dfe5ea")


def fossil(a):
    a.fill("#e7c79a", "#c9965f")
    for i, c in enumerate(["#d9ad76", "#c08a55", "#a8713f", "#8d5a31", "#6f4526"]):
        a.waves(130 + i * 150, 40, c, 2)
    for _ in range(60):
        a.oval(a.random.uniform(0, 1600), a.random.uniform(120, 900), a.random.uniform(6, 22), a.random.uniform(4, 12), "#4f3018", opacity=0.25)
    a.path("M150 800 Q120 420 420 280 T1130 210 Q1450 250 1480 520 T1240 830 T600 860 z", "#5a3820", opacity=0.75)
    bone, shadow = "#f6ead2", "#c9b48d"
    for dy, c in ((10, shadow), (0, bone)):
        a.stroke(f"M330 {700 + dy} Q360 {520 + dy} 560 {500 + dy} T980 {490 + dy} T1290 {650 + dy} Q1340 {740 + dy} 1220 {770 + dy}", c, 30)
        for i in range(9):
            x = 520 + i * 56
            size = 190 - abs(i - 3) * 22
            a.stroke(f"M{x} {505 + dy} q-46 {size * 0.5} -4 {size}", c, 17)
        for x, y in [(600, 640), (960, 620)]:
            a.stroke([(x, y - 110 + dy), (x + 60, y + 20 + dy), (x + 20, y + 130 + dy)], c, 24)
            for i in (-26, 2, 30):
                a.stroke([(x + 20, y + 130 + dy), (x + 20 + i, y + 176 + dy)], c, 13)
    a.path("M340 640 Q250 660 190 590 Q170 500 260 470 Q360 440 430 520 Q450 600 340 640 z", bone)
    a.disc(320, 530, 32, "#5a3820")
    a.disc(222, 545, 12, "#5a3820")
    a.path("M190 600 Q270 670 390 640 L400 676 Q270 712 196 640 z", bone)
    for i in range(8):
        a.shape([(206 + i * 22, 612 + i * 4), (222 + i * 22, 614 + i * 4), (214 + i * 22, 636 + i * 4)], "#fffaf0")
    a.open("translate(1230 330) rotate(38)")
    a.rect(-16, -190, 32, 200, a.across("#d17c3f", "#96501f"), rx=12)
    a.rect(-24, 0, 48, 40, "#c9d1d9")
    a.path("M-30 40 h60 l10 90 q-40 20 -80 0 z", "#f2d7a0")
    a.close()


def laboratory(a):
    a.fill("#eaf6fb", "#bfe0ee")
    a.glow(800, 300, 700, "#fff", 0.9)
    for i in range(4):
        a.rect(90 + i * 380, 90, 280, 190, "#d3e8f1", rx=10)
        for j in range(5):
            h = a.random.uniform(60, 120)
            a.rect(112 + i * 380 + j * 50, 270 - h, 36, h, a.random.choice(["#8fc1d9", "#f2a58e", "#a3d1b5", "#f0cf85", "#b9b3dd"]), rx=8)
        a.rect(90 + i * 380, 270, 280, 14, "#9dbccb")
    a.rect(0, 700, 1600, 200, a.down("#55758a", "#39566a"))
    a.rect(0, 690, 1600, 26, "#7f9db0")
    a.open("translate(330 690)")
    a.path("M-34 -420 h68 v150 L160 -30 Q170 0 136 0 H-136 Q-170 0 -160 -30 L-34 -270 z", "#fff", opacity=0.65)
    a.path("M-92 -160 Q0 -130 92 -160 L156 -36 Q164 -6 134 -6 H-134 Q-164 -6 -156 -36 z", a.down("#7b5cff", "#4a2fd0"))
    for x, y, r in [(-40, -70, 18), (30, -110, 13), (60, -50, 22), (-80, -40, 12), (0, -190, 10), (14, -250, 8)]:
        a.disc(x, y, r, "#fff", opacity=0.45)
    a.rect(-44, -434, 88, 24, "#a9c3d1", rx=10)
    a.close()
    for i, c in enumerate(["#ff6b6b", "#ffb703", "#2ec4b6", "#5a67ff"]):
        x = 620 + i * 96
        a.rect(x, 400, 60, 270, "#fff", rx=30, opacity=0.75)
        a.path(f"M{x} {490 + i * 26} h60 V640 a30 30 0 0 1 -60 0 z", c)
        a.rect(x - 8, 392, 76, 18, "#a9c3d1", rx=8)
    a.rect(590, 560, 410, 30, "#8a5a2b")
    a.rect(590, 670, 410, 24, "#8a5a2b")
    for x in (596, 976):
        a.rect(x, 560, 18, 130, "#6e4520")
    a.open("translate(1250 690)")
    a.rect(-170, -34, 330, 34, "#2f3f4d", rx=14)
    a.path("M60 -34 Q170 -150 110 -300 L60 -280 Q110 -150 0 -34 z", "#3f5364")
    a.rect(-140, -130, 190, 22, "#2f3f4d")
    a.rect(-90, -110, 30, 80, "#3f5364")
    a.open("rotate(-24 0 -300)")
    a.rect(-40, -430, 80, 250, a.across("#f4f7f9", "#b3c1cc"), rx=14)
    a.rect(-30, -490, 60, 70, "#2f3f4d", rx=10)
    a.rect(-24, -180, 48, 60, "#2f3f4d", rx=8)
    a.close()
    a.close()


def ocean(a):
    a.fill("#3cc3d9", "#1279a8", "#0a3d6b", "#051d3d")
    for i in range(7):
        x = a.random.uniform(0, 1500)
        a.shape([(x, 0), (x + 70, 0), (x + 320, 800), (x + 80, 800)], a.down(("#d9fbff", 0.22), ("#d9fbff", 0)))
    a.open("translate(900 400) rotate(-8)")
    a.path(
        "M-500 20 Q-380 -150 -60 -160 Q260 -160 420 10 Q500 -60 590 -120 Q560 10 610 90 Q500 60 430 56 Q180 210 -160 190 Q-420 170 -500 20 z",
        a.down("#3b6d95", "#1d4468"),
    )
    a.path("M-494 34 Q-300 110 -20 120 Q-90 190 -180 190 Q-420 170 -494 34 z", "#dcebf2")
    for i in range(6):
        a.stroke(f"M{-440 + i * 10} {56 + i * 20} Q{-280 + i * 16} {100 + i * 18} {-80 - i * 16} {124 + i * 11}", "#9dbccb", 4)
    a.path("M-160 120 Q-120 260 20 300 Q-10 190 -40 120 z", "#16385a")
    a.disc(-340, 0, 14, "#0a1c30")
    a.disc(-344, -4, 5, "#fff")
    a.close()
    for _ in range(46):
        a.ring(round(a.random.gauss(330, 120)), round(a.random.uniform(80, 620)), round(a.random.uniform(5, 18)), "#d9fbff", 3, opacity=0.6)
    a.waves(830, 50, "#04162e", 2)
    for x in range(30, 1600, 90):
        h = a.random.uniform(60, 170)
        c = a.random.choice(["#e4576b", "#f08a5d", "#9b5de5", "#2a9d8f"])
        for lean in (-34, 0, 34):
            a.stroke(f"M{x} 900 Q{x + lean * 0.3:.0f} {900 - h * 0.5:.0f} {x + lean} {900 - h * (1 if lean == 0 else 0.75):.0f}", c, 20, opacity=0.85)
    for i in range(14):
        x, y = a.random.gauss(420, 110), a.random.gauss(690, 40)
        a.path(f"M{x:.0f} {y:.0f} q26 -22 54 0 l20 -14 v28 l-20 -14 q-28 22 -54 0 z", "#ffd166")


def climate(a):
    a.fill("#9fd3e6", "#d5edf3", "#fdeccf")
    a.sun(1180, 200, 90, "#ffdf8e", "#ffd27a")
    a.peak(420, 560, 760, 330, "#7f9fb5", "#f8fbff")
    a.peak(900, 560, 620, 240, "#94b1c4", "#f8fbff")
    a.waves(520, 40, "#bcd9e2", 2)
    a.water(560, "#4fa3bd", "#155a7d", glints=70)
    for x, y, w, h in [(250, 640, 300, 120), (760, 610, 170, 60), (1300, 620, 230, 90)]:
        a.shape([(x - w / 2, y), (x - w * 0.34, y - h), (x - w * 0.04, y - h * 1.35), (x + w * 0.2, y - h * 0.8), (x + w / 2, y)], "#f4fbff")
        a.shape([(x - w * 0.04, y - h * 1.35), (x + w * 0.2, y - h * 0.8), (x + w / 2, y), (x + w * 0.05, y)], "#cfe6f0")
        a.shape([(x - w / 2, y), (x + w / 2, y), (x + w * 0.3, y + h * 0.5), (x - w * 0.3, y + h * 0.5)], "#9fd6e4", opacity=0.5)
    a.path("M480 760 L1230 740 L1330 800 L1180 850 L620 860 L430 810 z", "#e9f6fb")
    a.path("M430 810 L620 860 L1180 850 L1330 800 V830 L1180 884 L620 894 L430 842 z", "#a9d2e2")
    a.open("translate(860 740)")
    fur, dark = "#fffaf0", "#e2d8c4"
    for x in (-130, 60):
        a.rect(x + 30, -30, 54, 90, dark, rx=22)
    a.path("M-190 -60 Q-190 -170 -60 -170 H60 Q150 -170 170 -80 L170 -10 H-170 z", fur)
    for x in (-170, 90):
        a.rect(x, -60, 62, 120, fur, rx=24)
    a.path("M110 -130 Q140 -230 220 -220 Q290 -210 300 -160 L326 -136 Q320 -104 280 -106 Q220 -80 160 -90 z", fur)
    a.disc(206, -218, 22, fur)
    a.disc(206, -218, 10, dark)
    a.disc(262, -172, 8, "#1f2937")
    a.oval(322, -136, 15, 11, "#1f2937")
    a.close()


def wildlife(a):
    a.fill("#cfe8c9", "#9ecf9a", "#5a9a68")
    a.glow(1150, 180, 640, "#fff8cf", 0.85)
    for layer, (c, y) in enumerate([("#8bc08a", 620), ("#5f9f6c", 700), ("#3c7850", 790)]):
        for x in range(-20, 1650, 130 - layer * 14):
            a.rect(x + a.random.uniform(-20, 20), 0, 14 + layer * 12, y, c, opacity=0.75)
        a.waves(y - 20, 30, c, 3)
    a.open("translate(620 780) scale(0.98)")
    fur, dark = "#a8632f", "#7d4520"
    for x in (-120, 90):
        a.stroke([(x + 30, -110), (x + 24, 40), (x + 20, 130)], dark, 26)
    a.path(
        "M-190 -150 Q-190 -230 -80 -226 L120 -226 Q170 -300 186 -370 L256 -360 Q250 -210 190 -120 Q80 -80 -80 -96 Q-180 -90 -190 -150 z",
        a.down("#c27c42", fur),
    )
    for x in (-160, 130):
        a.stroke([(x, -130), (x - 6, 20), (x + 4, 140)], fur, 28)
    a.path("M176 -372 Q200 -440 260 -424 L340 -372 Q346 -340 306 -338 L240 -330 z", "#b87038")
    a.path("M190 -400 L140 -440 L196 -430 z", dark)
    a.disc(262, -390, 9, "#20140c")
    a.oval(338, -364, 14, 11, "#20140c")
    for side in (1, -1):
        a.stroke(
            f"M216 -424 q{side * 30} -60 {side * 20 + 10} -140 M{216 + side * 20} -480 q{side * 40} -10 {side * 60} -70 M{216 + side * 24} -530 q{side * 34} -16 {side * 40 + 6} -64",
            "#6d4526",
            15,
        )
    for x, y in [(-90, -180), (-30, -160), (30, -190), (-130, -150), (80, -160)]:
        a.disc(x, y, 10, "#e8c79a", opacity=0.8)
    a.close()
    a.waves(850, 30, "#234d36", 3)
    for _ in range(60):
        x = a.random.uniform(0, 1600)
        a.stroke(f"M{x:.0f} 900 q{a.random.uniform(-20, 20):.0f} -50 {a.random.uniform(-40, 40):.0f} {-a.random.uniform(60, 120):.0f}", "#2f6544", 8)
    for x, y in [(1120, 300), (1210, 250), (1300, 330)]:
        a.stroke(f"M{x - 40} {y} q22 -28 40 4 q18 -32 40 -4", "#2f5540", 9)


# Town and country


def railway(a):
    a.fill("#2f3e6e", "#8a6aa0", "#f5a97f")
    a.sun(1180, 380, 80, "#ffe9c2", "#ffd29b")
    a.peak(260, 620, 800, 330, "#4b4a78", "#d9d3ea")
    a.peak(760, 620, 700, 240, "#585687", "#d9d3ea")
    a.waves(580, 80, "#4a4370", 2)
    a.waves(650, 40, "#38325c", 2)
    for x in range(40, 1600, 120):
        a.pine(x, 700 + a.random.uniform(-16, 10), a.random.uniform(90, 170), "#2b2a4d")
    a.rect(0, 700, 1600, 200, a.down("#5d4c55", "#352b38"))
    for x in range(-40, 1650, 66):
        a.rect(x, 800, 40, 22, "#2a1f26")
    a.rect(0, 792, 1600, 10, "#c9c3cc")
    a.path("M-20 470 H960 Q1230 480 1370 700 Q1390 760 1330 772 H-20 z", a.down("#f4f1ea", "#d9d2c8"))
    a.path("M-20 640 H1330 Q1375 690 1374 728 Q1380 768 1330 772 H-20 z", "#c1272d")
    a.path("M1010 510 Q1180 520 1268 620 H1040 Q1010 620 1010 590 z", "#26324f")
    for x in range(20, 940, 150):
        a.rect(x, 520, 112, 90, a.down("#ffe3a0", "#ffcf70"), rx=14)
    for x in range(270, 960, 460):
        a.rect(x - 22, 510, 10, 262, "#a9a29b")
    a.rect(0, 772, 1320, 22, "#26222d")
    a.glow(1350, 708, 130, "#fff3c4", 0.9)
    a.disc(1348, 708, 16, "#fffbe8")
    a.stroke([(0, 430), (1600, 400)], "#221f3a", 3)
    for x in (180, 780, 1480):
        a.stroke([(x, 700), (x, 380)], "#221f3a", 10)
        a.stroke([(x, 400), (x + 70, 424)], "#221f3a", 7)


def city(a):
    a.fill("#182250", "#5a4a8a", "#e88f7d", "#ffd0a0")
    a.stars(60, 240)
    a.glow(820, 620, 620, "#ffd8a0", 0.6)
    a.skyline(760, "#8a6a94", 200, 420, "#ffe3a8", 0.15, (70, 130), 30)
    a.skyline(770, "#564a80", 240, 520, "#ffdf9a", 0.3, (100, 180), 34)
    a.skyline(800, "#2b2752", 120, 390, "#ffd37a", 0.5, (120, 210), 40)
    a.rect(0, 780, 1600, 120, a.down("#211d3f", "#14112b"))
    for i in range(12):
        a.rect(i * 150, 850, 80, 8, "#ffe3a8", opacity=0.6)
    for x, c in [(180, "#e76f51"), (620, "#2a9d8f"), (1060, "#f4f1de"), (1400, "#e9c46a")]:
        a.path(f"M{x} 826 q4 -26 34 -28 l24 -30 q8 -8 20 -8 h54 q14 0 22 12 l18 26 q38 2 40 30 v10 h-212 z", c)
        a.path(f"M{x + 68} 796 l16 -22 h28 v22 z M{x + 122} 796 v-22 h22 l18 22 z", "#14112b", opacity=0.7)
        for dx in (50, 168):
            a.disc(x + dx, 838, 19, "#0c0a1d")
        a.glow(x + 212, 818, 60, "#fff0b8", 0.8)


def street(a):
    a.fill("#9ed4ea", "#e3f3f0", "#fff1d6")
    a.sun(1330, 150, 64)
    a.cloud(300, 130, 1.1)
    x = -10
    for w, h, wall, roof in [
        (190, 330, "#e8a87c", "#b0533c"),
        (160, 400, "#f3d38c", "#8c5a3c"),
        (210, 350, "#9fc5b0", "#3f6f63"),
        (170, 430, "#e27d60", "#7c3429"),
        (200, 340, "#f4ece0", "#6d7b8a"),
        (180, 410, "#c38d9e", "#7a4a5e"),
        (210, 360, "#85b8cb", "#3a6073"),
        (180, 420, "#f0b67f", "#9c5a2f"),
        (150, 350, "#b8c99d", "#5d7446"),
    ]:
        y = 640
        a.rect(x, y - h, w, h, wall)
        a.shape([(x, y - h), (x + w / 2, y - h - 90), (x + w, y - h)], roof)
        for row in range(int((h - 120) // 100)):
            for column in range(2):
                a.rect(x + w * (0.18 + column * 0.4), y - h + 30 + row * 100, w * 0.24, 60, "#fdf6e3")
                a.rect(x + w * (0.2 + column * 0.4), y - h + 34 + row * 100, w * 0.2, 52, "#5b8aa0")
        a.rect(x + w * 0.1, y - 110, w * 0.8, 110, "#4a3a34")
        a.rect(x + w * 0.16, y - 84, w * 0.34, 70, "#ffe6ae")
        a.rect(x + w * 0.04, y - 122, w * 0.92, 26, roof)
        x += w
    a.rect(0, 640, 1600, 260, a.down("#d9cbb8", "#b9a78f"))
    for row in range(6):
        for i in range(30):
            a.rect(i * 58 - row % 2 * 29, 650 + row * 44, 54, 40, "#000", opacity=0.04)
    for x in (90, 560, 1060, 1530):
        a.tree(x, 760, 230, a.random.choice(["#4f9d69", "#5fae6f"]))
        a.rect(x - 40, 750, 80, 26, "#8a6f57", rx=6)
    for x, c, shirt in [(330, "#d62839", "#2a6f97"), (830, "#264653", "#f4a261")]:
        for dx in (0, 170):
            a.ring(x + dx, 800, 52, "#2b2b2b", 9)
            for i in range(4):
                a.open(f"rotate({i * 45} {x + dx} 800)")
                a.stroke([(x + dx - 50, 800), (x + dx + 50, 800)], "#9aa3ab", 2)
                a.close()
        a.stroke([(x, 800), (x + 50, 720), (x + 140, 720), (x + 76, 800), (x, 800)], c, 9)
        a.stroke([(x + 170, 800), (x + 136, 690), (x + 160, 676)], c, 9)
        a.stroke([(x + 76, 800), (x + 40, 700)], c, 9)
        a.stroke([(x + 44, 690), (x + 104, 732), (x + 80, 806)], "#33415c", 26)
        a.stroke([(x + 44, 680), (x + 74, 580)], shirt, 54)
        a.stroke([(x + 76, 590), (x + 124, 640), (x + 152, 672)], "#e0ac84", 18)
        a.disc(x + 92, 528, 30, "#e0ac84")
        a.path(f"M{x + 58} {526} a34 34 0 0 1 68 -6 z", "#f2c14e")
    for px, c in [(1250, "#8e5572"), (1330, "#3a6ea5")]:
        a.stroke([(px, 690), (px, 760)], c, 58)
        a.stroke([(px - 12, 770), (px - 18, 850)], "#333c4d", 22)
        a.stroke([(px + 12, 770), (px + 20, 850)], "#333c4d", 22)
        a.disc(px, 628, 30, "#c98b62")
        a.path(f"M{px - 32} 626 a32 32 0 0 1 64 0 q-30 -14 -64 0 z", "#2b211c")


def townhall(a):
    a.fill("#5f8fc0", "#b4d3e8", "#f8e9cf")
    a.cloud(260, 190, 1.3)
    a.cloud(1330, 150, 1.6, opacity=0.8)
    a.waves(660, 40, "#7fae86", 3)
    stone, dark = "#f3ead8", "#d5c7ab"
    a.rect(690, 150, 220, 150, dark)
    a.path("M680 190 a120 120 0 0 1 240 0 z", a.across("#7fb0a3", "#4b7a70"))
    a.rect(790, 20, 20, 60, "#4b7a70")
    a.stroke([(800, 30), (800, -10)], "#4b7a70", 6)
    a.shape([(250, 400), (800, 220), (1350, 400)], stone)
    a.shape([(370, 384), (800, 246), (1230, 384)], dark)
    a.disc(800, 326, 44, stone)
    a.ring(800, 326, 44, "#b8a57f", 6)
    a.stroke([(800, 326), (800, 298)], "#6b5a3a", 6)
    a.stroke([(800, 326), (820, 336)], "#6b5a3a", 6)
    a.rect(250, 400, 1100, 44, stone)
    a.rect(250, 438, 1100, 10, "#b8a57f", opacity=0.6)
    a.rect(290, 448, 1020, 290, "#8a7a5c")
    for x in (700, 830):
        a.rect(x, 510, 70, 228, "#5a3b26")
    for i in range(8):
        x = 296 + i * 138
        a.rect(x, 448, 58, 290, a.across("#fffaf0", "#efe4cd", "#cbb992"))
        for j in range(3):
            a.rect(x + 12 + j * 14, 460, 4, 266, "#a8946a", opacity=0.35)
        a.rect(x - 10, 448, 78, 18, stone)
        a.rect(x - 10, 722, 78, 18, stone)
    for i in range(5):
        a.rect(230 - i * 40, 738 + i * 28, 1140 + i * 80, 28, ["#f3ead8", "#e6dac0"][i % 2])
    a.rect(0, 876, 1600, 24, "#9f9683")
    for x in (110, 1490):
        a.tree(x, 860, 300, "#4f9d69")
    for x, s in [(450, 1), (530, 0.92), (1120, 1)]:
        a.stroke([(x, 770), (x, 810)], a.random.choice(["#33415c", "#7d4f50", "#3d5a6c"]), 46 * s)
        a.stroke([(x, 800), (x, 864)], "#2b2f3a", 34 * s)
        a.disc(x, 722, 22 * s, a.random.choice(["#e0ac84", "#8d5a3b", "#f0c8a0"]))


def election(a):
    a.fill("#dfe9f3", "#b7cce2")
    for i in range(6):
        a.shape([(i * 300 - 60, 0), (i * 300 + 90, 0), (i * 300 - 160, 900), (i * 300 - 310, 900)], "#fff", opacity=0.25)
    for x, c in [(220, "#d1495b"), (1380, "#30638e")]:
        a.rect(x - 150, 200, 300, 560, "#f7f4ec")
        a.rect(x - 150, 200, 300, 40, c)
        for i in range(6):
            a.path(f"M{x - 150 + i * 50} 240 h50 v330 q-25 26 -50 0 z", c, opacity=0.85 if i % 2 else 0.65)
        a.rect(x - 60, 590, 40, 170, "#33415c", rx=14)
        a.rect(x + 14, 590, 40, 170, "#33415c", rx=14)
    a.rect(0, 740, 1600, 160, a.down("#8da3b8", "#6c8298"))
    a.oval(800, 838, 380, 26, "#000", opacity=0.18)
    a.rect(500, 430, 600, 400, a.across("#f5f9fc", "#d9e5ef", "#b4c6d6"), rx=18, opacity=0.92)
    for i in range(16):
        x, y = a.random.uniform(560, 960), a.random.uniform(640, 770)
        a.open(f"rotate({a.random.uniform(-30, 30):.0f} {x:.0f} {y:.0f})")
        a.rect(round(x), round(y), 110, 44, "#fff", stroke="#c5d3df", stroke_width=3)
        a.stroke([(x + 14, y + 22), (x + 24, y + 32), (x + 42, y + 10)], "#d1495b", 6)
        a.close()
    a.rect(500, 430, 600, 400, "#8fb3d1", rx=18, opacity=0.22)
    a.rect(470, 390, 660, 60, "#30638e", rx=14)
    a.rect(640, 408, 320, 20, "#12263a", rx=10)
    a.open("rotate(-7 800 280)")
    a.open(clip='<rect x="400" y="0" width="800" height="418"/>')
    a.rect(690, 150, 230, 290, "#fff", rx=6)
    for i, c in enumerate(["#d1495b", "#94a3b8", "#94a3b8"]):
        a.rect(720, 190 + i * 66, 40, 40, "none", stroke="#64748b", stroke_width=5)
        a.rect(782, 202 + i * 66, 100, 16, c, rx=8)
    a.stroke([(726, 210), (738, 226), (766, 184)], "#d1495b", 9)
    a.close()
    a.path("M900 250 Q960 200 1030 200 L1200 120 L1260 240 L1090 320 Q1010 360 930 330 Q900 320 930 296 L870 300 Q850 270 900 250 z", "#c98b62")
    a.path("M1150 130 L1420 0 L1560 120 L1230 290 z", "#33415c")
    a.path("M1140 134 L1180 116 L1256 268 L1216 288 z", "#f8fafc")
    a.close()


def storm(a):
    a.fill("#1b2233", "#36425c", "#5f6f86")
    for x, y, s, c in [(260, 150, 2.6, "#252d42"), (760, 110, 3.2, "#2e384f"), (1320, 160, 2.8, "#232b3f"), (1020, 230, 2.2, "#39455f")]:
        a.cloud(x, y, s, c, 1)
    a.glow(640, 420, 420, "#dfe9ff", 0.6)
    a.shape([(690, 210), (560, 470), (650, 470), (580, 720), (790, 400), (690, 400), (770, 210)], "#fff6c9")
    a.waves(720, 50, "#232c3d", 2)
    for x in (90, 330, 1080, 1290):
        a.house(x, 790, 150, 110, a.random.choice(["#3d4a61", "#46536b"]), "#1a2130", "#2a3348")
    a.waves(800, 24, "#141b29", 3)
    for x in (250, 900, 1500):
        lean = -14 if x == 900 else 0
        a.open(f"rotate({lean} {x} 820)")
        a.stroke([(x, 830), (x, 400)], "#0e1420", 16)
        a.stroke([(x - 80, 440), (x + 80, 440)], "#0e1420", 12)
        a.stroke([(x - 60, 490), (x + 60, 490)], "#0e1420", 10)
        a.close()
    for dy in (440, 490):
        a.stroke(f"M180 {dy} Q560 {dy + 170} 790 {dy + 24}", "#0e1420", 4)
        a.stroke(f"M1000 {dy - 20} Q1250 {dy + 150} 1440 {dy}", "#0e1420", 4)
    a.open("rotate(14 1180 830)")
    a.tree(1180, 840, 250, "#1f2d33", "#10161c")
    a.close()
    a.rain(210, "#cfdcf5", 0.34)


def wildfire(a):
    a.fill("#3a1420", "#8f2f22", "#ee7b2d", "#ffc15c")
    for x, y, s, c in [(300, 170, 3, "#2b141c"), (820, 120, 3.6, "#3a1b20"), (1340, 190, 3, "#2b141c"), (1060, 260, 2.2, "#57261f")]:
        a.cloud(x, y, s, c, 0.8)
    a.disc(1180, 330, 66, "#ffdf9a", opacity=0.8)
    a.waves(600, 120, "#7d2618", 2)
    for x in range(30, 1600, 74):
        h = a.random.uniform(120, 300)
        y = 680 + a.random.uniform(-20, 20)
        a.path(
            f"M{x - 50} {y} Q{x - 60} {y - h * 0.5:.0f} {x - 8} {y - h:.0f} Q{x - 4} {y - h * 0.6:.0f} {x + 24} {y - h * 0.72:.0f} Q{x + 66} {y - h * 0.3:.0f} {x + 50} {y} z",
            a.down("#ff9a2e", "#ff5e1a"),
            opacity=0.9,
        )
        a.path(f"M{x - 26} {y} Q{x - 24} {y - h * 0.3:.0f} {x} {y - h * 0.6:.0f} Q{x + 34} {y - h * 0.3:.0f} {x + 26} {y} z", "#ffe27a")
    for x in range(20, 1640, 96):
        a.pine(x + a.random.uniform(-20, 20), 760 + a.random.uniform(-20, 20), a.random.uniform(190, 330), "#1d0f14")
    a.waves(770, 34, "#14090d", 3)
    for _ in range(90):
        a.disc(a.random.uniform(0, 1600), a.random.uniform(100, 700), a.random.uniform(2, 6), "#ffd37a", opacity=0.85)
    a.open("translate(520 800)")
    a.rect(-190, -110, 330, 110, "#c1121f", rx=10)
    a.path("M140 -110 h60 q40 4 46 60 v50 h-106 z", "#c1121f")
    a.rect(156, -94, 54, 44, "#bfe3ec", rx=6)
    a.rect(-180, -66, 310, 16, "#fff4e0")
    a.stroke([(-180, -126), (130, -146)], "#d8dee4", 12)
    a.rect(160, -128, 40, 18, "#5ad1ff")
    for x in (-120, 40, 180):
        a.disc(x, 4, 32, "#111")
        a.disc(x, 4, 13, "#9aa3ab")
    a.close()


def bridge(a):
    a.fill("#88b9d8", "#c8dfe8", "#fbe3c3")
    a.sun(330, 250, 74, "#fff3d6")
    a.waves(520, 80, "#8aa9a0", 2)
    a.skyline(580, "#7c95a3", 50, 190, widths=(60, 120))
    a.water(570, "#6fa3bd", "#2b5d80", glints=90)
    iron = "#b3402e"
    for x in (430, 1170):
        a.rect(x - 30, 150, 24, 560, iron)
        a.rect(x + 30, 150, 24, 560, iron)
        for y in (170, 280, 390):
            a.rect(x - 30, y, 84, 20, iron)
        a.rect(x - 60, 690, 144, 70, "#6b6460")
    a.stroke("M-60 470 Q180 440 436 166 Q800 760 1176 166 Q1420 440 1660 470", iron, 12)
    for i in range(33):
        x = i * 50
        if x < 436:
            t = (x + 60) / 496
            y = (1 - t) ** 2 * 470 + 2 * t * (1 - t) * 440 + t * t * 166
        elif x < 1176:
            t = (x - 436) / 740
            y = (1 - t) ** 2 * 166 + 2 * t * (1 - t) * 760 + t * t * 166
        else:
            t = (x - 1176) / 484
            y = (1 - t) ** 2 * 166 + 2 * t * (1 - t) * 440 + t * t * 470
        a.stroke([(x, y), (x, 560)], iron, 4)
    a.rect(0, 550, 1600, 34, "#5d2c22")
    a.rect(0, 540, 1600, 14, iron)
    for x, c in [(150, "#f4f1de"), (640, "#2a9d8f"), (900, "#e9c46a"), (1340, "#33415c")]:
        a.rect(x, 506, 96, 36, c, rx=12)
        a.rect(x + 18, 490, 54, 26, c, rx=10)
    a.path("M690 730 h250 l-34 56 h-180 z", "#f4f1ea")
    a.shape([(800, 720), (800, 600), (890, 720)], "#fff")
    a.shape([(792, 720), (792, 620), (730, 720)], "#e9dcc5")
    for x, y in [(1010, 330), (1070, 300)]:
        a.stroke(f"M{x - 26} {y} q14 -18 26 2 q12 -20 26 -2", "#3d4f5a", 6)


def coast(a):
    a.fill("#5fb0d8", "#bfe3ee", "#fdf0d5")
    a.sun(1180, 220, 76)
    a.cloud(420, 150, 1.3)
    a.cloud(900, 110, 0.8, opacity=0.7)
    a.waves(500, 50, "#9cc3c4", 2)
    a.water(520, "#3fa0bd", "#12617f", glints=120)
    a.path("M0 900 V470 Q90 430 220 450 Q330 470 350 560 Q420 590 430 680 Q520 720 560 900 z", a.down("#7fae6f", "#5d8a55"))
    a.path("M220 450 Q330 470 350 560 Q420 590 430 680 Q520 720 560 900 H420 Q360 720 320 660 Q250 560 220 450 z", "#e9dcc0")
    a.shape([(130, 470), (150, 190), (230, 190), (250, 470)], "#fdfaf3")
    for i in range(3):
        y = 240 + i * 86
        w = 24 + i * 8
        a.shape([(148 - i * 6, y), (232 + i * 6, y), (236 + i * 6, y + 40), (144 - i * 6, y + 40)], "#d62839")
    a.rect(140, 170, 100, 20, "#33415c")
    a.rect(160, 118, 60, 54, "#ffe9a8")
    a.path("M150 120 L190 76 L230 120 z", "#d62839")
    a.glow(190, 144, 130, "#fff3c4", 0.8)
    a.house(20, 510, 100, 66, "#fdfaf3", "#b0533c")
    a.open("translate(1000 640)")
    a.path("M-330 20 H340 L290 120 H-290 z", "#f8fafc")
    a.path("M-316 60 H318 L290 120 H-290 z", "#1d3557")
    a.rect(-250, -70, 470, 90, "#f1f5f9")
    a.rect(-180, -140, 300, 70, "#f8fafc")
    a.rect(20, -210, 66, 76, "#d62839")
    a.rect(20, -190, 66, 18, "#1d3557")
    for i in range(9):
        a.rect(-230 + i * 50, -46, 32, 30, "#457b9d", rx=6)
    for i in range(6):
        a.rect(-160 + i * 46, -120, 30, 26, "#457b9d", rx=6)
    a.close()
    a.stroke("M640 770 q40 -14 80 0 t80 0 t80 0 t80 0 t80 0 t80 0 t80 0 t80 0", "#fff", 10, opacity=0.8)
    for x, y in [(560, 300), (640, 260), (720, 320)]:
        a.stroke(f"M{x - 34} {y} q18 -24 34 2 q16 -26 34 -2", "#fff", 8)


def village(a):
    a.fill("#f7b98b", "#fbd9a8", "#fdeecb")
    a.sun(300, 280, 84, "#fff5dc", "#fff0c4")
    a.peak(1250, 560, 700, 260, "#c79a9a", "#fff3e6")
    a.waves(540, 90, "#b5b57f", 2)
    a.waves(620, 60, "#8fa769", 2)
    a.rect(760, 300, 90, 330, "#f4ead8")
    a.shape([(748, 304), (805, 150), (862, 304)], "#8c4a3a")
    a.disc(805, 350, 24, "#fff")
    a.ring(805, 350, 24, "#8c4a3a", 5)
    a.rect(850, 430, 210, 200, "#efe2ca")
    a.shape([(838, 434), (955, 350), (1072, 434)], "#8c4a3a")
    for x in (890, 960, 1020):
        a.path(f"M{x - 16} 560 v-50 a16 20 0 0 1 32 0 v50 z", "#7a98a8")
    for x, y, w, h, wall, roof in [
        (190, 690, 170, 120, "#f2d8b0", "#a3513c"),
        (400, 650, 150, 110, "#e8b98f", "#7f3f32"),
        (580, 690, 160, 120, "#faf3e6", "#b0623f"),
        (1100, 680, 170, 120, "#e9c7a0", "#93472f"),
        (1320, 700, 190, 130, "#f6ead6", "#a3513c"),
    ]:
        a.house(x, y, w, h, wall, roof)
    a.waves(740, 40, "#6e9457", 3)
    a.path("M640 900 Q700 800 820 760 T900 640 L930 640 Q900 760 880 790 T900 900 z", "#ecd9b0")
    for x, y, h in [(90, 780, 210), (1060, 760, 160), (1530, 780, 240), (540, 790, 130)]:
        a.tree(x, y, h, a.random.choice(["#55824a", "#648f52"]))
    for x, y in [(250, 830), (330, 850), (420, 826), (1200, 830), (1290, 850)]:
        a.rect(x - 14, y, 7, 24, "#3b332c")
        a.rect(x + 10, y, 7, 24, "#3b332c")
        a.oval(x, y - 6, 34, 23, "#fbf6ea")
        a.oval(x + 32, y - 18, 14, 11, "#3b332c")


# Health


def hospital(a):
    a.fill("#d9f0f4", "#aedbe3")
    a.rect(0, 640, 1600, 260, a.down("#8fbfc9", "#6fa3ae"))
    a.rect(1020, 90, 430, 300, "#f4fbfd", rx=8)
    a.rect(1040, 110, 390, 260, a.down("#8ed1ef", "#dff3f6"))
    a.skyline(370, "#9fc3d1", 40, 140, widths=(40, 90))
    a.rect(0, 371, 1600, 269, "#c4e4ea")
    a.rect(1010, 370, 450, 22, "#f4fbfd")
    a.rect(1231, 110, 10, 260, "#f4fbfd")
    a.rect(110, 130, 320, 220, "#1c2f3d", rx=18)
    a.rect(130, 150, 280, 180, "#0e1c26")
    a.stroke("M136 250 h70 l18 -60 l28 110 l22 -70 l14 20 h116", "#3ddc97", 8)
    for i in range(3):
        a.rect(140 + i * 92, 296, 70, 20, ["#3ddc97", "#ffd166", "#5ad1ff"][i], rx=8)
    a.rect(258, 350, 24, 320, "#7c97a3")
    a.stroke([(560, 700), (560, 120), (640, 120)], "#8ba5b0", 12)
    a.path("M610 130 h70 v110 q-35 40 -70 0 z", "#fff", opacity=0.9)
    a.path("M612 180 h66 v60 q-33 38 -66 0 z", "#7cc7e8")
    a.stroke("M645 262 Q640 460 760 540", "#cfe3ea", 6)
    a.rect(690, 620, 760, 44, "#7c97a3", rx=16)
    a.path("M700 560 Q700 520 760 516 H1420 q40 4 40 50 v64 H700 z", "#fff")
    a.path("M930 520 Q1150 440 1450 540 V640 H900 z", a.down("#4fb3bf", "#2f8c99"))
    a.rect(690, 480, 210, 60, "#f3f9fb", rx=28)
    a.disc(800, 470, 52, "#c98b62")
    a.path("M750 466 a52 52 0 0 1 102 -16 q-40 -12 -58 -10 q-10 22 -44 26 z", "#2b211c")
    a.stroke([(900, 520), (1010, 560)], "#c98b62", 30)
    for x in (730, 1410):
        a.stroke([(x, 660), (x, 770)], "#5f7a86", 14)
        a.disc(x, 790, 24, "#33474f")
    a.stroke([(1470, 440), (1470, 640)], "#5f7a86", 16)
    a.stroke([(470, 560), (470, 700)], "#2a9d8f", 110)
    a.stroke([(440, 720), (434, 850)], "#21867a", 44)
    a.stroke([(502, 720), (510, 850)], "#21867a", 44)
    a.stroke([(510, 560), (620, 620), (690, 560)], "#e0ac84", 28)
    a.disc(480, 440, 54, "#e0ac84")
    a.path("M424 446 a56 56 0 0 1 112 -14 q-56 4 -74 -10 q-10 70 -38 80 z", "#7a3f21")
    a.rect(440, 360, 80, 34, "#fff", rx=8)
    a.rect(475, 366, 10, 24, "#d62839")
    a.rect(468, 373, 24, 10, "#d62839")


def vaccine(a):
    a.fill("#fff1e6", "#fcd5ce", "#f8b4a8")
    a.glow(800, 360, 640, "#fff", 0.8)
    for _ in range(9):
        x, y, r = a.random.uniform(60, 1540), a.random.uniform(60, 800), a.random.uniform(24, 62)
        for i in range(10):
            t = i * 0.6283
            a.stroke([(x, y), (x + 1.4 * r * math.cos(t), y + 1.4 * r * math.sin(t))], "#e5989b", r * 0.14, opacity=0.45)
            a.disc(x + 1.45 * r * math.cos(t), y + 1.45 * r * math.sin(t), r * 0.15, "#e5989b", opacity=0.45)
        a.disc(x, y, r, "#e5989b", opacity=0.5)
    a.rect(0, 760, 1600, 140, a.down("#b56576", "#8f4a5c"))
    for x, c in [(330, "#2a9d8f"), (560, "#457b9d"), (1290, "#2a9d8f")]:
        a.oval(x, 800, 130, 16, "#000", opacity=0.2)
        a.path(
            f"M{x - 70} 430 h140 v40 q40 20 40 70 v220 q0 40 -40 40 h-140 q-40 0 -40 -40 v-220 q0 -50 40 -70 z",
            a.across("#fff", "#e6f2f7", "#bcd5e0"),
            opacity=0.95,
        )
        a.path(f"M{x - 110} 600 h220 v160 q0 40 -40 40 h-140 q-40 0 -40 -40 z", c, opacity=0.35)
        a.rect(x - 110, 560, 220, 130, "#fff")
        a.rect(x - 110, 560, 220, 26, c)
        a.rect(x - 14, 604, 28, 70, c)
        a.rect(x - 35, 625, 70, 28, c)
        a.rect(x - 80, 380, 160, 60, a.across("#d7dee4", "#9aa7b2"), rx=10)
        a.rect(x - 60, 366, 120, 22, c, rx=8)
    a.open("translate(930 400) rotate(42)")
    a.rect(-280, -10, 130, 20, "#8d99a6")
    a.rect(-310, -70, 34, 140, "#5c6b7a", rx=12)
    a.rect(-150, -66, 390, 132, a.down("#fff", "#e3eef4", "#bfd2de"), rx=18, opacity=0.95)
    a.rect(-40, -56, 270, 112, "#4fb3bf", opacity=0.75)
    a.rect(-70, -58, 36, 116, "#33415c", rx=6)
    for i in range(7):
        a.stroke([(-20 + i * 36, -62), (-20 + i * 36, -34)], "#33415c", 5)
    a.rect(236, -34, 40, 68, "#5c6b7a", rx=8)
    a.rect(276, -8, 190, 16, a.down("#eef2f5", "#95a3af"))
    a.path("M490 0 q30 -20 44 0 q-8 26 -26 22 q-20 -4 -18 -22 z", "#4fb3bf")
    a.close()


def sleep(a):
    a.fill("#1d1b4c", "#3a2f75")
    a.rect(880, 90, 470, 430, "#f0e6ff", rx=14)
    a.rect(904, 114, 422, 382, a.down("#0d1440", "#31408a"))
    a.open(clip='<rect x="904" y="114" width="422" height="382"/>')
    for _ in range(50):
        a.disc(a.random.uniform(904, 1326), a.random.uniform(114, 480), a.random.uniform(1, 3.4), "#fff", opacity=0.9)
    a.moon(1190, 230, 62)
    a.close()
    a.rect(1108, 114, 14, 382, "#f0e6ff")
    a.path("M820 70 H900 Q930 300 860 540 H780 z", a.across("#7d5ba6", "#5a3f86"))
    a.path("M1330 70 H1420 L1450 540 H1370 Q1310 300 1330 70 z", a.across("#7d5ba6", "#5a3f86"))
    a.rect(0, 760, 1600, 140, "#2a2058")
    a.rect(110, 330, 60, 460, "#6b3f2a", rx=20)
    a.path("M120 420 Q380 340 420 480 V700 H120 z", "#8a5436")
    a.rect(120, 640, 1180, 120, "#8a5436", rx=20)
    a.rect(1280, 500, 54, 290, "#6b3f2a", rx=18)
    a.rect(160, 590, 1130, 70, "#f3eefc", rx=30)
    a.path("M190 560 Q200 470 330 480 T470 560 Q460 610 330 610 T190 560 z", "#fff")
    a.disc(380, 500, 66, "#e0ac84")
    a.path("M316 506 a66 66 0 0 1 130 -22 q-52 -16 -76 -14 q-14 40 -54 36 z", "#3a2117")
    a.stroke("M398 506 q12 10 24 0", "#7d4a2f", 5)
    a.stroke("M402 534 q14 8 24 -2", "#7d4a2f", 5)
    a.path("M440 560 Q560 440 760 470 T1120 470 Q1290 480 1300 600 V680 H450 Q420 620 440 560 z", a.down("#5aa9c9", "#35789c"))
    for x in (600, 780, 960, 1140):
        a.stroke(f"M{x} 480 q-30 90 0 196", "#fff", 5, opacity=0.25)
    for x, y, s in [(480, 380, 30), (560, 290, 42), (660, 190, 56)]:
        a.stroke([(x, y), (x + s, y), (x, y + s), (x + s, y + s)], "#cfc3ff", s * 0.18)
    a.rect(1420, 560, 140, 210, "#6b3f2a", rx=8)
    a.rect(1434, 590, 112, 60, "#8a5436")
    a.glow(1490, 460, 190, "#ffd98a", 0.7)
    a.path("M1440 480 L1460 400 H1520 L1540 480 z", "#ffe3a8")
    a.rect(1482, 480, 16, 70, "#c9a66b")
    a.oval(1490, 556, 40, 10, "#c9a66b")


# Culture


def cinema(a):
    a.fill("#1a0d16", "#2d1220")
    a.shape([(0, 0), (250, 0), (170, 640), (0, 760)], a.across("#4a0f1c", "#8e1b2e"))
    a.shape([(1600, 0), (1350, 0), (1430, 640), (1600, 760)], a.across("#8e1b2e", "#4a0f1c"))
    for i in range(4):
        a.stroke([(30 + i * 58, 0), (16 + i * 46, 700)], "#2b0810", 8, opacity=0.5)
        a.stroke([(1570 - i * 58, 0), (1584 - i * 46, 700)], "#2b0810", 8, opacity=0.5)
    a.glow(800, 320, 800, "#ffd9a0", 0.35)
    a.rect(250, 80, 1100, 500, "#f6ead2")
    a.open(clip='<rect x="266" y="96" width="1068" height="468"/>')
    a.rect(266, 96, 1068, 468, a.down("#f4845f", "#f7b267", "#fbe3b0"))
    a.sun(950, 360, 80, "#fff6dc", "#fff0c4")
    a.shape([(266, 430), (430, 300), (560, 400), (700, 260), (900, 470), (266, 560)], "#a84a4a")
    a.shape([(700, 564), (1010, 400), (1120, 450), (1240, 370), (1400, 564)], "#8a3a48")
    a.rect(266, 470, 1068, 110, "#5c2538")
    a.open("translate(600 420) scale(0.62)")
    a.path("M-120 60 Q-120 0 -60 -4 H60 Q90 -60 120 -80 L150 -60 L138 -20 Q120 40 110 60 L120 150 H98 L80 70 H-70 L-90 150 H-112 z", "#2b1120")
    a.path("M-20 -4 Q-30 -110 10 -120 Q50 -110 40 -4 z", "#2b1120")
    a.disc(12, -142, 26, "#2b1120")
    a.oval(12, -160, 52, 10, "#2b1120")
    a.close()
    a.close()
    a.shape([(266, 564), (1334, 564), (1500, 900), (100, 900)], "#ffdca8", opacity=0.05)
    for row, (y, r, c) in enumerate([(640, 30, "#241019"), (740, 40, "#180a11"), (860, 54, "#0d0509")]):
        step = r * 5
        x = -step * (0.5 if row % 2 else 0.1)
        while x < 1700:
            a.rect(x - r * 1.9, y + r * 0.9, r * 3.8, 300, "#5c1322", rx=r * 0.8)
            if a.random.random() < 0.78:
                a.head(x, y, r, c)
            x += step


def concert(a):
    a.fill("#12082e", "#3c1361", "#8e2a8a")
    for x, lean, c in [(200, 420, "#ff4fa3"), (520, 120, "#5ad1ff"), (820, -60, "#ffd166"), (1100, -160, "#8f5bff"), (1420, -440, "#ff4fa3")]:
        a.shape([(x - 16, 60), (x + 16, 60), (x + lean + 190, 760), (x + lean - 190, 760)], a.down((c, 0.75), (c, 0)))
        a.rect(x - 34, 30, 68, 50, "#0b0518", rx=10)
    a.rect(0, 20, 1600, 18, "#0b0518")
    a.rect(200, 560, 1200, 60, "#1b0b38")
    a.rect(200, 560, 1200, 8, "#ff8fd0")
    a.glow(800, 480, 460, "#ff9be0", 0.5)
    for x in (250, 1250):
        a.rect(x, 300, 110, 260, "#0b0518")
        for y in (370, 480):
            a.disc(x + 55, y, 40, "#23123f")
            a.disc(x + 55, y, 16, "#3f2470")
    ink = "#170a2b"
    a.open("translate(1010 410)")
    for x, y, r in [(-30, 60, 42), (50, 60, 42)]:
        a.oval(x, y, r, 30, "#c2185b")
        a.oval(x, y - 12, r, 14, "#f8bbd0")
    a.disc(10, 110, 50, "#880e4f")
    a.ring(10, 110, 50, "#f8bbd0", 7)
    a.stroke([(-90, 0), (-90, 150)], "#d7c3ff", 5)
    a.oval(-90, 0, 56, 9, "#ffd166")
    a.oval(110, 10, 50, 9, "#ffd166")
    a.stroke([(10, 20), (10, -40)], ink, 62)
    a.disc(10, -92, 32, ink)
    a.close()
    a.stroke([(640, 600), (640, 320)], "#d7c3ff", 7)
    a.stroke([(640, 330), (680, 306)], "#222", 14)
    a.open("translate(700 390) scale(1.1)")
    a.stroke([(-10, 100), (-34, 185)], ink, 34)
    a.stroke([(10, 100), (36, 185)], ink, 34)
    a.stroke([(0, 0), (0, 90)], ink, 64)
    a.disc(-6, -62, 34, ink)
    a.path("M-40 -64 q-10 70 -30 80 q60 0 84 -6 z", ink)
    a.open("rotate(-24)")
    a.path("M-60 60 q-44 -40 0 -60 q20 0 24 20 q36 -20 50 10 q10 40 -30 50 q-30 4 -44 -20 z", "#ff8c42")
    a.stroke([(0, 30), (150, 30)], "#5d3a1a", 11)
    a.rect(144, 20, 40, 22, "#3d2510", rx=5)
    a.close()
    a.stroke([(10, 10), (70, 20), (110, -34)], ink, 20)
    a.close()
    for row, (y, r) in enumerate([(690, 26), (770, 34), (860, 44)]):
        x = -10 + row * 20
        while x < 1650:
            a.head(x, y + a.random.uniform(-10, 10), r, ["#24104a", "#190a36", "#0d051f"][row])
            if a.random.random() < 0.4:
                a.stroke([(x + r, y + r * 1.6), (x + r * 1.7, y - r * 1.5)], ["#24104a", "#190a36", "#0d051f"][row], r * 0.55)
            x += r * 3.4
    for _ in range(90):
        a.rect(a.random.uniform(0, 1600), a.random.uniform(60, 600), 9, 9, a.random.choice(["#ffd166", "#5ad1ff", "#ff4fa3", "#fff"]), opacity=0.8)


def theatre(a):
    a.fill("#2b0d12", "#571722")
    a.rect(200, 140, 1200, 600, a.down("#2b3a67", "#5b7db1", "#f2c9a1"))
    a.disc(1080, 300, 90, "#fff1d0")
    a.waves(620, 60, "#3d5a80", 2)
    a.rect(0, 690, 1600, 210, "#2b0d12")
    a.shape([(200, 640), (1400, 640), (1480, 740), (120, 740)], a.down("#c98b52", "#9c6233"))
    for i in range(11):
        a.stroke([(200 + i * 120, 640), (120 + i * 136, 740)], "#6e401c", 4, opacity=0.5)
    a.shape([(800, 0), (560, 660), (1040, 660)], a.down(("#fff3cf", 0.5), ("#fff3cf", 0.12)))
    a.oval(800, 668, 250, 30, "#fff3cf", opacity=0.5)
    for x, dress, skin, hair, lift in [(720, "#c1121f", "#f0c8a0", "#4a2413", -1), (900, "#1d3557", "#9c6644", "#15100e", 1)]:
        a.path(f"M{x - 26} 440 h52 l60 226 q-86 20 -172 0 z" if lift < 0 else f"M{x - 34} 440 h68 l8 130 h-84 z", dress)
        if lift > 0:
            a.stroke([(x - 16, 570), (x - 22, 662)], "#22223b", 28)
            a.stroke([(x + 18, 570), (x + 26, 662)], "#22223b", 28)
        a.stroke([(x - lift * 20, 452), (x - lift * 76, 440), (x - lift * 110, 380)], skin, 17)
        a.stroke([(x + lift * 20, 452), (x + lift * 60, 510), (x + lift * 90, 470)], skin, 17)
        a.disc(x, 400, 32, skin)
        a.path(f"M{x - 34} 404 a34 34 0 0 1 68 -6 q-34 -14 -68 6 z", hair)
    red, dark = a.across("#7d1420", "#c1273a", "#8e1b2b"), "#4a0b14"
    for left in (True, False):
        a.open("" if left else "translate(1600 0) scale(-1 1)")
        a.path("M0 0 H470 Q450 330 240 470 Q300 560 250 760 H0 z", red)
        for i in range(5):
            a.stroke(f"M{60 + i * 90} 0 Q{70 + i * 76} 300 {70 + i * 34} 470", dark, 10, opacity=0.5)
            a.stroke(f"M{40 + i * 46} 480 Q{60 + i * 48} 600 {40 + i * 46} 760", dark, 8, opacity=0.5)
        a.rect(40, 456, 220, 26, "#f2c14e", rx=12)
        a.path("M236 482 l24 70 h-40 z", "#f2c14e")
        a.close()
    for i in range(8):
        x = i * 200
        a.path(f"M{x} 0 h200 v110 q-100 110 -200 0 z", "#a81c2e")
        a.path(f"M{x} 104 q100 120 200 0 v14 q-100 122 -200 0 z", "#f2c14e")
    for row, (y, r) in enumerate([(790, 34), (880, 44)]):
        x = -20 + row * 70
        while x < 1650:
            a.head(x, y, r, ["#1b070b", "#0f0406"][row])
            x += r * 4.2


def museum(a):
    a.fill("#f3e9dc", "#e6d5bf")
    for x in (220, 800, 1380):
        a.shape([(x - 20, 0), (x + 20, 0), (x + 260, 640), (x - 260, 640)], a.down(("#fff8e0", 0.8), ("#fff8e0", 0)))
        a.rect(x - 26, 0, 52, 26, "#5c5148")
    a.rect(0, 640, 1600, 260, a.down("#b98b5e", "#8d6540"))
    for i in range(12):
        a.stroke([(i * 146, 640), (i * 260 - 640, 900)], "#5f4126", 3, opacity=0.4)
    a.rect(0, 622, 1600, 22, "#fbf6ee")

    def frame(x, y, w, h):
        a.rect(x - 30, y - 26, w + 66, h + 66, "#000", opacity=0.12)
        a.rect(x - 32, y - 32, w + 64, h + 64, a.slant("#f2cf7a", "#b8862f"))
        a.rect(x - 12, y - 12, w + 24, h + 24, "#8a6220")
        a.open(clip=f'<rect x="{x}" y="{y}" width="{w}" height="{h}"/>')

    frame(80, 170, 300, 340)
    a.rect(80, 170, 300, 340, "#2a4858")
    a.oval(230, 330, 70, 92, "#e0ac84")
    a.path("M140 330 Q150 210 230 210 T322 330 L330 460 H286 Q320 330 262 270 Q190 290 170 330 L176 460 H130 z", "#5a2a1a")
    a.path("M100 510 Q120 420 230 420 T360 510 z", "#a23b3b")
    a.close()
    frame(540, 130, 520, 340)
    a.rect(540, 130, 520, 340, a.down("#f6bd60", "#f7ede2", "#84a59d"))
    a.disc(900, 240, 44, "#fff7e0")
    a.path("M540 330 Q700 260 860 330 T1060 310 V470 H540 z", "#5f8a8b")
    a.path("M540 400 Q680 350 800 400 T1060 390 V470 H540 z", "#33595e")
    a.shape([(640, 400), (640, 270), (720, 400)], "#fff")
    a.path("M600 400 h140 l-24 34 h-96 z", "#7d3b2a")
    a.close()
    frame(1220, 170, 300, 340)
    a.rect(1220, 170, 300, 340, "#f7f4ec")
    a.rect(1220, 170, 120, 150, "#d62839")
    a.rect(1350, 170, 170, 90, "#f2c14e")
    a.rect(1430, 270, 90, 240, "#2563a8")
    a.rect(1220, 420, 200, 90, "#111")
    for line in (
        [(1345, 170), (1345, 510)],
        [(1220, 325), (1430, 325)],
        [(1425, 265), (1425, 510)],
        [(1345, 265), (1520, 265)],
        [(1220, 415), (1425, 415)],
    ):
        a.stroke(line, "#111", 10, stroke_linecap="butt")
    a.close()
    for x, top, legs, skin, hair in [
        (650, "#3a6ea5", "#2b2f3a", "#e0ac84", "#6b3a1e"),
        (770, "#c8553d", "#33415c", "#8d5a3b", "#17110e"),
        (1140, "#588157", "#2b2f3a", "#f0c8a0", "#d9b26a"),
    ]:
        a.oval(x, 864, 76, 12, "#000", opacity=0.2)
        a.stroke([(x - 16, 730), (x - 18, 850)], legs, 34)
        a.stroke([(x + 18, 730), (x + 20, 850)], legs, 34)
        a.stroke([(x, 600), (x, 710)], top, 84)
        a.stroke([(x - 44, 600), (x - 58, 700)], top, 28)
        a.stroke([(x + 44, 600), (x + 58, 700)], top, 28)
        a.disc(x, 516, 44, skin)
        a.path(f"M{x - 46} 530 a46 46 0 1 1 92 0 q-46 30 -92 0 z", hair)


def books(a):
    a.fill("#5b3a24", "#7d5132")
    for row in range(3):
        top = 40 + row * 215
        a.rect(40, top, 1520, 190, "#3a2415")
        x = 60
        while x < 1500:
            w, h = a.random.uniform(26, 58), a.random.uniform(120, 176)
            c = a.random.choice(["#b23a48", "#2a6f97", "#e9c46a", "#588157", "#f4f1de", "#8e5572", "#d4793a", "#33415c", "#3f8f83"])
            if a.random.random() < 0.07:
                x += 40
            lean = 10 if a.random.random() < 0.06 else 0
            a.open(f"rotate({-lean} {x:.0f} {top + 190})")
            a.rect(round(x), round(top + 190 - h), round(w), round(h), c, rx=3)
            a.rect(round(x), round(top + 190 - h + 18), round(w), 8, "#fff", opacity=0.4)
            a.rect(round(x), round(top + 160), round(w), 6, "#000", opacity=0.25)
            a.close()
            x += w + 2
        a.rect(20, top + 190, 1560, 22, "#94643c")
    a.glow(800, 430, 620, "#ffd98a", 0.45)
    a.rect(0, 690, 1600, 210, a.down("#a56f42", "#6f4526"))
    a.oval(760, 838, 400, 26, "#000", opacity=0.25)
    a.path("M760 800 Q560 730 370 790 L350 590 Q560 530 760 600 z", a.across("#fffaf0", "#fff4dd", "#d9c9a3"))
    a.path("M760 800 Q960 730 1150 790 L1170 590 Q960 530 760 600 z", a.across("#d9c9a3", "#fff4dd", "#fffaf0"))
    a.path("M370 790 Q560 730 760 800 Q960 730 1150 790 L1154 816 Q960 760 760 828 Q560 760 366 816 z", "#8e2a38")
    for i in range(6):
        a.stroke(f"M{400 + i * 2} {614 + i * 26} Q560 {568 + i * 27} 720 {622 + i * 25}", "#a89a7c", 6)
        a.stroke(f"M{1120 - i * 2} {614 + i * 26} Q960 {568 + i * 27} 800 {622 + i * 25}", "#a89a7c", 6)
    a.path("M1320 560 L1370 430 H1460 L1510 560 z", "#ffe3a8")
    a.rect(1404, 560, 22, 210, "#b8862f")
    a.oval(1415, 776, 70, 18, "#8a6220")
    a.glow(1415, 560, 240, "#ffe7a8", 0.7)
    for i, (c, w) in enumerate([("#2a6f97", 250), ("#e9c46a", 220), ("#588157", 240)]):
        a.rect(90 + i * 8, 780 - i * 46, w, 44, c, rx=6)
        a.rect(90 + i * 8 + w - 26, 786 - i * 46, 26, 32, "#fff4dd")


def game(a):
    a.fill("#1b1440", "#3a1f78", "#7a2fa0")
    a.glow(800, 260, 700, "#ff6fd8", 0.35)
    a.rect(290, 60, 1020, 520, "#0d0a20", rx=26)
    a.open(clip='<rect x="318" y="88" width="964" height="464"/>')
    a.rect(318, 88, 964, 464, a.down("#5fc9f3", "#c9f0ff"))
    pixel = 29
    for x, y in [(400, 150), (860, 180), (1130, 130)]:
        for dx, dy, n in [(1, 0, 3), (0, 1, 5)]:
            a.rect(x + dx * pixel, y + dy * pixel, n * pixel, pixel, "#fff")
    for i in range(34):
        a.rect(318 + i * pixel, 494, pixel, 58, "#8a4b2a")
        a.rect(318 + i * pixel, 480, pixel, 20, "#4fbf5b")
        a.rect(318 + i * pixel + a.random.choice([4, 14]), 514, 8, 8, "#6b3820")
    for x, y, n in [(560, 370, 3), (760, 290, 4), (1010, 380, 2)]:
        for i in range(n):
            a.rect(x + i * 44, y, 42, 42, "#d98b3a")
            a.rect(x + i * 44, y, 42, 8, "#f6c06a")
    for x in (790, 850, 910):
        a.disc(x, 250, 18, "#ffd23f")
        a.rect(x - 4, 240, 8, 20, "#c98a1b")
    hero = ["...gg...", "..gggg..", ".gwggwg.", ".gkggkg.", ".gggggg.", "yyyyyyyy", "..gggg..", "y.gggg.y", "..p..p..", ".pp..pp."]
    for j, line in enumerate(hero):
        for i, mark in enumerate(line):
            if mark != ".":
                a.rect(600 + i * 12, 252 + j * 12, 12, 12, {"g": "#7b4dff", "w": "#fff", "k": "#1b1440", "y": "#ff8c42", "p": "#4a2fb0"}[mark])
    a.rect(1130, 290, 10, 190, "#8a7355")
    a.path("M1140 294 h96 l-26 32 l26 32 h-96 z", "#ff5d8f")
    for i in range(3):
        a.path(f"M{352 + i * 46} 122 q12 -22 24 0 q12 -22 24 0 q0 20 -24 38 q-24 -18 -24 -38 z", "#e63946")
    a.close()
    a.rect(740, 580, 120, 50, "#0d0a20")
    a.rect(0, 640, 1600, 260, a.down("#2a1a52", "#170d33"))
    a.open("translate(800 760)")
    a.path(
        "M-300 -60 Q-280 -120 -200 -116 H200 Q280 -120 300 -60 L350 80 Q360 150 290 140 Q250 130 200 50 H-200 Q-250 130 -290 140 Q-360 150 -350 80 z",
        a.down("#f4f1ff", "#b9b0dd"),
    )
    a.rect(-236, -66, 34, 100, "#2b2350", rx=8)
    a.rect(-269, -33, 100, 34, "#2b2350", rx=8)
    for x, y, c in [(210, -62, "#ffd23f"), (210, 24, "#3ddc97"), (166, -19, "#5ad1ff"), (254, -19, "#ff5d8f")]:
        a.disc(x, y, 24, c)
    for x in (-90, 90):
        a.disc(x, 20, 50, "#2b2350")
        a.disc(x, 14, 36, "#4a3f80")
    a.rect(-50, -70, 36, 16, "#2b2350", rx=8)
    a.rect(14, -70, 36, 16, "#2b2350", rx=8)
    a.close()

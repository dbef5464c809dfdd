"""The posters of films, by genre. They have no letters: pages show the title beside them."""

import math

WIDTH, HEIGHT = 1000, 1500


def walker(a, x, y, s, colour, coat=True, hat=False):
    """Somebody seen from behind, as a silhouette whose feet are at y."""
    a.open(f"translate({x} {y}) scale({s})")
    a.stroke([(-14, -90), (-20, -4)], colour, 26)
    a.stroke([(14, -90), (22, -4)], colour, 26)
    a.path("M-44 -215 Q0 -245 44 -215 L58 -70 H-58 z" if coat else "M-40 -215 Q0 -240 40 -215 L34 -80 H-34 z", colour)
    a.stroke([(-40, -205), (-58, -110)], colour, 22)
    a.stroke([(40, -205), (58, -110)], colour, 22)
    a.disc(0, -255, 30, colour)
    if hat:
        a.oval(0, -268, 58, 11, colour)
        a.path("M-32 -268 q2 -44 32 -40 q30 -4 32 40 z", colour)
    a.close()


def action(a):
    a.fill("#2b0a0a", "#a3220f", "#ff7b1a", "#ffd25e")
    for i in range(18):
        t = i * 20
        a.open(f"rotate({t} 500 760)")
        a.shape([(500, 760), (440, -700), (560, -700)], "#fff2b8", opacity=0.1)
        a.close()
    a.glow(500, 760, 560, "#fff6cf", 0.95)
    for x, y, s, o in [(230, 640, 2.2, 0.9), (760, 600, 2.5, 0.9), (500, 470, 2.4, 0.8), (380, 820, 2.0, 0.9), (650, 830, 2.0, 0.9)]:
        a.cloud(x, y, s, a.random.choice(["#ff9d2e", "#ffb84d", "#f2601c"]), o)
    for x, y, s in [(500, 640, 2.0), (360, 700, 1.5), (650, 700, 1.5)]:
        a.cloud(x, y, s, "#fff0b0", 0.9)
    for _ in range(60):
        t, r = a.random.uniform(0, 6.28), a.random.uniform(260, 720)
        x, y = 500 + r * math.cos(t), 740 + r * math.sin(t) * 0.9
        a.open(f"rotate({math.degrees(t):.0f} {x:.0f} {y:.0f})")
        a.rect(round(x), round(y), a.random.uniform(14, 50), a.random.uniform(5, 16), a.random.choice(["#2b0a0a", "#ffe9a0", "#57150b"]))
        a.close()
    a.skyline(1260, "#3a0d0c", 120, 420, "#ffb84d", 0.25, (90, 160), 30)
    a.rect(0, 1240, 1000, 260, a.down("#2b0a0a", "#120404"))
    a.path("M380 1500 L470 1250 H530 L620 1500 z", "#4a1710")
    walker(a, 500, 1400, 1.75, "#120404", coat=False)
    a.shade(0.55)


def heist(a):
    a.fill("#ffb703", "#fb8500")
    a.shape([(0, 0), (1000, 0), (1000, 420), (0, 900)], "#e4572e")
    a.shape([(0, 900), (1000, 420), (1000, 620), (0, 1100)], "#17324d")
    a.open("translate(560 520) rotate(-26)")
    a.rect(-330, -130, 660, 160, "#d62839", rx=46)
    a.path("M-190 -126 Q-140 -240 -40 -240 H90 Q170 -240 220 -126 z", "#d62839")
    a.path("M-158 -126 Q-118 -214 -40 -214 H10 V-126 z M34 -126 V-214 H84 Q144 -214 184 -126 z", "#d9f0f7")
    a.rect(-330, -70, 660, 22, "#fff4e0")
    for x in (-200, 200):
        a.disc(x, 30, 82, "#17181f")
        a.disc(x, 30, 40, "#d7dee4")
        a.disc(x, 30, 14, "#17181f")
    a.oval(322, -86, 16, 26, "#fff3b0")
    for i in range(4):
        a.stroke([(-380, -110 + i * 40), (-560 - i * 40, -110 + i * 40)], "#fff4e0", 12, opacity=0.8)
    a.close()
    for _ in range(26):
        x, y = a.random.uniform(20, 480), a.random.uniform(620, 1100)
        a.open(f"rotate({a.random.uniform(-60, 60):.0f} {x:.0f} {y:.0f})")
        a.rect(round(x), round(y), 84, 42, "#8fcf9a", rx=4, stroke="#3d7d4c", stroke_width=4)
        a.disc(round(x) + 42, round(y) + 21, 12, "#3d7d4c")
        a.close()
    a.rect(0, 1180, 1000, 320, "#17324d")
    a.skyline(1200, "#17324d", 40, 180, "#ffb703", 0.3, (70, 130), 28)


def adventure(a):
    a.fill("#1f6f8b", "#7fc8a9", "#fce38a", "#f7b267")
    a.sun(640, 520, 130, "#fff8dc", "#fff0bb")
    a.peak(220, 980, 760, 560, "#3f7d83", "#f8fbff")
    a.peak(800, 1000, 760, 460, "#4d8d8a", "#f8fbff")
    a.waves(880, 130, "#3a7a5f", 2)
    a.waves(980, 100, "#2b624b", 2)
    a.path("M470 1000 Q460 1120 420 1240 T300 1500 H620 Q560 1330 540 1220 T520 1000 z", a.down("#d9fbff", "#6fc7dd"))
    a.waves(1130, 90, "#1d4a3a", 1)
    a.path("M470 1060 Q455 1160 420 1260 T300 1500 H620 Q560 1330 545 1230 T525 1060 z", a.down("#c4f1f8", "#5cb8d1"))
    for x, h in [(60, 420), (170, 330), (850, 380), (950, 460)]:
        a.pine(x, 1420, h, a.random.choice(["#12352b", "#184234"]))
    a.path("M0 1500 V1290 Q240 1230 420 1330 L470 1360 L430 1500 z", "#0d261f")
    walker(a, 330, 1330, 1.25, "#071712", coat=False, hat=True)
    a.stroke([(398, 1340), (412, 1120)], "#071712", 9)
    a.rect(292, 1070, 76, 100, "#071712", rx=26)
    for x, y in [(300, 330), (390, 290), (480, 340)]:
        a.stroke(f"M{x - 36} {y} q20 -28 36 4 q16 -32 36 -4", "#16404a", 9)


def animation(a):
    a.fill("#5ac8fa", "#a5e6ff", "#fef3c7")
    a.cloud(200, 220, 1.7)
    a.cloud(820, 330, 1.3)
    for i, c in enumerate(["#ff5d5d", "#ff9f43", "#ffe066", "#5fd38d", "#4dabf7", "#9775fa"]):
        a.ring(500, 1050, 660 - i * 38, c, 38, opacity=0.75)
    a.waves(980, 120, "#8fdb7b", 1)
    a.waves(1120, 90, "#63c66a", 1)
    a.oval(500, 1320, 330, 40, "#000", opacity=0.15)
    for x in (400, 600):
        a.oval(x, 1300, 76, 44, "#6b3fd0")
    a.path(
        "M260 1060 Q240 720 500 700 Q760 720 740 1060 Q740 1300 500 1310 Q260 1300 260 1060 z",
        a.ball("#b794ff", "#8b5cf6", "#6d3fd6", x=0.4, y=0.3, r=0.8),
    )
    for side in (-1, 1):
        a.path(f"M{500 + side * 130} 740 q{side * 40} -130 {side * 120} -150 q{side * 10} 110 {side * -50} 200 z", "#ffd43b")
        a.stroke([(500 + side * 235, 1050), (500 + side * 330, 960), (500 + side * (380 if side > 0 else 340), 850)], "#8b5cf6", 56)
        a.disc(500 + side * 110, 920, 92, "#fff")
        a.disc(500 + side * 96, 930, 50, "#20204a")
        a.disc(500 + side * 96 - 18, 910, 17, "#fff")
        a.oval(500 + side * 190, 1040, 44, 26, "#ff8fab", opacity=0.7)
    a.path("M400 1050 Q500 1100 600 1050 Q590 1180 500 1180 Q410 1180 400 1050 z", "#5b1437")
    a.path("M440 1140 Q500 1110 560 1140 Q540 1180 500 1180 Q460 1180 440 1140 z", "#ff7aa2")
    a.path("M425 1061 h44 v30 a22 22 0 0 1 -44 0 z M531 1061 h44 v30 a22 22 0 0 1 -44 0 z", "#fff")
    a.oval(500, 1220, 120, 66, "#d6c2ff")
    for _ in range(22):
        x, y = a.random.uniform(20, 980), a.random.uniform(1330, 1480)
        for i in range(5):
            a.disc(x + 13 * math.cos(i * 1.2566), y + 13 * math.sin(i * 1.2566), 10, a.random.choice(["#fff", "#ffd6e7"]))
        a.disc(x, y, 8, "#ffd43b")


def comedy(a):
    a.fill("#ffd23f", "#ffb627")
    for i in range(24):
        a.open(f"rotate({i * 15} 500 640)")
        if i % 2:
            a.shape([(500, 640), (360, -900), (640, -900)], "#ff9f1c", opacity=0.55)
        a.close()
    a.rect(0, 1180, 1000, 320, "#e4572e")
    a.oval(500, 1200, 330, 36, "#000", opacity=0.18)
    a.open("translate(500 1190) rotate(-5)")
    a.path("M-40 -80 Q-150 -90 -180 -20 Q-190 10 -150 10 H-20 z", "#3d2b1f")
    a.path("M40 -80 Q150 -90 180 -20 Q190 10 150 10 H20 z", "#3d2b1f")
    a.rect(-110, -330, 90, 270, "#2a6f97")
    a.rect(20, -330, 90, 270, "#2a6f97")
    a.path("M-190 -330 Q-180 -620 0 -640 Q180 -620 190 -330 z", "#fff4e0")
    for i in range(5):
        a.rect(-185 + i * 80, -610 + abs(i - 2) * 40, 30, 290 - abs(i - 2) * 40, "#d62839", opacity=0.9)
    a.path("M-70 -626 l70 50 l70 -50 v86 l-70 -36 l-70 36 z", "#2ec4b6")
    a.disc(0, -566, 20, "#fff")
    a.stroke([(-170, -520), (-290, -440), (-340, -560)], "#f0c8a0", 44)
    a.stroke([(170, -520), (300, -600), (250, -720)], "#f0c8a0", 44)
    a.disc(0, -770, 150, "#f0c8a0")
    for side in (-1, 1):
        for dx, dy, r in [(150, -840, 60), (176, -760, 64), (140, -690, 54)]:
            a.disc(side * dx, dy, r, "#f4772f")
        a.oval(side * 56, -800, 34, 42, "#fff")
        a.disc(side * 48, -796, 15, "#2b2118")
        a.stroke(f"M{side * 26} -872 q{side * 30} -26 {side * 64} 2", "#7d3a12", 11)
    a.disc(0, -740, 38, "#e63946")
    a.path("M-86 -700 Q0 -660 86 -700 Q70 -620 0 -620 Q-70 -620 -86 -700 z", "#7d1b24")
    a.path("M-72 -692 Q0 -664 72 -692 L66 -676 Q0 -650 -66 -676 z", "#fff")
    a.rect(-110, -1000, 220, 110, "#17324d", rx=12)
    a.rect(-160, -908, 320, 30, "#17324d", rx=14)
    a.rect(-110, -930, 220, 24, "#2ec4b6")
    a.close()


def couple(a):
    a.fill("#2ec4b6", "#7adfd0")
    a.disc(500, 640, 420, "#fdf0d5")
    a.rect(0, 1120, 1000, 380, "#17324d")
    a.rect(180, 900, 640, 240, "#ef476f", rx=40)
    a.rect(120, 960, 130, 200, "#d63a5f", rx=46)
    a.rect(750, 960, 130, 200, "#d63a5f", rx=46)
    a.rect(180, 1060, 640, 110, "#f2698a", rx=30)
    for x, top, skin, hair, turn in [(370, "#ffd166", "#e0ac84", "#5a2a1a", 1), (630, "#118ab2", "#8d5a3b", "#17110e", -1)]:
        a.stroke([(x, 900), (x, 1060)], top, 150)
        a.stroke([(x - 50 * turn, 870), (x - 110 * turn, 980), (x - 50 * turn, 1060)], top, 48)
        a.stroke([(x + 50, 1090), (x + 60, 1260), (x + 64, 1330)], "#3d405b", 62)
        a.stroke([(x - 50, 1090), (x - 60, 1260), (x - 64, 1330)], "#33364e", 62)
        a.stroke([(x + 64, 1340), (x + 100, 1344)], "#fdf0d5", 40)
        a.stroke([(x - 64, 1340), (x - 100, 1344)], "#fdf0d5", 40)
        a.rect(x - 28, 770, 56, 70, skin)
        a.disc(x, 700, 100, skin)
        a.path(f"M{x - 108} 710 a108 108 0 0 1 216 0 q-20 -60 -60 -70 q-60 30 -120 10 q-30 20 -36 60 z", hair)
        a.disc(x + 20 * turn, 706, 11, "#2b2118")
        a.disc(x + 72 * turn, 706, 11, "#2b2118")
        a.stroke(f"M{x + 16 * turn} 750 q{28 * turn} 24 {54 * turn} -6", "#8a3b2a", 9)
    a.path("M286 700 q-30 150 -14 200 q50 -10 50 -160 z", "#5a2a1a")
    a.path("M446 690 q36 120 20 190 q-40 -10 -44 -150 z", "#5a2a1a")
    a.path("M430 1000 h140 l-22 170 h-96 z", "#fff")
    for i in range(3):
        a.path(f"M{440 + i * 46} 1000 l-4 170 h20 l6 -170 z", "#e63946")
    for _ in range(24):
        a.disc(a.random.gauss(500, 46), a.random.gauss(975, 22), a.random.uniform(14, 22), "#fff3c4")
    for x, y in [(290, 470), (500, 380), (710, 470)]:
        a.stroke([(x - 30, y - 30), (x + 30, y + 30)], "#ffb703", 14)
        a.stroke([(x + 30, y - 30), (x - 30, y + 30)], "#ffb703", 14)


def crime(a):
    a.fill("#0c1116", "#24303a", "#51616b")
    for i in range(7):
        a.rect(0, 120 + i * 130, 1000, 50, "#ffe9b0", opacity=0.1)
    a.skyline(1120, "#141b22", 400, 900, "#ffd98a", 0.22, (130, 210), 40)
    a.shape([(700, 300), (120, 1500), (1000, 1500), (1000, 1200)], a.down(("#fff0c2", 0.75), ("#fff0c2", 0.1)))
    a.stroke([(700, 1220), (700, 280)], "#06090c", 18)
    a.stroke([(700, 290), (760, 270)], "#06090c", 16)
    a.path("M640 330 L660 260 H740 L760 330 z", "#06090c")
    a.glow(700, 340, 240, "#fff3c9", 0.95)
    a.rect(0, 1120, 1000, 380, "#0b0f14")
    a.oval(560, 1330, 420, 130, "#c9b27a", opacity=0.35)
    for x, y, w in [(230, 1250, 190), (700, 1400, 260), (380, 1440, 150)]:
        a.oval(x, y, w, 22, "#7d8b94", opacity=0.35)
    walker(a, 450, 1330, 2.5, "#05070a", hat=True)
    a.shape([(370, 1330), (530, 1330), (360, 1500), (60, 1500)], "#05070a", opacity=0.55)
    a.rain(130, "#dfe9f0", 0.3)
    a.shade(0.5)


def documentary(a):
    a.fill("#f6e7cb", "#efd3a7")
    a.disc(500, 640, 380, a.ball("#7cc6e8", "#2f7fb0", "#123f6b", x=0.36, y=0.3, r=0.85))
    a.open(clip='<circle cx="500" cy="640" r="380"/>')
    land = "#8fbf6a"
    a.path("M220 360 Q330 260 450 330 Q520 300 560 380 Q520 460 440 470 Q420 560 330 560 Q240 520 220 440 z", land)
    a.path("M380 600 Q470 580 520 660 Q540 760 470 880 Q420 960 390 880 Q330 740 380 600 z", "#7bae58")
    a.path("M620 400 Q760 330 900 430 Q910 560 800 570 Q760 620 790 720 Q760 840 690 800 Q640 700 650 600 Q580 520 620 400 z", land)
    a.path("M300 980 Q500 930 700 990 V1100 H300 z", "#f8fbff")
    for x, y, s in [(330, 520, 1.2), (720, 640, 1.4), (520, 800, 1.1), (600, 330, 0.9)]:
        a.cloud(x, y, s, "#fff", 0.8)
    a.disc(640, 780, 460, "none", stroke="#0a2a4a", stroke_width=170, opacity=0.28)
    a.close()
    a.path("M0 1500 V1240 Q250 1170 500 1230 T1000 1200 V1500 z", "#5f8f5a")
    a.path("M0 1500 V1340 Q300 1270 600 1330 T1000 1310 V1500 z", "#3f6b45")
    a.open("translate(500 1310)")
    for end in (-110, 110):
        a.stroke([(0, -120), (end, 140)], "#2b2118", 14)
    a.stroke([(0, -120), (0, 120)], "#2b2118", 14)
    a.rect(-120, -250, 220, 130, "#33302c", rx=16)
    a.shape([(100, -220), (170, -250), (170, -120), (100, -150)], "#33302c")
    for x in (-70, 50):
        a.disc(x, -290, 58, "#45413b")
        a.disc(x, -290, 22, "#8a8378")
    a.disc(-84, -210, 12, "#e63946")
    a.close()


def drama(a):
    a.fill("#33415c", "#5c677d", "#c9ada7", "#f2d6c4")
    a.disc(680, 620, 120, "#fff1e0", opacity=0.9)
    a.glow(680, 620, 420, "#ffe8d0", 0.6)
    a.waves(760, 60, "#7d7f95", 2)
    a.water(820, "#8b8fa8", "#2a3450", glints=80, glint="#ffe8d6")
    a.rect(640, 830, 80, 400, a.down(("#fff1e0", 0.6), ("#fff1e0", 0)))
    a.path("M0 1500 V1380 Q500 1330 1000 1390 V1500 z", "#141b2d")
    a.shape([(330, 1420), (470, 1420), (446, 900), (404, 900)], "#3a2b2a")
    for i in range(15):
        w = 42 + i * 6.6
        a.rect(425 - w / 2, 905 + i * 34, w, 5, "#1c1516")
    for i in range(5):
        for side in (-1, 1):
            a.rect(425 + side * (21 + i * 11) - 7, 880 + i * 110, 14, 100, "#1c1516")
    walker(a, 424, 1020, 0.74, "#12131f")
    for x, y in [(200, 380), (270, 340), (800, 260)]:
        a.stroke(f"M{x - 30} {y} q16 -22 30 2 q14 -24 30 -2", "#2a3450", 7)
    a.shade(0.35)


def portrait(a):
    a.fill("#e9d8a6", "#ee9b00", "#ca6702")
    a.disc(500, 700, 360, "#fbf0d0", opacity=0.55)
    face = "M610 1230 Q560 1140 620 1090 Q720 1080 716 1010 Q712 980 730 960 Q706 940 724 910 Q740 890 712 870 Q740 850 790 846 Q800 830 770 800 Q720 740 716 660 Q710 440 500 430 Q270 440 270 700 Q280 860 350 950 Q360 1080 250 1230 L120 1330 V1500 H900 V1380 z"
    a.path(face, "#3a1f1a")
    a.open(clip=f'<path d="{face}"/>')
    a.rect(0, 400, 1000, 1100, a.down("#9b2226", "#bb3e03", "#3a1f1a"))
    a.sun(560, 760, 80, "#ffe8b8", "#ffd08a")
    a.waves(860, 70, "#6a1a22", 2)
    a.skyline(1010, "#4a141c", 60, 190, "#ffd08a", 0.3, (50, 90), 22)
    a.rect(0, 1000, 1000, 500, a.down("#4a141c", "#2a0d12"))
    for x in range(60, 1000, 110):
        a.pine(x, 1180, a.random.uniform(90, 200), "#2a0d12")
    a.close()
    for x, y in [(730, 350), (810, 300), (880, 380), (690, 260)]:
        a.stroke(f"M{x - 34} {y} q18 -26 34 2 q16 -28 34 -2", "#5a2a1a", 8)


def window(a):
    a.fill("#0f1c2e", "#16324f")
    a.tower(60, 1500, 880, 1420, "#1d2b44")
    for row in range(5):
        for column in range(3):
            x, y = 130 + column * 260, 170 + row * 260
            lit = (row, column) in [(1, 0), (2, 2), (3, 1)]
            a.rect(x - 10, y - 10, 220, 200, "#0b1422")
            a.rect(x, y, 200, 180, a.down("#ffe3a0", "#ffb95e") if lit else a.down("#2a3d5c", "#1b2b47"))
            if lit:
                a.glow(x + 100, y + 90, 240, "#ffd98a", 0.3)
                a.open(clip=f'<rect x="{x}" y="{y}" width="200" height="180"/>')
                walker(a, x + (70 if column else 120), y + 330, 1.0, "#3a2417")
                if column == 1:
                    walker(a, x + 150, y + 325, 0.96, "#4a2d1c")
                a.close()
            a.rect(x + 96, y, 8, 180, "#0b1422")
            a.rect(x - 20, y + 186, 240, 20, "#31445f")
            if not lit and a.random.random() < 0.5:
                a.path(f"M{x} {y} h60 q-10 100 -50 180 h-10 z M{x + 200} {y} h-60 q10 100 50 180 h10 z", "#3d5273")
    for x in (150, 690):
        a.rect(x, 1440, 160, 60, "#0b1422")
    a.rain(90, "#a9c6e8", 0.25)
    a.shade(0.5)


def fantasy(a):
    a.fill("#2a1a5e", "#6a3d9a", "#e58fb1", "#ffd6a5")
    a.stars(120, 600)
    a.moon(720, 330, 130, "#fff4d6")
    a.peak(150, 1080, 700, 480, "#4a2f7a")
    a.peak(880, 1080, 700, 520, "#53357f")
    a.waves(960, 90, "#3a2566", 2)
    stone, dark = "#2b1b52", "#1f123f"
    a.path("M330 1120 Q400 840 500 830 Q600 840 670 1120 z", dark)
    for x, w, h in [(390, 70, 360), (540, 70, 400), (450, 100, 520)]:
        a.rect(x, 900 - h * 0.7, w, h, stone)
        a.shape([(x - 16, 900 - h * 0.7), (x + w / 2, 900 - h * 0.7 - w * 1.9), (x + w + 16, 900 - h * 0.7)], "#8e2a5e")
        a.stroke([(x + w / 2, 900 - h * 0.7 - w * 1.9), (x + w / 2, 900 - h * 0.7 - w * 1.9 - 50)], stone, 5)
        for i in range(3):
            a.path(f"M{x + w / 2 - 9} {900 - h * 0.7 + 70 + i * 80} v-22 a9 12 0 0 1 18 0 v22 z", "#ffd98a")
    a.rect(360, 840, 290, 130, stone)
    for i in range(7):
        a.rect(360 + i * 44, 816, 26, 30, stone)
    a.open("translate(250 430) scale(1.5)")
    a.path("M-110 20 Q-60 -10 0 6 Q40 -30 90 -24 L120 -34 L112 -14 L124 0 L86 4 Q40 40 0 36 Q-60 40 -110 20 z", "#180d33")
    a.path("M-10 6 Q-40 -90 -120 -110 Q-96 -80 -104 -56 Q-76 -60 -72 -34 Q-46 -36 -40 6 z", "#180d33")
    a.path("M20 4 Q20 -80 80 -130 Q80 -96 100 -80 Q72 -70 72 -44 Q44 -30 40 4 z", "#180d33")
    a.path("M-110 20 q-60 30 -90 -6 l-16 22 l-4 -44 l26 12 q30 20 84 6 z", "#180d33")
    a.close()
    a.waves(1130, 80, "#1d1140", 2)
    for x in (60, 170, 290, 740, 850, 950):
        a.pine(x, 1270, a.random.uniform(190, 330), "#140b2e")
    a.path("M440 1500 Q470 1330 520 1260 T500 1130 L530 1130 Q580 1200 570 1270 T640 1500 z", "#c58fc0", opacity=0.75)
    a.waves(1330, 40, "#0f0824", 2)
    a.path("M430 1500 Q470 1400 510 1340 L560 1340 Q600 1400 650 1500 z", "#c58fc0", opacity=0.6)
    for _ in range(50):
        x, y = a.random.uniform(0, 1000), a.random.uniform(900, 1460)
        a.glow(x, y, a.random.uniform(10, 26), "#fff2a8", 0.9)
    walker(a, 545, 1450, 1.0, "#0a0519")


def history(a):
    a.fill("#7d4f24", "#c98d3f", "#f4dca0")
    a.sun(500, 560, 190, "#fff3cf", "#ffe3a0")
    a.waves(820, 70, "#a8702f", 2)
    for x, s, c in [(500, 1.5, "#5a3416")]:
        a.open(f"translate({x} 980) scale({s})")
        a.shape([(-260, 0), (260, 0), (240, -20), (-240, -20)], c)
        a.shape([(-250, -250), (0, -360), (250, -250)], c)
        a.shape([(-180, -262), (0, -336), (180, -262)], "#8a5a2b")
        a.rect(-250, -250, 500, 26, c)
        for i in range(7):
            a.rect(-232 + i * 72, -224, 34, 206, c)
            a.rect(-232 + i * 72, -224, 10, 206, "#8a5a2b")
        a.close()
    a.waves(1010, 50, "#4a2a12", 2)
    for i in range(9):
        x, y, s = 60 + i * 112, 1240 + (i % 2) * 44, 1.0 + (i % 2) * 0.14
        walker(a, x, y, s, "#22120a")
        a.stroke([(x + 52 * s, y), (x + 52 * s, y - 430 * s)], "#22120a", 8)
        a.shape([(x + 40 * s, y - 430 * s), (x + 52 * s, y - 480 * s), (x + 64 * s, y - 430 * s)], "#d9c08a")
        a.disc(x - 44 * s, y - 130 * s, 48 * s, "#8e2a1c")
        a.ring(x - 44 * s, y - 130 * s, 40 * s, "#d9a441", 6)
        a.path(f"M{x - 34 * s:.0f} {y - 256 * s:.0f} a{34 * s:.0f} {34 * s:.0f} 0 0 1 {68 * s:.0f} 0 z", "#8a5a2b")
        a.path(
            f"M{x - 6 * s:.0f} {y - 284 * s:.0f} q{6 * s:.0f} {-40 * s:.0f} {50 * s:.0f} {-20 * s:.0f} q{10 * s:.0f} {30 * s:.0f} {-4 * s:.0f} {50 * s:.0f} q{-16 * s:.0f} {-30 * s:.0f} {-46 * s:.0f} {-30 * s:.0f} z",
            "#b8311f",
        )
    a.rect(0, 1270, 1000, 230, a.down("#2b170b", "#140a05"))
    a.shade(0.4, "#2b1405")


def horror(a):
    a.fill("#0b0e17", "#22303a", "#5d6f63")
    a.moon(500, 470, 220, "#e8efc9")
    for x, y, s in [(160, 420, 1.7), (860, 520, 1.9), (520, 620, 1.5)]:
        a.cloud(x, y, s, "#10161f", 0.75)
    a.waves(980, 80, "#141c1f", 2)
    c = "#07090d"
    a.path("M330 1010 V760 L300 760 L400 640 L430 676 V560 L410 560 L500 430 L590 560 H570 V690 L620 640 L720 760 H690 V1010 z", c)
    a.rect(620, 600, 40, 120, c)
    for x, y, lit in [(480, 600, True), (380, 810, False), (600, 810, True), (490, 780, False)]:
        a.path(f"M{x} {y + 76} v-56 a20 26 0 0 1 40 0 v56 z", "#ffb03a" if lit else "#1a2228")
        a.rect(x + 17, y - 4, 6, 80, c)
        if lit:
            a.glow(x + 20, y + 40, 90, "#ffb03a", 0.6)
    a.rect(482, 900, 56, 110, "#1a2228")
    a.path("M0 1010 Q300 960 520 1000 T1000 970 V1500 H0 z", c)
    a.path("M470 1010 Q430 1200 530 1290 T440 1500 H690 Q640 1330 600 1270 T530 1010 z", "#36433f")
    for x, flip in [(90, 1), (900, -1)]:
        a.open(f"translate({x} 1500) scale({flip} 1)")
        a.path(
            "M-60 0 Q-20 -300 -40 -560 Q-50 -760 60 -900 Q10 -760 30 -640 Q90 -720 200 -740 Q80 -660 40 -540 Q130 -560 210 -500 Q90 -510 36 -420 Q20 -200 60 0 z",
            "#040507",
        )
        a.path("M-40 -520 Q-110 -640 -180 -660 Q-90 -560 -36 -440 z", "#040507")
        a.close()
    for x in (230, 330, 720, 800):
        a.path(f"M{x - 36} 1400 v-110 a36 36 0 0 1 72 0 v110 z", "#3d4a4a")
        a.stroke([(x, 1280), (x, 1340)], "#1a2228", 8)
        a.stroke([(x - 16, 1300), (x + 16, 1300)], "#1a2228", 8)
    for x, y, s in [(300, 300, 1.3), (700, 260, 1), (430, 220, 0.8), (620, 380, 0.7), (220, 560, 0.9)]:
        a.path(
            f"M{x} {y} q{-20 * s} {-20 * s} {-60 * s} {-16 * s} q{16 * s} {10 * s} {14 * s} {26 * s} q{18 * s} {-8 * s} {28 * s} {4 * s} q{6 * s} {10 * s} {18 * s} {10 * s} q{12 * s} 0 {18 * s} {-10 * s} q{10 * s} {-12 * s} {28 * s} {-4 * s} q{-2 * s} {-16 * s} {14 * s} {-26 * s} q{-40 * s} {-4 * s} {-60 * s} {16 * s} z",
            "#07090d",
        )
    a.path("M0 1500 V1440 Q250 1380 500 1430 T1000 1400 V1500 z", "#9fb3a8", opacity=0.16)
    a.shade(0.6)


def woods(a):
    a.fill("#7a0c12", "#c1121f", "#f25c3b")
    a.disc(500, 600, 270, "#ffd9b0", opacity=0.9)
    a.glow(500, 600, 520, "#ffb38a", 0.6)
    for layer, (c, n) in enumerate([("#a3161c", 14), ("#6b0d13", 10), ("#2b0508", 7)]):
        for i in range(n):
            x = i * 1000 / (n - 1) + a.random.uniform(-20, 20)
            if layer == 2 and 330 < x < 670:
                continue
            w = 14 + layer * 20
            a.shape([(x - w * 0.5, 0), (x + w * 0.5, 0), (x + w, 1300), (x - w, 1300)], c)
            for _ in range(3):
                y, side = a.random.uniform(80, 700), a.random.choice([-1, 1])
                a.stroke([(x, y), (x + side * 70, y - 60), (x + side * 110, y - 130)], c, 8 + layer * 5)
    a.path("M0 1500 V1180 Q300 1120 500 1180 T1000 1150 V1500 z", "#1d0306")
    a.path("M440 1500 L486 1170 H520 L600 1500 z", "#57090f")
    walker(a, 500, 1230, 1.9, "#0d0103")
    a.path("M418 830 L400 660 Q430 640 450 720 M582 830 L600 660 Q570 640 550 720", "none", stroke="#0d0103", stroke_width=24, stroke_linecap="round")
    for x in (488, 516):
        a.disc(x - 2, 744, 8, "#ffe9a0")
    a.shade(0.55)


def music(a):
    a.fill("#14213d", "#3a2a6b", "#d1495b")
    for r, c in [(470, "#fca311"), (400, "#e4572e"), (330, "#14213d")]:
        a.disc(500, 640, r, c)
    a.disc(500, 640, 320, a.slant("#1c1c28", "#0a0a10"))
    for i in range(9):
        a.ring(500, 640, 310 - i * 22, "#3a3a4d", 3)
    a.path("M500 640 L300 390 A320 320 0 0 1 420 330 z M500 640 L700 890 A320 320 0 0 1 580 950 z", "#fff", opacity=0.12)
    a.disc(500, 640, 110, "#f2c14e")
    a.disc(500, 640, 66, "#d1495b")
    a.disc(500, 640, 16, "#14213d")
    a.open("translate(500 1260)")
    ink = "#0b0f1e"
    a.path("M-36 -260 Q0 -290 40 -260 L66 -80 H-60 z", ink)
    a.stroke([(-24, -90), (-44, 110)], ink, 42)
    a.stroke([(30, -90), (70, 110)], ink, 42)
    a.disc(-4, -316, 46, ink)
    a.oval(-4, -340, 84, 14, ink)
    a.path("M-46 -342 q4 -60 42 -54 q40 -6 42 54 z", ink)
    a.stroke([(-36, -240), (-110, -180), (-70, -120)], ink, 30)
    a.stroke([(40, -240), (120, -200), (110, -140)], ink, 30)
    a.path(
        "M-40 -290 L90 -170 Q130 -110 100 -40 Q150 -20 190 -90 Q230 -170 210 -240 L250 -262 Q290 -120 220 -20 Q150 70 60 20 Q20 -20 60 -110 L-60 -270 z",
        "#f2c14e",
    )
    for i in range(4):
        a.disc(20 + i * 26, -214 + i * 26, 9, "#a8721c")
    a.close()
    a.rect(0, 1360, 1000, 140, ink)
    for x, y, s in [(150, 300, 1), (840, 260, 1.2), (130, 1000, 1.1), (880, 1030, 0.9)]:
        a.stroke([(x, y), (x, y - 110 * s), (x + 70 * s, y - 130 * s), (x + 70 * s, y - 20 * s)], "#fdf0d5", 13 * s)
        a.oval(x - 16 * s, y + 4 * s, 26 * s, 19 * s, "#fdf0d5")
        a.oval(x + 54 * s, y - 16 * s, 26 * s, 19 * s, "#fdf0d5")


def romance(a):
    a.fill("#ff758f", "#ffb3a7", "#ffe5c9")
    a.sun(500, 700, 230, "#fff6e3", "#fff0d0")
    a.waves(860, 60, "#e5738a", 2)
    a.water(900, "#f08fa0", "#a8476b", glints=90, glint="#fff1dc", opacity=0.6)
    a.rect(380, 905, 240, 380, a.down(("#fff6e3", 0.7), ("#fff6e3", 0)))
    a.path("M0 1500 V1280 Q400 1220 1000 1290 V1500 z", "#571a3e")
    ink = "#3d0f2e"
    a.stroke([(440, 1010), (430, 1270)], ink, 60)
    a.path("M390 830 Q440 790 490 840 L484 1060 H396 z", ink)
    a.disc(452, 752, 52, ink)
    a.path("M400 750 a54 54 0 0 1 104 -20 l-20 14 q-40 -10 -60 40 z", ink)
    a.path("M520 850 Q566 810 606 860 L650 1270 H500 z", ink)
    a.disc(546, 778, 48, ink)
    a.path("M520 740 q60 -40 84 30 q20 70 40 110 q-50 20 -70 -40 z", ink)
    a.stroke([(470, 860), (540, 960), (590, 940)], ink, 32)
    a.stroke([(560, 870), (470, 880), (420, 860)], ink, 28)
    for _ in range(26):
        x, y, s = a.random.uniform(30, 970), a.random.uniform(60, 640), a.random.uniform(10, 34)
        a.open(
            f"translate({x:.0f} {y:.0f}) rotate({a.random.uniform(-30, 30):.0f}) scale({s / 30:.2f})", opacity=round(a.random.uniform(0.4, 0.9), 2)
        )
        a.path("M0 26 Q-46 -6 -28 -28 Q-10 -40 0 -16 Q10 -40 28 -28 Q46 -6 0 26 z", "#fff" if s < 20 else "#d6336c")
        a.close()
    for x, y, s in [(120, 420, 1.4), (880, 540, 1.6)]:
        a.cloud(x, y, s, "#fff0ec", 0.55)


def planet(a):
    a.fill("#030518", "#0e1a4a", "#2a1a6b")
    a.stars(260, 1300)
    a.glow(760, 430, 620, "#3fd0ff", 0.3)
    a.disc(700, 470, 340, a.ball("#a8f0ff", "#3aa0d8", "#122a6b", x=0.32, y=0.3, r=0.85))
    a.open(clip='<circle cx="700" cy="470" r="340"/>')
    for y, h, o in [(300, 40, 0.35), (390, 70, 0.25), (520, 50, 0.35), (640, 60, 0.25)]:
        a.path(f"M340 {y} q360 {h * 2} 760 0 v{h} q-400 {h * 2} -760 0 z", "#e8fbff", opacity=o)
    a.close()
    a.disc(210, 260, 66, a.ball("#ffd3a8", "#d9773f", "#5c2430", x=0.35, y=0.3, r=0.8))
    a.open("translate(330 880) rotate(32)")
    a.path("M-46 120 Q-70 260 0 400 Q70 260 46 120 z", a.down("#fff3b0", "#ff8c1a", ("#ff3d1a", 0)))
    a.path("M-110 90 L-60 -60 V120 z M110 90 L60 -60 V120 z", "#e63946")
    a.path("M0 -330 Q90 -210 76 0 L60 130 H-60 L-76 0 Q-90 -210 0 -330 z", a.across("#fff", "#e3e9f2", "#8d9ab3"))
    a.path("M0 -330 Q44 -270 60 -200 H-60 Q-44 -270 0 -330 z", "#e63946")
    a.disc(0, -110, 42, "#1b2a5c")
    a.disc(-10, -120, 16, "#8fd6ff")
    a.rect(-60, 96, 120, 34, "#4a5675")
    a.close()
    a.waves(1290, 120, "#1b1445", 2, sharp=True)
    a.waves(1380, 70, "#0d0a29", 2)
    walker(a, 730, 1400, 0.9, "#05041a", coat=False)
    a.disc(730, 1172, 46, "#05041a")


def signal(a):
    a.fill("#02140f", "#05443a", "#1f9e7a")
    a.stars(110, 700)
    for i in range(6):
        a.ring(500, 430, 120 + i * 90, "#b8ffe0", 5, opacity=round(0.4 - i * 0.06, 2))
    a.shape([(470, 430), (530, 430), (860, 1240), (140, 1240)], a.down(("#e8fff4", 0.85), ("#e8fff4", 0.08)))
    a.oval(500, 410, 330, 76, a.across("#16324a", "#8fb7c4", "#16324a"))
    a.oval(500, 380, 300, 52, a.down("#cfe8ee", "#5b8494"))
    a.path("M350 376 Q360 240 500 236 Q640 240 650 376 Q500 420 350 376 z", a.across("#9fe8d2", "#e8fff4", "#5ab89c"), opacity=0.95)
    for i in range(9):
        x = 230 + i * 67
        a.glow(x, 436 - abs(i - 4) ** 2 * 1.6, 44, "#fff6b0", 0.9)
        a.disc(x, 436 - abs(i - 4) ** 2 * 1.6, 12, "#fffbe0")
    a.waves(1120, 70, "#04261f", 2)
    a.rect(0, 1220, 1000, 280, a.down("#031a15", "#010b09"))
    for x in (90, 200, 800, 910):
        a.pine(x, 1250, a.random.uniform(240, 420), "#01110d")
    a.oval(500, 1250, 330, 50, "#c9ffe8", opacity=0.35)
    walker(a, 460, 1280, 1.15, "#010b09")
    walker(a, 560, 1276, 0.72, "#010b09")
    a.shade(0.45)


def thriller(a):
    a.fill("#0f2027", "#203a43", "#2c5364")
    a.disc(500, 560, 430, "#c1121f")
    for i in range(5):
        a.ring(500, 560, 370 - i * 76, "#0f2027", 26 - i * 3, opacity=0.85)
    a.disc(500, 560, 40, "#fdf0d5")
    a.path("M0 1500 V1010 L150 1010 V1110 H300 V1210 H450 V1310 H600 V1410 H760 V1500 z", "#08151b")
    for i in range(5):
        a.rect(i * 150, 1000 + i * 100, 158, 14, "#4a6b78")
    walker(a, 370, 1206, 1.75, "#04090c", hat=True)
    a.shape([(330, 1206), (470, 1206), (980, 1500), (720, 1500)], "#04090c", opacity=0.5)
    a.stroke([(500, 0), (500, 130)], "#fdf0d5", 4)
    a.stroke([(500, 990), (500, 1080)], "#fdf0d5", 4)
    a.stroke([(0, 560), (70, 560)], "#fdf0d5", 4)
    a.stroke([(930, 560), (1000, 560)], "#fdf0d5", 4)
    a.shade(0.45)


def mystery(a):
    a.fill("#1a1423", "#3d2c4e", "#7d5a7a")
    a.glow(500, 620, 620, "#ffd9a0", 0.5)
    for i in range(10):
        x = i * 112 - 10
        a.rect(x, 0, 60, 900, "#241a33", opacity=0.8)
    a.rect(0, 880, 1000, 620, a.down("#3a2038", "#160d18"))
    for row in range(6):
        for i in range(-6, 7):
            y, n = 880 + row * row * 17 + row * 24, 880 + (row + 1) ** 2 * 17 + (row + 1) * 24
            if (row + i) % 2 == 0:
                s, t = 60 + row * 22, 60 + (row + 1) * 22
                a.shape([(500 + i * s, y), (500 + (i + 1) * s, y), (500 + (i + 1) * t, n), (500 + i * t, n)], "#e9d8c0", opacity=0.22)
    a.rect(330, 330, 340, 560, "#100a16")
    a.path("M350 890 V520 a150 170 0 0 1 300 0 V890 z", a.down("#ffe7b0", "#ffb35e"))
    a.path("M350 890 V520 Q360 400 440 370 L450 940 z", "#5a3425")
    a.disc(434, 700, 10, "#f2c14e")
    a.shape([(350, 890), (650, 890), (880, 1500), (120, 1500)], a.down(("#ffd98a", 0.75), ("#ffd98a", 0.05)))
    walker(a, 545, 895, 1.0, "#160d18", hat=True)
    a.shape([(505, 895), (585, 895), (690, 1360), (420, 1360)], "#160d18", opacity=0.7)
    a.open("translate(330 1230) rotate(-36)")
    a.ring(0, 0, 110, "#d9a441", 26)
    a.disc(0, 0, 98, "#dff3ff", opacity=0.28)
    a.rect(-18, 120, 36, 210, "#4a2a1c", rx=16)
    a.close()
    a.shade(0.5)


def war(a):
    a.fill("#3d3a2a", "#8a6d3b", "#d9a85c", "#f2d39a")
    a.disc(680, 520, 120, "#fff1cc", opacity=0.9)
    for x, y, s in [(220, 330, 2), (780, 240, 2.2), (480, 440, 1.5)]:
        a.cloud(x, y, s, "#5a4a30", 0.55)
    for x, y, s in [(280, 480, 1), (440, 400, 0.75), (150, 600, 0.7)]:
        a.open(f"translate({x} {y}) rotate(-14) scale({s})")
        a.path(
            "M-120 0 Q-100 -22 60 -20 L120 -6 Q130 4 110 12 L-60 16 Q-110 16 -120 0 z M-20 -10 L-70 -90 H-40 L40 -10 z M-30 8 L-80 80 H-50 L30 10 z M-110 -4 L-136 -46 H-114 L-84 -6 z",
            "#2b2618",
        )
        a.stroke([(124, -34), (124, 36)], "#2b2618", 5)
        a.close()
    a.waves(900, 90, "#7d5f34", 2)
    for x, h in [(180, 300), (330, 190), (820, 340), (930, 230)]:
        a.stroke([(x, 1010), (x + 10, 1010 - h)], "#2b2010", 20)
        a.stroke([(x + 4, 1010 - h * 0.5), (x + 60, 1010 - h * 0.8)], "#2b2010", 11)
        a.stroke([(x + 6, 1010 - h * 0.6), (x - 50, 1010 - h * 0.86)], "#2b2010", 11)
    a.waves(1010, 70, "#4a3a20", 2)
    for x, y, s in [(250, 1190, 1.35), (480, 1170, 1.2), (700, 1180, 1.3), (880, 1170, 1.1)]:
        walker(a, x, y, s, "#17130a", coat=False)
        a.path(f"M{x - 42 * s:.0f} {y - 258 * s:.0f} a{42 * s:.0f} {38 * s:.0f} 0 0 1 {84 * s:.0f} 0 z", "#17130a")
        a.stroke([(x - 50 * s, y - 90 * s), (x + 60 * s, y - 250 * s)], "#17130a", 13 * s)
        a.rect(x - 34 * s, y - 210 * s, 68 * s, 74 * s, "#17130a", rx=10)
    a.waves(1190, 40, "#17130a", 2)
    a.stroke([(0, 1350), (1000, 1320)], "#3d3420", 5)
    a.stroke([(0, 1410), (1000, 1390)], "#3d3420", 5)
    for x in (120, 420, 720, 950):
        a.stroke([(x - 40, 1460), (x + 30, 1280)], "#0a0804", 18)
        a.stroke([(x + 40, 1460), (x - 30, 1280)], "#0a0804", 18)
    a.shade(0.4)


def western(a):
    a.fill("#c8401f", "#f2803a", "#ffc36b", "#ffe7b3")
    a.disc(500, 640, 280, "#fff3d0")
    a.glow(500, 640, 560, "#fff3d0", 0.5)
    for x, w, h in [(140, 200, 380), (900, 260, 460), (330, 120, 240)]:
        a.shape([(x - w * 0.6, 1010), (x - w * 0.42, 1010 - h), (x + w * 0.42, 1010 - h), (x + w * 0.6, 1010)], "#b3432a")
        a.shape([(x + w * 0.1, 1010 - h), (x + w * 0.42, 1010 - h), (x + w * 0.6, 1010), (x + w * 0.2, 1010)], "#8f2f20")
        for i in range(3):
            a.rect(x - w * 0.46, 1010 - h * 0.86 + i * h * 0.24, w * 0.9, 8, "#8f2f20", opacity=0.7)
    a.rect(0, 1000, 1000, 500, a.down("#a8502a", "#5c2415"))
    ink = "#2b0d0a"
    a.open("translate(500 1190) scale(1.75)")
    a.path(
        "M-130 -20 Q-140 -100 -60 -100 H40 Q70 -160 110 -176 L124 -196 L134 -172 L168 -136 Q170 -116 146 -118 L116 -124 Q90 -60 78 -30 L88 110 H68 L50 0 Q0 20 -60 0 L-84 110 H-106 L-104 0 z",
        ink,
    )
    a.path("M-128 -70 q-40 20 -36 100 q20 -30 44 -50 z", ink)
    a.stroke([(60, 0), (36, 60), (52, 108)], ink, 18)
    a.stroke([(-80, 0), (-110, 56), (-92, 106)], ink, 18)
    a.path("M-40 -98 Q-44 -196 0 -200 Q36 -196 34 -98 z", ink)
    a.stroke([(0, -110), (28, -50), (34, 0)], ink, 24)
    a.stroke([(24, -180), (58, -150), (92, -148)], ink, 16)
    a.disc(0, -226, 24, ink)
    a.oval(0, -238, 56, 10, ink)
    a.path("M-28 -240 q2 -40 28 -32 q26 -8 28 32 z", ink)
    a.close()
    a.oval(500, 1395, 330, 26, "#000", opacity=0.3)
    for x, y, s in [(120, 1330, 1.3), (890, 1300, 1)]:
        a.stroke([(x, y), (x, y - 260 * s)], "#3d2414", 54 * s)
        a.stroke([(x, y - 100 * s), (x - 76 * s, y - 110 * s), (x - 76 * s, y - 190 * s)], "#3d2414", 34 * s)
        a.stroke([(x, y - 140 * s), (x + 72 * s, y - 150 * s), (x + 72 * s, y - 220 * s)], "#3d2414", 34 * s)
    for x, y in [(620, 380), (700, 340), (560, 320)]:
        a.stroke(f"M{x - 30} {y} q16 -22 30 2 q14 -24 30 -2", "#7d2a1a", 7)


def banana(a):
    a.fill("#ff6f61", "#ff9a76")
    for row in range(9):
        for column in range(6):
            a.disc(column * 200 + row % 2 * 100, row * 170 + 60, 34, "#fff", opacity=0.14)
    a.rect(0, 1160, 1000, 340, "#3d2c5e")
    a.oval(520, 1190, 400, 40, "#000", opacity=0.25)
    a.open("translate(500 1110) scale(1.4) translate(-500 -1090)")
    for turn in (-62, 58, 118, -122):
        a.open(f"translate(500 1090) rotate({turn})")
        a.path("M-60 0 Q-90 -180 10 -330 Q60 -300 60 -260 Q40 -120 60 0 z", a.across("#ffe066", "#f2b705"))
        a.path("M-20 -20 Q-40 -160 20 -290 Q30 -150 24 -20 z", "#fff6cc")
        a.close()
    a.path("M430 1110 Q400 830 480 640 L540 640 Q600 830 570 1110 Q500 1150 430 1110 z", a.across("#ffe985", "#ffd43b", "#e0a800"))
    a.rect(478, 560, 64, 90, "#7a5c1e", rx=16)
    for x in (450, 560):
        a.disc(x, 840, 52, "#fff")
        a.disc(x + 8, 850, 24, "#2b2118")
        a.stroke([(x - 40, 770), (x + 30, 760 if x > 500 else 780)], "#5c3d0c", 12)
    a.path("M440 930 Q505 990 575 930 Q560 1020 505 1024 Q455 1020 440 930 z", "#7d1b24")
    a.path("M452 944 Q505 980 563 944 L556 962 Q505 992 458 962 z", "#fff")
    a.close()


def duck(a):
    a.fill("#48cae4", "#90e0ef", "#caf0f8")
    a.sun(800, 260, 110)
    a.cloud(220, 260, 1.5)
    a.oval(500, 1180, 420, 60, "#0077b6", opacity=0.25)
    a.path("M150 900 Q120 1180 420 1210 H620 Q860 1190 880 940 Q890 820 800 800 Q790 920 640 900 Q660 860 640 800 H330 Q180 800 150 900 z", "#ffd60a")
    a.path("M150 900 Q120 1180 420 1210 H620 Q820 1194 868 1020 Q700 1150 450 1110 Q240 1070 150 900 z", "#f4a900", opacity=0.6)
    a.path("M560 960 Q700 930 780 1010 Q700 1110 580 1070 Q500 1030 560 960 z", "#f4b400")
    a.disc(400, 640, 230, a.ball("#ffe94d", "#ffd60a", "#f4b400", x=0.4, y=0.32, r=0.75))
    a.path("M210 680 Q70 660 50 720 Q90 790 250 770 z", "#fb8500")
    a.path("M210 730 Q110 730 70 740 Q110 790 250 770 z", "#d96a00")
    a.open("rotate(-6 380 590)")
    a.rect(200, 540, 180, 110, "#14213d", rx=46)
    a.rect(420, 540, 180, 110, "#14213d", rx=46)
    a.stroke([(370, 572), (430, 572)], "#14213d", 18)
    a.stroke([(590, 570), (640, 600)], "#14213d", 16)
    for x in (220, 440):
        a.stroke([(x + 20, 620), (x + 70, 560)], "#fff", 14, opacity=0.55)
    a.close()
    a.path("M330 430 Q340 330 430 320 Q400 370 440 420 z", "#ffd60a")
    a.rect(0, 1180, 1000, 320, a.down("#00b4d8", "#0077b6"))
    for i in range(8):
        a.path(f"M{i * 150 - 60} 1186 q38 -40 75 0 q38 40 75 0 v30 h-150 z", "#00b4d8")
    for x, y, r in [(120, 1080, 60), (190, 1140, 44), (880, 1130, 52), (820, 1180, 36), (60, 1160, 40), (940, 1060, 34)]:
        a.disc(x, y, r, "#fff", opacity=0.85)
        a.disc(x - r * 0.3, y - r * 0.3, r * 0.2, "#48cae4", opacity=0.6)

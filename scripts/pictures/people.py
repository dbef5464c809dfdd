"""The portraits of people."""

WIDTH, HEIGHT = 600, 900

SKINS = {"light": ("#f3cdb0", "#dba98a"), "tan": ("#dda97f", "#bd8459"), "brown": ("#a86f49", "#885330"), "dark": ("#6d4329", "#52301c")}


def bust(a, walls, skin, hair, top, style, extra=()):
    """Draws a person; the style is that of the hair, the extras are what else may be seen."""
    skin, shadow = SKINS[skin]
    a.fill(*walls)
    a.glow(210, 250, 520, "#fff", 0.35)
    if style == "long":
        a.path("M120 460 Q90 190 300 180 Q510 190 480 460 Q490 640 520 740 H80 Q110 640 120 460 z", hair)
    elif style == "curly":
        for x, y, r in [
            (170, 330, 90),
            (430, 330, 90),
            (150, 440, 80),
            (450, 440, 80),
            (300, 240, 120),
            (210, 260, 90),
            (390, 260, 90),
            (170, 540, 66),
            (430, 540, 66),
        ]:
            a.disc(x, y, r, hair)
    elif style == "bob":
        a.path("M130 600 Q100 200 300 190 Q500 200 470 600 Q420 640 380 600 L220 600 Q180 640 130 600 z", hair)
    elif style == "bun":
        a.disc(300, 180, 76, hair)
    elif style == "scarf":
        a.path("M110 430 Q110 170 300 170 Q490 170 490 430 Q500 620 540 800 H60 Q100 620 110 430 z", hair)
    a.path("M40 900 Q50 740 190 700 Q260 680 300 680 Q340 680 410 700 Q550 740 560 900 z", a.down(top, top))
    a.path("M40 900 Q50 740 190 700 L210 900 z", "#000", opacity=0.08)
    if "jacket" in extra:
        a.path("M210 692 L300 840 L390 692 L440 712 L330 900 H270 L160 712 z", "#000", opacity=0.28)
        a.path("M230 690 L300 830 L370 690 z", "#f8f5ef")
    a.path("M236 560 V690 Q300 760 364 690 V560 z", shadow)
    if "collar" in extra:
        a.path("M222 678 L300 760 L250 800 L196 700 z M378 678 L300 760 L350 800 L404 700 z", "#fff", opacity=0.92)
    a.path("M160 400 Q160 240 300 236 Q440 240 440 400 Q440 530 380 600 Q340 640 300 640 Q260 640 220 600 Q160 530 160 400 z", skin)
    a.path("M300 236 Q440 240 440 400 Q440 530 380 600 Q340 640 300 640 Q400 560 392 420 Q390 290 300 236 z", shadow, opacity=0.35)
    if style != "scarf":
        for x in (158, 442):
            a.oval(x, 430, 24, 40, skin)
    for x in (242, 358):
        a.oval(x, 420, 21, 13, "#fff")
        a.disc(x, 420, 12, "#3a2a20")
        a.disc(x - 4, 416, 4, "#fff")
        a.stroke(
            f"M{x - 34} {384 + (4 if x < 300 else 0)} Q{x} {366} {x + 34} {384 + (0 if x < 300 else 4)}",
            "#8a8a8a" if hair in ("#b9b9bd", "#e6e6e6") else hair if style != "scarf" else "#2b1d16",
            9,
        )
    a.stroke("M300 430 Q286 480 290 496 Q300 506 316 498", shadow, 8)
    if "beard" in extra:
        a.path(
            "M166 440 Q170 560 226 612 Q300 670 374 612 Q430 560 434 440 Q420 520 380 520 Q340 500 300 504 Q260 500 220 520 Q180 520 166 440 z", hair
        )
    if "moustache" in extra:
        a.path("M236 540 Q270 506 300 520 Q330 506 364 540 Q330 544 300 536 Q270 544 236 540 z", hair)
    if "smile" in extra:
        a.path("M252 548 Q300 572 348 548 Q338 596 300 596 Q262 596 252 548 z", "#7d2a2a")
        a.path("M258 551 Q300 572 342 551 L338 564 Q300 580 262 564 z", "#fff")
    else:
        a.stroke("M262 556 Q300 580 338 556", "#a34a44" if style in ("long", "bob", "bun", "curly", "scarf") else "#8a4a3c", 10)
    if style == "long":
        a.path("M150 430 Q150 250 300 250 Q340 330 450 430 Q470 210 300 190 Q130 200 150 430 z", hair)
    elif style == "bob":
        a.path("M152 410 Q160 300 240 290 Q360 320 448 410 Q460 200 300 196 Q140 200 152 410 z", hair)
    elif style == "curly":
        for x, y, r in [(200, 290, 52), (260, 256, 56), (330, 252, 56), (396, 286, 52)]:
            a.disc(x, y, r, hair)
    elif style == "bun":
        a.path("M154 420 Q150 220 300 218 Q450 220 446 420 Q430 300 300 290 Q170 300 154 420 z", hair)
    elif style == "short":
        a.path("M154 420 Q120 200 300 190 Q490 200 446 420 Q440 330 400 310 Q300 330 220 290 Q170 330 154 420 z", hair)
    elif style == "crop":
        a.path("M158 390 Q150 220 300 214 Q450 220 442 390 Q430 300 380 282 H220 Q170 300 158 390 z", hair)
    elif style == "quiff":
        a.path("M154 420 Q140 260 200 230 Q280 130 440 190 Q500 260 446 420 Q440 330 410 300 Q300 310 230 290 Q170 330 154 420 z", hair)
    elif style == "bald":
        a.path("M158 440 Q140 400 156 350 Q180 380 176 440 z M442 440 Q460 400 444 350 Q420 380 424 440 z", hair)
        a.oval(250, 280, 50, 22, "#fff", opacity=0.22)
    elif style == "scarf":
        a.path("M150 440 Q150 250 300 246 Q450 250 450 440 Q470 200 300 190 Q130 200 150 440 z", hair)
        a.path("M150 440 Q160 600 300 660 Q440 600 450 440 Q500 640 470 780 Q300 860 130 780 Q100 640 150 440 z", hair)
        a.stroke("M170 640 Q300 760 440 650", "#000", 9, opacity=0.12)
    if "cap" in extra:
        a.path("M140 350 Q150 180 300 176 Q450 180 460 350 Q300 300 140 350 z", "#33415c")
        a.path("M150 346 Q300 290 500 360 Q440 380 300 350 z", "#222d40")
    if "glasses" in extra:
        for x in (242, 358):
            a.rect(x - 48, 388, 96, 70, "#fff", rx=26, opacity=0.16)
            a.rect(x - 48, 388, 96, 70, "none", rx=26, stroke="#2b2b33", stroke_width=8)
        a.stroke([(290, 416), (310, 416)], "#2b2b33", 8)
    if "earrings" in extra:
        for x in (158, 442):
            a.disc(x, 484, 13, "#f2c14e")


def person(*words, **more):
    return lambda a: bust(a, *words, **more)


PICTURES = {
    "woman-1": person(("#f4a698", "#c8665e"), "light", "#8a3b1f", "#2a6f77", "long", ("smile",)),
    "woman-2": person(("#a9d6c9", "#5b9a8b"), "dark", "#1d1512", "#e9a23b", "curly", ("smile", "earrings")),
    "woman-3": person(("#c9bfe6", "#8172b3"), "tan", "#1f1a1e", "#f2efe8", "bob", ("glasses", "jacket")),
    "woman-4": person(("#f2d7a0", "#d09a4c"), "light", "#b9b9bd", "#7d3a5c", "bun", ("earrings", "collar")),
    "woman-5": person(("#a8cfe8", "#5a8fb8"), "brown", "#c8495c", "#3d405b", "scarf", ("smile",)),
    "woman-6": person(("#d8e2b8", "#94a866"), "light", "#e0b45a", "#3a5a8c", "bob", ("smile",)),
    "woman-7": person(("#e8c4d4", "#b06a8c"), "brown", "#2b1a14", "#f4f1e8", "long", ("earrings",)),
    "man-1": person(("#9fb8c9", "#5a7a92"), "light", "#5a3a22", "#2f3e4f", "short", ("jacket",)),
    "man-2": person(("#e8b88a", "#b5733f"), "dark", "#15100e", "#f2e9da", "crop", ("beard", "smile")),
    "man-3": person(("#b8cfae", "#6f9468"), "tan", "#1c1715", "#c1553b", "quiff", ("collar",)),
    "man-4": person(("#c4c9d4", "#7d8696"), "light", "#b9b9bd", "#23314a", "bald", ("glasses", "jacket", "moustache")),
    "man-5": person(("#f0cf8e", "#c9973f"), "brown", "#1d1411", "#2a7a6a", "short", ("beard", "glasses")),
    "man-6": person(("#a9c4e0", "#56789c"), "light", "#c9832f", "#7d8b55", "quiff", ("smile", "moustache")),
    "man-7": person(("#d9b8a8", "#9c6a58"), "tan", "#4a2f1f", "#d9d2c4", "short", ("cap", "beard")),
}

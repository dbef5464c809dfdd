"""Makes one of the two files of the display face: `face.py FACE.ttf TARGET.woff2 UNICODES`, with fonttools 4 and brotli.

Outlines are on a grid of 500 units, a sixteenth of a pixel in the masthead. Kerning by less than 1.2 % of the size, and of pairs that no
title has, is left out; letters that are kerned nearly alike share their kerning."""

import sys

from fontTools import subset
from fontTools.feaLib.builder import addOpenTypeFeaturesFromString
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem

UNITS = 500
# Of 2000 units: the least kerning that is kept, its step, and how much letters may differ that share it.
LEAST, STEP, TOLERANCE = 24, 16, 32
# Capital, small letter, digit, punctuation: what follows what.
PAIRS = {"Ca", "CC", "aa", "aP", "CP", "Pa", "PC", "0P", "P0", "PP"}


def kind(character):
    return "C" if character.isupper() else "a" if character.islower() else "0" if character.isdigit() else "P"


def kerning(font):
    """By how much two glyphs are moved, for all pairs that are moved."""
    found = {}
    characters = {glyph: chr(code) for code, glyph in font.getBestCmap().items()}
    for lookup in font["GPOS"].table.LookupList.Lookup if "GPOS" in font else []:
        for table in lookup.SubTable:
            for index, first in enumerate(table.Coverage.glyphs):
                if table.Format == 1:
                    values = {it.SecondGlyph: it.Value1 for it in table.PairSet[index].PairValueRecord}
                else:
                    row = table.Class1Record[table.ClassDef1.classDefs.get(first, 0)].Class2Record
                    values = {glyph: row[table.ClassDef2.classDefs.get(glyph, 0)].Value1 for glyph in characters}
                for second, value in values.items():
                    # The first table that knows a pair has the say.
                    found.setdefault((first, second), getattr(value, "XAdvance", 0))
    return {
        pair: round(value / STEP) * STEP for pair, value in found.items()
        if abs(value) >= LEAST and set(pair) <= set(characters) and "".join(kind(characters[it]) for it in pair) in PAIRS
    }


def groups(glyphs, values):
    """Glyphs whose values differ little, together."""
    groups = []
    for glyph in glyphs:
        own = values(glyph)
        for known, members in groups:
            if all(abs(a - b) <= TOLERANCE for a, b in zip(known, own)):
                members.append(glyph)
                break
        else:
            groups.append((own, [glyph]))
    return [members for _, members in groups]


def feature(moved):
    """The same as a feature by classes of glyphs."""
    def by(a, b):
        return moved.get((a, b), 0)

    seconds = sorted({second for _, second in moved})
    rows = groups(sorted({first for first, _ in moved}), lambda glyph: [by(glyph, it) for it in seconds])
    columns = groups(seconds, lambda glyph: [by(row[0], glyph) for row in rows])
    lines = [f"@first{index} = [{' '.join(row)}];" for index, row in enumerate(rows)]
    lines += [f"@second{index} = [{' '.join(column)}];" for index, column in enumerate(columns)]
    for i, row in enumerate(rows):
        for j, column in enumerate(columns):
            values = [by(first, second) for first in row for second in column]
            value = round(sum(values) / len(values) / STEP) * STEP
            if value:
                lines.append(f"pos @first{i} @second{j} {value};")
    return "feature kern {\n" + "\n".join(lines) + "\n} kern;\n"


def main(source, target, unicodes):
    font = TTFont(source)
    options = subset.Options(hinting=False, layout_features=["kern"], name_IDs=[0, 1, 2], notdef_outline=False, drop_tables=["STAT", "gasp", "GSUB"])
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=subset.parse_unicodes(unicodes.replace("U+", "")))
    subsetter.subset(font)
    moved = kerning(font)
    if "GPOS" in font:
        del font["GPOS"]
    if moved:
        addOpenTypeFeaturesFromString(font, feature(moved))
    scale_upem(font, UNITS)
    font.flavor = "woff2"
    font.save(target)


if __name__ == "__main__":
    main(*sys.argv[1:])

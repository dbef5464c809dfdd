"""The plain text that Freshet makes of HTML is what the browser shows: its innerText, with white space collapsed."""

import html.entities
import json
import random
import subprocess

import pytest
from conftest import BUILD

INNER_TEXT = """
(fragments) => {
    const place = document.body.appendChild(document.createElement("div"));
    return fragments.map((fragment) => {
        // Without a table, Chromium takes a parser for simple texts, which reads "&#x;" as U+FFFD.
        place.innerHTML = "<table></table>" + fragment;
        return place.innerText;
    });
}
"""
NAMES = sorted(html.entities.html5)
VISIBLE_NAMES = [name for name in NAMES if "\u200b" not in html.entities.html5[name]]
INLINE = ["a", "abbr", "b", "big", "cite", "code", "em", "font", "i", "kbd", "label", "mark", "q-x", "s", "small", "span", "strong", "sub", "sup", "u", "var"]
BLOCKS = [
    "address", "article", "aside", "blockquote", "center", "div", "fieldset", "figcaption", "figure", "footer", "h1", "h2",
    "h3", "h4", "h5", "h6", "header", "hgroup", "main", "menu", "nav", "p", "pre", "section",
]
VOID = ["br", "hr", "img alt='x > y'", "input value=x", "br/"]
RAW = ["script", "style", "noscript", "iframe", "noembed", "noframes", "title", "textarea", "xmp"]
UNSHOWN = ["template", "video", "audio", "canvas", "datalist", "span hidden"]
WORDS = ["tea", "Zoë", "3 < 5", "7 > 6", "a<1", "x & y", "naïve", "R&D", "日本", "\"", "'", " ", "\n", "--", "-->", "]]>", "/>", "=", "1<2>", "😀", "e\u0301", "\0"]
ATTRIBUTES = [
    " title='a > b'", ' title="<b>"', " data-x=1>2", " href=?a=1&copy=2", " checked", " a=b'", ' a="b"c=\'>\'', " =x", " / ", "\n id = 'x'", " ID=a\tb", ' "',
    " alt=\"it's > that\"",
]
COMMENTS = ["<!-- > -->", "<!---->", "<!-->", "<!--->", "<!-- --!>", "<!-- <b> -- > -->", "<!x>", "<?php x ?>", "</ x>", "</>", "<![CDATA[x]]>", "<!-- - --->"]
ENDS = ["<b", "<b title='x>y", "<!-- x", "<", "</", "</b", "&", "&#", "&am", "<style>x", "<script><!-- x", "<title>x</titl"]


class Writer:
    """Makes up fragments of HTML."""

    def __init__(self, seed):
        self.random = random.Random(seed)

    def one(self, *choices):
        return self.random.choice(choices)

    def reference(self):
        number = self.one(self.random.randrange(1, 0x100), self.random.randrange(0x80, 0xA0), self.random.randrange(0xA0, 0x3000), 0x1F600, 0xD800, 0x110000, 0, 10**20)
        return self.one(
            "&" + self.random.choice(VISIBLE_NAMES), "&" + self.random.choice(VISIBLE_NAMES) + self.one("", "x", "=", " "), f"&#{number}" + self.one(";", " ", "z"),
            f"&#x{number:x}" + self.one(";", " "), f"&#X{number:X};", "&#;", "&#x;", "&nope;", "& ", "&&amp;")

    def text(self):
        return "".join(self.one(self.random.choice(WORDS), self.reference(), self.random.choice(WORDS) + " ") for _ in range(self.random.randrange(1, 4)))

    def attributes(self):
        return "".join(self.random.choice(ATTRIBUTES) for _ in range(self.one(0, 0, 1, 1, 2)))

    def element(self, name, content):
        name = self.one(name, name, name.upper())
        # An attribute may leave text after the tag, and a browser moves text between cells in front of the table.
        end = self.one("", " ") if name.lower() in ("td", "th") else self.one("", "", " ", self.attributes())
        return f"<{name}{self.attributes()}>{content}</{name.split()[0]}{end}>"

    def raw(self):
        content = self.one("x", "p\0 > b", "<b>", "1 < 2", "</b>", "<!-- x", "&amp;", "'</div>'", "</scrip>", "<!--<script>x</script>-->", "<!-->")
        name = self.random.choice(RAW)
        return f"<{name}>{content}</{self.one(name, name.upper())}{self.one('', ' ', '/')}>"

    def table(self):
        def cell():
            return self.element(self.one("td", "th"), self.inline(1))
        rows = "".join(f"<tr>{cell()}{cell()}{self.one('</tr>', '')}" for _ in range(self.random.randrange(1, 3)))
        return f"<table>{self.one('', '<caption>x</caption>')}{self.one(rows, f'<tbody>{rows}</tbody>')}</table>"

    def list(self):
        name, items = self.one(("ul", ["li"]), ("ol", ["li"]), ("dl", ["dt", "dd"]))
        return self.element(name, "".join(f"<{item}>{self.inline(1)}{self.one('', f'</{item}>')}" for item in items * self.random.randrange(1, 3)))

    def inline(self, depth):
        def part():
            kind = self.random.randrange(12 if depth > 0 else 8)
            if kind < 5:
                return self.text()
            if kind == 5:
                # A browser drops a line end beside <wbr>, which is like U+200B.
                return self.one("x<wbr>x", f"<{self.random.choice(VOID)}>", f"<{self.random.choice(VOID)}>")
            if kind == 6:
                return self.random.choice(COMMENTS)
            if kind == 7:
                return self.raw()
            if kind == 8:
                return self.element(self.random.choice(UNSHOWN), self.text())
            return self.element(self.random.choice(INLINE), self.inline(depth - 1))
        return "".join(part() for _ in range(self.random.randrange(1, 4)))

    def blocks(self, depth):
        def part():
            kind = self.random.randrange(8)
            if kind < 2 or depth == 0:
                return self.inline(2)
            if kind == 2:
                return self.one(self.table, self.list)()
            name = self.random.choice(BLOCKS)
            # A paragraph or a heading holds no blocks.
            return self.element(name, self.inline(2) if name == "p" or name[1:].isdigit() else self.blocks(depth - 1))
        return "".join(part() for _ in range(self.random.randrange(1, 4)))

    def fragment(self):
        return self.blocks(3) + self.one("", "", "", "<p>x<p>" + self.inline(1), "<li>x<li>y", self.random.choice(ENDS))


@pytest.fixture
def page(browser):
    """A page that allows HTML from anywhere, as Gazette's don't."""
    page = browser.new_page()
    page.set_content("<!DOCTYPE html>")
    yield page
    page.close()


def collapsed(texts):
    return [" ".join(text.split()) for text in texts]


def differences(page, fragments):
    """The fragments of which the two texts differ, with both."""
    run = subprocess.run([BUILD / "debug" / "HTMLReader"], input=json.dumps(fragments), capture_output=True, text=True, check=True)
    ours = collapsed(json.loads(run.stdout))
    browsers = collapsed(page.evaluate(INNER_TEXT, fragments))
    assert len(ours) == len(browsers) == len(fragments)
    return [(fragment, our, browser) for fragment, our, browser in zip(fragments, ours, browsers) if our != browser]


def test_every_named_reference_is_read_as_by_the_browser(page):
    fragments = [f"a&{name}{after}" for name in NAMES for after in ("b", ";", "=")]
    assert differences(page, fragments)[:5] == []


def test_every_numeric_reference_of_a_byte_is_read_as_by_the_browser(page):
    fragments = [f"a&#{number}{after}b" for number in range(256) for after in ("", ";")]
    assert differences(page, fragments)[:5] == []


def test_five_hundred_fragments_have_the_text_that_the_browser_shows(page):
    fragments = [Writer(seed).fragment() for seed in range(500)]
    assert sum(len(fragment) for fragment in fragments) > 50_000
    assert differences(page, fragments)[:5] == []

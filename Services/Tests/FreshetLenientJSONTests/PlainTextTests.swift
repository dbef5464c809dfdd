import Freshet
import FreshetLenientJSON
import Testing

struct PlainTextTests {
    @Test(
        "HTML as text",
        arguments: [
            ("plain", "plain"), ("<p>one</p><p>two</p>", "one two"), ("a<br>b<br/>c", "a b c"),
            ("bold <b>wo</b>rd", "bold word"),
            ("Tom &amp; Jerry", "Tom & Jerry"), ("it&#39;s &#x2019;ere", "it's ’ere"),
            ("3 < 5 and 7 > 6", "3 < 5 and 7 > 6"),
            ("AT&T &unknown; &", "AT&T &unknown; &"), ("  two\r\n  lines ", "two lines"),
            ("&lt;script&gt;", "<script>"), ("&amp;lt;", "&lt;"),
            // A mark that combines with what stands before it.
            ("<b>\u{301}a", "\u{301}a"), ("&lt;\u{301}", "<\u{301}"), ("a \u{301}b\t\u{301}", "a \u{301}b \u{301}"),
        ])
    func text(html: String, expected: String) {
        #expect(PlainText.text(fromHTML: html) == expected)
    }

    @Test(
        "Numbers of characters (WHATWG HTML §13.2.5.80)",
        arguments: [
            ("&#147;so&#148; &#151; &#x80;5", "“so” — €5"), ("&#129;&#x9F;", "\u{81}Ÿ"), ("&#65&#x42;&#x43d", "ABн"),
            ("&#0;&#xD800;&#x110000;", "\u{FFFD}\u{FFFD}\u{FFFD}"),
            ("&#xFFFFFFFFFFFFFFFFFF;&#99999999999999999999;", "\u{FFFD}\u{FFFD}"),
            ("&#; &#x; &#xg; &# 1;", "&#; &#x; &#xg; &# 1;"), ("&#1;&#xFFFE;", "\u{1}\u{FFFE}"),
        ])
    func numbers(html: String, expected: String) {
        #expect(PlainText.text(fromHTML: html) == expected)
    }

    @Test(
        "Names of characters (WHATWG HTML §13.5)",
        arguments: [
            ("&copy; &COPY &amp &AMP;", "© © & &"), ("&scaron;&Omega;&larr;&nGt;", "šΩ←≫\u{20D2}"),
            ("&notit; &notin; &ampamp; &ltb", "¬it; ∉ &amp; <b"), ("&CounterClockwiseContourIntegral;", "∳"),
            ("&Aacute;&zwnj;&acE;", "Á\u{200C}∾\u{333}"), ("&hellip &unknown; &; &", "&hellip &unknown; &; &"),
            ("&NewLine;a&Tab;b&nbsp;c", "a b c"), ("&a&amp;&", "&a&&"),
        ])
    func names(html: String, expected: String) {
        #expect(PlainText.text(fromHTML: html) == expected)
    }

    @Test(
        "Tags (WHATWG HTML §13.2.5)",
        arguments: [
            (#"<a href="x>y">z</a>"#, "z"), ("<a title='1 > 0' b=\">\">z</a>", "z"), (#"<a b="c"d=">">z"#, "z"),
            (#"<a "b>c">d"#, #"c">d"#), ("<a b=c'>d'>e", "d'>e"), ("<a =b>c", "c"), ("<a b = '>'>c", "c"),
            ("<b/>a</b/>", "a"), ("a</>b", "ab"), ("a</ >b>c", "ab>c"),
            ("a</", "a</"), ("a<", "a<"), ("a<1>b", "a<1>b"),
            ("unclosed <b", "unclosed"), ("a<b c=\">d", "a"), ("<B<I>x", "x"), ("a<é>b", "a<é>b"),
            ("<?xml version='1.0'?>a", "a"), ("<!DOCTYPE html>a", "a"), ("<![CDATA[a]]>b", "b"), ("a<!", "a"),
        ])
    func tags(html: String, expected: String) {
        #expect(PlainText.text(fromHTML: html) == expected)
    }

    @Test(
        "Comments",
        arguments: [
            ("a<!-- <b> > -- -> -->b", "ab"), ("a<!-->b-->c", "ab-->c"), ("a<!--->b", "ab"), ("a<!---->b", "ab"),
            ("a<!-- --!>b", "ab"), ("a<!--!>b-->c", "ac"), ("a<!-- - - --->b", "ab"),
            ("a<!-- b", "a"), ("a<!->b", "ab"),
        ])
    func comments(html: String, expected: String) {
        #expect(PlainText.text(fromHTML: html) == expected)
    }

    @Test(
        "What a browser does not show",
        arguments: [
            ("a<style>p > b { }</style>b", "ab"), ("a<script>if (1 < 2) '<b>'</script>b", "ab"),
            ("a<STYLE></styles></Style >b", "ab"), ("a<script><!--<script>x</script>y--></script>b", "ab"),
            ("a<script><!-->x</script>b", "ab"), ("a<script><!--<script></script><b></script>b", "ab"),
            ("a<noscript><img src=x>y</noscript>b", "ab"), ("a<iframe><b>x</iframe>b", "ab"),
            ("a<title>x &amp; <b></title>b", "ab"), ("a<template>x<template>y</template>z</template>b", "ab"),
            ("<div>a<template></div>x</template>b", "ab"), ("a<video src=x>No <b>video</b>.</video>b", "ab"),
            ("<div>a<video>x</div>b", "a b"), ("a<canvas>x</b>y</canvas>b", "ab"), ("a<span hidden>x</span>b", "ab"),
            ("<p>a<p hidden>x<p>b", "a b"), ("<p hidden>x<div>b</div>", "b"), ("a<br hidden>b", "a b"),
            ("a<script>b", "a"), ("a<style>b</style", "a"), ("<xmp><b>&amp;</xmp>", "<b>&amp;"),
            ("<plaintext>a</plaintext><b>", "a</plaintext><b>"), ("a\u{0}b<xmp>c\u{0}d</xmp>", "ab c\u{FFFD}d"),
        ])
    func hidden(html: String, expected: String) {
        #expect(PlainText.text(fromHTML: html) == expected)
    }

    @Test(
        "Blocks separate words",
        arguments: [
            "h1", "h6", "blockquote", "section", "li", "figure", "figcaption", "pre", "dt", "dd", "article", "header",
            "footer", "address", "details", "summary", "td", "th", "tr", "caption", "table", "ul", "form", "H2",
        ])
    func blocks(name: String) {
        #expect(PlainText.text(fromHTML: "a<\(name) id=1>b</\(name)>c") == "a b c")
    }

    @Test("Parts of a line don't", arguments: ["b", "span", "a", "code", "sup", "button", "label", "hx", "par"])
    func inline(name: String) {
        #expect(PlainText.text(fromHTML: "a<\(name)>b</\(name)>c") == "abc")
    }

    @Test("Any depth takes a time that is proportional to the length")
    func depth() {
        let count = 30_000
        let parts = [
            "<b>", "</b>", "<template>", "<video>", "<!-", "<!--", "<a b='", "&", "&#1", "<", "</", "<script>",
        ]
        for part in parts {
            _ = PlainText.text(fromHTML: String(repeating: part, count: count))
            _ = PlainText.text(fromHTML: String(repeating: "<i></b>" + part, count: count / 10))
        }
        let deep = String(repeating: "<b>", count: 2000)
        #expect(PlainText.text(fromHTML: deep + "a<style>x</style>" + "<video>y</video>b") == "ab")
        // Ends of what is not open are not searched for in what is.
        let ends = String(repeating: "</i>", count: count)
        #expect(PlainText.text(fromHTML: deep + ends + "a<template>x\(ends)</b></template>b") == "ab")
        // The ends of elements that were forgotten end nothing.
        #expect(PlainText.text(fromHTML: "<i>a</i><u>\(deep)</u>b<i hidden>x<i>y</i>z</i>c") == "abc")
    }

    @Test("Nothing left is nothing", arguments: ["", "  ", "<p></p>", "&nbsp;", nil])
    func nothing(html: String?) {
        #expect(PlainText.text(fromHTML: html) == nil)
    }

    @Test(
        "Entities are decoded once, and tags stay",
        arguments: [("a &amp; b", "a & b"), ("&amp;lt;", "&lt;"), ("<b>&eacute;", "<b>é"), ("&ltimes;&lt", "⋉<")])
    func entities(text: String, expected: String) {
        #expect(PlainText.decodingEntities(in: text) == expected)
    }
}

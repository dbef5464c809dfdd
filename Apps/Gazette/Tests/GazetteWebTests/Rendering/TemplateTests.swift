import Testing

@testable import GazetteWeb
@testable import LivePages

/// Templates, and the values of contexts.
struct TemplateTests {
    private struct Context: Encodable {
        struct Row: Encodable {
            let name: String
            var note: String?
        }

        enum Kind: String, Encodable {
            case small
        }

        var title = "A & B"
        var number = 3
        var ratio = 1.5
        var kind = Kind.small
        var missing: String?
        var isOn = true
        var isOff = false
        var words = ["x", "<y>"]
        var none: [String] = []
        var row = Row(name: "one")
        var rows = [Row(name: "one", note: "!"), Row(name: "two")]
    }

    private func text(_ template: String, _ partials: [String: Template] = [:]) -> String {
        Template(template).text(Value(Context()), partials: partials)
    }

    @Test(
        "What a template makes of a context",
        arguments: [
            ("{{title}}, {{ number }}", "A &amp; B, 3"), ("{{ratio}} {{kind}} {{isOn}}", "1.5 small true"),
            ("[{{missing}}{{unknown}}]", "[]"),
            ("{{#isOn}}yes{{/isOn}}{{^isOn}}no{{/isOn}}", "yes"),
            ("{{#isOff}}yes{{/isOff}}{{^isOff}}no{{/isOff}}", "no"),
            ("{{#missing}}yes{{/missing}}{{^missing}}no{{/missing}}", "no"),
            ("{{#title}}<{{title}}>{{/title}}", "<A &amp; B>"),
            ("{{#words}}{{.}},{{/words}}{{^words}}no{{/words}}", "x,&lt;y&gt;,"),
            ("{{#none}}{{.}}{{/none}}{{^none}}no{{/none}}", "no"),
            ("{{#row}}{{name}} of {{title}}{{/row}}", "one of A &amp; B"),
            ("{{#rows}}{{name}}{{#note}}{{note}}{{/note}}{{^note}}?{{/note}}{{/rows}}", "one!two?"),
        ])
    func values(template: String, html: String) {
        #expect(text(template) == html)
    }

    @Test func aTagAloneOnItsLineLeavesNoLine() {
        #expect(text("a\n{{#rows}}\n{{name}}\n{{/rows}}\nb\n") == "a\none\ntwo\nb\n")
        #expect(text("{{#isOn}}\nx {{/isOn}}\ny") == "x \ny")
        #expect(text("a\n  {{>part}}\nb", ["part": Template("{{number}}!\n")]) == "a\n3!\nb")
        #expect(text("a {{>part}}\nb", ["part": Template("{{number}}")]) == "a 3\nb")
        #expect(text("{{number}}\n{{#isOff}}\n{{/isOff}}\n") == "3\n")
    }

    @Test func allThatHasAMeaningInMarkupIsEscaped() {
        var html = ""
        Value.text("<a href='x'>\"é\" & 🍲\u{301}<\u{301}").write(to: &html)
        #expect(html == "&lt;a href=&#39;x&#39;&gt;&quot;é&quot; &amp; 🍲\u{301}&lt;\u{301}")
    }
}

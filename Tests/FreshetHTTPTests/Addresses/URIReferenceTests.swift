import FreshetHTTP
import Testing

/// The resolution of references (RFC 3986).
struct URIReferenceTests {
    private static let base = URIReference("http://a/b/c/d;p?q")

    /// A reference and its target.
    typealias Example = (reference: String, target: String)

    static let normal: [Example] = [
        ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
        ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
        ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"),
        (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y#s"),
        ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"),
        ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"),
        ("../../g", "http://a/g"),
    ]

    static let abnormal: [Example] = [
        ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"), ("/../g", "http://a/g"),
        ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"),
        ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"),
        ("g/../h", "http://a/b/c/h"), ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
        ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"),
        ("g#s/./x", "http://a/b/c/g#s/./x"), ("g#s/../x", "http://a/b/c/g#s/../x"), ("http:g", "http:g"),
    ]

    @Test("The examples of RFC 3986 §5.4", arguments: normal + abnormal)
    func examples(example: Example) throws {
        let target = URIReference(example.reference).resolved(against: Self.base)
        #expect(target.text == example.target)
        // An address of the web has a path, and is sent without a fragment.
        guard target.scheme == "http", target.authority != nil else { return }
        let address = try WebAddress("http://a/b/c/d;p?q").resolving(example.reference)
        #expect(address.text == (example.target == "http://g" ? "http://g/" : example.target.prefix { $0 != "#" }))
    }

    @Test(
        "Parts",
        arguments: [
            ("HTTP://a/b", URIReference(scheme: "http", authority: "a", path: "/b")),
            ("//a?q#f", URIReference(authority: "a", path: "", query: "q", fragment: "f")),
            ("mailto:a@b", URIReference(scheme: "mailto", path: "a@b")), ("?", URIReference(path: "", query: "")),
            ("#", URIReference(path: "", fragment: "")), ("1:2", URIReference(path: "1:2")),
            ("a b:c", URIReference(path: "a%20b:c")),
            ("/a?b?c#d?e", URIReference(path: "/a", query: "b?c", fragment: "d?e")),
        ])
    func parts(text: String, reference: URIReference) {
        #expect(URIReference(text) == reference)
        #expect(URIReference(reference.text) == reference)
    }

    @Test(
        "Dot segments",
        arguments: [
            ("/a/../b", "/b"), ("/a/./b", "/a/b"), ("/a/.", "/a/"), ("/a/..", "/"), ("/..", "/"), ("/../..", "/"),
            ("/a//../b", "/a/b"), ("//a//b", "//a//b"), ("/.../.a/a./..a", "/.../.a/a./..a"),
            ("/a/%2E%2e/b", "/a/%2E%2e/b"), ("/", "/"), ("", ""),
        ])
    func dotSegments(path: String, expected: String) {
        #expect(URIReference.removingDotSegments(path) == expected)
    }
}

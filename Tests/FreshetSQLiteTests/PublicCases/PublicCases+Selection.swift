extension PublicCases {
    static let selection: [PublicCase] = variants + everyVariant + dates + tags

    private static func varying(_ fields: String) -> [String] { [hour, "Vary: \(fields)"] }

    private static var variants: [PublicCase] {
        var cases = PublicCases("RFC 9111 §4.1")
        let one = varying("Colour")
        let (red, blue) = ("Colour: red", "Colour: blue")
        cases.optimal("vary-match", .first(one, asks: [red]), .then(.stored, asks: [red]))
        cases.required("vary-no-match", .first(one, asks: [red]), .then(.sent, asks: [blue]))
        cases.required("vary-omit-stored", .first(one), .then(.sent, asks: [red]))
        cases.required("vary-omit", .first(one, asks: [red]), .then(.sent))
        cases.optimal(
            "vary-invalidate", .first(one, asks: [red]), .then(.sent, asks: [blue], gives: one),
            .then(.stored, asks: [red]))
        cases.optimal(
            "vary-cache-key", .first(one, asks: [red, "Taste: sweet"]), .then(.stored, asks: [red, "Taste: sour"]))

        let two = varying("Colour, Size")
        let small = "Size: s"
        cases.optimal("vary-2-match", .first(two, asks: [red, small]), .then(.stored, asks: [red, small]))
        cases.required("vary-2-no-match", .first(two, asks: [red, small]), .then(.sent, asks: [blue, small]))
        cases.required("vary-2-match-omit", .first(two, asks: [red, small]), .then(.sent))

        let three = varying("Colour, Size, Taste")
        let all = [red, small, "Taste: sweet"]
        cases.optimal("vary-3-match", .first(three, asks: all), .then(.stored, asks: all))
        cases.required("vary-3-no-match", .first(three, asks: all), .then(.sent, asks: [blue, small, all[2]]))
        cases.required("vary-3-order", .first(three, asks: all), .then(.sent, asks: [red, all[2], "Size: small"]))
        cases.optimal("vary-3-omit", .first(three, asks: [red, all[2]]), .then(.stored, asks: [red, all[2]]))
        cases.required("vary-star", .first(varying("*"), asks: [red]), .then(.sent, asks: [red]))

        cases.optimal(
            "vary-normalise-combine", .first(one, asks: ["Colour: red, blue"]), .then(.stored, asks: [red, blue]))
        cases.optimal(
            "vary-normalise-space", .first(one, asks: ["Colour: red,blue"]),
            .then(.stored, asks: ["Colour: red,  blue"]))
        let language = varying("Accept-Language")
        let french = "Accept-Language: fr, it"
        cases.optimal(
            "vary-normalise-lang-order", .first(language, asks: [french]),
            .then(.stored, asks: ["Accept-Language: it, fr"]))
        cases.optimal(
            "vary-normalise-lang-case", .first(language, asks: [french]),
            .then(.stored, asks: ["Accept-Language: FR, iT"]))
        cases.optimal(
            "vary-normalise-lang-space", .first(language, asks: [french]),
            .then(.stored, asks: ["Accept-Language: fr ,   it"]))
        cases.optimal(
            "vary-normalise-lang-select", .first(language + ["Content-Language: it"], asks: [french]),
            .then(.stored, asks: ["Accept-Language: es;q=0.5, it;q=1.0"]))
        return cases.all
    }

    private static var everyVariant: [PublicCase] {
        var cases = PublicCases("RFC 9111 §4.1")
        cases.required("vary-syntax-star", .sent, hour, "Vary: *")
        cases.required("vary-syntax-star-star", .sent, hour, "Vary: *, *")
        cases.required("vary-syntax-star-star-lines", .sent, hour, "Vary: *", "Vary: *")
        cases.required("vary-syntax-empty-star", .sent, hour, "Vary: , *")
        cases.required("vary-syntax-empty-star-lines", .sent, hour, "Vary: ", "Vary: *")
        cases.required("vary-syntax-star-foo", .sent, hour, "Vary: *, Colour")
        cases.required("vary-syntax-foo-star", .sent, hour, "Vary: Colour, *")
        return cases.all
    }

    /// A conditional request of the caller for which the cache has a fresh response.
    private static func asking(_ condition: String...) -> PublicCase.Step {
        PublicCase.Step.then(.stored, asks: condition).with(\.shownStatus, 304)
    }

    private static var dates: [PublicCase] {
        var cases = PublicCases("RFC 9111 §4.3.2")
        let dated = "Last-Modified: {-3000}"
        cases.optimal("conditional-lm-fresh", .first([hour, dated]), asking("If-Modified-Since: {-3003}"))
        cases.optimal("conditional-lm-fresh-earlier", .first([hour, dated]), asking("If-Modified-Since: {-2000}"))
        cases.optimal("conditional-lm-fresh-rfc850", .first([hour, dated]), asking("If-Modified-Since: {850-3003}"))
        cases.optimal("conditional-lm-fresh-no-lm", .first([hour]), asking("If-Modified-Since: {-3000}"))
        cases.section = "RFC 9111 §4.3.4"
        cases.optimal(
            "conditional-lm-stale", .first([threeSeconds, dated]),
            .then(.confirmed, asks: ["If-Modified-Since: {-3003}"]).with(\.shownStatus, 304))
        return cases.all
    }

    private static var tags: [PublicCase] {
        var cases = PublicCases("RFC 9111 §4.3.2")
        let strong = #""v1""#
        let tagged = [hour, "ETag: \(strong)"]
        cases.optimal("conditional-etag-strong-respond", .first(tagged), asking("If-None-Match: \(strong)"))
        for (id, list) in [
            ("first", [strong, #""v2""#, #""v3""#]), ("second", [#""v2""#, strong, #""v3""#]),
            ("last", [#""v2""#, #""v3""#, strong]),
        ] {
            cases.optimal(
                "conditional-etag-strong-respond-multiple-\(id)", .first(tagged),
                asking("If-None-Match: \(list.joined(separator: ", "))"))
        }
        cases.required(
            "conditional-304-etag", .first(tagged),
            asking("If-None-Match: \(strong)").with(\.has, ["ETag: \(strong)"]))
        cases.required(
            "conditional-etag-precedence", .first(tagged + ["Last-Modified: {-5000}"]),
            asking("If-None-Match: \(strong)", "If-Modified-Since: {-9000}"))
        // The tag of the response, and that of the request.
        let forms = [
            ("strong-respond-obs-text", #""vü""#, #""vü""#), ("quoted-respond-unquoted", strong, "v1"),
            ("unquoted-respond-unquoted", "v1", "v1"), ("unquoted-respond-quoted", "v1", strong),
            ("weak-respond-lowercase", #"w/"v1""#, #"w/"v1""#), ("weak-respond-backslash", #"W\"v1""#, #"W\"v1""#),
            ("weak-respond-omit-slash", #"W"v1""#, #"W"v1""#),
        ]
        for (id, theirs, ours) in forms {
            cases.check(
                "conditional-etag-\(id)", .first([hour, "ETag: \(theirs)"]), asking("If-None-Match: \(ours)"))
        }
        cases.optimal(
            "conditional-etag-weak-respond", .first([hour, #"ETag: W/"v1""#]), asking(#"If-None-Match: W/"v1""#))

        cases.section = "RFC 9111 §4.3.1"
        let red = "Colour: red"
        let variant = ["Vary: Colour", "ETag: \(strong)"]
        cases.required(
            "conditional-etag-vary-headers", .first([threeSeconds] + variant, asks: [red]),
            .then(.confirmed, asks: [red]).with(\.arrives, [red]))
        cases.check(
            "conditional-etag-vary-headers-mismatch", .first([hour] + variant, asks: [red]),
            .then(.any, asks: ["Colour: blue"]).with(\.arrives, ["If-None-Match: \(strong)"]))
        for (id, tag, sent) in [("strong-generate", strong, strong), ("weak-generate-weak", #"W/"v1""#, #"W/"v1""#)] {
            cases.optimal(
                "conditional-etag-\(id)", .first([threeSeconds, "ETag: \(tag)"]),
                .then(.confirmed).with(\.arrives, ["If-None-Match: \(sent)"]))
        }
        cases.check(
            "conditional-etag-strong-generate-unquoted", .first([threeSeconds, "ETag: v1"]),
            .then(.confirmed).with(\.arrives, ["If-None-Match: \(strong)"]))
        cases.section = "RFC 9111 §4.3.2"
        for (id, tag) in [("forward", strong), ("forward-unquoted", "v1")] {
            cases.check(
                "conditional-etag-\(id)",
                PublicCase.Step.then(.sent, asks: ["If-None-Match: \(tag)"])
                    .with(\.arrives, ["If-None-Match: \(strong)"]))
        }
        return cases.all
    }
}

/// Fields that many cases have.
let hour = "Cache-Control: max-age=3600"
let threeSeconds = "Cache-Control: max-age=3"

extension PublicCases {
    static let freshness: [PublicCase] = lifetimes + parsing + ages + expires + expiresForms + estimates

    private static var lifetimes: [PublicCase] {
        var cases = PublicCases("RFC 9111 §5.2.2.1")
        cases.check("freshness-none", .sent)
        cases.optimal("freshness-max-age", .stored, "Cache-Control: max-age=4")
        cases.required("freshness-max-age-stale", .sent, threeSeconds)
        cases.required("freshness-max-age-0", .sent, "Cache-Control: max-age=0")
        cases.optimal("freshness-max-age-max-minus-1", .stored, "Cache-Control: max-age=2147483647")
        cases.optimal("freshness-max-age-max", .stored, "Cache-Control: max-age=2147483648")
        cases.optimal("freshness-max-age-max-plus-1", .stored, "Cache-Control: max-age=2147483649")
        cases.optimal("freshness-max-age-max-plus", .stored, "Cache-Control: max-age=99999999999")
        cases.required("freshness-max-age-age", .sent, hour, "Age: 4000")
        cases.check("freshness-max-age-date", .sent, hour, "Date: {-4000}")
        cases.optimal("freshness-max-age-expires", .stored, hour, "Expires: {-4000}")
        cases.optimal("freshness-max-age-expires-invalid", .stored, hour, "Expires: 0")
        cases.required("freshness-max-age-0-expires", .sent, "Cache-Control: max-age=0", "Expires: {+4000}")
        cases.optimal("freshness-max-age-extension", .stored, "Cache-Control: shiny, max-age=3600")
        cases.optimal("freshness-max-age-case-insenstive", .stored, "Cache-Control: MAX-aGe=3600")
        cases.required("freshness-max-age-negative", .sent, "Cache-Control: max-age=-3600")
        cases.required("freshness-max-age-s-maxage-private", .sent, "Cache-Control: s-maxage=3600, max-age=3")
        cases.required(
            "freshness-max-age-s-maxage-private-multiple", .sent, "Cache-Control: s-maxage=3600", threeSeconds)
        return cases.all
    }

    private static var parsing: [PublicCase] {
        var cases = PublicCases("RFC 9111 §4.2.1")
        cases.check("freshness-max-age-two-fresh-stale-sameline", .stored, "Cache-Control: max-age=3600, max-age=3")
        cases.check("freshness-max-age-two-fresh-stale-sepline", .stored, hour, threeSeconds)
        cases.check("freshness-max-age-two-stale-fresh-sameline", .stored, "Cache-Control: max-age=3, max-age=3600")
        cases.check("freshness-max-age-two-stale-fresh-sepline", .stored, threeSeconds, hour)
        cases.section = "RFC 9111 §5.2"
        cases.check("freshness-max-age-quoted", .stored, #"Cache-Control: max-age="3600""#)
        cases.required(
            "freshness-max-age-ignore-quoted", .sent, #"Cache-Control: note="max-age=3600", max-age=3"#)
        cases.required(
            "freshness-max-age-ignore-quoted-rev", .sent, #"Cache-Control: max-age=3, note="max-age=3600""#)
        cases.check("freshness-max-age-space-before-equals", .sent, "Cache-Control: max-age =3600")
        cases.check("freshness-max-age-space-after-equals", .sent, "Cache-Control: max-age= 3600")
        cases.section = "RFC 9111 §1.2.2"
        cases.required("freshness-max-age-leading-zero", .stored, "Cache-Control: max-age=0003600")
        cases.required("freshness-max-age-single-quoted", .sent, "Cache-Control: max-age='3600'")
        cases.check("freshness-max-age-decimal-zero", .stored, "Cache-Control: max-age=3600.0")
        cases.check("freshness-max-age-decimal-five", .stored, "Cache-Control: max-age=3600.5")
        cases.check("freshness-max-age-a100", .stored, "Cache-Control: max-age=x3600")
        cases.check("freshness-max-age-100a", .stored, "Cache-Control: max-age=3600x")
        return cases.all
    }

    private static var ages: [PublicCase] {
        var cases = PublicCases("RFC 9111 §5.1")
        cases.required("age-parse-nonnumeric", .stored, hour, "Age: old")
        cases.required("age-parse-negative", .stored, hour, "Age: -4000")
        cases.required("age-parse-float", .stored, hour, "Age: 4000.0")
        cases.required("age-parse-large-minus-one", .sent, hour, "Age: 2147483647")
        cases.required("age-parse-large", .sent, hour, "Age: 2147483648")
        cases.required("age-parse-larger", .sent, hour, "Age: 2147483649")
        cases.required("age-parse-suffix", .sent, hour, "Age: 4000, 0")
        cases.required("age-parse-prefix", .stored, hour, "Age: 0, 4000")
        cases.required("age-parse-suffix-twoline", .sent, hour, "Age: 4000", "Age: 0")
        cases.required("age-parse-prefix-twoline", .stored, hour, "Age: 0", "Age: 4000")
        cases.required("age-parse-dup-0", .stored, hour, "Age: 0, 0")
        cases.required("age-parse-dup-0-twoline", .stored, hour, "Age: 0", "Age: 0")
        cases.required("age-parse-dup-old", .stored, hour, "Age: 1200", "Age: 1200")
        cases.check("age-parse-parameter", .sent, hour, "Age: 4000;a=b")
        cases.check("age-parse-numeric-parameter", .sent, hour, "Age: 4000;a=1")
        return cases.all
    }

    private static var expires: [PublicCase] {
        var cases = PublicCases("RFC 9111 §5.3")
        cases.optimal("freshness-expires-future", .stored, "Expires: {+4000}")
        cases.required("freshness-expires-past", .sent, "Expires: {-4000}")
        cases.required("freshness-expires-present", .sent, "Expires: {+0}")
        cases.required("freshness-expires-old-date", .sent, "Expires: {+100}", "Date: {+200}")
        cases.required("freshness-expires-invalid", .sent, "Expires: 0")
        cases.optimal("freshness-expires-invalid-date", .stored, "Expires: {+100}", "Date: yesterday")
        cases.required(
            "freshness-expires-age-slow-date", .sent, "Expires: {+10}", "Date: {-10}", "Age: 25")
        cases.required(
            "freshness-expires-age-fast-date", .sent, "Expires: {+20}", "Date: {+10}", "Age: 15")
        return cases.all
    }

    private static var expiresForms: [PublicCase] {
        var cases = PublicCases("RFC 9110 §5.6.7")
        cases.optimal("freshness-expires-32bit", .stored, "Expires: Tue, 19 Jan 2038 03:14:08 GMT")
        cases.optimal("freshness-expires-far-future", .stored, "Expires: Fri, 01 Jan 2999 00:00:00 GMT")
        cases.optimal("freshness-expires-rfc850", .stored, "Expires: Friday, 01-Jan-44 10:20:30 GMT")
        cases.optimal("freshness-expires-ansi-c", .stored, "Expires: Fri Jan  1 10:20:30 2044")
        cases.section = "RFC 9111 §4.2"
        cases.optimal("freshness-expires-wrong-case-weekday", .stored, "Expires: fRI, 01 Jan 2044 10:20:30 GMT")
        cases.optimal("freshness-expires-wrong-case-month", .stored, "Expires: Fri, 01 jAN 2044 10:20:30 GMT")
        cases.optimal("freshness-expires-wrong-case-tz", .stored, "Expires: Fri, 01 Jan 2044 10:20:30 gmt")
        cases.section = "RFC 9111 §5.3"
        cases.required("freshness-expires-invalid-utc", .sent, "Expires: Fri, 01 Jan 2044 10:20:30 UTC")
        cases.required("freshness-expires-invalid-aest", .sent, "Expires: Fri, 01 Jan 2044 10:20:30 AEST")
        cases.required("freshness-expires-invalid-2-digit-year", .sent, "Expires: Fri, 01 Jan 44 10:20:30 GMT")
        cases.required("freshness-expires-invalid-no-comma", .sent, "Expires: Fri 01 Jan 2044 10:20:30 GMT")
        cases.required("freshness-expires-invalid-multiple-spaces", .sent, "Expires: Fri,  01 Jan 2044 10:20:30 GMT")
        cases.required("freshness-expires-invalid-date-dashes", .sent, "Expires: Fri, 01-Jan-2044 10:20:30 GMT")
        cases.required("freshness-expires-invalid-time-periods", .sent, "Expires: Fri, 01 Jan 2044 10.20.30 GMT")
        cases.required("freshness-expires-invalid-1-digit-hour", .sent, "Expires: Fri, 01 Jan 2044 1:20:30 GMT")
        cases.required(
            "freshness-expires-invalid-multiple-lines", .sent, "Expires: Fri, 01 Jan 2044 1:20:30 GMT",
            "Expires: Fri, 01 Jan 2044 1:20:31 GMT")
        return cases.all
    }

    /// Lifetimes that the cache estimates from `Last-Modified`.
    private static var estimates: [PublicCase] {
        var cases = PublicCases("RFC 9111 §4.2.2")
        let yesterday = ["Last-Modified: {-86400}"]
        for status in [200, 203, 204, 404, 405, 410, 414, 501] {
            cases.optimal(
                "heuristic-\(status)-cached", .first(yesterday, status: status),
                .then(.stored, gives: yesterday).with(\.status, status))
        }
        for status in [201, 202, 403, 502, 503, 504, 599] {
            cases.required(
                "heuristic-\(status)-not_cached", .first(yesterday, status: status),
                .then(.sent, gives: yesterday).with(\.status, status))
        }
        let publicly = yesterday + ["Cache-Control: public"]
        cases.optimal(
            "heuristic-599-cached", .first(publicly, status: 599),
            .then(.stored, gives: publicly).with(\.status, 599))
        for seconds in [5, 10, 30, 60, 300, 600, 1200, 1800, 3600, 43200, 86400] {
            cases.check("heuristic-delta-\(seconds)", .stored, "Last-Modified: {-\(seconds)}")
        }
        return cases.all
    }
}

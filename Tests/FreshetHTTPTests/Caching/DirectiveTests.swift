import Foundation
import FreshetHTTP
import HTTPTypes
import Testing

/// The directives of `Cache-Control`, written well and badly: RFC 9111 §5.2.
struct DirectiveTests {
    private func response(_ values: String...) -> ResponseDirectives {
        var fields: HTTPFields = [:]
        fields[values: .cacheControl] = values
        return ResponseDirectives(fields)
    }

    private func request(_ value: String?, pragma: String? = nil) -> RequestDirectives {
        var fields: HTTPFields = [:]
        fields[.cacheControl] = value
        fields[HTTPField.Name("Pragma")!] = pragma
        return RequestDirectives(fields)
    }

    @Test(
        "RFC 9111 §5.2.2.1: max-age of a response",
        arguments: [
            ("max-age=60", 60), ("Max-AGE=60", 60), ("max-age=\"60\"", 60), ("public,max-age = 60", 60),
            ("max-age=060", 60), ("max-age=\"6\\0\"", 60), (",, max-age=60 ,,", 60),
            ("ext=\"a,max-age=5\", max-age=60", 60),
            // §1.2.2: a number too large stands for 2^31.
            ("max-age=2147483649", 2_147_483_648), ("max-age=99999999999999999999999", 2_147_483_648),
            // §4.2.1: the first of several counts; what can't be read makes the response stale.
            ("max-age=60, max-age=120", 60), ("max-age", 0), ("max-age=", 0), ("max-age=abc", 0), ("max-age=-1", 0),
            ("max-age=1.5", 0), ("max-age=6 0", 0), ("max-age=\"60", 60), ("max-age=0x10", 0),
        ] as [(String, Int)])
    func maxAge(text: String, seconds: Int) {
        #expect(response(text).maxAge == .seconds(seconds))
    }

    @Test("RFC 9110 §5.3: several fields are one list") func severalFields() {
        let directives = response("public, max-age=60", "stale-if-error=5", "must-revalidate")
        #expect(directives.maxAge == .seconds(60))
        #expect(directives.staleIfError == .seconds(5))
        #expect(directives.mustRevalidate && directives.allowsStoring)
    }

    @Test("Every directive of a response is recognised") func everyResponseDirective() {
        let none = response("foo, s-maxage=9, proxy-revalidate, =, =1, no-transform")
        #expect(none.maxAge == nil && none.staleWhileRevalidate == nil && none.staleIfError == nil)
        #expect(!none.noCache && !none.noStore && !none.mustRevalidate && !none.mustUnderstand && !none.isImmutable)
        #expect(!none.allowsStoring && none.fieldsNotStored.isEmpty)
        let all = response(
            "no-cache, no-store, must-revalidate, must-understand, immutable, private, stale-while-revalidate=1, stale-if-error=2"
        )
        #expect(all.noCache && all.noStore && all.mustRevalidate && all.mustUnderstand && all.isImmutable)
        #expect(all.allowsStoring)
        #expect(all.staleWhileRevalidate == .seconds(1) && all.staleIfError == .seconds(2))
    }

    @Test(
        "RFC 9111 §5.2.2.4: no-cache with and without fields",
        arguments: [
            ("no-cache", true, []), ("no-cache=\"\"", true, []), ("no-cache=\"X-A, x-b\"", false, ["x-a", "x-b"]),
            ("no-cache=\"X-A\", no-cache", true, []), ("no-cache, no-cache=\"X-A\"", true, []),
            ("no-cache=\"X-A\", no-cache=\"X-B\"", false, ["x-a", "x-b"]), ("no-cache=X-A", false, ["x-a"]),
            ("no-cache=\"X-A\", max-age=1", false, ["x-a"]),
        ] as [(String, Bool, Set<String>)])
    func noCache(text: String, isUnqualified: Bool, fields: Set<String>) {
        #expect(response(text).noCache == isUnqualified)
        #expect(response(text).fieldsNotStored == fields)
    }

    @Test("RFC 9111 §5.2.1: the directives of a request") func requestDirectives() {
        let none = request(nil)
        #expect(none.maxAge == nil && none.minFresh == nil && none.maxStale == nil && none.staleIfError == nil)
        #expect(!none.noCache && !none.noStore && !none.onlyIfCached)
        let all = request("max-age=1, min-fresh=2, max-stale=3, stale-if-error=4, no-cache, no-store, only-if-cached")
        #expect(all.maxAge == .seconds(1) && all.minFresh == .seconds(2) && all.maxStale == .seconds(3))
        #expect(all.staleIfError == .seconds(4) && all.noCache && all.noStore && all.onlyIfCached)
        // A number that can't be read: nothing stored is wanted, nothing stale is accepted.
        let odd = request("max-age=x, min-fresh=x, max-stale=x")
        #expect(odd.maxAge == .zero && odd.minFresh == nil && odd.maxStale == .zero)
        #expect(request("max-stale").maxStale == .seconds(1 << 31))
    }

    @Test("RFC 9111 §5.4: Pragma counts without Cache-Control") func pragma() {
        #expect(request(nil, pragma: "x, No-Cache").noCache)
        #expect(!request("max-age=5", pragma: "no-cache").noCache)
        #expect(!request(nil, pragma: "x").noCache)
    }
}

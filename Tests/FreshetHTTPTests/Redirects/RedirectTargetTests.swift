import FreshetHTTP
import HTTPTypes
import Testing

/// The target of a redirect: RFC 9110 §15.4.
struct RedirectTargetTests {
    private func target(
        _ status: Int, _ method: HTTPRequest.Method, _ location: String = "/b", mode: RedirectMode = .follow
    ) throws(RedirectTarget.Refusal) -> RedirectTarget? {
        let head = HTTPResponse(status: .init(code: status), headerFields: [.location: location])
        guard let address = try? WebAddress("https://a.example/a") else { return nil }
        return try RedirectTarget(of: head, to: method, at: address, mode: mode)
    }

    @Test(
        "Methods",
        arguments: [
            (301, .post, true), (302, .post, true), (303, .post, true), (303, .put, true),
            (301, .put, false), (302, .head, false), (303, .head, false), (307, .post, false), (308, .post, false),
        ] as [(Int, HTTPRequest.Method, Bool)])
    func methods(status: Int, method: HTTPRequest.Method, becomesGet: Bool) throws {
        let target = try #require(try target(status, method))
        #expect(target.becomesGet == becomesGet)
        #expect(target.address.text == "https://a.example/b" && target.isSameOrigin)
    }

    @Test func otherOrigins() throws {
        let target = try #require(try target(302, .get, "https://b.example/"))
        #expect(target.address.text == "https://b.example/" && !target.isSameOrigin)
    }

    @Test func finalResponses() throws {
        #expect(try target(200, .get) == nil && target(304, .get) == nil && target(300, .get) == nil)
        #expect(try target(302, .get, mode: .manual) == nil)
    }

    @Test(
        "Refusals",
        arguments: [
            ("http://a.example/b", .follow), ("ftp://a.example/b", .follow), ("https://b.example/", .sameOrigin),
            ("/b", .error),
        ] as [(String, RedirectMode)])
    func refusals(location: String, mode: RedirectMode) {
        #expect(throws: RedirectTarget.Refusal.self) { try target(302, .get, location, mode: mode) }
    }
}

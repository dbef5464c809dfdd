import HTTPTypes
import Testing

@testable import FreshetHTTP

/// `Cache-Groups` and `Cache-Group-Invalidation`: RFC 9875.
struct CacheGroupTests {
    private let address: WebAddress

    init() throws { address = try WebAddress("https://shop.example/a") }

    private func names(_ field: String) -> Set<String> {
        Set(CacheGroup.groups(of: [.cacheGroups: field], from: address.origin).map(\.name))
    }

    @Test(
        "RFC 9875 §2: a list of texts",
        arguments: [
            (#""scripts""#, ["scripts"]), (#""a", "A" ,"a b""#, ["a", "A", "a b"]), (#""a";x=1, "a""#, ["a"]),
            (#""""#, [""]), ("", []), ("a", []), (#""a", b"#, []), (#"("a")"#, []), (#""a","#, []), ("1", []),
        ] as [(String, Set<String>)])
    func groups(field: String, expected: Set<String>) {
        #expect(names(field) == expected)
    }

    @Test func thirtyTwoLongNamesAreRead() {
        let expected = (0..<32).map { "\($0)" + String(repeating: "x", count: 32) }
        #expect(names(expected.map { "\"\($0)\"" }.joined(separator: ", ")) == Set(expected))
    }

    @Test func severalLinesOfTheFieldAreOneList() {
        var fields = HTTPFields()
        for name in ["a", "b"] { fields.append(HTTPField(name: .cacheGroups, value: "\"\(name)\"")) }
        #expect(CacheGroup.groups(of: fields, from: address.origin).count == 2)
    }

    @Test("RFC 9875 §2.1: groups of two origins are two groups") func origins() throws {
        let others = ["http://shop.example/a", "https://shop.example:8443/a", "https://a.shop.example/a"]
        for other in others {
            #expect(CacheGroup("a", of: address.origin) != CacheGroup("a", of: try WebAddress(other).origin))
        }
        let same = try WebAddress("https://SHOP.example:443/b").origin
        #expect(CacheGroup("a", of: address.origin) == CacheGroup("a", of: same))
    }

    @Test(
        "RFC 9875 §3: only unsafe methods invalidate",
        arguments: [(.get, 0), (.head, 0), (.options, 0), (.post, 2), (.delete, 2), (.init("X")!, 2)]
            as [(HTTPRequest.Method, Int)])
    func methods(method: HTTPRequest.Method, count: Int) {
        let fields: HTTPFields = [.cacheGroupInvalidation: #""a", "b""#, .cacheGroups: #""c""#]
        #expect(CacheGroup.invalidated(after: method, by: fields, from: address.origin).count == count)
    }
}

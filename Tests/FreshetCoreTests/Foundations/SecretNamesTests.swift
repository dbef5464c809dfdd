import Foundation
import Freshet
import FreshetTesting
import HTTPTypes
import Logging
import Testing

@testable import FreshetCore
@testable import FreshetURLSession

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Which names are secret, and that everything that handles names agrees on them.
struct SecretNamesTests {
    @Test(
        "Names of header fields",
        arguments: [
            ("Authorization", true), ("Proxy-Authorization", true), ("Cookie", true), ("Set-Cookie", true),
            ("X-Api-Key", true), ("X-Amz-Security-Token", true), ("X-Session-Token", true), ("X-CSRF-Token", true),
            ("X-XSRF-TOKEN", true), ("X-Authenticated-User", true), ("XAPIKEYS", true), ("X-Sid", true),
            ("Idempotency-Key", false), ("Accept", false), ("Accept-Encoding", false), ("User-Agent", false),
            ("If-None-Match", false), ("Content-Type", false), ("X-Request-ID", false), ("X-Residence", false),
        ] as [(String, Bool)])
    func fields(name: String, isSecret: Bool) throws {
        #expect(SecretNames.standard.contains(try #require(HTTPField.Name(name))) == isSecret)
    }

    @Test(
        "Names of items",
        arguments: [
            ("key", true), ("apikey", true), ("apiKey", true), ("api_key", true), ("APIKey", true), ("keys", true),
            ("refresh_token", true), ("accessToken", true), ("token2", true), ("filter[token]", true),
            ("X-Amz-Signature", true), ("X-Amz-Credential", true), ("AWSAccessKeyId", true), ("session_id", true),
            ("sessionid", true), ("JSESSIONID", true), ("PHPSESSID", true), ("client_secret", true),
            ("user.password", true), ("sig", true), ("sid", true), ("connect.sid", true), ("jwt", true),
            ("request_token", true), ("guest_session_id", true), ("id_token", true), ("code", true), ("CODE", true),
            ("auth_code", true), ("user_code", true), ("code_verifier", true), ("device_code", true),
            ("client_assertion", true), ("client_assertion_type", false), ("code_challenge", false),
            ("country_code", false), ("postcode", false), ("zip-code", false), ("code_challenge_method", false),
            ("access%5Ftoken", true), ("%74oken", true), ("tok%C3en", false), ("%", false),
            ("keyword", false), ("with_keywords", false), ("KEYWORD", false), ("author", false), ("authors", false),
            ("tokenize", false), ("secretary", false), ("design", false), ("aside", false), ("passport", false),
            ("idempotency-key", false), ("page", false), ("q", false), ("", false), ("é", false),
        ] as [(String, Bool)])
    func items(name: String, isSecret: Bool) {
        #expect(SecretNames.standard.contains(item: name) == isSecret)
        #expect(SecretNames.standard.contains(item: "-\(name)-".dropFirst().dropLast()) == isSecret)
    }

    @Test func aServiceAddsNames() throws {
        let names = SecretNames.standard.adding("Account", "X-Customer").adding("é")
        #expect(names.contains(try #require(HTTPField.Name("x-customer"))))
        #expect(names.contains(item: "account") && names.contains(item: "ACCOUNT") && names.contains(item: "%C3%A9"))
        #expect(!names.contains(item: "accounts") && names.contains(item: "token"))
        #expect(names != .standard && names == .standard.adding("é", "account", "X-CUSTOMER"))
    }

    @Test(
        "A service removes names",
        arguments: [
            (.standard.removing("pageToken", "max-keys"), "pageToken", false),
            (.standard.removing("pageToken", "max-keys"), "PAGETOKEN", false),
            (.standard.removing("pageToken", "max-keys"), "page%54oken", false),
            (.standard.removing("pageToken", "max-keys"), "max-keys", false),
            (.standard.removing("pageToken", "max-keys"), "token", true),
            (.standard.removing("pageToken", "max-keys"), "nextPageToken", true),
            (.standard.adding("account").removing("Account"), "account", false),
            (.standard.removing("account").adding("Account"), "account", true),
            (.standard.removing("max-keys").adding("Max-Keys"), "max-keys", true),
            (.standard.adding("idempotency-key"), "Idempotency-Key", true),
            (.standard.removing("Authorization"), "Authorization", true),
            (.standard.removing("proxy-authorization"), "Proxy-Authorization", true),
            (.standard.removing("cookie"), "Cookie", true),
            (.standard.removing("set-cookie"), "Set-Cookie", true),
        ] as [(SecretNames, String, Bool)])
    func removals(names: SecretNames, name: String, isSecret: Bool) {
        #expect(names.contains(item: name) == isSecret)
        if let field = HTTPField.Name(name), !name.contains("%") { #expect(names.contains(field) == isSecret) }
    }

    @Test(
        "Values of secret items are replaced",
        arguments: [
            ("", nil), ("page=2", nil), ("token", nil), ("&&=&a", nil),
            ("token=", "token=REDACTED"), ("token=abc", "token=REDACTED"),
            ("page=2&token=a=b", "page=2&token=REDACTED"),
            ("token=a&page=2&sig=b&", "token=REDACTED&page=2&sig=REDACTED&"), ("sid=1;page=2", "sid=REDACTED;page=2"),
            ("next=/x?token=a&b=1", "next=/x?token=REDACTED&b=1"),
            ("next=/x#access_token=a", "next=/x#access_token=REDACTED"),
        ] as [(String, String?)])
    func redaction(text: String, expected: String?) {
        #expect(SecretNames.standard.redacted(items: text) == expected)
    }
}

/// One table of names, and every use of them.
struct SecretUseTests {
    enum Location: Sendable, CustomTestStringConvertible {
        case field(String)
        case item(String)

        var testDescription: String {
            switch self {
            case .field(let name): "field \(name)"
            case .item(let name): "item \(name)"
            }
        }

        /// A request that carries a text in this location.
        func request(_ text: String) -> Request<Shop, Shop.Item> {
            switch self {
            case .field(let name):
                return Request("items").header(HTTPField.Name(name)!, text)
            case .item(let name):
                return Request(RequestPath("items?page=1&\(name)=\(text)"))
            }
        }
    }

    static let secret: [Location] = [
        .field("Authorization"), .field("Proxy-Authorization"), .field("Cookie"), .field("X-Api-Key"),
        .field("X-Auth-Token"), .field("X-Amz-Security-Token"), .field("X-Session-Token"), .field("X-CSRF-Token"),
        .field("X-Customer"), .item("token"), .item("refresh_token"), .item("X-Amz-Signature"),
        .item("X-Amz-Credential"), .item("apiKey"), .item("session_id"), .item("acce%73s_token"), .item("account"),
    ]
    static let plainFields: [Location] = [.field("X-Plain"), .field("Idempotency-Key"), .field("X-Page-Token")]

    private let shop = Shop(
        secretNames: .standard.adding("account", "X-Customer").removing("pageToken", "X-Page-Token"))

    /// The target and the values of the fields of a request that was sent.
    private static func wire(_ request: TransportRequest) -> String {
        "\(request.head.path ?? "") \(request.head.headerFields.map(\.value))"
    }

    /// Everything that is reported of a request that is redirected and fails then.
    private func reports(of request: Request<Shop, Shop.Item>) async throws -> String {
        let (recorder, lines) = (EventRecorder(), LogLines())
        var logger = Logger(label: "test") { _ in lines }
        logger.logLevel = .trace
        let observers: [any FetchObserver] = [recorder, LogObserver(logger: logger)]
        let (client, stub) = Shop.client(shop, observers: observers) { request in
            let target = request.head.path ?? ""
            return target.hasPrefix("/v1/new") ? .status(403) : .redirect(to: "/v1/new" + target.dropFirst("/v1".count))
        }
        let error = try #require(
            await failure { () async throws(FetchError) in try await client.value(for: request) })
        #expect(stub.requests.count == 2)
        #expect(Self.wire(stub.requests[1]).contains("hush"))
        #expect(error.request?.url.hasPrefix("https://shop.example/v1/new/items") == true)
        let first = try #require(error.redirects.first?.url)
        #expect(first.text.hasPrefix("https://shop.example/v1/items"))
        return "\(error) \(first.text) \(error.localizedDescription) \(recorder.events) \(lines.texts)"
    }

    @Test("Errors, events and logs hold no secret", arguments: secret)
    func reports(location: Location) async throws {
        #expect(!(try await reports(of: location.request("hush"))).contains("hush"))
    }

    @Test func errorsEventsAndLogsHoldNoForm() async throws {
        let request = Request<Shop, Shop.Item>(
            "items", method: .post, body: .form(["user": "ann", "password": "hush", "refresh_token": "hush"]))
        let recorder = EventRecorder()
        let (client, stub) = Shop.client(shop, observers: [recorder]) { _ in .status(403) }
        let error = await failure { () async throws(FetchError) in try await client.value(for: request) }
        guard case .bytes(let body)? = stub.requests.first?.body else {
            Issue.record("no body was sent")
            return
        }
        #expect(String(decoding: body, as: UTF8.self) == "user=ann&password=hush&refresh_token=hush")
        #expect(error != nil && !"\(error!) \(recorder.events)".contains("hush"))
    }

    @Test("What is no secret is reported", arguments: [Location.item("keyword"), .item("author"), .item("pageToken")])
    func plainReports(location: Location) async throws {
        #expect(try await reports(of: location.request("hush")).contains("hush"))
    }

    /// Whether what a request carries in a location is sent to another origin.
    private func follows(_ location: Location) async throws -> Bool {
        let (client, stub) = Shop.client(shop) { request in
            request.head.authority == "shop.example"
                ? .redirect(307, to: "https://other.example/items") : .json(#"{"name":"tea"}"#)
        }
        _ = try await client.value(for: location.request("hush"))
        #expect(Self.wire(stub.requests[0]).contains("hush"))
        return Self.wire(stub.requests[1]).contains("hush")
    }

    @Test("No secret follows a redirect to another origin", arguments: secret)
    func redirects(location: Location) async throws {
        #expect(try await !follows(location))
    }

    @Test("Other fields follow", arguments: plainFields)
    func plainRedirects(location: Location) async throws {
        #expect(try await follows(location))
    }

    @Test("Callers with different secrets share no stored response, and the store holds no secret", arguments: secret)
    func identity(location: Location) async throws {
        for vary in [nil, location.fieldName] {
            let counter = Counter()
            let shop = CachedShop(shop) { _ in
                counter.item("max-age=60", vary.map { [.vary: $0] } ?? [:])
            }
            for _ in 0..<2 {
                #expect(try await shop.client.value(for: location.request("hush-mine")).price == 1)
                #expect(try await shop.client.value(for: location.request("hush-yours")).price == 2)
            }
            let entries = try await shop.cache.entries()
            #expect(Set(entries.map(\.key.identity)).count == 2 && Set(entries.map(\.key.url)).count == 1)
            let stored = String(decoding: try JSONEncoder().encode(entries), as: UTF8.self)
            #expect(!stored.contains("hush") && !"\(entries)".contains("hush"))
        }
    }

    @Test("Other fields do not separate callers", arguments: plainFields)
    func plainIdentity(location: Location) async throws {
        let counter = Counter()
        let shop = CachedShop(shop) { _ in counter.item("max-age=60") }
        #expect(try await shop.client.value(for: location.request("one")).price == 1)
        #expect(try await shop.client.value(for: location.request("two")).price == 1)
    }

    @Test(
        "The name of a credential is secret",
        arguments: [.query("shop", "hush"), .header(.init("Shop")!, "hush")] as [Credentials],
        [.standard, .standard.removing("shop")] as [SecretNames])
    func credentialNames(credentials: Credentials, names: SecretNames) async throws {
        let recorder = EventRecorder()
        let shop = Shop(credentials: credentials, secretNames: names)
        let (client, stub) = Shop.client(shop, observers: [recorder]) { request in
            request.head.path?.hasPrefix("/v1/items/old") == true
                ? .redirect(to: "https://other.example/v1/new?shop=hush") : .json(#"{"name":"tea"}"#)
        }
        let response = try await client.response(for: .item("old"))
        #expect(stub.requests[1].head.path == "/v1/new?shop=hush")
        #expect(response.url.description == "https://other.example/v1/new?shop=REDACTED")
        #expect(!"\(recorder.events)".contains("hush"))
    }

    @Test(
        "Addresses that can't be used are not quoted whole",
        arguments: [
            "no-scheme.example/x?token=hush", "https://ann:hush@shop.example/", "ann:hush@shop.example",
            "https://a b c/?key=hush", "ftp://shop.example/?key=hush", "https://shop.example:99999/?key=hush",
            "x?key=hush&next=https://shop.example",
        ])
    func wrongAddresses(address: String) async throws {
        let (client, _) = Shop.client(shop) { _ in .status(200) }
        let error = try #require(
            await failure { () async throws(FetchError) in
                try await client.value(for: Request<Shop, Data>(.absolute(address)))
            })
        guard case .invalidRequest = error.kind else {
            Issue.record("\(error)")
            return
        }
        #expect(!"\(error) \(error.localizedDescription)".contains("hush"))
    }

    @Test func aBaseURLThatFailsShowsNoSecret() async throws {
        var shop = shop
        shop.baseURL = "https://shop.example/v1?account=hush"
        let (client, _) = Shop.client(shop) { _ in .status(200) }
        let error = await failure { () async throws(FetchError) in
            try await client.value(for: Request<Shop, Data>("a#token=hush"))
        }
        #expect(error?.request?.url == "https://shop.example/v1?account=REDACTED")
        #expect(error != nil && !"\(error!)".contains("hush"))
    }

    @Test func errorsOfURLSessionShowNoAddress() {
        let address = "https://shop.example/?key=hush"
        let error = FetchError(
            session: URLError(
                .networkConnectionLost,
                userInfo: ["NSErrorFailingURLStringKey": address, NSURLErrorFailingURLErrorKey: address]))
        #expect(error.kind == .connectionLost && error.underlying is URLError)
        #expect(!"\(error)".contains("hush"))
        #expect((error.underlying as? URLError)?.code == .networkConnectionLost)
    }
}

extension SecretUseTests.Location {
    fileprivate var fieldName: String? {
        if case .field(let name) = self { name } else { nil }
    }
}

/// A log handler that keeps everything that is logged.
private struct LogLines: LogHandler {
    private final class Storage: Sendable { let texts = Lock<[String]>([]) }

    private let storage = Storage()
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level = .trace

    var texts: [String] { storage.texts.withLock { $0 } }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        storage.texts.withLock { $0.append("\(event.level) \(event.message) \(event.metadata ?? [:])") }
    }
}

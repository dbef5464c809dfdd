import Foundation
import FreshetCore
import FreshetTapes
import FreshetTesting
import HTTPTypes
import Testing

/// What a tape shows of secrets.
@Suite(.timeLimit(.minutes(1)))
struct RedactionTests {
    private static let url = "https://films.example/v1/films"
    private static let json: HTTPFields = [.contentType: "application/json"]
    private static let form: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]

    /// The text of a body after redaction.
    private static func redacted(_ text: String, _ fields: HTTPFields = json, status: Int = 200) -> String {
        let tape = Tape.of(url, text, response: fields, status: status).redacted()
        return String(decoding: tape.entries[0].response?.body?.data ?? Data(), as: UTF8.self)
    }

    @Test(
        "The form of a value stays",
        arguments: [
            (#"{"access_token":"abc","expires_in":3600}"#, #"{"access_token":"REDACTED-0001","expires_in":3600}"#),
            (#"{"refresh_token" : "a\"b\\" , "x":1}"#, #"{"refresh_token" : "REDACTED-0001" , "x":1}"#),
            (
                #"{"id_token":"a.b.c","client_secret":"s","assertion":"t"}"#,
                #"{"id_token":"REDACTED-0001","client_secret":"REDACTED-0002","assertion":"REDACTED-0003"}"#
            ),
            (#"{"otp":123456,"password":null,"session":true}"#, #"{"otp":900000001,"password":null,"session":true}"#),
            (
                #"{"session":{"id":"abc","n":[1,"d"],"u":"abc"}}"#,
                #"{"session":{"id":"REDACTED-0001","n":[900000002,"REDACTED-0003"],"u":"REDACTED-0001"}}"#
            ),
            (
                #"[{"token":"a"},{"token":"b"},{"token":"a"}]"#,
                #"[{"token":"REDACTED-0001"},{"token":"REDACTED-0002"},{"token":"REDACTED-0001"}]"#
            ),
            (#"{"headers":{"Authorization":"Bearer abc"}}"#, #"{"headers":{"Authorization":"Bearer REDACTED-0001"}}"#),
            (#"{"keyword":"tea","author":"ann"}"#, #"{"keyword":"tea","author":"ann"}"#),
        ])
    func forms(_ text: String, _ expected: String) throws {
        #expect(Self.redacted(text) == expected)
    }

    // MARK: - Codings

    /// A token in Base64, as many are.
    private static let token = "Q0FO+CAN/ab012345=="

    private static func escaped(_ text: String, _ escape: (UInt8) -> String) -> String {
        text.utf8.map(escape).joined()
    }

    private static func base64(_ text: String) -> String { Data(text.utf8).base64EncodedString() }

    private static func hex(_ data: some Sequence<UInt8>) -> String { data.map { String(format: "%02x", $0) }.joined() }

    private static func percent(_ text: String) -> String { escaped(text) { String(format: "%%%02X", $0) } }

    /// The bytes of the token: its last digit is half a byte.
    private static let bytes = Data(base64Encoded: String(token.prefix(16))) ?? Data()
    private static let pair = base64("ann:\(token)")
    private static let urlAlphabet = token.replacing("+", with: "-").replacing("/", with: "_")

    static let codings: [(name: String, text: String)] = [
        ("plain", token), ("unpadded", token.replacing("=", with: "")),
        ("JSON, one character", token.replacing("=", with: #"\u003d"#)),
        ("JSON, another one", token.replacing("+", with: #"\u002B"#)),
        ("JSON, a slash", token.replacing("/", with: #"\/"#)),
        ("JSON, all characters", escaped(token) { String(format: #"\u%04x"#, $0) }),
        ("JSON in a string of JSON", escaped(token) { String(format: #"\\u%04X"#, $0) }),
        ("a script", escaped(token) { String(format: #"\x%02x"#, $0) }),
        ("a script's code points", token.replacing("+", with: #"\u{2b}"#)),
        ("percent, one character", token.replacing("=", with: "%3D")),
        ("percent, in lower case", token.replacing("=", with: "%3d").replacing("+", with: "%2b")),
        ("percent, all characters", percent(token)), ("percent, twice", percent(percent(token))),
        ("percent, three times", percent(percent(percent(token)))),
        ("a form decoded once too often", token.replacing("+", with: " ")),
        ("HTML, a number", token.replacing("+", with: "&#43;")),
        ("HTML, a number in hex", token.replacing("+", with: "&#x2B;")),
        ("HTML, a name", token.replacing("+", with: "&plus;").replacing("=", with: "&equals;")),
        ("HTML in an address", percent(token.replacing("+", with: "&#43;"))),
        ("Base64url", urlAlphabet), ("Base64url, unpadded", urlAlphabet.replacing("=", with: "")),
        ("Base64", base64(token)), ("Base64 of a pair", pair), ("Base64, twice", base64(base64(token))),
        ("Base64 of a pair, twice, percent", percent(base64(pair))),
        ("Base64 within a word", "x" + base64("id=\(token)&a=1") + "y"),
        (
            "Base64 in lines",
            base64("a line that is long: \(token)").enumerated()
                .map { $0.offset % 20 == 19 ? "\($0.element)\\r\\n" : "\($0.element)" }.joined()
        ),
        ("hex", hex(token.utf8)), ("hex in upper case", hex(token.utf8).uppercased()),
        ("JSON of the decoded bytes", bytes.map { String(format: #"\u%04x"#, $0) }.joined()),
        ("hex of the decoded bytes", hex(bytes)), ("Base64 of hex", base64(hex(token.utf8))),
        ("percent, of the decoded bytes", bytes.map { String(format: "%%%02X", $0) }.joined()),
    ]

    @Test("A known secret is replaced in whatever coding", arguments: codings)
    func anyCoding(name: String, text: String) throws {
        let fields: HTTPFields = [.authorization: "Bearer \(Self.token)"]
        let body = #"{"echo":"<\#(text)>","names":{"\#(text)":1}}"#
        var response = Self.json
        response[.init("X-Echo")!] = text
        let tape = Tape.of("\(Self.url)?q=\(Self.percent(text))", body, fields: fields, response: response).redacted()
        let entry = try #require(tape.entries.first)
        let shown = String(decoding: entry.response?.body?.data ?? Data(), as: UTF8.self)
        #expect(shown.components(separatedBy: "REDACTED-0001").count == 3, "\(shown)")
        let value = entry.response?.head.headerFields[.init("X-Echo")!] ?? ""
        #expect(value.contains("REDACTED-0001"), "\(value)")
        #expect(entry.request.url.contains("REDACTED-0001"), "\(entry.request.url)")
        for part in ["Q0FO", "012345", text] {
            #expect(!"\(shown) \(value) \(entry.request.url)".contains(part), "\(shown) \(value)")
        }
    }

    @Test("A known secret is replaced in bytes, in the name of a field and in a reason")
    func places() throws {
        let token = "CAN-ab012345"
        var tape = Tape.of(Self.url, fields: [.authorization: "Bearer \(token)", .cookie: "s=\(Self.token)"])
        tape.entries[0].response?.head.headerFields[.init("x-echo-\(token.lowercased())")!] = "1"
        tape.entries[0].response?.head.status = .init(code: 200, reasonPhrase: "OK \(token)")
        tape.entries[0].response?.body = Tape.Body(Data([0, 0xFF]) + Self.bytes + Data([0xFE]))
        let response = try #require(tape.redacted().entries.first?.response)
        #expect(response.head.headerFields[.init("x-echo-REDACTED-0001")!] == "1")
        #expect(response.head.status.reasonPhrase == "OK REDACTED-0001")
        let bytes = [0, 0xFF] + Array("REDACTED-0002".utf8) + [0xFE]
        #expect(response.body?.data == Data(bytes))
    }

    @Test("The beginning of a secret at the end of a body that was cut is replaced", arguments: codings)
    func cut(name: String, text: String) throws {
        for count in [text.utf8.count * 2 / 3, text.utf8.count - 1] {
            var tape = Tape.of(Self.url, fields: [.authorization: "Bearer \(Self.token)"])
            tape.entries[0].response?.body = Tape.Body(Data("<\(text.prefix(count))".utf8), size: 1 << 20)
            let data = try #require(tape.redacted().entries.first?.response?.body?.data)
            let shown = String(decoding: data, as: UTF8.self)
            #expect(
                shown.contains("<REDACTED-0001") || shown.contains("REDACTED-0001") && name.contains("Base64"),
                "\(shown)")
        }
    }

    @Test("What is no secret stays as it is written")
    func others() {
        let text =
            #"{"token":"abcdefghij","a":"%41 \u0042 &amp; Q0FOQ0FOQ0FOQ0FO 00ff00ff00ff00ff","b":"%zz \\ &x; %"}"#
        #expect(Self.redacted(text) == text.replacing("abcdefghij", with: "REDACTED-0001"))
    }

    @Test("The time is proportional to the length")
    func length() {
        // A search that started anew at each digit would take hours.
        let digits = String(repeating: "0123456789abcdef%41\\u0041&#65;", count: TestLength.count(2_000, long: 40_000))
        let text = #"{"token":"abcdefghij","a":"\#(digits)","b":"abcdefghij"}"#
        #expect(Self.redacted(text) == text.replacing("abcdefghij", with: "REDACTED-0001"))
    }

    @Test("The code of an error is no secret, and that of a sign-in is")
    func codes() {
        let text = #"{"code":"apiKeyInvalid","token":"abcdefghij"}"#
        #expect(Self.redacted(text, status: 401) == #"{"code":"apiKeyInvalid","token":"REDACTED-0001"}"#)
        #expect(Self.redacted(text).hasPrefix(#"{"code":"REDACTED-0001""#))
    }

    @Test("Forms, parts, XML and event streams")
    func otherBodies() {
        #expect(
            Self.redacted("grant_type=password&password=a%20b&next=x", Self.form)
                == "grant_type=password&password=REDACTED-0001&next=x")
        let part = "--b\r\nContent-Disposition: form-data; name=\"password\"\r\n\r\nhush\r\n--b--\r\n"
        #expect(
            Self.redacted(part, [.contentType: "multipart/form-data; boundary=b"])
                == part.replacing("hush", with: "REDACTED-0001"))
        #expect(
            Self.redacted("<a><sessionToken>hush</sessionToken></a>", [.contentType: "application/xml"])
                == "<a><sessionToken>REDACTED-0001</sessionToken></a>")
        #expect(
            Self.redacted("data: {\"token\":\"hush\"}\n\n", [.contentType: "text/event-stream"])
                == "data: {\"token\":\"REDACTED-0001\"}\n\n")
    }

    @Test("Fields, cookies, users and items, also of addresses within items")
    func heads() throws {
        let inner = "https%3A%2F%2Fapp.example%2Fcb%3Fcode%3Dinner-code-1%26state%3Dopen"
        var entry = Tape.Entry.of(
            "https://ann:hush-1@films.example/v1/films?api_key=key-123456&q=tea&next=\(inner)",
            fields: [
                .authorization: "Bearer token-1234", .cookie: "sid=cookie-1; theme=cookie-2", .accept: "a/b",
                .init("X-Api-Key")!: "field-key",
            ],
            response: [
                .setCookie: "sid=cookie-1; Path=/; Secure", .location: "/cb?code=location-code&a=1",
                .wwwAuthenticate: "Bearer realm=\"films\"", .init("Link")!: "</v1?token=link-token&p=2>; rel=\"next\"",
            ])
        entry.request.fields[.referer] = "https://films.example/?token=referer-token#a"
        let tape = Tape([entry]).redacted()
        let request = tape.entries[0].request
        let response = try #require(tape.entries[0].response?.head.headerFields)
        let text = String(decoding: tape.har, as: UTF8.self)
        for secret in [
            "ann:", "hush-1", "key-123456", "inner-code-1", "token-1234", "cookie-1", "cookie-2", "field-key",
            "location-code", "link-token", "referer-token",
        ] { #expect(!text.contains(secret), "\(secret)") }
        #expect(request.url.contains("&q=tea&next=https%3A%2F%2Fapp.example%2Fcb%3Fcode%3DREDACTED-"))
        #expect(request.url.contains("%26state%3Dopen"))
        #expect(request.fields[.authorization]?.hasPrefix("Bearer REDACTED-") == true)
        #expect(request.fields[.cookie]?.hasPrefix("sid=REDACTED-") == true)
        #expect(response[.setCookie]?.hasSuffix("; Path=/; Secure") == true)
        #expect(response[.location]?.hasSuffix("&a=1") == true)
        #expect(response[.wwwAuthenticate] == "Bearer realm=\"films\"")
        // One secret is one placeholder, in the cookie that is set and in the one that is sent.
        let sent = request.fields[.cookie]?.prefix { $0 != ";" }
        let set = response[.setCookie]?.prefix { $0 != ";" }
        #expect(sent == set)
    }

    @Test("The names of a service count")
    func namesOfAService() async throws {
        let names = SecretNames.standard.adding("account").removing("pageToken")
        let taped = Taped(Films(secretNames: names)) { _ in .json(#"{"account":"a-1","pageToken":"p-1"}"#) }
        _ = try await taped.client.data(for: .get("films", ["account": "a-1", "pageToken": "p-2"]))
        #expect(!taped.file.contains("a-1"))
        #expect(taped.file.contains("p-1") && taped.file.contains("p-2"))
    }

    @Test("A secret without a name of its own is replaced everywhere")
    func unnamed() async throws {
        let taped = Taped(Films(credentials: .path("path-secret-1"))) { request in
            .text(
                "you sent \(request.head.path ?? ""), in Base64 \(Data("<path-secret-1>".utf8).base64EncodedString())")
        }
        _ = try await taped.client.data(for: .get("films"))
        #expect(!taped.file.contains("path-secret-1"))
        #expect(taped.file.contains("/v1/REDACTED-0001/films"))
        #expect(!taped.file.contains(String(Data("path-secret-1".utf8).base64EncodedString().dropFirst(4).prefix(8))))
    }

    @Test("A secret that the limit cuts is replaced, too", arguments: [20, 28, 34, 40])
    func cutSecret(limit: Int) async throws {
        let taped = Taped(Films(credentials: .bearer("a-token-of-the-app-1")), bodyLimit: limit) { _ in
            .text("you have sent: a-token-of-the-app-1, thank you")
        }
        _ = try await taped.client.data(for: .get("films"))
        #expect(!taped.file.contains("a-token"))
    }

    @Test("The parts of credentials are secrets alone, and so are parameters of paths")
    func parts() {
        var entry = Tape.Entry.of(
            "https://films.example/v1/films;jsessionid=session-1234?a=1",
            #"{"echo":"digest-12345 password-123 session-1234 https://ann:user-password@films.example pass#word=1"}"#,
            fields: [.authorization: #"Digest username="ann", uri="/v1/films", response="digest-12345""#])
        entry.response?.head.headerFields[HTTPField.Name("Refresh")!] = "3; url=/cb?token=pass%23word%3D1"
        entry.request.fields[.proxyAuthorization] = "Basic " + Data("ann:password-123".utf8).base64EncodedString()
        let text = String(decoding: Tape([entry]).redacted().har, as: UTF8.self)
        for secret in ["digest-12345", "password-123", "session-1234", "user-password", "pass#word"] {
            #expect(!text.contains(secret), "\(secret)")
        }
        #expect(text.contains("/v1/films;jsessionid=REDACTED-"))
    }

    @Test("Placeholders are counted: equal recordings of other secrets have equal placeholders")
    func nothingIsComputed() {
        func text(_ secrets: [String]) -> Data {
            Tape(secrets.map { .of(Self.url, fields: [.authorization: "Bearer \($0)"]) }).redacted().har
        }
        #expect(text(["first-secret", "other-secret", "first-secret"]) == text(["abc-abc-abc", "xyz", "abc-abc-abc"]))
        #expect(text(["first-secret", "other-secret"]) != text(["first-secret", "first-secret"]))
    }

    @Test("A tape that was redacted stays as it is, and new secrets get new placeholders")
    func idempotence() {
        var tape = Tape.of(Self.url, #"{"token":"one-secret-1","otp":1234}"#).redacted()
        #expect(tape.redacted() == tape)
        tape.entries.append(.of(Self.url, #"{"token":"other-secret"}"#))
        let text = String(decoding: tape.redacted().har, as: UTF8.self)
        #expect(text.contains("REDACTED-0001") && !text.contains("other-secret"))
        #expect(tape.redacted().entries[0] == tape.entries[0])
    }

    @Test("Chunks end after the secrets that they cut", arguments: [1, 3, 7, 20])
    func chunks(size: Int) async throws {
        let text = "data: {\"token\":\"a-long-secret-of-the-stream\"}\n\ndata: {\"n\":1}\n\n"
        var chunks: [Data] = []
        var rest = Data(text.utf8)
        while !rest.isEmpty {
            chunks.append(Data(rest.prefix(size)))
            rest = Data(rest.dropFirst(size))
        }
        let taped = Taped { [chunks] _ in
            StubTransport.Response(headers: [.contentType: "text/event-stream"], chunks: chunks)
        }
        _ = try await taped.client.data(for: .get("events").accepting(.success))
        let response = try #require(taped.tape.entries[0].response)
        let sum = response.chunks.reduce(0) { $0 + $1.count }
        #expect(sum == response.body?.data.count)
        #expect(response.chunks.allSatisfy { $0.count >= 0 })
        let expected = text.replacing("a-long-secret-of-the-stream", with: "REDACTED-0001")
        #expect(response.body?.data == Data(expected.utf8))
    }
}

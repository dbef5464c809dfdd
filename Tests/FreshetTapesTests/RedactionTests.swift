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

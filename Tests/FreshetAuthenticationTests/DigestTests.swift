import Foundation
import FreshetCore
import FreshetDigests
import FreshetTesting
import HTTPTypes
import Testing

@testable import FreshetAuthentication

/// HTTP Digest (RFC 7616).
@Suite(.timeLimit(.minutes(1)))
struct DigestTests {
    private struct Printer: Service {
        let baseURL = "https://printer.example"
    }

    // MARK: - Solutions

    private static let nonce = "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v"
    private static let clientNonce = "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"

    @Test(
        "The examples of RFC 7616 §3.9.1",
        arguments: [
            ("MD5", "8ca523f5e9506fed4657c9700eebdbec"),
            ("SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
            // Not an example of the RFC: what hashlib of Python gives for the same values.
            ("SHA-512-256", "430d05014cecc49cab6fbe03176d41a1da86cbfe24a16580e22aaad928d960d0"),
        ])
    func examples(algorithm: String, response: String) throws {
        let challenge = try #require(
            DigestChallenge(
                Challenge(
                    scheme: "Digest",
                    parameters: [
                        "realm": "http-auth@example.org", "qop": "auth, auth-int", "algorithm": algorithm,
                        "nonce": Self.nonce, "opaque": "FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS",
                    ])))
        let solution = challenge.solution(
            user: "Mufasa", password: "Circle of Life", method: "GET", target: "/dir/index.html", uses: 1,
            clientNonce: Self.clientNonce)
        let parts = try #require(Challenge.list(solution).first).parameters
        #expect(parts["response"] == response && parts["nc"] == "00000001" && parts["qop"] == "auth")
        #expect(parts["algorithm"] == algorithm && parts["uri"] == "/dir/index.html" && parts["username"] == "Mufasa")
        #expect(parts["opaque"] == "FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS")
    }

    @Test(
        "The body is protected where the server wants it",
        arguments: [
            ("MD5", "GET", "", "8804a53d3640a40a4f73cea12c5ba451"),
            ("SHA-256", "POST", "a=b", "176672e206620851b3a3441c734a317be951c64addcf827261d0455187323ab3"),
            ("SHA-512-256", "GET", "", "38244c4d345d09bb0000b355be27d2a55003ee188df9821c54df70a63aa0c1ca"),
            ("SHA-512-256", "POST", "a=b", "f1a60e8034ad4488719b0c0550b2f28b7d7a54272e86e711bc0ecf77b76b0cf5"),
        ])
    func bodies(algorithm: String, method: String, body: String, response: String) throws {
        let challenge = try #require(
            DigestChallenge(
                Challenge(
                    scheme: "Digest",
                    parameters: [
                        "realm": "http-auth@example.org", "qop": "auth-int", "algorithm": algorithm,
                        "nonce": Self.nonce,
                    ])))
        let solution = challenge.solution(
            user: "Mufasa", password: "Circle of Life", method: method, target: "/dir/index.html",
            body: Data(body.utf8), uses: 1, clientNonce: Self.clientNonce)
        let parts = try #require(Challenge.list(solution).first).parameters
        #expect(parts["response"] == response && parts["qop"] == "auth-int" && parts["algorithm"] == algorithm)
    }

    @Test func theExampleOfTheOldProtocol() throws {
        // RFC 2069 §2.4, with the digest that its erratum 749 gives.
        let challenge = try #require(
            DigestChallenge(
                Challenge(
                    scheme: "Digest",
                    parameters: ["realm": "testrealm@host.com", "nonce": "dcd98b7102dd2f0e8b11d0f600bfb0c093"])))
        let solution = challenge.solution(
            user: "Mufasa", password: "CircleOfLife", method: "GET", target: "/dir/index.html", uses: 1,
            clientNonce: "unused")
        #expect(solution.contains(#"response="1949323746fe6a43ef61f9606e7febea""#))
        #expect(!solution.contains("nc=") && !solution.contains("algorithm="))
    }

    @Test(
        "The strongest of several challenges",
        arguments: [
            ([#"Digest realm="a", nonce="1", algorithm=MD5, Digest realm="b", nonce="2", algorithm=SHA-256"#], "b"),
            ([#"Digest realm="a", nonce="1""#, #"Digest realm="b", nonce="2", algorithm=sha-256"#], "b"),
            (
                [
                    #"Digest realm="a", nonce="1", algorithm=SHA-256, Digest realm="b", nonce="2", algorithm=SHA-512-256"#
                ], "b"
            ),
            ([#"Digest realm="a", nonce="1", algorithm=SHA-1, Digest realm="b", nonce="2""#], "b"),
            ([#"Digest realm="a", nonce="1", qop="auth-conf", Digest realm="b", nonce="2", qop=auth"#], "b"),
            ([#"Basic realm="a", Digest realm="b", nonce="2", stale=true"#], "b"),
            (
                [
                    #"Digest realm="a", nonce="1", algorithm=SHA-256-sess, Digest realm="b", nonce="2", algorithm=SHA-256"#
                ], "b"
            ),
            ([#"Digest realm="a""#, "Bearer"], nil), ([], nil),
        ] as [([String], String?)])
    func strongest(fields: [String], realm: String?) {
        var all = HTTPFields()
        for field in fields { all.append(HTTPField(name: .wwwAuthenticate, value: field)) }
        #expect(DigestChallenge.strongest(in: all)?.realm == realm)
    }

    // MARK: - Calls

    /// A server that wants the nonce of its script solved, each as often as it says.
    private func client(
        _ script:
            @escaping @Sendable (_ request: TransportRequest, _ parts: [String: String]?) -> StubTransport.Response
    ) async throws -> (Client<Printer>, StubTransport) {
        let stub = StubTransport { request in
            script(request, request.head.headerFields[.authorization].flatMap { Challenge.list($0).first?.parameters })
        }
        var configuration = ClientConfiguration(transport: stub, cache: nil)
        let session = AuthenticationSession(DigestAuthentication(), configuration)
        try await session.signIn(DigestAuthentication.Password(user: "ann", password: "hush"), account: "printer/ann")
        configuration.authentication = .session(session)
        configuration.retry = .never
        return (Client(Printer(), configuration), stub)
    }

    private static func challenge(_ nonce: String, _ more: String = "") -> StubTransport.Response {
        .status(401, headers: [.wwwAuthenticate: #"Digest realm="r", nonce="\#(nonce)", qop="auth"\#(more)"#])
    }

    private static func counts(_ stub: StubTransport) -> [String] {
        stub.requests.map { request in
            let parts = request.head.headerFields[.authorization].flatMap { Challenge.list($0).first?.parameters }
            return parts.map { "\($0["nonce"] ?? "") \($0["nc"] ?? "")" } ?? "none"
        }
    }

    private let page = Request<Printer, String>("page?a=b", reading: .text).sharing(.never)

    @Test func eachUseOfANonceIsCounted() async throws {
        let (client, stub) = try await client { _, parts in parts == nil ? Self.challenge("n1") : .text("done") }
        for _ in 1...3 { #expect(try await client.value(for: page) == "done") }
        #expect(Self.counts(stub) == ["none", "n1 00000001", "n1 00000002", "n1 00000003"])
        #expect(stub.requests[1].head.headerFields[.authorization]?.contains("uri=\"/page?a=b\"") == true)
        #expect(!"\(stub.requests)".contains("hush"))
    }

    @Test func aProtectedBodyIsDigested() async throws {
        let (client, stub) = try await client { request, parts in
            guard let parts else {
                return .status(401, headers: [.wwwAuthenticate: #"Digest realm="r", nonce="n1", qop="auth-int""#])
            }
            return .text(parts["qop"] ?? "")
        }
        let post = Request<Printer, String>("page", method: .post, body: .bytes(Data("a=b".utf8)), reading: .text)
        #expect(try await client.value(for: post) == "auth-int")
        let sent = try #require(stub.requests[1].head.headerFields[.authorization])
        let parts = try #require(Challenge.list(sent).first).parameters
        let secret = MD5.hexDigest(of: "ann:r:hush".utf8)
        let request = MD5.hexDigest(of: "POST:/page:\(MD5.hexDigest(of: "a=b".utf8))".utf8)
        let nonces = "n1:00000001:\(parts["cnonce"] ?? "")"
        #expect(parts["response"] == MD5.hexDigest(of: "\(secret):\(nonces):auth-int:\(request)".utf8))
    }

    @Test func aBodyThatIsNotInMemoryIsNotProtected() async throws {
        let (client, stub) = try await client { _, parts in
            parts == nil
                ? .status(401, headers: [.wwwAuthenticate: #"Digest realm="r", nonce="n1", qop="auth-int""#])
                : .text("done")
        }
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try Data("a=b".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let post = Request<Printer, String>("page", method: .post, body: .file(file), reading: .text)
        do throws(FetchError) {
            _ = try await client.value(for: post)
            Issue.record("it was accepted")
        } catch {
            #expect(error.kind == .authentication(.refused))
        }
        #expect(stub.requests.allSatisfy { $0.head.headerFields[.authorization] == nil })
    }

    @Test func aStaleNonceIsReplacedWithoutASignIn() async throws {
        let current = Lock("n1")
        let (client, stub) = try await client { _, parts in
            let nonce = current.withLock { $0 }
            return parts?["nonce"] == nonce ? .text("done") : Self.challenge(nonce, ", stale=true")
        }
        // More often than a session renews tokens with requests.
        for number in 1...8 {
            current.withLock { $0 = "n\(number)" }
            #expect(try await client.value(for: page) == "done")
        }
        #expect(stub.requests.count == 16)
    }

    @Test func theNextNonceIsUsed() async throws {
        let (client, stub) = try await client { _, parts in
            guard let parts else { return Self.challenge("n1") }
            var response = StubTransport.Response.text("done")
            if parts["nonce"] == "n1" {
                response.head.headerFields[HTTPField.Name("Authentication-Info")!] = #"qop=auth, nextnonce="n2""#
            }
            return response
        }
        for _ in 1...3 { _ = try await client.value(for: page) }
        #expect(Self.counts(stub) == ["none", "n1 00000001", "n2 00000001", "n2 00000002"])
    }

    @Test func aWrongPasswordIsRefusedOnce() async throws {
        let (client, stub) = try await client { _, _ in Self.challenge("n1") }
        do throws(FetchError) {
            _ = try await client.value(for: page)
            Issue.record("it was accepted")
        } catch {
            #expect(error.kind == .authentication(.refused))
        }
        #expect(stub.requests.count == 2)
    }

    @Test func theDigestOfTheNameHidesIt() async throws {
        let (client, stub) = try await client { _, parts in
            parts == nil ? Self.challenge("n1", ", userhash=true, algorithm=SHA-256") : .text("done")
        }
        _ = try await client.value(for: page)
        let field = stub.requests[1].head.headerFields[.authorization] ?? ""
        #expect(field.contains("userhash=true") && !field.contains("\"ann\""))
    }

    @Test func aPasswordPrintsItsNameAlone() {
        let password = DigestAuthentication.Password(user: "ann", password: "hush")
        var dumped = ""
        dump(password, to: &dumped)
        #expect(!"\(password) \(dumped) \(String(reflecting: password))".contains("hush"))
    }
}

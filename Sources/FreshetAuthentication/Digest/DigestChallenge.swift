import Foundation
import FreshetCore
import FreshetDigests
import HTTPTypes

/// An HTTP Digest challenge that can be solved (RFC 7616 §3.3).
struct DigestChallenge: Sendable, Equatable {
    enum Algorithm: String, CaseIterable {
        // The strongest first.
        case sha512 = "SHA-512-256"
        case sha512Session = "SHA-512-256-sess"
        case sha256 = "SHA-256"
        case sha256Session = "SHA-256-sess"
        case md5 = "MD5"
        case md5Session = "MD5-sess"

        var isOfSession: Bool { self == .sha512Session || self == .sha256Session || self == .md5Session }

        func digest(_ text: String) -> String { digest(text.utf8) }

        func digest(_ bytes: some Collection<UInt8>) -> String {
            switch self {
            case .sha512, .sha512Session: SHA512_256.hexDigest(of: bytes)
            case .sha256, .sha256Session: SHA256.hexDigest(of: bytes)
            case .md5, .md5Session: MD5.hexDigest(of: bytes)
            }
        }
    }

    enum Quality: String {
        /// The solution covers the method and the target.
        case request = "auth"
        /// The solution covers the body as well.
        case body = "auth-int"
    }

    let realm: String
    var nonce: String
    let algorithm: Algorithm
    /// Whether the server names the algorithm. RFC 2069 servers don't.
    let namesAlgorithm: Bool
    /// The quality of protection; `nil` for RFC 2069 servers, whose challenges are solved without a
    /// counter.
    let quality: Quality?
    let opaque: String?
    let hidesUser: Bool

    /// Returns the strongest of a response's challenges, which may be in one header field or
    /// several.
    static func strongest(in fields: HTTPFields) -> DigestChallenge? {
        let challenges = Challenge.list(in: fields).compactMap(DigestChallenge.init)
        return Algorithm.allCases.lazy.compactMap { algorithm in
            challenges.first { $0.algorithm == algorithm }
        }.first
    }

    init?(_ challenge: Challenge) {
        let name = challenge.parameters["algorithm"]
        let algorithm = Algorithm.allCases.first { $0.rawValue.lowercased() == (name ?? "MD5").lowercased() }
        guard challenge.scheme == "digest", let realm = challenge.parameters["realm"],
            let nonce = challenge.parameters["nonce"], let algorithm
        else { return nil }
        let qualities = challenge.parameters["qop"]?.split(separator: ",").map {
            String($0.filter { $0 != " " }).lowercased()
        }
        // Use `auth-int` only if the server accepts nothing else: not every body can be read before it is sent.
        let quality = [Quality.request, .body].first { qualities?.contains($0.rawValue) ?? false }
        guard qualities == nil || quality != nil else { return nil }
        self.realm = realm
        self.nonce = nonce
        self.algorithm = algorithm
        namesAlgorithm = name != nil
        self.quality = quality
        opaque = challenge.parameters["opaque"]
        hidesUser = challenge.parameters["userhash"]?.lowercased() == "true"
    }

    /// Returns the value of `Authorization` (RFC 7616 §3.4).
    func solution(
        user: String, password: String, method: String, target: String, body: Data = Data(), uses: UInt32,
        clientNonce: String
    ) -> String {
        let count = String(repeating: "0", count: 8 - String(uses, radix: 16).count) + String(uses, radix: 16)
        var secret = algorithm.digest("\(user):\(realm):\(password)")
        if algorithm.isOfSession { secret = algorithm.digest("\(secret):\(nonce):\(clientNonce)") }
        let bodyPart = quality == .body ? ":\(algorithm.digest(body))" : ""
        let request = algorithm.digest("\(method):\(target)\(bodyPart)")
        let counter = quality.map { ":\(count):\(clientNonce):\($0.rawValue)" } ?? ""
        let response = algorithm.digest("\(secret):\(nonce)\(counter):\(request)")
        let name = hidesUser ? algorithm.digest("\(user):\(realm)") : user
        var parts = [
            "username=\(Self.quoted(name))", "realm=\(Self.quoted(realm))", "nonce=\(Self.quoted(nonce))",
            "uri=\(Self.quoted(target))", "response=\(Self.quoted(response))",
        ]
        if namesAlgorithm { parts.append("algorithm=\(algorithm.rawValue)") }
        if let quality {
            parts += ["qop=\(quality.rawValue)", "nc=\(count)", "cnonce=\(Self.quoted(clientNonce))"]
        }
        if let opaque { parts.append("opaque=\(Self.quoted(opaque))") }
        if hidesUser { parts.append("userhash=true") }
        return "Digest \(parts.joined(separator: ", "))"
    }

    private static func quoted(_ text: String) -> String {
        let escaped = text.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] }
        return "\"\(String(escaped))\""
    }
}

import Foundation
public import FreshetCore
import HTTPTypes

/// An authenticator for HTTP Digest, which proves a name and password without ever sending the
/// password.
///
/// HTTP Digest is defined in RFC 7616.
///
/// ```swift
/// let session = AuthenticationSession(DigestAuthentication(), .platform)
/// try await session.signIn(DigestAuthentication.Password(user: "ann", password: password), account: "printer/ann")
/// ```
///
/// The first request is sent without credentials. The server responds with a challenge, and that
/// request and all later ones are sent with its solution. A new challenge is solved without asking
/// the user. If there are several challenges, the strongest is used: SHA-512-256, then SHA-256,
/// then MD5. The quality of protection is `auth`, or none for RFC 2069 servers. Servers that accept
/// nothing else get `auth-int`, which also protects the body. Files and streams can't be uploaded
/// to those servers, because such bodies aren't read before they are sent.
///
/// Make one per session, since it counts the uses of a challenge.
public final class DigestAuthentication: Authenticator {
    /// A name and its password.
    public struct Password: Codable, Sendable, Hashable {
        /// The name.
        public let user: String
        /// The password.
        public let password: String

        /// Makes a name and its password.
        public init(user: String, password: String) {
            self.user = user
            self.password = password
        }
    }

    private struct State {
        var challenge: DigestChallenge?
        /// The number of times that the challenge's nonce was used.
        var uses: UInt32 = 0
    }

    /// The authentication scheme: `Digest`.
    public let scheme: String? = "Digest"
    private let state = Lock(State())
    private let makeClientNonce: @Sendable () -> String

    /// Makes an authenticator.
    public convenience init() {
        self.init { (0..<4).map { _ in String(UInt32.random(in: .min ... .max), radix: 16) }.joined() }
    }

    init(clientNonce: @escaping @Sendable () -> String) {
        makeClientNonce = clientNonce
    }

    /// Returns the solution to the latest challenge, or no credentials before the first one.
    public func credentials(for token: Password, on request: OutgoingRequest) -> [Credentials] {
        let (challenge, uses) = state.withLock { state -> (DigestChallenge?, UInt32) in
            state.uses += 1
            return (state.challenge, state.uses)
        }
        guard let challenge else { return [] }
        var body = Data()
        if challenge.quality == .body, let content = request.body {
            guard case .bytes(let data) = content else { return [] }
            body = data
        }
        let solution = challenge.solution(
            user: token.user, password: token.password, method: request.method.rawValue, target: request.path,
            body: body, uses: uses, clientNonce: makeClientNonce())
        return [.header(.authorization, solution)]
    }

    /// Returns whether the response has a challenge that can be solved. From other responses, it
    /// stores the next nonce.
    public func isRefusal(_ response: IncomingResponse) -> Bool {
        guard response.head.status == .unauthorized else {
            takeNextNonce(in: response.head.headerFields)
            return false
        }
        return DigestChallenge.strongest(in: response.head.headerFields) != nil
    }

    /// Stores the challenge of the refusing response. It sends nothing.
    ///
    /// - Throws: `FetchError` if there is no challenge that can be solved.
    public func renew(_ token: Password, in renewal: Renewal) async throws(FetchError) -> Password {
        guard let fields = renewal.refusal?.headerFields, let challenge = DigestChallenge.strongest(in: fields) else {
            throw FetchError(.authentication(.signedOut))
        }
        state.withLock { $0 = State(challenge: challenge) }
        return token
    }

    /// Stores the `nextnonce` of `Authentication-Info` (RFC 7616 §3.5).
    private func takeNextNonce(in fields: HTTPFields) {
        guard let field = fields[.authenticationInfo],
            let nonce = Challenge.list("Digest \(field)").first?.parameters["nextnonce"]
        else { return }
        state.withLock { state in
            guard var challenge = state.challenge else { return }
            challenge.nonce = nonce
            state = State(challenge: challenge)
        }
    }
}

extension DigestAuthentication.Password: CustomStringConvertible, CustomReflectable {
    /// A description with the name only.
    public var description: String { "DigestAuthentication.Password(user: \(user))" }

    /// A mirror without children, so that `dump` shows no password.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension HTTPField.Name {
    fileprivate static let authenticationInfo = HTTPField.Name("Authentication-Info")!
}

import Foundation
public import FreshetCore
import HTTPTypes

/// An authenticator with a name and a password, which are never sent as text: HTTP Digest (RFC 7616).
///
/// ```swift
/// let session = AuthenticationSession(DigestAuthentication(), .platform)
/// try await session.signIn(DigestAuthentication.Password(user: "ann", password: password), account: "printer/ann")
/// ```
///
/// The first request is sent without credentials. The server responds with a challenge, and that request and all
/// later ones are sent with its solution. A new challenge is solved without asking the user. Of several challenges
/// the strongest is used: SHA-512-256, SHA-256, MD5. The quality of protection is `auth`, or none for servers of RFC
/// 2069. It is `auth-int`, which protects the body, for servers that accept nothing else; bodies of files and streams
/// can't be sent to these servers, since such bodies are not read before they are sent.
///
/// Make one for each session, since it counts the uses of a challenge.
public final class DigestAuthentication: Authenticator {
    /// A name and its password.
    public struct Password: Codable, Sendable, Hashable {
        /// The name.
        public let user: String
        /// The password.
        public let password: String

        /// Makes a password.
        public init(user: String, password: String) {
            self.user = user
            self.password = password
        }
    }

    private struct State {
        var challenge: DigestChallenge?
        /// How often the nonce of the challenge was used.
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

    /// Returns the solution of the last challenge; no credentials before the first one.
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

    /// Returns whether the response has a challenge that can be solved. Stores the next nonce of other responses.
    public func isRefusal(_ response: IncomingResponse) -> Bool {
        guard response.head.status == .unauthorized else {
            takeNextNonce(in: response.head.headerFields)
            return false
        }
        return DigestChallenge.strongest(in: response.head.headerFields) != nil
    }

    /// Stores the challenge of a refusal. Nothing is sent.
    ///
    /// - Throws: `FetchError` where there is no challenge that can be solved.
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
    /// The name alone.
    public var description: String { "DigestAuthentication.Password(user: \(user))" }

    /// A mirror without children, so that `dump` shows no password.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

extension HTTPField.Name {
    fileprivate static let authenticationInfo = HTTPField.Name("Authentication-Info")!
}

/// How the calls of a client get their tokens: ``session(_:)``.
public struct ClientAuthentication: Sendable {
    let session: any ClientSession
}

/// What a client needs of a session.
protocol ClientSession: CallSession {
    /// Adds a cache from which the responses of an account are removed when it signs out.
    func add(_ cache: HTTPCache)
}

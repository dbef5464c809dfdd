public import FreshetCore
import FreshetTapes

/// The transport that uses the running test's tape.
///
/// Write it as `transport: .tape`. It belongs to the test that is running when it is made, whatever
/// task uses it later.
public struct TapeTransport: Transport {
    private let session: TapeSession?

    fileprivate init(_ session: TapeSession?) {
        self.session = session
    }

    /// Responds from the tape, or records the live transport's response.
    ///
    /// - Throws: A ``FetchError``. Outside a test with a ``TapeTrait``, every request fails.
    public func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
        guard let session else {
            throw FetchError(.invalidRequest("the test has no tape; give it one with @Test(.tape(\"name\"))"))
        }
        return try await session.transport.send(request)
    }
}

extension Transport where Self == TapeTransport {
    /// The transport that uses the running test's tape.
    public static var tape: TapeTransport { TapeTransport(.current) }
}

extension TimeSource {
    /// The time of the running test's tape (`ReplayTransport.time`), or the system's time while the
    /// tape is recorded.
    ///
    /// With it, responses have their recorded dates, and a cached response is as old as it was
    /// during the recording.
    public static var tape: TimeSource { TapeSession.current?.time ?? .system }
}

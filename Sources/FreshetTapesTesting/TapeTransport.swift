public import FreshetCore
import FreshetTapes

/// The transport of the tape of a running test: `transport: .tape`.
///
/// It belongs to the test that runs when it is made, in whatever tasks it is used later.
public struct TapeTransport: Transport {
    private let session: TapeSession?

    fileprivate init(_ session: TapeSession?) {
        self.session = session
    }

    /// Responds from the tape, or records the response of the live transport.
    ///
    /// - Throws: A ``FetchError``; outside of a test with a ``TapeTrait``, for every request.
    public func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
        guard let session else {
            throw FetchError(.invalidRequest("the test has no tape; give it one with @Test(.tape(\"name\"))"))
        }
        return try await session.transport.send(request)
    }
}

extension Transport where Self == TapeTransport {
    /// The transport of the tape of the running test.
    public static var tape: TapeTransport { TapeTransport(.current) }
}

extension TimeSource {
    /// The time of the tape of the running test (`ReplayTransport.time`); that of the system while it is recorded.
    ///
    /// With it, the dates of responses are those of the recording, and a cached response is as old as it was then.
    public static var tape: TimeSource { TapeSession.current?.time ?? .system }
}

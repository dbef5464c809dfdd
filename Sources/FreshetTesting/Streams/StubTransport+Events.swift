import Foundation
public import FreshetCore
public import FreshetStreams
import HTTPTypes

extension StubTransport.Response {
    /// Returns an event stream with these events, one per chunk. Afterwards, the response ends or
    /// breaks off with a failure.
    ///
    /// ```swift
    /// let stub = StubTransport { _ in .events([ServerEvent(id: "1", value: "Hello")]) }
    /// ```
    public static func events(_ events: [ServerEvent<String>], failure: FetchError? = nil) -> Self {
        .eventStream(events.map(\.text), failure: failure)
    }

    /// Returns an event stream with one event per text, one per chunk, as chat services send them.
    public static func events(_ data: String...) -> Self {
        events(data.map { ServerEvent(value: $0) })
    }

    /// Returns an event stream with exactly these chunks, for comments, `retry` lines and malformed
    /// streams.
    public static func eventStream(_ chunks: [String], failure: FetchError? = nil) -> Self {
        Self(
            headers: [.contentType: "text/event-stream"], chunks: chunks.map { Data($0.utf8) }, failure: failure)
    }
}

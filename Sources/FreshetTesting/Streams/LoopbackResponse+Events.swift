#if NIO
import Foundation
public import FreshetStreams

extension LoopbackResponse {
    /// Returns an event stream with these events, one per chunk.
    ///
    /// - Parameters:
    ///   - events: The events.
    ///   - then: The steps that follow. By default, the response ends; `.waitForClose` keeps it
    ///     open until the client disconnects, and `.cut` breaks it off.
    public static func events(_ events: [ServerEvent<String>], then: [Step] = [.lastChunk]) -> LoopbackResponse {
        let fields = [("Content-Type", "text/event-stream"), ("Transfer-Encoding", "chunked")]
        return LoopbackResponse(
            [.head(status: 200, headers: fields)] + events.map { .chunk(Data($0.text.utf8)) } + then)
    }
}
#endif

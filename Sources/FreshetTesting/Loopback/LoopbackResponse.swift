#if NIO
public import Foundation

/// A response of the loopback server, as a list of steps.
public struct LoopbackResponse: Sendable {
    /// A step of a response.
    public indirect enum Step: Sendable {
        /// Writes a status line and fields unchecked.
        case head(status: Int, headers: [(String, String)])
        /// Writes interim heads (1xx).
        case interim(status: Int, count: Int, headers: [(String, String)] = [])
        /// Writes bytes unchecked. Over HTTP/1.1 they may contain anything, even a status line.
        case bytes(Data)
        /// Writes bytes as one chunk of the chunked coding.
        case chunk(Data)
        /// Writes the last chunk of the chunked coding.
        case lastChunk
        /// Writes the same bytes many times, only as fast as the client reads them.
        case repeated(Data, times: Int)
        /// Repeats steps until the client closes the connection.
        case forever([Step])
        /// Waits in real time, to simulate slow servers. Tests that wait use ``hold(_:)``.
        case pause(Duration)
        /// Waits until a test opens the gate.
        case hold(Gate)
        /// Waits until the client closes the connection.
        case waitForClose
        /// Closes the connection; over HTTP/2 the stream.
        case close
        /// Closes the connection, over HTTP/2 with all of its streams.
        case closeConnection
        /// Closes the connection without the closure alert of TLS; over plain HTTP like ``close``.
        case cut
        /// Resets the connection, so that the client sees an error.
        case reset
        /// Continues with the next step, and closes the connection when another request comes on it.
        case closeWhenAskedAgain
        /// Resets the connection, over HTTP/2 with all of its streams.
        case resetConnection
        /// Ends the response over HTTP/2, and continues with the next step, such as ``resetStream(_:)``, even if the
        /// stream is closed. Without this step a response ends after its last one. Does nothing over HTTP/1.1.
        case endStream
        /// Resets the stream over HTTP/2, which ends the response (RFC 9113 §6.4). Does nothing over HTTP/1.1.
        case resetStream(HTTP2Code)
        /// Announces the end of an HTTP/2 connection (RFC 9113 §6.8), which stays open. Does nothing over HTTP/1.1.
        ///
        /// The requests on streams above `lastStream` are not processed; `nil` stands for the stream of this response,
        /// and 0 for none.
        case goAway(lastStream: Int? = nil, code: HTTP2Code = .noError)
        /// Changes how many streams the client may have at once on an HTTP/2 connection (RFC 9113 §6.5.2). Does nothing
        /// over HTTP/1.1.
        case streamLimit(Int)
        /// Writes a frame to an HTTP/2 connection unchecked; by default on the stream of this response. Does nothing
        /// over HTTP/1.1.
        case frame(type: UInt8, flags: UInt8 = 0, stream: Int? = nil, payload: Data = Data())
        /// Reads no more of the body of the request over HTTP/2, so that the client waits for its window. Does nothing
        /// over HTTP/1.1.
        ///
        /// With `respondsEarly`, nothing of the body is read before the handler has returned, so that this can be the
        /// first step.
        case stopReading
    }

    /// The steps, in order.
    public let steps: [Step]

    /// Makes a response of steps.
    public init(_ steps: [Step]) {
        self.steps = steps
    }

    /// Returns a response with a body and its length.
    public static func data(
        _ body: Data,
        type: String = "application/octet-stream",
        status: Int = 200,
        headers: [(String, String)] = []
    ) -> LoopbackResponse {
        let fields = [("Content-Type", type), ("Content-Length", "\(body.count)")] + headers
        return LoopbackResponse([.head(status: status, headers: fields), .bytes(body)])
    }

    /// Returns a plain text response.
    public static func text(_ text: String, status: Int = 200, headers: [(String, String)] = []) -> LoopbackResponse {
        data(Data(text.utf8), type: "text/plain; charset=utf-8", status: status, headers: headers)
    }

    /// Returns a JSON response.
    public static func json(_ text: String, status: Int = 200, headers: [(String, String)] = []) -> LoopbackResponse {
        data(Data(text.utf8), type: "application/json", status: status, headers: headers)
    }

    /// Returns a response without a body.
    public static func status(_ status: Int, headers: [(String, String)] = []) -> LoopbackResponse {
        // Responses with these statuses never have a body, and a length would be wrong (RFC 9110 §8.6).
        let isBodiless = status == 204 || status == 304
        return LoopbackResponse([
            .head(status: status, headers: (isBodiless ? [] : [("Content-Length", "0")]) + headers)
        ])
    }

    /// Returns a redirect.
    public static func redirect(_ status: Int = 302, to location: String) -> LoopbackResponse {
        .status(status, headers: [("Location", location)])
    }

    /// Returns a response in chunks.
    public static func chunked(_ chunks: [String], headers: [(String, String)] = []) -> LoopbackResponse {
        LoopbackResponse(
            [.head(status: 200, headers: [("Content-Type", "text/plain"), ("Transfer-Encoding", "chunked")] + headers)]
                + chunks.map { .chunk(Data($0.utf8)) } + [.lastChunk])
    }

    /// No response at all: the connection stays open until the client closes it.
    public static let silence = LoopbackResponse([.waitForClose])
}
#endif

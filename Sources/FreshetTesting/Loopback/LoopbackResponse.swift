#if NIO
public import Foundation

/// A scripted response of the loopback server, made of steps.
///
/// ```swift
/// let server = try await LoopbackServer.start { _ in
///     LoopbackResponse([
///         .head(status: 200, headers: [("Content-Length", "100")]), .bytes(Data("half".utf8)), .close,
///     ])
/// }
/// ```
public struct LoopbackResponse: Sendable {
    /// A step of a response.
    public indirect enum Step: Sendable {
        /// Writes a status line and header fields, unchecked.
        case head(status: Int, headers: [(String, String)])
        /// Writes interim responses (1xx).
        case interim(status: Int, count: Int, headers: [(String, String)] = [])
        /// Writes bytes, unchecked. Over HTTP/1.1, they may contain anything, even a status line.
        case bytes(Data)
        /// Writes bytes as one chunk of the chunked transfer coding.
        case chunk(Data)
        /// Writes the last chunk of the chunked transfer coding.
        case lastChunk
        /// Writes the same bytes many times, only as fast as the client reads them.
        case repeated(Data, times: Int)
        /// Repeats steps until the client closes the connection.
        case forever([Step])
        /// Waits in real time, to simulate slow servers. In tests that have to wait for something,
        /// use ``hold(_:)``.
        case pause(Duration)
        /// Waits until a test opens the gate.
        case hold(Gate)
        /// Waits until the client closes the connection.
        case waitForClose
        /// Closes the connection or, over HTTP/2, the stream.
        case close
        /// Closes the connection, which over HTTP/2 ends all of its streams.
        case closeConnection
        /// Closes the connection without TLS's closure alert. Over plain HTTP, it is the same as
        /// ``close``.
        case cut
        /// Resets the connection, so that the client sees an error.
        case reset
        /// Continues with the next step, and closes the connection when another request arrives on
        /// it.
        case closeWhenAskedAgain
        /// Resets the connection, which over HTTP/2 ends all of its streams.
        case resetConnection
        /// Ends an HTTP/2 response and continues with the next step, such as ``resetStream(_:)``,
        /// even if the stream is closed. Without this step, a response ends after its last step. It
        /// does nothing over HTTP/1.1.
        case endStream
        /// Resets the HTTP/2 stream, which ends the response (RFC 9113 §6.4). It does nothing over
        /// HTTP/1.1.
        case resetStream(HTTP2Code)
        /// Announces the end of an HTTP/2 connection (RFC 9113 §6.8), which stays open. It does
        /// nothing over HTTP/1.1.
        ///
        /// Requests on streams above `lastStream` aren't processed. `nil` stands for this
        /// response's stream, and 0 means that no request is processed.
        case goAway(lastStream: Int? = nil, code: HTTP2Code = .noError)
        /// Changes how many concurrent streams the client may open on an HTTP/2 connection (RFC
        /// 9113 §6.5.2). It does nothing over HTTP/1.1.
        case streamLimit(Int)
        /// Writes a frame to an HTTP/2 connection, unchecked, by default on this response's stream.
        /// It does nothing over HTTP/1.1.
        case frame(type: UInt8, flags: UInt8 = 0, stream: Int? = nil, payload: Data = Data())
        /// Stops reading the request body over HTTP/2, so that the client has to wait for flow
        /// control. It does nothing over HTTP/1.1.
        ///
        /// With `respondsEarly`, none of the body is read before the handler has returned, so this
        /// can be the first step.
        case stopReading
    }

    /// The steps, in order.
    public let steps: [Step]

    /// Makes a response from steps.
    public init(_ steps: [Step]) {
        self.steps = steps
    }

    /// Returns a response with a body and `Content-Length`.
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
        // Responses with these statuses never have a body, and a 204 must not have `Content-Length` (RFC 9110 §8.6).
        let isBodiless = status == 204 || status == 304
        return LoopbackResponse([
            .head(status: status, headers: (isBodiless ? [] : [("Content-Length", "0")]) + headers)
        ])
    }

    /// Returns a redirect.
    public static func redirect(_ status: Int = 302, to location: String) -> LoopbackResponse {
        .status(status, headers: [("Location", location)])
    }

    /// Returns a response that is sent in chunks.
    public static func chunked(_ chunks: [String], headers: [(String, String)] = []) -> LoopbackResponse {
        LoopbackResponse(
            [.head(status: 200, headers: [("Content-Type", "text/plain"), ("Transfer-Encoding", "chunked")] + headers)]
                + chunks.map { .chunk(Data($0.utf8)) } + [.lastChunk])
    }

    /// Sends no response at all. The connection stays open until the client closes it.
    public static let silence = LoopbackResponse([.waitForClose])
}
#endif

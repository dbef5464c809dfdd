#if NIO
import Foundation

/// A way in which a server misbehaves over HTTP/2, to test how an app copes with it.
///
/// Return it with ``LoopbackResponse/misbehaving(http2:body:)`` from a server that was started with
/// `tls` and `http2: true`. Each case behaves the same every time. For other misbehaviour, write
/// the response's steps yourself (``LoopbackResponse/Step``).
///
/// A minor version may add cases: end a `switch` over it with `default` or `@unknown default`.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum HTTP2Misbehaviour: String, Sendable, CaseIterable {
    // MARK: Streams that end

    /// The stream is reset instead of a response.
    case streamResetBeforeTheHead
    /// The stream is reset in the middle of a body.
    case streamResetInTheBody
    /// The stream is reset right after a complete response.
    case streamResetAfterTheBody
    /// The response is complete before the request body was read, and the stream is then reset with
    /// NO_ERROR (RFC 9113 §8.1).
    ///
    /// Start the server with `respondsEarly: true`, and send a request body of more than 64 KiB.
    case earlyResponse
    /// Each stream is refused as unprocessed (RFC 9113 §8.7).
    case streamRefused
    /// HTTP/1.1 is required (RFC 9113 §7). Over HTTP/1.1 the response is valid.
    case http11Required
    /// The stream ends before the announced length of its body.
    case streamTooShort
    /// The body is longer than its announced length.
    case streamTooLong

    // MARK: Connections that end

    /// GOAWAY reports that no request on the connection is processed.
    case goAwayBeforeTheHead
    /// GOAWAY announces the end of the connection in the middle of a body, which is then completed.
    case goAwayInTheBody
    /// The connection is closed instead of a response.
    case connectionClosedBeforeTheHead
    /// The connection is closed in the middle of a body.
    case connectionClosedInTheBody
    /// The connection is reset in the middle of a body.
    case connectionResetInTheBody

    // MARK: Silence

    /// No bytes arrive on the stream.
    case silentStream
    /// No more bytes arrive in the middle of the body.
    case silentStreamInTheBody

    // MARK: Responses that are none

    /// A body without a head.
    case bodyBeforeTheHead
    /// The stream ends with an interim response.
    case endWithoutAHead
    /// Another head in the middle of the body.
    case headInTheBody
    /// More of the body after the end of the stream.
    case bodyAfterTheEnd
    /// A head without a status.
    case headWithoutStatus
    /// A status that isn't a number.
    case statusNotANumber
    /// A field with an uppercase name, which is forbidden (RFC 9113 §8.2.1).
    case fieldInUpperCase
    /// The field `Connection`, which is forbidden (RFC 9113 §8.2.2).
    case connectionField
    /// A pushed response to a request that the client hasn't sent, although the client forbids
    /// server push.
    case pushedResponse

    // MARK: Broken frames

    /// Fields with broken header compression.
    case brokenFieldCompression
    /// A frame larger than the client allows.
    case frameTooLarge
    /// A flow-control window that grows beyond the maximum (RFC 9113 §6.9.1).
    case windowOverflow
    /// A DATA frame on the connection itself, stream 0.
    case bodyOnTheConnection
    /// A frame of an unknown type, which must be ignored (RFC 9113 §5.5), before a valid response.
    case unknownFrame

    // MARK: Without end

    /// An endless series of pings.
    case floodOfPings
    /// An endless series of settings.
    case floodOfSettings
    /// An endless series of empty DATA frames.
    case floodOfEmptyFrames
    /// Endless fields, in ever more CONTINUATION frames.
    case floodOfContinuations
}

extension HTTP2Misbehaviour: CustomStringConvertible {
    /// The case's name in words, such as "stream reset in the body".
    public var description: String { words }
}

extension LoopbackResponse {
    /// Returns a response that misbehaves over HTTP/2.
    ///
    /// - Parameters:
    ///   - misbehaviour: The misbehaviour.
    ///   - body: The JSON body of a valid response.
    public static func misbehaving(http2 misbehaviour: HTTP2Misbehaviour, body: String = "{}") -> LoopbackResponse {
        LoopbackResponse(misbehaviour.steps(.json(body)))
    }
}

extension HTTP2Misbehaviour {
    fileprivate func steps(_ good: LoopbackResponse) -> [LoopbackResponse.Step] {
        let head = good.steps[0]
        let half: [LoopbackResponse.Step] = good.steps.map { step in
            if case .bytes(let data) = step { .bytes(data.prefix(data.count / 2)) } else { step }
        }
        let null = Data("null".utf8)
        let status = HTTP2Bytes.status200
        return switch self {
        // MARK: Streams that end
        case .streamResetBeforeTheHead: [.resetStream(.internalError)] + good.steps
        case .streamResetInTheBody: half + [.resetStream(.internalError)]
        case .streamResetAfterTheBody: good.steps + [.endStream, .resetStream(.cancel)]
        case .earlyResponse: [.stopReading] + good.steps + [.endStream, .resetStream(.noError)]
        case .streamRefused: [.resetStream(.refusedStream)] + good.steps
        case .http11Required: [.resetStream(.http11Required)] + good.steps
        case .streamTooShort: half
        case .streamTooLong: good.steps + [.frame(type: 0, payload: null), .waitForClose]

        // MARK: Connections that end
        case .goAwayBeforeTheHead: [.goAway(lastStream: 0)] + good.steps
        case .goAwayInTheBody: [head, .goAway()] + good.steps.dropFirst()
        case .connectionClosedBeforeTheHead: [.closeConnection]
        case .connectionClosedInTheBody: half + [.closeConnection]
        case .connectionResetInTheBody: half + [.resetConnection]

        // MARK: Silence
        case .silentStream: [.waitForClose]
        case .silentStreamInTheBody: half + [.waitForClose]

        // MARK: Responses that are none
        case .bodyBeforeTheHead: [.frame(type: 0, payload: null), .waitForClose]
        case .endWithoutAHead: HTTP2Bytes.wholeHead(HTTP2Bytes.field(":status", "103"))
        case .headInTheBody: half + [.frame(type: 1, flags: 4, payload: status), .waitForClose]
        case .bodyAfterTheEnd: good.steps + [.endStream, .frame(type: 0, payload: null)]
        case .headWithoutStatus: HTTP2Bytes.wholeHead(HTTP2Bytes.field("etag", "1"))
        case .statusNotANumber: HTTP2Bytes.wholeHead(HTTP2Bytes.field(":status", "two"))
        case .fieldInUpperCase: HTTP2Bytes.wholeHead(status + HTTP2Bytes.field("ETag", "1"))
        case .connectionField: HTTP2Bytes.wholeHead(status + HTTP2Bytes.field("connection", "close"))
        case .pushedResponse:
            [.frame(type: 5, flags: 4, payload: Data([0, 0, 0, 2]) + HTTP2Bytes.request), .waitForClose]

        // MARK: Broken frames
        case .brokenFieldCompression: HTTP2Bytes.wholeHead(Data([0xFF, 0xFF, 0xFF, 0xFF]))
        case .frameTooLarge: [head, .frame(type: 0, payload: Data(count: 1 << 20)), .waitForClose]
        case .windowOverflow: [.frame(type: 8, stream: 0, payload: Data([0x7F, 0xFF, 0xFF, 0xFF])), .waitForClose]
        case .bodyOnTheConnection: [.frame(type: 0, stream: 0, payload: null), .waitForClose]
        case .unknownFrame: [.frame(type: 0xEE, payload: Data(count: 8))] + good.steps

        // MARK: Without end
        case .floodOfPings: [.forever([.frame(type: 6, stream: 0, payload: Data(count: 8))])]
        case .floodOfSettings: [.forever([.frame(type: 4, stream: 0)])]
        case .floodOfEmptyFrames: [head, .forever([.frame(type: 0)])]
        case .floodOfContinuations:
            [
                .frame(type: 1, payload: status),
                .forever([.frame(type: 9, payload: HTTP2Bytes.field("x-more", "x"))]),
            ]
        }
    }
}

/// Header fields encoded with HPACK without compression (RFC 7541 §6).
private enum HTTP2Bytes {
    /// `:status: 200`, from the static table.
    static let status200 = Data([0x88])
    /// `:method: GET`, `:scheme: https`, `:path: /`, and an authority.
    static let request = Data([0x82, 0x87, 0x84]) + field(":authority", "localhost")

    /// Returns the steps for a complete head that ends its stream.
    static func wholeHead(_ fields: Data) -> [LoopbackResponse.Step] {
        [.frame(type: 1, flags: 5, payload: fields), .waitForClose]
    }

    /// Returns a field with a name and a value of fewer than 127 bytes.
    static func field(_ name: String, _ value: String) -> Data {
        Data([0, UInt8(name.utf8.count)]) + Data(name.utf8) + Data([UInt8(value.utf8.count)]) + Data(value.utf8)
    }
}
#endif

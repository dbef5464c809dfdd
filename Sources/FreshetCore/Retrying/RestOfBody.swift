import HTTPTypes

/// The rest of a body that broke off: makes requests for it, and checks whether a response contains
/// it (RFC 9110 §14).
struct RestOfBody: Sendable {
    private let request: OutgoingRequest
    /// The range of the body in the complete representation.
    private let part: ContentRange
    private let validator: StrongValidator

    /// Reads the head of the response that broke off.
    ///
    /// - Returns: `nil` unless the response identifies its exact bytes by a strong validator, and
    ///   states their number.
    init?(of head: HTTPResponse, to request: OutgoingRequest) {
        let fields = head.headerFields
        // A range of an encoded body counts encoded bytes, but only decoded ones were received. A
        // weak validator allows other bytes (RFC 9110 §8.8.1).
        guard request.method == .get, fields.value(of: .contentEncoding) == nil,
            fields.value(of: .acceptRanges) != "none", let validator = StrongValidator(fields),
            let part = ContentRange(of: head) ?? ContentRange(wholeOf: head)
        else { return nil }
        self.request = request
        self.part = part
        self.validator = validator
    }

    /// Whether all bytes have been received.
    func isComplete(after received: Int) -> Bool { received >= part.range.count }

    /// Returns the request for the bytes that follow the received ones.
    func request(after received: Int) -> OutgoingRequest {
        var rest = request
        // An explicit end: the response that broke off may have been a part itself.
        let last = part.range.upperBound - 1
        rest.headers[.range] = "bytes=\(part.range.lowerBound + received)-\(last)"
        // If the resource has changed, the server sends all of it with 200 rather than bytes that
        // do not fit (RFC 9110 §13.1.5).
        rest.headers[.ifRange] = validator.field
        // A transport adds `gzip` where the field is missing, and the range would then count other
        // bytes.
        rest.headers[.acceptEncoding] = "identity"
        return rest
    }

    /// Whether a response contains the bytes that follow the received ones, of the same
    /// representation.
    func isResumed(by head: HTTPResponse, after received: Int) -> Bool {
        guard let rest = ContentRange(of: head), rest.length == part.length,
            rest.range == part.range.lowerBound + received..<part.range.upperBound
        else { return false }
        // Some servers ignore `If-Range` and send the part of the new representation. A part
        // without a validator is accepted.
        return !StrongValidator.isContradicted(validator.field, by: head.headerFields)
    }
}

/// The urgency of a request compared with others of the same client (RFC 9218).
///
/// ```swift
/// let thumbnail = Request<Gallery, Data>("thumbnails/7")
///     .priority(RequestPriority(urgency: 5, isIncremental: true))
/// ```
///
/// It is sent as the field `Priority`. Servers and content delivery networks that support the
/// field, mostly over HTTP/2 and HTTP/3, send urgent responses first; others ignore it.
public struct RequestPriority: Sendable, Hashable {
    /// The urgency, from 0 for the most urgent response to 7 for background work. The default is 3.
    public let urgency: Int
    /// Whether the response is useful before it is complete, like a progressive picture, so that
    /// the server may interleave several such responses.
    public let isIncremental: Bool

    /// Makes a priority.
    ///
    /// - Parameters:
    ///   - urgency: The urgency. Values outside of 0 to 7 are clamped to that range.
    ///   - isIncremental: Whether the response is useful before it is complete.
    public init(urgency: Int = 3, isIncremental: Bool = false) {
        self.urgency = min(max(urgency, 0), 7)
        self.isIncremental = isIncremental
    }

    /// The value of the field, a structured dictionary (RFC 9218 §4); `nil` for the defaults, which
    /// aren't sent.
    var fieldValue: String? {
        let members = [urgency == 3 ? nil : "u=\(urgency)", isIncremental ? "i" : nil].compactMap(\.self)
        return members.isEmpty ? nil : members.joined(separator: ", ")
    }
}

enum PriorityKey: RequestOptionKey {
    static let defaultValue = RequestPriority()
    static let sharing = OptionSharing<RequestPriority>.ifEqual
}

extension Request {
    /// Returns the request with a priority by which servers can order their responses.
    ///
    /// A `Priority` field that the request, its service or an interceptor sets replaces it. Calls
    /// with different priorities don't share an in-flight request.
    public func priority(_ priority: RequestPriority) -> Self { option(PriorityKey.self, priority) }
}

/// How urgently a server should respond to a request, compared with others of the same client (RFC 9218).
///
/// ```swift
/// let thumbnail = Request<Gallery, Data>("thumbnails/7")
///     .priority(RequestPriority(urgency: 5, isIncremental: true))
/// ```
///
/// It is sent as the field `Priority`. Servers and networks for content that know it, mostly over HTTP/2 and HTTP/3,
/// send urgent responses first; others ignore it.
public struct RequestPriority: Sendable, Hashable {
    /// The urgency, from 0 for the most urgent response to 7 for work in the background. Unless a request says
    /// otherwise, it is 3.
    public let urgency: Int
    /// Whether the response is useful in parts, as a picture is that becomes sharper, so that the server may send
    /// several such responses in turn.
    public let isIncremental: Bool

    /// Makes a priority.
    ///
    /// - Parameter urgency: The urgency. Beyond the limits it is the nearest of 0 and 7.
    public init(urgency: Int = 3, isIncremental: Bool = false) {
        self.urgency = min(max(urgency, 0), 7)
        self.isIncremental = isIncremental
    }

    /// The value of the field, a dictionary (RFC 9218 §4); `nil` for the defaults, which are not sent.
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
    /// Returns the request with a priority, by which servers order their responses.
    ///
    /// A `Priority` field of the request, of its service or of an interceptor replaces it. Calls of different
    /// priorities share no in-flight request.
    public func priority(_ priority: RequestPriority) -> Self { option(PriorityKey.self, priority) }
}

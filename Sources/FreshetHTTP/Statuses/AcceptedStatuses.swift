public import HTTPTypes

/// The statuses with which a call succeeds; with any other status, it fails.
///
/// ```swift
/// let page = Request<Shop, Data>("items/tea").accepting(.any)
/// let item = Request<Shop, Data>("items/tea").accepting(.success.adding(404))
/// ```
public struct AcceptedStatuses: Sendable, Hashable {
    private var ranges: [Range<Int>]

    /// Makes accepted statuses from a range.
    public init(_ statuses: Range<Int>) {
        ranges = [statuses]
    }

    /// The statuses 200 to 299. The default.
    public static let success = AcceptedStatuses(200..<300)

    /// Every final status.
    public static let any = AcceptedStatuses(200..<1000)

    /// Returns these statuses with others added.
    public func adding(_ statuses: Int...) -> AcceptedStatuses {
        var new = self
        new.ranges += statuses.map { $0..<($0 + 1) }
        return new
    }

    /// Returns whether a call succeeds with a status.
    public func contains(_ status: HTTPResponse.Status) -> Bool { ranges.contains { $0.contains(status.code) } }
}

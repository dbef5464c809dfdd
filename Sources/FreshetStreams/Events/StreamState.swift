public import Foundation
public import FreshetCore

/// The state of an event stream's connection.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum StreamState: Sendable, Equatable {
    /// A request is being sent. The number counts the attempts since the stream was last open,
    /// starting at 1.
    case connecting(attempt: Int)
    /// The connection is open and the server can send events.
    case open
    /// The stream reconnects at this date. The error is the last connection's; `nil` if the server
    /// ended it.
    case waiting(until: Date, after: FetchError?)
    /// The stream has ended. The error is `nil` if the server ended the stream.
    case closed(FetchError?)
}

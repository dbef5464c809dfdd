public import Foundation
public import FreshetCore

/// The state of the connection of an event stream, as ``ServerEvents/onStateChange(_:)`` reports it.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum StreamState: Sendable, Equatable {
    /// A request is sent. The number counts the attempts since the stream was last open, from 1.
    case connecting(attempt: Int)
    /// The server sends events.
    case open
    /// The next request is sent at this date. The error is that of the last connection; `nil` if the server ended it.
    case waiting(until: Date, after: FetchError?)
    /// The stream has ended. The error is `nil` if the server ended the stream.
    case closed(FetchError?)
}

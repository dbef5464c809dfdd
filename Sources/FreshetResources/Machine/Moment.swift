import Foundation

/// The number of an event in the sequence of events of a resource store.
///
/// Sending a request, invalidating a resource and setting a value each take the next number. These
/// numbers determine the order of events; a clock never does.
package typealias Stamp = UInt64

struct Moment: Sendable {
    var stamp: Stamp
    /// The time that is used to measure waits.
    var time: Duration
    /// The date that is used to judge freshness.
    var date: Date
    /// Whether there is certainly no network.
    var isOffline = false
    /// Whether the app is in the background.
    var isBackground = false
}

import Foundation

/// The number of an event in the order of a store of resources.
///
/// Sending a request, invalidating and setting each take the next one. Order is decided by them and never by a clock.
package typealias Stamp = UInt64

struct Moment: Sendable {
    var stamp: Stamp
    /// The time by which waits are measured.
    var time: Duration
    /// The date by which freshness is measured.
    var date: Date
    /// Whether there is certainly no network.
    var isOffline = false
    /// Whether the app is in the background.
    var isBackground = false
}

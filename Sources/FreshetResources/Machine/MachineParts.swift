import Foundation
import FreshetCore

// The parts of a resource besides its value. The types aren't nested in the generic machine: in
// unspecialised code, the runtime looks up each nested type at each use, 22 times for one read of a
// fresh resource.

/// The fetch of a resource that is in progress.
struct RunningFetch: Sendable {
    enum Phase: Sendable, Hashable {
        case running, paused
        case waiting(attempt: Int, until: Date, failure: String)
    }

    var plan: FetchPlan
    var phase = Phase.running
    /// Whether the fetch continues without an observer or a caller.
    var isKept = false
}

/// The failure of the latest fetch of a resource.
struct FetchFailure: Sendable {
    let error: FetchError
    let hold: Duration
    /// The time before which nothing is fetched automatically.
    let holdUntil: Duration
}

/// How far the reading of a resource's stored value has progressed.
enum RestoreStep: Sendable {
    case untouched, reading, done
}

/// A caller that waits for the value of a resource.
struct WaitingCaller: Sendable {
    let waiting: Waiting
    /// The smallest number of a fetch whose response satisfies the caller.
    let needs: Stamp
}

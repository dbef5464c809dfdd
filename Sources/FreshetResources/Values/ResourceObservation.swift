import FreshetCore

/// A token for a running observation, which ends when the token is released or cancelled, on any
/// thread.
///
/// Not `Observation`: a type of that name would hide the module, and break what the macro `@Observable` expands to.
public final class ResourceObservation: Sendable {
    private let end: @Sendable (_ isReplaced: Bool) -> Void

    init(_ end: @escaping @Sendable (_ isReplaced: Bool) -> Void) {
        self.end = end
    }

    deinit {
        end(false)
    }

    /// Ends the observation. No change is reported afterwards, except by a call that is already
    /// running on another thread.
    public func cancel() {
        end(false)
    }

    /// Ends the observation of an observer that changes to another resource.
    ///
    /// A fetch that no other observer or caller waits for is cancelled immediately.
    package func replace() {
        end(true)
    }
}

import FreshetCore

/// An observation that is running. It ends when this is released or cancelled, from any thread.
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

    /// Ends the observation. Nothing is passed on afterwards, except by a call that is running on another thread.
    public func cancel() {
        end(false)
    }

    /// Ends the observation of an observer that changes to another resource.
    ///
    /// A fetch that no other observer or caller waits for is cancelled at once.
    package func replace() {
        end(true)
    }
}

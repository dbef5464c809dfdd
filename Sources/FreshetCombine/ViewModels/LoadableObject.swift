public import CombineCompletion
public import FreshetCore

/// An object that loads one value, for a view that shows its four states.
///
/// A view calls `load()` when the state is idle, and again to retry. ``Loader`` implements it.
public protocol LoadableObject: ObservableObject {
    /// The type of the loaded value.
    associatedtype Output

    /// The state of the latest call.
    var state: LoadingState<Output> { get }
    /// Starts a call, which replaces a running one. Returns without waiting for it.
    func load()
}

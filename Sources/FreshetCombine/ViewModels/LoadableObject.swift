public import CombineCompletion
public import FreshetCore

/// An object that loads one value, for a view that shows its four states.
///
/// A view calls `load()` when the state is idle, and again to retry. ``Loader`` implements it.
public protocol LoadableObject: ObservableObject {
    associatedtype Output

    var state: LoadingState<Output> { get }
    func load()
}

public import CombineOrOpenCombine
public import FreshetCore

/// An object that loads one value, for a view that shows the four states of it.
///
/// A view calls `load()` when it finds the state idle, and again for a retry. ``Loader`` is one that is ready to use.
public protocol LoadableObject: ObservableObject {
    associatedtype Output

    var state: LoadingState<Output> { get }
    func load()
}

// The names of earlier versions.

public import CombineCompletion
public import Foundation
public import FreshetCore

extension Publisher {
    /// The earlier name of ``convertToFetchState(keepingPrevious:time:)``.
    @available(*, deprecated, renamed: "convertToFetchState(keepingPrevious:time:)")
    public func mapToLoadingState(
        keepingPrevious previous: FetchState<Output> = FetchState(), time: TimeSource = .system
    ) -> AnyPublisher<FetchState<Output>, Never> {
        convertToFetchState(keepingPrevious: previous, time: time)
    }
}

extension ImageStore {
    /// The earlier name of ``removeFailure(of:)``.
    @available(*, deprecated, renamed: "removeFailure(of:)")
    public func forgetFailure(of url: URL) { removeFailure(of: url) }
}

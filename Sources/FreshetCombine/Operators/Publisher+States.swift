public import CombineCompletion
public import FreshetCore

extension Publisher {
    /// Wraps the values and the failure in results, so that the stream itself never fails.
    ///
    /// A failure becomes a `.failure` followed by the end. Demand is passed on unchanged.
    public func convertToResult() -> AnyPublisher<Result<Output, Failure>, Never> {
        map(Result.success)
            .catch { [.failure($0)].publisher }
            .eraseToAnyPublisher()
    }

    /// Sends loading states: `.loading` first, then each value as `.loaded`, or `.failed` and the end.
    ///
    /// ```swift
    /// news.publisher(for: .headlines)
    ///     .convertToLoadingState()
    ///     .receive(on: DispatchQueue.main)
    ///     .assign(to: &$state)
    /// ```
    ///
    /// A call that was cancelled elsewhere sends `.idle`, since a cancellation isn't a failure.
    /// Demand is passed on unchanged, minus one for the first state.
    public func convertToLoadingState() -> AnyPublisher<LoadingState<Output>, Never> {
        map(LoadingState.loaded)
            .catch { [$0.isCancellation ? .idle : .failed($0)].publisher }
            .prepend(.loading)
            .eraseToAnyPublisher()
    }

    /// Sends states for a screen that keeps its content while it loads.
    ///
    /// The first state is the start of loading. It is followed by each value, and by a failure
    /// alongside the current value.
    ///
    /// - Parameters:
    ///   - previous: The current state of the screen. Its value stays until a new one arrives.
    ///   - time: The time at which values arrive. The system's by default.
    public func convertToFetchState(
        keepingPrevious previous: FetchState<Output> = FetchState(),
        time: TimeSource = .system
    ) -> AnyPublisher<FetchState<Output>, Never> {
        fetchStates(previous) { $1.receive($0, at: time.date()) }
    }

    /// Sends states for a screen that keeps its content, with the facts of the cache.
    ///
    /// These are whether a value is stale, when the server made it, and the failure that prevented
    /// a fresh one.
    ///
    /// - Parameters:
    ///   - previous: The current state of the screen. Its value stays until a new one arrives.
    ///   - time: The time of the client, from which the age of a cached response is subtracted. The system's by
    ///     default.
    public func mapToFetchState<Value>(
        keepingPrevious previous: FetchState<Value> = FetchState(),
        time: TimeSource = .system
    ) -> AnyPublisher<FetchState<Value>, Never> where Output == Response<Value> {
        fetchStates(previous) { $1.receive($0, at: time.date(), isFetching: $0.source.isRevalidating) }
    }

    private func fetchStates<Value>(
        _ previous: FetchState<Value>, receive: @escaping (Output, inout FetchState<Value>) -> Void
    ) -> AnyPublisher<FetchState<Value>, Never> {
        var began = previous
        began.begin()
        return map(Result<Output, Failure>.success)
            .catch { [Result<Output, Failure>.failure($0)].publisher }
            .scan(began) { state, result in
                var state = state
                switch result {
                case .success(let output): receive(output, &state)
                case .failure(let error): if error.isCancellation { state.cancel() } else { state.fail(error) }
                }
                return state
            }
            .prepend(began)
            .eraseToAnyPublisher()
    }
}

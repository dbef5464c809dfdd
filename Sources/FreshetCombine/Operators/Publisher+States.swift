public import CombineOrOpenCombine
public import FreshetCore

extension Publisher {
    /// Wraps values and the failure into results, so that the stream itself can't fail.
    ///
    /// After a failure come one `.failure` and the end. Demand is passed on as it is.
    public func convertToResult() -> AnyPublisher<Result<Output, Failure>, Never> {
        map(Result.success)
            .catch { Just(.failure($0)) }
            .eraseToAnyPublisher()
    }

    /// Tells how loading goes: `.loading` first, then each value as `.loaded`, or `.failed` and the end.
    ///
    /// A call that was cancelled from elsewhere gives `.idle`, since a cancel is no failure. Demand is passed on as it is;
    /// the first state takes one.
    public func convertToLoadingState() -> AnyPublisher<LoadingState<Output>, Never> {
        map(LoadingState.loaded)
            .catch { Just($0.isCancellation ? .idle : .failed($0)) }
            .prepend(.loading)
            .eraseToAnyPublisher()
    }

    /// Tells how loading goes on a screen that keeps what it shows: first that it begins, then each value, and a
    /// failure beside the value that was there.
    ///
    /// - Parameters:
    ///   - previous: What the screen shows now. Its value stays until a new one comes.
    ///   - time: The time at which values come. The system's by default.
    public func mapToLoadingState(
        keepingPrevious previous: FetchState<Output> = FetchState(),
        time: TimeSource = .system
    ) -> AnyPublisher<FetchState<Output>, Never> {
        var began = previous
        began.begin()
        return map(Result<Output, Failure>.success)
            .catch { Just(Result<Output, Failure>.failure($0)) }
            .scan(began) { state, result in
                var state = state
                switch result {
                case .success(let value): state.receive(value, at: time.date())
                case .failure(let error): if error.isCancellation { state.cancel() } else { state.fail(error) }
                }
                return state
            }
            .prepend(began)
            .eraseToAnyPublisher()
    }

    /// Tells how loading goes, with the marks of the cache: a stale value is stale on the screen, came when it was made,
    /// and has beside it why no fresh one came.
    ///
    /// - Parameters:
    ///   - previous: What the screen shows now. Its value stays until a new one comes.
    ///   - time: The time of the client, from which the age of a cached response is taken off. The system's by default.
    public func mapToFetchState<Value>(
        keepingPrevious previous: FetchState<Value> = FetchState(),
        time: TimeSource = .system
    ) -> AnyPublisher<FetchState<Value>, Never> where Output == Response<Value> {
        var began = previous
        began.begin()
        return map(Result<Output, Failure>.success)
            .catch { Just(Result<Output, Failure>.failure($0)) }
            .scan(began) { state, result in
                var state = state
                switch result {
                case .success(let response):
                    state.receive(response, at: time.date(), goesOn: response.source.isRevalidating)
                case .failure(let error): if error.isCancellation { state.cancel() } else { state.fail(error) }
                }
                return state
            }
            .prepend(began)
            .eraseToAnyPublisher()
    }
}

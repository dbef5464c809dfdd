public import CombineCompletion
import FreshetCore

/// A counter of running publishers, for an overlay that is visible while any of them runs.
///
/// ```swift
/// counter.track(news.publisher(for: .sources())).sink {
///     print($0)
/// } receiveValue: {
///     print($0.sources.count)
/// }
/// ```
public final class LoadingCounter: ObservableObject {
    /// The number of running tracked publishers. It changes on the scheduler.
    @Published public private(set) var count = 0

    /// Whether any tracked publisher is running.
    public var isLoading: Bool { count > 0 }

    private let subject = CurrentValueSubject<Int, Never>(0)
    private var subscription: AnyCancellable?

    /// Makes a counter that changes on a scheduler, the main queue by default.
    public init(scheduler: AnyScheduler = .main) {
        subscription = subject.dropFirst().receive(on: scheduler).assign(to: \.count, onWeak: self)
    }

    /// Returns a publisher whose subscriptions are counted from their beginning to their end, however they end.
    public func track<P: Publisher>(_ publisher: P) -> AnyPublisher<P.Output, P.Failure> {
        publisher.observeFetchStatus(with: subject)
    }
}

public import CombineOrOpenCombine
import FreshetCore

/// Counts what runs, for an overlay that is there while anything does.
///
/// ```swift
/// counter.track(news.publisher(for: .sources())).sink { … } receiveValue: { … }
/// ```
public final class LoadingCounter: ObservableObject {
    /// How many tracked publishers are under way; changes on the scheduler.
    @Published public private(set) var count = 0

    /// Whether anything runs.
    public var isLoading: Bool { count > 0 }

    private let subject = CurrentValueSubject<Int, Never>(0)
    private var subscription: AnyCancellable?

    /// Makes a counter whose count changes on a scheduler: the main queue unless told.
    public init(scheduler: AnyScheduler = .main) {
        subscription = subject.dropFirst().receive(on: scheduler).assign(to: \.count, onWeak: self)
    }

    /// Counts every subscription to a publisher from its beginning to its end, in whatever way it ends.
    public func track<P: Publisher>(_ publisher: P) -> AnyPublisher<P.Output, P.Failure> {
        publisher.observeFetchStatus(with: subject)
    }
}

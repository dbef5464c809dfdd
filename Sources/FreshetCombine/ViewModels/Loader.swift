public import CombineCompletion
import Foundation
public import FreshetCore

/// An object that makes one call at a time, repeats it on demand, and publishes its state.
///
/// ```swift
/// let headlines = Loader { news.publisher(for: .headlines) }
/// headlines.load()
/// ```
///
/// A call that depends on an input is passed at the time of loading:
///
/// ```swift
/// let search = Loader<News.Page>()
/// search.load(news.publisher(for: .search("apple")))
/// search.cancel()  // ends this call, not the loader
/// ```
///
/// A new call replaces the running one, which then reports nothing more. After a failure, the next
/// call works as usual. A cancellation restores the previous state. ``state`` has one of four
/// cases; ``fetch`` keeps the old value while the next one loads, and alongside a failure.
///
/// Calls may be started and cancelled from any thread. They begin and report on the scheduler,
/// where both properties also change. Releasing the loader cancels its call.
public final class Loader<Value>: LoadableObject {
    /// The state of the latest call.
    @Published public private(set) var state = LoadingState<Value>.idle
    /// The state of the latest call, with the value that it has kept.
    @Published public private(set) var fetch = FetchState<Value>()

    /// Subscribes a loader to the publisher of a call, which has a number.
    private typealias Call = (_ loader: Loader, _ number: Int) -> AnyCancellable

    private let scheduler: AnyScheduler
    private let time: TimeSource
    private let makeLatestCall = Lock<(() -> Call)?>(ofUnchecked: nil)

    // Accessed on the scheduler only.
    /// The state that a cancellation restores.
    private var settled = LoadingState<Value>.idle
    private var lastNumber = 0
    /// The number of the running call.
    private var running: Int?
    private var subscription: AnyCancellable?

    /// Makes a loader without a call, for calls that depend on an input.
    ///
    /// - Parameters:
    ///   - scheduler: The scheduler on which the outputs change. The main queue by default.
    ///   - time: The time at which the values of publishers are received. The system's by default.
    public init(scheduler: AnyScheduler = .main, time: TimeSource = .system) {
        self.scheduler = scheduler
        self.time = time
    }

    /// Makes a loader from a publisher. Nothing runs before ``load()``.
    ///
    /// - Parameters:
    ///   - scheduler: The scheduler on which the outputs change. The main queue by default.
    ///   - time: The time at which values are received. The system's by default.
    ///   - call: Returns the publisher of a call, on the thread that calls ``load()``.
    public convenience init<P: Publisher>(
        scheduler: AnyScheduler = .main, time: TimeSource = .system, _ call: @escaping () -> P
    ) where P.Output == Value {
        self.init(scheduler: scheduler, time: time)
        setCall { Self.values(of: call()) }
    }

    /// Makes a loader from a request, which shows stale cached values. Nothing is sent before
    /// ``load()``.
    ///
    /// A stale value is shown immediately and marked in ``fetch``, and the fresh one follows. If
    /// the revalidation fails, ``fetch`` has the failure as well as the value.
    ///
    /// - Parameters:
    ///   - client: The client that makes the calls.
    ///   - scheduler: The scheduler on which the outputs change. The main queue by default.
    ///   - request: Returns the request of a call, on the thread that calls ``load()``.
    public convenience init<API: Service>(
        from client: Client<API>, scheduler: AnyScheduler = .main, _ request: @escaping () -> Request<API, Value>
    ) where Value: Sendable {
        self.init(scheduler: scheduler, time: client.time)
        setCall { Self.responses(to: request(), from: client) }
    }

    /// Repeats the latest call, replacing it if it is running. Does nothing if the loader has no call yet.
    public func load() {
        guard let call = makeLatestCall.withLock({ $0 })?() else { return }
        scheduler.schedule { [weak self] in self?.begin(call) }
    }

    /// Subscribes to a publisher, replacing the running call.
    ///
    /// The loader keeps the publisher: ``load()`` subscribes to it again.
    public func load<P: Publisher>(_ publisher: P) where P.Output == Value {
        setCall { Self.values(of: publisher) }
        load()
    }

    /// Sends a request, replacing the running call.
    ///
    /// Stale cached values are shown as with ``init(from:scheduler:_:)``, and ``load()`` sends the
    /// request again.
    public func load<API: Service>(_ request: Request<API, Value>, from client: Client<API>) where Value: Sendable {
        setCall { Self.responses(to: request, from: client) }
        load()
    }

    /// Cancels the running call, and restores the previous state. The loader keeps working.
    public func cancel() {
        scheduler.schedule { [weak self] in
            if let self, running != nil { end() }
        }
    }

    /// Cancels the running call and removes the value and the failure, as if no call had been made.
    public func clear() {
        scheduler.schedule { [weak self] in self?.reset() }
    }

    // MARK: - The call

    private static func values<P: Publisher>(of publisher: P) -> Call where P.Output == Value {
        call(publisher) { loader, value in
            loader.fetch.receive(value, at: loader.time.date(), isFetching: true)
        }
    }

    private static func responses<API: Service>(to request: Request<API, Value>, from client: Client<API>) -> Call
    where Value: Sendable {
        call(client.responsePublisher(for: request), keepsValue: true) { loader, response in
            loader.fetch.receive(response, at: client.time.date(), isFetching: true)
        }
    }

    /// Returns a call that subscribes to a publisher.
    ///
    /// - Parameter keepsValue: Whether a failure after a value of the same call changes ``fetch`` alone.
    private static func call<P: Publisher>(
        _ publisher: P, keepsValue: Bool = false, receive: @escaping (Loader, P.Output) -> Void
    ) -> Call {
        { loader, number in
            publisher.sink { [weak loader] end in
                loader?.report(number) { loader in
                    switch end {
                    case .failure(let error) where !error.isCancellation: loader.fail(error, keepsValue: keepsValue)
                    default: loader.end()
                    }
                }
            } receiveValue: { [weak loader] output in
                loader?.report(number) { loader in
                    receive(loader, output)
                    loader.settle(loader.fetch.loadingState)
                }
            }
        }
    }

    private func setCall(_ makeCall: @escaping () -> Call) {
        // The former call is released outside the lock.
        var makeCall: (() -> Call)? = makeCall
        makeLatestCall.withLock { swap(&$0, &makeCall) }
    }

    // MARK: - On the scheduler

    private func begin(_ call: Call) {
        lastNumber += 1
        let number = lastNumber
        running = number
        subscription = nil
        fetch.begin()
        state = .loading
        // An observer may have started another call, or cancelled this one.
        guard running == number else { return }
        let subscription = call(self, number)
        if running == number { self.subscription = subscription }
    }

    private func report(_ number: Int, _ change: @escaping (Loader) -> Void) {
        scheduler.schedule { [weak self] in
            if let self, running == number { change(self) }
        }
    }

    private func fail(_ error: any Error, keepsValue: Bool) {
        stop()
        fetch.fail(error)
        if !keepsValue || state.value == nil { settle(.failed(error)) }
    }

    private func end() {
        stop()
        fetch.cancel()
        if state.isLoading { state = settled }
    }

    private func reset() {
        stop()
        fetch = FetchState()
        settle(.idle)
    }

    private func stop() {
        running = nil
        subscription = nil
    }

    private func settle(_ state: LoadingState<Value>) {
        settled = state
        self.state = state
    }
}

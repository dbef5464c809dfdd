public import CombineCompletion
public import FreshetCore

extension Publisher {
    /// Reports the status of the fetch to a subject, and passes everything on unchanged.
    ///
    /// The status is `.ongoing` when a subscription begins, `.finished` when it finishes, and
    /// `.ready` when it fails or is cancelled. If several subscriptions report to one subject, the
    /// status stays `.ongoing` until the last of them has ended. Reports reach the subject one at a
    /// time, on the thread that caused them, so use `receive(on:)` before updating a screen.
    ///
    /// The status doesn't tell why a fetch failed; `convertToLoadingState()` does.
    public func observeFetchStatus<S: Subject>(with subject: S) -> AnyPublisher<Output, Failure>
    where S.Output == FetchStatus, S.Failure == Never {
        observing { StatusReports(to: subject) { subject.send($0) } }
    }

    /// Reports to a subject whether a fetch is running, and passes everything on unchanged.
    ///
    /// ```swift
    /// let isLoading = CurrentValueSubject<Bool, Never>(false)
    /// let headlines = news.publisher(for: .headlines).observeFetchStatus(with: isLoading)
    /// let indicator = isLoading.receive(on: DispatchQueue.main).sink { show($0) }
    /// ```
    ///
    /// The value is `true` from the beginning of the first of several overlapping subscriptions
    /// until the last has ended.
    public func observeFetchStatus<S: Subject>(with subject: S) -> AnyPublisher<Output, Failure>
    where S.Output == Bool, S.Failure == Never {
        observing { StatusReports(to: subject) { subject.send($0 == .ongoing) } }
    }

    /// Counts the running fetches in a subject, and passes everything on unchanged.
    ///
    /// The count increases by one when a subscription begins and decreases by one when it ends,
    /// however it ends. Nothing else should change it.
    public func observeFetchStatus(with subject: CurrentValueSubject<Int, Never>) -> AnyPublisher<Output, Failure> {
        observing { CountReports(to: subject) }
    }

    private func observing(_ makeReports: @escaping () -> any Reports) -> AnyPublisher<Output, Failure> {
        Deferred { () -> Publishers.HandleEvents<Self> in
            let reports = makeReports()
            return handleEvents(
                receiveSubscription: { _ in reports.begin() },
                receiveCompletion: { end in
                    if case .finished = end { reports.end(.finished) } else { reports.end(.ready) }
                },
                receiveCancel: { reports.end(.ready) })
        }
        .eraseToAnyPublisher()
    }
}

/// The reports of one subscription: its beginning and its end.
private protocol Reports {
    func begin()
    func end(_ status: FetchStatus)
}

/// The reports of one subscription to a subject that several may share.
private struct StatusReports: Reports {
    /// The identity of one subscription.
    private final class Token {}

    private struct State {
        var running: Set<ObjectIdentifier> = []
        /// The reports that have not been sent yet.
        var pending: [FetchStatus] = []

        mutating func next() -> FetchStatus? { pending.isEmpty ? nil : pending.removeFirst() }
    }

    private let token = Token()
    private let shared: SharedReports<State>
    private let send: (FetchStatus) -> Void

    init(to subject: AnyObject, send: @escaping (FetchStatus) -> Void) {
        shared = SharedReports(subject, State())
        self.send = send
    }

    func begin() {
        report { state in
            guard state.running.insert(ObjectIdentifier(token)).inserted else { return nil }
            return state.running.count == 1 ? .ongoing : nil
        }
    }

    func end(_ status: FetchStatus) {
        report { state in
            guard state.running.remove(ObjectIdentifier(token)) != nil else { return nil }
            return state.running.isEmpty ? status : nil
        }
    }

    private func report(_ change: (inout State) -> FetchStatus?) {
        shared.delivery.withLock { state in
            if let status = change(&state) { state.pending.append(status) }
        }
        shared.delivery.deliver({ $0.next() }, to: send)
    }
}

/// The changes of one subscription to a count that several may share.
private struct CountReports: Reports {
    private let subject: CurrentValueSubject<Int, Never>
    /// The changes that have not been sent yet, in their order.
    private let shared: SharedReports<[Int]>
    private let isRunning = Lock(false)

    init(to subject: CurrentValueSubject<Int, Never>) {
        self.subject = subject
        shared = SharedReports(subject, [])
    }

    func begin() {
        if swap(to: true) { change(by: 1) }
    }

    func end(_ status: FetchStatus) {
        if swap(to: false) { change(by: -1) }
    }

    private func swap(to isRunning: Bool) -> Bool {
        self.isRunning.withLock { known in
            defer { known = isRunning }
            return known != isRunning
        }
    }

    private func change(by number: Int) {
        shared.delivery.withLock { $0.append(number) }
        shared.delivery.deliver { changes in
            changes.isEmpty ? nil : changes.removeFirst()
        } to: { change in
            subject.value += change
        }
    }
}

/// The state that all subscriptions which report to one subject share.
private final class SharedReports<State> {
    let delivery: SerialDelivery<State>
    /// Retained, so that no other object can take over its identity meanwhile.
    private let subject: AnyObject

    /// Joins the state of a subject; the first to join provides it.
    init(_ subject: AnyObject, _ state: State) {
        self.subject = subject
        delivery = allReports.withLock { all in
            let key = ObjectIdentifier(subject)
            if let known = all[key]?.delivery as? SerialDelivery<State> {
                all[key]?.shares += 1
                return known
            }
            let new = SerialDelivery(ofUnchecked: state)
            all[key] = (new, shares: 1)
            return new
        }
    }

    deinit {
        allReports.withLock { all in
            let key = ObjectIdentifier(subject)
            all[key]?.shares -= 1
            if all[key]?.shares == 0 { all[key] = nil }
        }
    }
}

/// The shared states, by the identity of their subjects.
private let allReports = Lock<[ObjectIdentifier: (delivery: Any, shares: Int)]>(ofUnchecked: [:])

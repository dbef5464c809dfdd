public import CombineOrOpenCombine
public import FreshetCore

extension Publisher {
    /// Tells a subject how the fetch goes, and passes everything on as it is.
    ///
    /// `.ongoing` when a subscription begins, `.finished` when it ends well, `.ready` when it fails or is cancelled. When
    /// several subscriptions report to one subject, it stays `.ongoing` until the last has ended: one that is replaced
    /// by a new one says nothing. Reports reach the subject one at a time, on the thread of what caused them; use
    /// `receive(on:)` before a screen.
    ///
    /// What it can't tell is why a fetch failed: `convertToLoadingState()` does.
    public func observeFetchStatus<S: Subject>(with subject: S) -> AnyPublisher<Output, Failure>
    where S.Output == FetchStatus, S.Failure == Never {
        observing { StatusReports(to: subject) { subject.send($0) } }
    }

    /// Tells a subject whether a fetch is under way, and passes everything on as it is.
    ///
    /// `true` from the first of several overlapping subscriptions until the last has ended.
    public func observeFetchStatus<S: Subject>(with subject: S) -> AnyPublisher<Output, Failure>
    where S.Output == Bool, S.Failure == Never {
        observing { StatusReports(to: subject) { subject.send($0 == .ongoing) } }
    }

    /// Counts the fetches under way in a subject, and passes everything on as it is.
    ///
    /// Plus one when a subscription begins, minus one when it ends in whatever way, exactly once each and from any
    /// thread. Nobody else should change the count.
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

/// What one subscription reports: one beginning, one end.
private protocol Reports {
    func begin()
    func end(_ status: FetchStatus)
}

/// The reports of one subscription to a subject that others may report to, too.
private struct StatusReports: Reports {
    /// The identity of one subscription.
    private final class Token {}

    private struct State {
        var running: Set<ObjectIdentifier> = []
        /// The reports that were not sent yet.
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

/// The changes of a count by one subscription, among others that change it, too.
private struct CountReports: Reports {
    private let subject: CurrentValueSubject<Int, Never>
    /// The sum of the changes that were not sent yet.
    private let shared: SharedReports<Int>
    private let isRunning = Lock(false)

    init(to subject: CurrentValueSubject<Int, Never>) {
        self.subject = subject
        shared = SharedReports(subject, 0)
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
        shared.delivery.withLock { $0 += number }
        shared.delivery.deliver { sum in
            defer { sum = 0 }
            return sum == 0 ? nil : sum
        } to: { change in
            subject.value += change
        }
    }
}

/// A share in the reports to a subject, which all subscriptions that report to it have in common.
private final class SharedReports<State> {
    let delivery: SerialDelivery<State>
    /// Kept, so that no other object takes over its identity meanwhile.
    private let subject: AnyObject

    /// Takes a share; the first one brings the state.
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

/// The reports to every subject that is reported to, by the subject's identity.
private let allReports = Lock<[ObjectIdentifier: (delivery: Any, shares: Int)]>(ofUnchecked: [:])

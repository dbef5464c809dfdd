public import CombineCompletion
public import FreshetCore

extension Publisher {
    /// Reports the status of the fetch to a subject, and passes everything on unchanged.
    ///
    /// It is `.ongoing` when a subscription begins, `.finished` when it finishes, `.ready` when it fails or is
    /// cancelled. If several subscriptions report to one subject, it stays `.ongoing` until the last of them has ended.
    /// Reports reach the subject one at a time, on the thread that caused them; use `receive(on:)` before a screen.
    ///
    /// It does not report why a fetch failed; `convertToLoadingState()` does.
    public func observeFetchStatus<S: Subject>(with subject: S) -> AnyPublisher<Output, Failure>
    where S.Output == FetchStatus, S.Failure == Never {
        observing { Reports(to: subject, { $0.status }, send: { subject.send($0) }) }
    }

    /// Reports to a subject whether a fetch is running, and passes everything on unchanged.
    ///
    /// `true` from the first of several overlapping subscriptions until the last has ended.
    public func observeFetchStatus<S: Subject>(with subject: S) -> AnyPublisher<Output, Failure>
    where S.Output == Bool, S.Failure == Never {
        observing { Reports(to: subject, { $0.status }, send: { subject.send($0 == .ongoing) }) }
    }

    /// Counts the running fetches in a subject, and passes everything on unchanged.
    ///
    /// The count grows by one when a subscription begins and falls by one when it ends, however it ends. Nothing else
    /// should change the count.
    public func observeFetchStatus(with subject: CurrentValueSubject<Int, Never>) -> AnyPublisher<Output, Failure> {
        observing { Reports(to: subject, { $0.change }, send: { subject.value += $0 }) }
    }

    private func observing<Report>(_ makeReports: @escaping () -> Reports<Report>) -> AnyPublisher<Output, Failure> {
        Deferred { () -> Publishers.HandleEvents<Self> in
            let reports = makeReports()
            return handleEvents(
                receiveSubscription: { _ in reports.note(.ongoing) },
                receiveCompletion: { end in
                    if case .finished = end { reports.note(.finished) } else { reports.note(.ready) }
                },
                receiveCancel: { reports.note(.ready) })
        }
        .eraseToAnyPublisher()
    }
}

/// The beginning or the end of a subscription, among those that report to one subject.
private struct SubscriptionChange {
    /// The new status of the subscription.
    let own: FetchStatus
    /// The number of running subscriptions after the change.
    let running: Int

    /// The new status of all of them; `nil` if it stays.
    var status: FetchStatus? { running == (own == .ongoing ? 1 : 0) ? own : nil }
    /// The change of their number.
    var change: Int? { own == .ongoing ? 1 : -1 }
}

/// The reports of one subscription to a subject that several may share.
private final class Reports<Report> {
    typealias Shared = SerialDelivery<(running: Int, pending: [Report])>

    private let shared: Shared
    private let report: (SubscriptionChange) -> Report?
    private let send: (Report) -> Void
    /// Retained, so that no other object can get its identity meanwhile.
    private let subject: AnyObject
    /// Accessed with the lock of the shared state.
    private var isRunning = false

    /// Joins the state of a subject, which the first to join makes.
    init(to subject: AnyObject, _ report: @escaping (SubscriptionChange) -> Report?, send: @escaping (Report) -> Void) {
        self.subject = subject
        self.report = report
        self.send = send
        shared = allReports.withLock { all in
            let key = ObjectIdentifier(subject)
            if let known = all[key]?.delivery as? Shared {
                all[key]?.shares += 1
                return known
            }
            let new = Shared(ofUnchecked: (0, []))
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

    func note(_ status: FetchStatus) {
        shared.withLock { state in
            guard isRunning != (status == .ongoing) else { return }
            isRunning = status == .ongoing
            state.running += isRunning ? 1 : -1
            if let report = report(SubscriptionChange(own: status, running: state.running)) {
                state.pending.append(report)
            }
        }
        shared.deliver({ $0.pending.isEmpty ? nil : $0.pending.removeFirst() }, to: send)
    }
}

/// The shared states, by the identity of their subjects.
private let allReports = Lock<[ObjectIdentifier: (delivery: Any, shares: Int)]>(ofUnchecked: [:])

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
    /// What it can't tell is why a fetch failed: ``Combine/Publisher/convertToLoadingState()`` does.
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

/// The subscriptions that report to each subject.
///
/// The books of a subject exist while something is under way; its identity can't be taken over by another until then,
/// since the subscriptions hold the subject.
private struct StatusReports: Reports {
    private final class Books {
        var running: Set<ObjectIdentifier> = []
        var pending: [FetchStatus] = []
        var isSending = false
    }

    /// The identity of one subscription.
    private final class Token {}

    private static let books = Lock<[ObjectIdentifier: Books]>(ofUnchecked: [:])

    private let token = Token()
    private let subject: AnyObject
    private let send: (FetchStatus) -> Void

    init(to subject: AnyObject, send: @escaping (FetchStatus) -> Void) {
        self.subject = subject
        self.send = send
    }

    func begin() {
        report { books in
            guard books.running.insert(ObjectIdentifier(token)).inserted else { return nil }
            return books.running.count == 1 ? .ongoing : nil
        }
    }

    func end(_ status: FetchStatus) {
        report { books in
            guard books.running.remove(ObjectIdentifier(token)) != nil else { return nil }
            return books.running.isEmpty ? status : nil
        }
    }

    /// Sends what a change comes to, in the order of the changes and without a lock held.
    private func report(_ change: (Books) -> FetchStatus?) {
        let id = ObjectIdentifier(subject)
        let sends = Self.books.withLock { all in
            let books = all[id] ?? Books()
            all[id] = books
            if let status = change(books) { books.pending.append(status) }
            defer { books.isSending = true }
            return !books.isSending
        }
        guard sends else { return }
        while let status = Self.books.withLock({ all -> FetchStatus? in
            guard let books = all[id] else { return nil }
            guard books.pending.isEmpty else { return books.pending.removeFirst() }
            books.isSending = false
            if books.running.isEmpty { all[id] = nil }
            return nil
        }) {
            send(status)
        }
    }
}

/// The changes of each count that were not sent yet.
private struct CountReports: Reports {
    private struct Books {
        var change = 0
        var isSending = false
    }

    private static let books = Lock<[ObjectIdentifier: Books]>([:])

    private let subject: CurrentValueSubject<Int, Never>
    private let isRunning = Lock(false)

    init(to subject: CurrentValueSubject<Int, Never>) {
        self.subject = subject
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

    /// Changes the count by one thread at a time, without a lock held while others are told.
    private func change(by number: Int) {
        let id = ObjectIdentifier(subject)
        let sends = Self.books.withLock { all in
            var books = all[id] ?? Books()
            books.change += number
            defer {
                books.isSending = true
                all[id] = books
            }
            return !books.isSending
        }
        guard sends else { return }
        while let change = Self.books.withLock({ all -> Int? in
            guard let change = all[id]?.change, change != 0 else {
                all[id] = nil
                return nil
            }
            all[id]?.change = 0
            return change
        }) {
            subject.value += change
        }
    }
}

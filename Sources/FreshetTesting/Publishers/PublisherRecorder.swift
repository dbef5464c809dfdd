public import FreshetCombine

/// A subscriber that records a publisher's output, with demand that the test controls.
///
/// ```swift
/// let recorder = PublisherRecorder(publisher, demand: .max(1))
/// #expect(recorder.values == [1])
/// recorder.request(.max(2))
/// ```
///
/// It records violations of the rules for publishers as well, in ``violations``.
///
/// `@unchecked Sendable`: a lock protects its record, and a subscription may be used from any
/// thread.
public final class PublisherRecorder<Input, Failure: Error>: Subscriber, Cancellable, @unchecked Sendable {
    private struct Record {
        var subscription: (any Subscription)?
        var subscriptionCount = 0
        var values: [Input] = []
        var completion: Subscribers.Completion<Failure>?
        var asked = Subscribers.Demand.none
        var isReceiving = false
        var violations: [String] = []
    }

    private let record = WatchedState(Record())
    private let demand: Subscribers.Demand
    private let more: (Input) -> Subscribers.Demand

    /// Makes a recorder without a publisher.
    ///
    /// - Parameters:
    ///   - demand: The initial demand, by default unlimited.
    ///   - more: The additional demand returned for each value, by default none.
    public init(
        demand: Subscribers.Demand = .unlimited,
        more: @escaping (Input) -> Subscribers.Demand = { _ in .none }
    ) {
        self.demand = demand
        self.more = more
    }

    /// Makes a recorder and subscribes it.
    public convenience init<P: Publisher>(
        _ publisher: P,
        demand: Subscribers.Demand = .unlimited,
        more: @escaping (Input) -> Subscribers.Demand = { _ in .none }
    ) where P.Output == Input, P.Failure == Failure {
        self.init(demand: demand, more: more)
        publisher.subscribe(self)
    }

    /// The values so far.
    public var values: [Input] { record.read(\.values) }
    /// The completion; `nil` if none was received yet.
    public var completion: Subscribers.Completion<Failure>? { record.read(\.completion) }
    /// Whether the publisher has finished without a failure.
    public var isFinished: Bool { if case .finished = completion { true } else { false } }
    /// The publisher's failure; `nil` if it hasn't failed.
    public var failure: Failure? { if case .failure(let error) = completion { error } else { nil } }
    /// The number of received subscriptions. A correct publisher sends exactly one.
    public var subscriptionCount: Int { record.read(\.subscriptionCount) }
    /// The rules that the publisher broke, such as sending more than was requested, two values at
    /// the same time, or anything before the subscription or after the completion.
    public var violations: [String] { record.read(\.violations) }

    /// Requests more values.
    public func request(_ demand: Subscribers.Demand) {
        let subscription = record.change { record in
            record.asked += demand
            return record.subscription
        }
        subscription?.request(demand)
    }

    /// Cancels the subscription.
    public func cancel() {
        record.change { $0.subscription.take() }?.cancel()
    }

    // MARK: - Waiting

    /// Waits until there are `count` values or the publisher has ended.
    ///
    /// - Throws: ``WaitFailure`` if fewer values arrive; `CancellationError` if the waiting task is
    ///   cancelled.
    public func waitForValues(count: Int, file: StaticString = #fileID, line: UInt = #line) async throws {
        try await wait(for: "\(count) values", SourcePlace(file, line)) {
            $0.values.count >= count || $0.completion != nil
        }
    }

    /// Waits until the publisher has ended.
    ///
    /// - Throws: ``WaitFailure`` if it doesn't end; `CancellationError` if the waiting task is
    ///   cancelled.
    public func waitForCompletion(file: StaticString = #fileID, line: UInt = #line) async throws {
        try await wait(for: "the completion", SourcePlace(file, line)) { $0.completion != nil }
    }

    private func wait(
        for expected: String, _ place: SourcePlace, until isMet: @escaping @Sendable (Record) -> Bool
    ) async throws {
        try await record.wait(
            for: expected, at: place,
            seen: { "\($0.values.count) values, at last \($0.values.last.map { "\($0)" } ?? "none")" }, until: isMet)
    }

    // MARK: - Subscriber

    /// Records a subscription.
    public func receive(subscription: any Subscription) {
        record.change { record in
            record.subscriptionCount += 1
            if record.subscription == nil { record.subscription = subscription }
            record.asked += demand
        }
        // Requested outside the lock: a publisher may send values before `request` returns.
        if demand > .none { subscription.request(demand) }
    }

    /// Records a value.
    public func receive(_ value: Input) -> Subscribers.Demand {
        record.change { record in
            if record.subscriptionCount == 0 { record.violations.append("a value arrived before the subscription") }
            if record.completion != nil { record.violations.append("a value arrived after the end") }
            if record.isReceiving { record.violations.append("a value arrived while another was being received") }
            if record.asked == .none { record.violations.append("a value arrived without demand") }
            if record.asked > .none { record.asked -= 1 }
            record.isReceiving = true
            record.values.append(value)
        }
        // Called outside the lock, since it is the test's code and may use the recorder.
        let more = more(value)
        record.change { record in
            record.isReceiving = false
            record.asked += more
        }
        return more
    }

    /// Records the completion.
    public func receive(completion: Subscribers.Completion<Failure>) {
        record.change { record in
            if record.subscriptionCount == 0 { record.violations.append("the end arrived before the subscription") }
            if record.completion != nil { record.violations.append("a second end arrived") }
            if record.isReceiving { record.violations.append("the end arrived while a value was being received") }
            record.completion = record.completion ?? completion
            record.subscription = nil
        }
    }
}

import FreshetCombine
import FreshetCore
import FreshetTesting
import Testing

/// An operator that the rules are checked on, made to turn numbers into numbers.
struct RuledOperator: Sendable, CustomTestStringConvertible {
    let name: String
    let sourceCount: Int
    private let make: @Sendable ([Probe]) -> AnyPublisher<Int, ProbeError>
    private let drive: @Sendable ([Probe], Int) -> Void

    init(
        _ name: String,
        sources: Int = 1,
        drive: @escaping @Sendable ([Probe], Int) -> Void = { for probe in $0 { probe.send($1) } },
        make: @escaping @Sendable ([Probe]) -> AnyPublisher<Int, ProbeError>
    ) {
        self.name = name
        sourceCount = sources
        self.drive = drive
        self.make = make
    }

    var testDescription: String { name }
    /// Whether all subscriptions are one.
    var isShared: Bool { name.hasPrefix("share") || name.hasPrefix("multicast") }

    /// One subscription's worth of an operator and its sources.
    struct Setup {
        let sources: [Probe]
        let publisher: AnyPublisher<Int, ProbeError>
        fileprivate let driver: @Sendable ([Probe], Int) -> Void

        /// Makes the sources send what leads to one value, where there is demand for it.
        func drive(_ number: Int = 1) { driver(sources, number) }

        func end(_ completion: Subscribers.Completion<ProbeError> = .finished) {
            for source in sources { source.send(completion: completion) }
        }
    }

    func setUp() -> Setup {
        let sources = (0..<sourceCount).map { _ in Probe() }
        return Setup(sources: sources, publisher: make(sources), driver: drive)
    }
}

extension Publisher where Output == Int {
    func ruled() -> AnyPublisher<Int, ProbeError> {
        mapError { $0 as? ProbeError ?? ProbeError(number: -1) }.eraseToAnyPublisher()
    }
}

extension Publisher where Failure == Never {
    func ruled(_ number: @escaping (Output) -> Int) -> AnyPublisher<Int, ProbeError> {
        map(number).setFailureType(to: ProbeError.self).eraseToAnyPublisher()
    }
}

// MARK: - The operators

extension RuledOperator {
    /// Those that fail with their source.
    static let failing: [RuledOperator] = combining + passing + passingOfCombine

    /// Those that turn a failure into a value.
    static let lasting: [RuledOperator] = [
        RuledOperator("convertToResult") { $0[0].convertToResult().ruled { (try? $0.get()) ?? -1 } },
        RuledOperator("replaceError and setFailureType") {
            $0[0].replaceError(with: -1).setFailureType(to: ProbeError.self).eraseToAnyPublisher()
        },
        RuledOperator("convertToLoadingState") { $0[0].convertToLoadingState().ruled { $0.value ?? 0 } },
        RuledOperator("convertToFetchState") { $0[0].convertToFetchState().ruled { $0.value ?? 0 } },
        RuledOperator(
            "inOrder", sources: 3,
            drive: { probes, number in
                for probe in probes {
                    probe.send(number)
                    if probe.isHeard { probe.send(completion: .finished) }
                }
            },
            make: { $0.inOrder(maxConcurrent: 2) { $0 }.ruled { (try? $0.get()) ?? -1 } }),
    ]

    /// Those that send for each value that is sent to them.
    static let all: [RuledOperator] = failing + lasting + unfailing

    static let everyone: [RuledOperator] = all + gathering + ending

    private static let combining: [RuledOperator] = [
        RuledOperator("combineLatest of 2", sources: 2) { $0[0].combineLatest($0[1]).map { $0 + $1 }.ruled() },
        RuledOperator("combineLatest of 2, by a function", sources: 2) {
            $0[0].combineLatest($0[1]) { $0 + $1 }.ruled()
        },
        RuledOperator("combineLatest of 3", sources: 3) { $0[0].combineLatest($0[1], $0[2]) { $0 + $1 + $2 }.ruled() },
        RuledOperator("combineLatest of 4", sources: 4) {
            $0[0].combineLatest($0[1], $0[2], $0[3]) { $0 + $1 + $2 + $3 }.ruled()
        },
        RuledOperator("combineLatest of many", sources: 9) { $0.combineLatest().map { $0.reduce(0, +) }.ruled() },
        RuledOperator("zip of many", sources: 9) { $0.zip().map { $0.reduce(0, +) }.ruled() },
        RuledOperator("flatMap of several", sources: 3) {
            $0.publisher.setFailureType(to: ProbeError.self).flatMap { $0 }.ruled()
        },
        RuledOperator("merge of 2", sources: 2) { $0[0].merge(with: $0[1]).ruled() },
        RuledOperator("merge of 3", sources: 3) { $0[0].merge(with: $0[1], $0[2]).ruled() },
        RuledOperator("merge of 4", sources: 4) { $0[0].merge(with: $0[1], $0[2], $0[3]).ruled() },
        RuledOperator("merge of 5", sources: 5) { $0[0].merge(with: $0[1], $0[2], $0[3], $0[4]).ruled() },
        RuledOperator("merge of 6", sources: 6) { $0[0].merge(with: $0[1], $0[2], $0[3], $0[4], $0[5]).ruled() },
        RuledOperator("merge of 7", sources: 7) {
            $0[0].merge(with: $0[1], $0[2], $0[3], $0[4], $0[5], $0[6]).ruled()
        },
        RuledOperator("merge of 8", sources: 8) {
            $0[0].merge(with: $0[1], $0[2], $0[3], $0[4], $0[5], $0[6], $0[7]).ruled()
        },
        RuledOperator("merge of 2 and 2 more", sources: 4) {
            $0[0].merge(with: $0[1]).merge(with: $0[2], $0[3]).ruled()
        },
        RuledOperator("merge of many", sources: 9) { Publishers.MergeMany($0).ruled() },
        RuledOperator("zip of 2", sources: 2) { $0[0].zip($0[1]).map { $0 + $1 }.ruled() },
        RuledOperator("zip of 2, by a function", sources: 2) { $0[0].zip($0[1]) { $0 + $1 }.ruled() },
        RuledOperator("zip of 3", sources: 3) { $0[0].zip($0[1], $0[2]) { $0 + $1 + $2 }.ruled() },
        RuledOperator("zip of 4", sources: 4) { $0[0].zip($0[1], $0[2], $0[3]) { $0 + $1 + $2 + $3 }.ruled() },
    ]

    private static let passing: [RuledOperator] = [
        RuledOperator("validate") { $0[0].validate { _ in }.ruled() },
        RuledOperator("unwrap") { $0[0].map(Optional.some).unwrap(orThrow: ProbeError()).ruled() },
        RuledOperator("observeFetchStatus, a status") {
            $0[0].observeFetchStatus(with: PassthroughSubject<FetchStatus, Never>()).ruled()
        },
        RuledOperator("observeFetchStatus, a flag") {
            $0[0].observeFetchStatus(with: PassthroughSubject<Bool, Never>()).ruled()
        },
        RuledOperator("observeFetchStatus, a count") {
            $0[0].observeFetchStatus(with: CurrentValueSubject<Int, Never>(0)).ruled()
        },
        RuledOperator("retry by a policy") {
            $0[0].retry(RetryPolicy(attempts: 1), scheduler: ImmediateScheduler.shared).ruled()
        },
        RuledOperator("latest") { $0[0].latest { [$0].publisher }.map { $0.value ?? 0 }.ruled() },
        RuledOperator("share(replay:)") { $0[0].share(replay: 1).ruled() },
        RuledOperator("receive(on: AnyScheduler)") { $0[0].receive(on: AnyScheduler.immediate).ruled() },
        RuledOperator("flatMap") {
            $0[0].flatMap { [$0].publisher.setFailureType(to: ProbeError.self) }.ruled()
        },
        RuledOperator("switchToLatest") {
            $0[0].map { [$0].publisher.setFailureType(to: ProbeError.self) }.switchToLatest().ruled()
        },
        RuledOperator("switchToLatest of those that never fail") {
            $0[0].map { [$0].publisher }.switchToLatest().ruled()
        },
        RuledOperator("share") { $0[0].share().ruled() },
    ]
}

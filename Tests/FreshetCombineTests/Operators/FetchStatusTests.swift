import FreshetCombine
import FreshetCore
import FreshetTesting
import Testing

@Suite(.timeLimit(.minutes(5)))
struct FetchStatusTests {
    enum Ending: String, CaseIterable, CustomTestStringConvertible {
        case value, failure, cancel
        var testDescription: String { rawValue }
    }

    private func run(_ ending: Ending, _ observe: (Probe) -> AnyPublisher<Int, ProbeError>) {
        let probe = Probe()
        let recorder = PublisherRecorder(observe(probe))
        switch ending {
        case .value:
            probe.send(1)
            probe.send(completion: .finished)
        case .failure: probe.send(completion: .failure(ProbeError()))
        case .cancel: recorder.cancel()
        }
        // Reported once, whatever comes later.
        recorder.cancel()
        probe.send(completion: .finished)
    }

    @Test("A status is reported from beginning to end (T47)", arguments: Ending.allCases)
    func status(ending: Ending) {
        let subject = PassthroughSubject<FetchStatus, Never>()
        let recorder = PublisherRecorder(subject)
        run(ending) { $0.observeFetchStatus(with: subject) }
        #expect(recorder.values == [.ongoing, ending == .value ? .finished : .ready])
    }

    @Test("A flag is raised and lowered once", arguments: Ending.allCases)
    func flag(ending: Ending) {
        let subject = PassthroughSubject<Bool, Never>()
        let recorder = PublisherRecorder(subject)
        run(ending) { $0.observeFetchStatus(with: subject) }
        #expect(recorder.values == [true, false])
    }

    @Test("A count goes up and down by one", arguments: Ending.allCases)
    func count(ending: Ending) {
        let subject = CurrentValueSubject<Int, Never>(0)
        let recorder = PublisherRecorder(subject)
        run(ending) { $0.observeFetchStatus(with: subject) }
        #expect(recorder.values == [0, 1, 0])
    }

    /// Both changes are reported after that, as those of another thread are.
    @Test func aFetchThatIsCancelledWhileTheCountIsReportedIsCounted() {
        let subject = CurrentValueSubject<Int, Never>(0)
        let recorder = PublisherRecorder(subject)
        let (first, second) = (Probe(), Probe())
        let nested = subject.first { $0 == 1 }.sink { _ in
            PublisherRecorder(second.observeFetchStatus(with: subject)).cancel()
        }
        let running = PublisherRecorder(first.observeFetchStatus(with: subject))
        #expect(recorder.values == [0, 1, 2, 1])
        running.cancel()
        nested.cancel()
    }

    @Test func aTaskThatIsReplacedDoesNotSayReady() {
        let subject = CurrentValueSubject<FetchStatus, Never>(.ready)
        let recorder = PublisherRecorder(subject)
        let (old, new) = (Probe(), Probe())
        // T40: the new task replaces the old one before the old one is cancelled.
        var slot = PublisherRecorder(old.observeFetchStatus(with: subject))
        let next = PublisherRecorder(new.observeFetchStatus(with: subject))
        slot.cancel()
        slot = next
        #expect(recorder.values == [.ready, .ongoing])
        new.send(completion: .finished)
        #expect(recorder.values == [.ready, .ongoing, .finished])
        withExtendedLifetime(slot) {}
    }

    @Test("Overlapping tasks keep the flag up until the last has ended (T41, T42)")
    func overlapping() {
        let subject = PassthroughSubject<Bool, Never>()
        let recorder = PublisherRecorder(subject)
        let probes = [Probe(), Probe(), Probe()]
        let tasks = probes.map { PublisherRecorder($0.observeFetchStatus(with: subject)) }
        probes[0].send(completion: .finished)
        tasks[1].cancel()
        #expect(recorder.values == [true])
        probes[2].send(completion: .failure(ProbeError()))
        #expect(recorder.values == [true, false])
    }

    @Test("A count from many threads comes back to nothing (T43)")
    func threads() async {
        let subject = CurrentValueSubject<Int, Never>(0)
        // `nonisolated(unsafe)`: a subject may be used from any thread, but OpenCombine declares no type as `Sendable`.
        nonisolated(unsafe) let shared = subject
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for round in 0..<500 {
                        let probe = Probe()
                        let recorder = PublisherRecorder(probe.observeFetchStatus(with: shared))
                        switch (task + round) % 3 {
                        case 0: probe.send(completion: .finished)
                        case 1: probe.send(completion: .failure(ProbeError()))
                        default: recorder.cancel()
                        }
                    }
                }
            }
        }
        #expect(subject.value == 0)
    }

    @Test func aListenerMayStartAnother() {
        let subject = PassthroughSubject<FetchStatus, Never>()
        var seen: [FetchStatus] = []
        var again: PublisherRecorder<Int, ProbeError>?
        let second = Probe()
        let subscription = subject.sink { status in
            seen.append(status)
            if status == .finished, again == nil {
                again = PublisherRecorder(second.observeFetchStatus(with: subject))
            }
        }
        run(.value) { $0.observeFetchStatus(with: subject) }
        #expect(seen == [.ongoing, .finished, .ongoing])
        again?.cancel()
        #expect(seen == [.ongoing, .finished, .ongoing, .ready])
        subscription.cancel()
    }
}

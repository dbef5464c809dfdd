public import Freshet
public import FreshetCombine

/// A view model of the networking lab: experiments that show what a client does, from the events of their calls.
///
/// Call its methods where the scheduler runs; all outputs change there.
public final class LabViewModel: ObservableObject {
    /// An experiment.
    public enum Experiment: String, CaseIterable, Sendable {
        /// A call whose first attempts fail.
        case retries
        /// Three identical calls.
        case sharing
        /// Calls that are cancelled.
        case cancelling
        /// Calls whose response is stored.
        case caching

        /// The title.
        public var title: String {
            switch self {
            case .retries: "Retries"
            case .sharing: "Sharing"
            case .cancelling: "Cancelling"
            case .caching: "Caching"
            }
        }

        /// What it shows.
        public var text: String {
            switch self {
            case .retries:
                "The server rejects two attempts. The client doubles the delay after each one, and the third succeeds."
            case .sharing:
                "Three identical calls begin one after another. One request is sent, and all three get its response."
            case .cancelling:
                "Two calls share a request. The first is cancelled, and the request continues for the second. The "
                    + "third call has its own request, which is cancelled with it."
            case .caching:
                "The first response is stored. The second call is served from the cache. The third asks the server "
                    + "whether the stored response is still valid."
            }
        }

        /// The time that it usually takes.
        public var span: Duration {
            switch self {
            case .retries: .milliseconds(3400)
            case .sharing: .milliseconds(1000)
            case .cancelling, .caching: .milliseconds(1400)
            }
        }
    }

    /// The calls of each experiment, in the order in which they began.
    @Published public private(set) var calls: [Experiment: [LabCall]] = [:]
    /// The experiments that run.
    @Published public private(set) var running: Set<Experiment> = []

    private let scheduler: AnyScheduler
    private let time: TimeSource
    private var tasks: [Experiment: Task<Void, Never>] = [:]
    /// Tells the runs of an experiment apart.
    private var runs: [Experiment: Int] = [:]

    /// Makes the model. Nothing runs before ``run(_:)``.
    public init(scheduler: AnyScheduler = .main, time: TimeSource = .system) {
        self.scheduler = scheduler
        self.time = time
    }

    deinit { for task in tasks.values { task.cancel() } }

    /// An event of a run, or its end.
    private struct Moment: Sendable {
        let experiment: Experiment
        let run: Int
        let time: Duration
        let event: FetchEvent?
    }

    private struct Observer: FetchObserver {
        let receive: @Sendable (FetchEvent) -> Void

        func observe(_ event: FetchEvent) { receive(event) }
    }

    /// Runs an experiment, in place of an earlier run.
    public func run(_ experiment: Experiment) {
        tasks[experiment]?.cancel()
        let run = runs[experiment, default: 0] + 1
        runs[experiment] = run
        calls[experiment] = []
        running.insert(experiment)
        let receive = scheduler.sender(to: self) { (model: LabViewModel, moment: Moment) in model.receive(moment) }
        let time = time
        let start = time.now()
        let observer = Observer { event in
            receive(Moment(experiment: experiment, run: run, time: time.now() - start, event: event))
        }
        let client = Client(
            LabService(), transport: LabTransport(time: time), cache: experiment == .caching ? HTTPCache() : nil,
            retry: RetryPolicy(jitter: { 1 }), observers: [observer], time: time)
        tasks[experiment] = Task {
            await LabViewModel.perform(experiment, client, time)
            receive(Moment(experiment: experiment, run: run, time: time.now() - start, event: nil))
        }
    }

    /// Cancels the calls of an experiment.
    public func cancel(_ experiment: Experiment) { tasks[experiment]?.cancel() }

    /// Cancels all calls.
    public func cancelAll() { for task in tasks.values { task.cancel() } }

    private func receive(_ moment: Moment) {
        guard moment.run == runs[moment.experiment] else { return }
        guard let event = moment.event else {
            running.remove(moment.experiment)
            return
        }
        var all = calls[moment.experiment] ?? []
        let index = all.firstIndex { $0.id == event.call } ?? all.count
        if index == all.count {
            all.append(LabCall(event, number: index + 1, at: moment.time, date: time.date()))
        }
        all[index].add(event)
        calls[moment.experiment] = all
    }

    /// Returns the name of a call of an experiment; `nil` if it has none of that number.
    public func name(of call: UInt64, in experiment: Experiment) -> String? {
        calls[experiment]?.first { $0.id == call }.map { "call \($0.number)" }
    }

    @concurrent private static func perform(
        _ experiment: Experiment, _ client: Client<LabService>, _ time: TimeSource
    ) async {
        @Sendable func pause(_ milliseconds: Int) async {
            try? await time.sleep(time.now() + .milliseconds(milliseconds))
        }
        @Sendable func call(_ name: String, after delay: Int = 0, _ policy: CachePolicy = .automatic) async {
            if delay > 0 { await pause(delay) }
            _ = try? await client.value(
                for: Request<LabService, String>("\(experiment.rawValue)/\(name)", reading: .text).caching(policy))
        }
        /// Makes a call that is cancelled after a time.
        @Sendable func abandon(_ name: String, after delay: Int) async {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await call(name) }
                await pause(delay)
                group.cancelAll()
            }
        }
        switch experiment {
        case .retries: await call("a")
        case .sharing:
            await withTaskGroup(of: Void.self) { group in
                for delay in [0, 150, 300] { group.addTask { await call("a", after: delay) } }
            }
        case .cancelling:
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await abandon("a", after: 350) }
                group.addTask { await call("a", after: 150) }
                group.addTask {
                    await pause(750)
                    await abandon("b", after: 350)
                }
            }
        case .caching:
            await call("a")
            await call("a")
            await call("a", .revalidate)
        }
    }
}

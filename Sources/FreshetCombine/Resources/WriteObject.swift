public import CombineCompletion
public import FreshetCore
public import FreshetResources

/// A write that can run repeatedly, such as for a button, as an `ObservableObject`.
///
/// ```swift
/// let rename = WriteObject(theatre) {
///     .rename(7, to: $0)
/// } plan: { title, write in
///     write.update(.play(7)) { $0.title = title }
/// }
/// rename.start("Phaedra")
/// ```
///
/// Creating an object sends nothing. Call its methods on the scheduler, where its properties change
/// as well. `WriteModel` in FreshetResources is the same model for Observation.
public final class WriteObject<API: Service, Input, Output: Sendable>: ObservableObject {
    /// The phase of the latest run.
    @Published public private(set) var phase = WritePhase.idle
    /// The input of the latest run.
    @Published public private(set) var input: Input?
    /// The output of the latest successful run.
    @Published public private(set) var output: Output?

    private let client: Client<API>
    private let scheduler: AnyScheduler
    private let request: (Input) -> Request<API, Output>
    private let plan: (Input, inout WritePlan<API, Output>) -> Void
    /// The number of runs and resets so far.
    private var runs = 0
    private var task: Task<Void, Never>?

    /// Makes an object. Nothing is sent.
    ///
    /// - Parameters:
    ///   - client: The client that sends the writes.
    ///   - scheduler: The scheduler on which the properties change. The main queue by default.
    ///   - request: Returns the request of a run.
    ///   - plan: Describes the changes that a run makes to resources.
    public init(
        _ client: Client<API>, scheduler: AnyScheduler = .main,
        _ request: @escaping (Input) -> Request<API, Output>,
        plan: @escaping (Input, inout WritePlan<API, Output>) -> Void = { _, _ in }
    ) {
        self.client = client
        self.scheduler = scheduler
        self.request = request
        self.plan = plan
    }

    /// Whether the latest run has not ended.
    public var isRunning: Bool { phase.isRunning }

    /// Why the latest run failed; `nil` if it didn't.
    public var error: FetchError? { phase.error }

    /// Starts a run. Its changes are shown before this returns, and ``phase`` reports how it ends.
    ///
    /// Concurrent runs are all sent, even if the object is released. The properties describe the
    /// latest one.
    public func start(_ input: Input) {
        runs += 1
        let run = runs
        // Made outside the task, so that its changes are shown when this returns.
        let write = RunningWrite(client, request(input)) { plan(input, &$0) }
        self.input = input
        phase = .queued
        let report = scheduler.sender(to: self) { (object, report: (phase: WritePhase, output: Output?)) in
            guard object.runs == run else { return }
            object.phase = report.phase
            if let output = report.output { object.output = output }
        }
        task = Task {
            do throws(FetchError) {
                try await write.waitForTurn()
                report((.running, nil))
                let output = try await write.send().value
                report((.succeeded, output))
            } catch {
                report((error.isCancellation ? .idle : .failed(error), nil))
            }
        }
    }

    /// Starts a run with the input of the latest one. Does nothing if there was none, or while it
    /// is running.
    public func retry() {
        if let input, !isRunning { start(input) }
    }

    /// Cancels the latest run. If it hasn't been sent yet, its changes are removed; otherwise they
    /// stay until a fetch shows the outcome.
    public func cancel() {
        task?.cancel()
    }

    /// Resets the properties. A run that has not ended continues.
    public func reset() {
        runs += 1
        task = nil
        (phase, input, output) = (.idle, nil, nil)
    }
}

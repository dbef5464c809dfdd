public import FreshetCore
public import Observation

/// A write that can run repeatedly and whose phase can be observed, such as for a button.
///
/// ```swift
/// let rename = WriteModel(theatre) {
///     .rename(7, to: $0)
/// } plan: { title, write in
///     write.update(.play(7)) { $0.title = title }
/// }
/// rename.start("Phaedra")
/// ```
///
/// It belongs to the actor that created it, such as the main actor with the views that show it, and
/// changes only there. `WriteObject` in FreshetCombine is the same model as an `ObservableObject`.
@Observable
public final class WriteModel<API: Service, Input, Output: Sendable> {
    /// The phase of the latest run.
    public private(set) var phase = WritePhase.idle
    /// The input of the latest run.
    public private(set) var input: Input?
    /// The output of the latest successful run.
    public private(set) var output: Output?

    @ObservationIgnored private let client: Client<API>
    @ObservationIgnored private let request: (Input) -> Request<API, Output>
    @ObservationIgnored private let plan: (Input, inout WritePlan<API, Output>) -> Void
    /// The number of runs and resets so far.
    @ObservationIgnored private var runs = 0
    @ObservationIgnored private var task: Task<Result<Output, FetchError>, Never>?

    /// Makes a model. Nothing is sent.
    ///
    /// - Parameters:
    ///   - client: The client that sends the writes.
    ///   - request: Returns the request of a run.
    ///   - plan: Describes the changes that a run makes to resources.
    public init(
        _ client: Client<API>, _ request: @escaping (Input) -> Request<API, Output>,
        plan: @escaping (Input, inout WritePlan<API, Output>) -> Void = { _, _ in }
    ) {
        self.client = client
        self.request = request
        self.plan = plan
    }

    /// Whether the latest run has not ended.
    public var isRunning: Bool { phase.isRunning }

    /// Why the latest run failed; `nil` if it didn't.
    public var error: FetchError? { phase.error }

    /// Runs the write, and returns the value of the response. Its changes are shown before this waits for anything.
    ///
    /// Concurrent runs are all sent; the properties describe the latest one.
    ///
    /// - Parameters:
    ///   - input: The input of the run.
    ///   - isolation: The actor that the model belongs to, which is the caller's.
    /// - Throws: The `FetchError` of the request. It is `FetchError.cancelled` if the task is
    ///   cancelled, and also if an earlier write of the scope failed and cancels the writes after
    ///   it.
    @discardableResult
    public func run(
        _ input: Input, isolation: isolated (any Actor)? = #isolation
    ) async throws(FetchError) -> Output {
        let task = begin(input)
        // The task is unstructured, so it doesn't inherit the caller's cancellation.
        let result = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        return try result.get()
    }

    /// Starts a run, such as for a button. Its changes are shown before this returns, and `phase`
    /// reports how it ends.
    ///
    /// - Parameters:
    ///   - input: The input of the run.
    ///   - isolation: The actor that the model belongs to, which is the caller's.
    public func start(_ input: Input, isolation: isolated any Actor = #isolation) {
        _ = begin(input)
    }

    /// Starts a run with the input of the latest one. Does nothing if there was none, or while it
    /// is running.
    ///
    /// - Parameter isolation: The actor that the model belongs to, which is the caller's.
    public func retry(isolation: isolated any Actor = #isolation) {
        if let input, !isRunning { _ = begin(input) }
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
        phase = .idle
        input = nil
        output = nil
    }

    private func begin(
        _ input: Input, isolation: isolated (any Actor)? = #isolation
    ) -> Task<Result<Output, FetchError>, Never> {
        runs += 1
        let run = runs
        // Made outside the task, so that its changes are shown when this returns.
        let write = RunningWrite(client, request(input)) { plan(input, &$0) }
        self.input = input
        phase = .queued
        let task = Task {
            // Captured, so that the task runs on the model's actor.
            _ = isolation
            do throws(FetchError) {
                try await write.waitForTurn()
                note(.running, of: run)
                let output = try await write.send().value
                end(.succeeded, of: run, output)
                return Result<Output, FetchError>.success(output)
            } catch {
                end(error.isCancellation ? .idle : .failed(error), of: run, nil)
                return .failure(error)
            }
        }
        self.task = task
        return task
    }

    private func note(_ phase: WritePhase, of run: Int) {
        if run == runs { self.phase = phase }
    }

    private func end(_ phase: WritePhase, of run: Int, _ output: Output?) {
        guard run == runs else { return }
        self.phase = phase
        if let output { self.output = output }
        task = nil
    }
}

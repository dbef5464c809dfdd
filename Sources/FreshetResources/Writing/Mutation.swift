public import FreshetCore
public import Observation

/// A write that can be run again and watched, for a button.
///
/// ```swift
/// let rename = Mutation(theatre) {
///     .rename(7, to: $0)
/// } plan: { title, write in
///     write.update(.play(7)) { $0.title = title }
/// }
/// rename.start("Phaedra")
/// ```
///
/// It belongs to the actor where it was made, such as the main actor with the views that show it, and changes there alone.
@Observable
public final class Mutation<API: Service, Input, Output: Sendable> {
    /// What the latest run is doing.
    public enum Phase: Sendable, Equatable {
        /// It has not run yet.
        case idle
        /// It is shown, and waits for earlier writes of its scope.
        case queued
        /// It is shown, and its request is under way.
        case running
        /// The server has accepted it.
        case succeeded
        /// It has failed. A cancelled one has not: it is idle.
        case failed(FetchError)
    }

    /// What the latest run is doing.
    public private(set) var phase = Phase.idle
    /// What the latest run was given.
    public private(set) var input: Input?
    /// What the latest successful run returned.
    public private(set) var output: Output?

    @ObservationIgnored private let client: Client<API>
    @ObservationIgnored private let request: (Input) -> Request<API, Output>
    @ObservationIgnored private let plan: (Input, inout WritePlan<API, Output>) -> Void
    /// Counts the runs.
    @ObservationIgnored private var runs = 0
    @ObservationIgnored private var task: Task<Result<Output, FetchError>, Never>?

    /// Makes a mutation. Nothing is sent.
    ///
    /// - Parameters:
    ///   - client: The client that sends the writes.
    ///   - request: Returns the request of a run.
    ///   - plan: Says what a run does to resources.
    public init(
        _ client: Client<API>, _ request: @escaping (Input) -> Request<API, Output>,
        plan: @escaping (Input, inout WritePlan<API, Output>) -> Void = { _, _ in }
    ) {
        self.client = client
        self.request = request
        self.plan = plan
    }

    /// Whether the latest run has not ended.
    public var isRunning: Bool { phase == .queued || phase == .running }

    /// Why the latest run has failed; `nil` if it has not.
    public var error: FetchError? {
        if case .failed(let error) = phase { error } else { nil }
    }

    /// Runs it, and returns the value of the response. It is shown before this waits for anything.
    ///
    /// Runs side by side are all sent; the properties are of the latest one.
    ///
    /// - Parameters:
    ///   - input: What the run is given.
    ///   - isolation: The actor that the mutation belongs to: that of the caller.
    /// - Throws: The `FetchError` of the request; `FetchError.cancelled` if the task is cancelled.
    @discardableResult
    public func run(
        _ input: Input, isolation: isolated (any Actor)? = #isolation
    ) async throws(FetchError) -> Output {
        let task = begin(input)
        let result = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        return try result.get()
    }

    /// Runs it, for a button: it is shown before this returns, and `phase` says how it ends.
    ///
    /// - Parameters:
    ///   - input: What the run is given.
    ///   - isolation: The actor that the mutation belongs to: that of the caller.
    public func start(_ input: Input, isolation: isolated any Actor = #isolation) {
        _ = begin(input)
    }

    /// Cancels the latest run. If it was not sent yet, it leaves nothing; else it stays shown until the server was asked.
    public func cancel() {
        task?.cancel()
    }

    /// Forgets the latest run, which goes on if it has not ended.
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
        let write = RunningWrite(client, request(input)) { plan(input, &$0) }
        self.input = input
        phase = .queued
        let task = Task {
            // The task runs where the mutation belongs.
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

    private func note(_ phase: Phase, of run: Int) {
        if run == runs { self.phase = phase }
    }

    private func end(_ phase: Phase, of run: Int, _ output: Output?) {
        guard run == runs else { return }
        self.phase = phase
        if let output { self.output = output }
        task = nil
    }
}

/// The stages that follow an interceptor.
///
/// ```swift
/// let response = try await next(request)
/// guard response.head.status == .misdirectedRequest else { return response }
/// response.close()
/// return try await next(request)
/// ```
public struct Next: Sendable {
    private let stages: [any Interceptor]
    private let index: Int
    private let context: CallContext

    init(_ stages: [any Interceptor], index: Int = 0, context: CallContext) {
        self.stages = stages
        self.index = index
        self.context = context
    }

    /// Runs the stages that follow, and returns their response.
    ///
    /// An interceptor may call it several times, in turn or concurrently, until it returns.
    ///
    /// - Throws: The error of the stages; ``FetchError/cancelled`` or the timeout when the call has to stop.
    @concurrent  // Or an interceptor that is an actor would draw every stage after it onto its executor.
    public func callAsFunction(_ request: OutgoingRequest) async throws(FetchError) -> IncomingResponse {
        try await pass(request)
    }

    /// Runs the stages that follow, for a built-in stage.
    ///
    /// Built-in stages run on no actor, so this needs no change of executor.
    package func pass(_ request: OutgoingRequest) async throws(FetchError) -> IncomingResponse {
        // Each stage checks, since an interceptor may call `next` from a task that outlives the call.
        try context.checkCancellation()
        precondition(index < stages.count, "No stage follows the exchange.")
        return try await stages[index].intercept(
            request, context: context, next: Next(stages, index: index + 1, context: context))
    }

    /// Returns the same stages on behalf of an in-flight request, or of a part of one that can be
    /// abandoned.
    func onBehalf(of call: Call) -> Next {
        Next(stages, index: index, context: CallContext(call, attempt: context.attempt))
    }

    /// Returns the same stages, including the one that holds this value, on behalf of another call.
    func fromThisStage(onBehalfOf call: Call) -> Next {
        Next(stages, index: index - 1, context: CallContext(call))
    }

    /// Returns the same stages for the attempt with the given number.
    func attempt(_ number: Int) -> Next {
        Next(stages, index: index, context: CallContext(context.call, attempt: number))
    }
}

// The names of earlier versions.

extension StubTransport {
    /// The earlier name of ``Response``.
    @available(*, deprecated, renamed: "StubTransport.Response")
    public typealias Answer = Response
}

extension ManualClock {
    /// The earlier name of ``waitForSleepers(count:dueWithin:file:line:)``.
    ///
    /// - Throws: The errors of that method.
    @available(*, deprecated, renamed: "waitForSleepers(dueWithin:)")
    public func waitForSleeper(
        dueWithin duration: Duration, file: StaticString = #fileID, line: UInt = #line
    ) async throws {
        try await waitForSleepers(dueWithin: duration, file: file, line: line)
    }
}

#if NIO
/// The earlier name of ``LoopbackResponse``.
@available(*, deprecated, renamed: "LoopbackResponse")
public typealias LoopbackAnswer = LoopbackResponse

extension Misbehaviour {
    /// The earlier name of ``floodOfInterimResponses``.
    @available(*, deprecated, renamed: "floodOfInterimResponses")
    public static var floodOfInterimAnswers: Misbehaviour { .floodOfInterimResponses }
}
#endif

// The names of earlier versions.

extension StubTransport {
    /// The earlier name of ``Response``.
    @available(*, deprecated, renamed: "StubTransport.Response")
    public typealias Answer = Response
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

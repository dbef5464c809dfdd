/// A way to fetch something, measured beside others.
struct Contestant: Sendable {
    /// What is left of a call when it is done: nothing but the proof that it took place.
    typealias Call = @Sendable () async throws -> Int

    let name: String
    /// Whether it turns the body into values.
    let decodes: Bool
    /// Whether a whole body is in memory.
    var buffers = true
    /// Makes ready for the body at an address.
    let prepare: @Sendable (_ address: String) throws -> Call

    static let all = byHand + freshet

    /// What the others are compared with: the bare engine.
    static let baseline = byHand[0]

    /// Whether the pair can be measured: not more than a gigabyte in flight, and values only of lists.
    func takes(_ body: Body, inFlight: Int) -> Bool {
        (!decodes || body.isDecoded) && (!buffers || body.byteCount * inFlight <= 1 << 30)
            && body.byteCount * inFlight <= 8 << 30
    }
}

import Foundation

/// A way to fetch something, measured beside others.
struct Contestant: Sendable {
    let name: String
    /// Whether it turns the body into values.
    var decodes = false
    /// Whether whole bodies are kept, in memory or in a file.
    var keepsBody = true
    /// Makes ready for the body at an address.
    let prepare: @Sendable (_ address: String) throws -> Call

    static let all = byHand + freshet

    /// What the others are compared with: the bare engine.
    static let baseline = byHand[0]

    var isOnURLSession: Bool { name.contains("URLSession") || name.contains("dataTaskPublisher") }

    /// Whether the pair can be measured: values only of lists, and no more bytes in flight than there is time and memory for.
    func takes(_ body: Body, inFlight: Int) -> Bool {
        (!decodes || body.isDecoded) && body.byteCount * inFlight <= bytesInFlight
    }

    private var bytesInFlight: Int {
        // URLSession on Linux moves 40 MB a second: 512 times 1 MB took most of a minute.
        if isOnURLSession { return 8 << 20 }
        return keepsBody ? 1 << 30 : 7 << 30
    }
}

/// One call of a contestant, in the form in which it is used. Its number is nothing but the proof that it took place.
enum Call: Sendable {
    typealias Completion = @Sendable (Result<Int, any Error>) -> Void

    /// Is awaited.
    case async(@Sendable () async throws -> Int)
    /// Calls a callback, never before it has returned.
    case callback(@Sendable (_ completion: @escaping Completion) -> Void)
}

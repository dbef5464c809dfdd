import BenchmarkKit
import Foundation

/// One implementation of fetching a body, which is measured beside others.
struct Contestant: Sendable {
    private(set) var name: String
    /// Whether it turns the body into values.
    var decodes = false
    /// Whether whole bodies are kept, in memory or in a file.
    var keepsBody = true
    /// The command of a program of another language or revision, which makes the calls itself; `nil` for this program.
    var program: [String]?
    /// Returns the call that fetches the body at an address.
    let prepare: @Sendable (_ address: String) throws -> Call

    static let all = byHand + freshet.flatMap { [$0.before, $0].compactMap(\.self) } + peers

    /// The contestant that the others are compared with: AsyncHTTPClient alone.
    static let baseline = byHand[0]

    var isOnURLSession: Bool { name.contains("URLSession") || name.contains("dataTaskPublisher") }

    /// Returns the command of a process that measures the contestant and prints a `Round`.
    func command(address: String, inFlight: Int, seconds: Double) -> [String] {
        (program ?? [CommandLine.arguments[0], "contestant", name]) + [address, "\(inFlight)", "\(seconds)"]
    }

    /// The same contestant of the program of another revision; `nil` where none is compared.
    private var before: Contestant? {
        guard let program = option("--against") else { return nil }
        var contestant = self
        contestant.name += ", before"
        contestant.program = [program, "contestant", name]
        return contestant
    }

    /// Returns whether the contestant is measured with a body and a number of calls in flight.
    ///
    /// Values are decoded of lists only, and the bytes in flight are limited by time and memory.
    func takes(_ body: Body, inFlight: Int) -> Bool {
        (!decodes || body.isDecoded) && body.byteCount * inFlight <= bytesInFlight
    }

    private var bytesInFlight: Int {
        // URLSession on Linux transfers 40 MB a second: 512 times 1 MB took most of a minute.
        if isOnURLSession { return 8 << 20 }
        if program != nil { return 64 << 20 }
        return keepsBody ? 1 << 30 : 7 << 30
    }
}

/// One call of a contestant, asynchronous or with a callback. Its result is a number that proves that the body was
/// read.
enum Call: Sendable {
    typealias Completion = @Sendable (Result<Int, any Error>) -> Void

    /// A call that is awaited.
    case async(@Sendable () async throws -> Int)
    /// A call with a callback, which is never called before the call has returned.
    case callback(@Sendable (_ completion: @escaping Completion) -> Void)
}

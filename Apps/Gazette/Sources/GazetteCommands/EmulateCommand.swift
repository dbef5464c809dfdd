import ArgumentParser
import Emulator
import Foundation

struct EmulateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "emulate",
        abstract: "Run the emulator of the services on its own.",
        usage: """
            gazette emulate --port 8080
            gazette emulate --port 8080 --latency 300ms --error-rate 0.3
            """,
        discussion: """
            It serves the services' own paths until it is stopped. For example:
              curl 'http://127.0.0.1:8080/v2/top-headlines?country=us&apiKey=any'
              NEWSAPI_KEY=any gazette headlines --base-url http://127.0.0.1:8080
            Its sites with feeds, well-behaved and otherwise, are listed at
              http://127.0.0.1:8080/feeds/
            It accepts any key except those that simulate failures: invalid, disabled, exhausted, limited, broken.
            """
    )

    @Option(help: "The port to listen on; 0 chooses a free one.")
    var port = 8080

    @Option(help: "The address to listen on.")
    var host = "127.0.0.1"

    @Option(help: "The delay before every response, such as 300ms or 2s, at most an hour.")
    var latency: Latency = Latency(duration: .zero)

    @Option(help: "The share of requests that fail with status 500, from 0 to 1.")
    var errorRate = 0.0

    @Option(help: "The share of requests whose connection is dropped, from 0 to 1.")
    var dropRate = 0.0

    @Option(help: "The time at which the services' clock starts, such as 2026-03-14T15:09:26Z (default: now).")
    var time: String?

    func validate() throws {
        if latency.duration > .seconds(3600) { throw ValidationError("The value of --latency must be at most 1h.") }
        guard (0...65_535).contains(port) else { throw ValidationError("The value of --port must be 0 to 65535.") }
        guard (0...1).contains(errorRate), (0...1).contains(dropRate) else {
            throw ValidationError("The values of --error-rate and --drop-rate must be 0 to 1.")
        }
    }

    func run() async throws {
        var configuration = EmulatorConfiguration()
        configuration.port = port
        configuration.host = host
        configuration.faults.latency = latency.duration
        configuration.faults.errorRate = errorRate
        configuration.faults.dropRate = dropRate
        if let time, !configuration.startTime(at: time) {
            throw ValidationError("The value of --time must be a day or a time, such as 2026-03-14T15:09:26Z.")
        }
        do {
            try await Emulator(configuration).run { [host] port in
                Output.print("The emulator listens at http://\(host):\(port)")
            }
        } catch  where !(error is CancellationError) {
            throw Failure(
                .unavailable,
                "The emulator can't listen on \(host):\(port): \(error)\nChoose another --port, or 0 for a free one."
            )
        }
    }
}

import ArgumentParser
import ExplainedCalls
import Foundation
import Freshet

/// The subcommand `get`, which fetches an address and explains where the response comes from.
struct GetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "get",
        abstract: "Fetches an address, and explains the response.",
        discussion: """
            The body is written to the standard output, and the explanation to the standard error: the source of the \
            response, the decisions of the cache with the sections of RFC 9111, retries, redirects, times and sizes. \
            Secrets are never printed.

            Exit codes: 0 success, 1 the server responded with an error status, 65 the address or a header field \
            can't be read, 69 there is no response, 74 the tape can't be written.
            """)

    /// The address.
    @Argument(help: "The address, such as https://news.example/top.")
    var address: String

    /// The header fields.
    @Option(name: [.customShort("H"), .long], help: "A header field, such as 'Accept: text/html'. May be repeated.")
    var header: [String] = []

    /// Whether only the cache is used.
    @Flag(help: "Use stored responses only, and send nothing.")
    var offline = false

    /// The file of the tape.
    @Option(help: "Record all exchanges to this HAR file, without secrets.")
    var record: String?

    /// The folder of the cache.
    @Option(help: "The folder of the cache. By default, freshet in $XDG_CACHE_HOME or ~/.cache.")
    var cache: String?

    /// Whether the explanation is written as JSON.
    @Flag(help: "Write the explanation as JSON to the standard output, with the body in it as text or Base64.")
    var json = false

    func run() async throws {
        var call = ExplainedCall(address)
        for text in header { call.fields.append(try Self.field(text)) }
        call.isOffline = offline
        call.cacheFolder = cache.map { URL(filePath: $0) } ?? CacheFolder.standard()
        call.tape = record.map { URL(filePath: $0) }
        call.includesBody = json
        let outcome = await call.run()
        if json {
            StandardOutput.write("\(outcome.explanation.json)\n")
        } else {
            if let body = outcome.body { StandardOutput.write(body) }
            StandardError.write(outcome.explanation.text)
        }
        if outcome.exitCode != 0 { throw ExitCode(outcome.exitCode) }
    }

    private static func field(_ text: String) throws -> HTTPField {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let name = HTTPField.Name(String(parts[0])) else {
            StandardError.write("This isn't a header field. Write -H 'Name: value'.")
            throw ExitCode(65)
        }
        return HTTPField(name: name, value: parts[1].trimmingCharacters(in: .whitespaces))
    }
}

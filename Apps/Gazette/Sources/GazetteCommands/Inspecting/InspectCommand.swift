import ArgumentParser
import Foundation
import Freshet
import FreshetInspector
import FreshetLenientJSON

struct InspectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect",
        abstract: "List the requests of a running gazette serve --inspect, and why they were sent.",
        usage: """
            gazette inspect http://127.0.0.1:40555/1bac…/
            gazette inspect http://127.0.0.1:40555/1bac…/ 89
            """,
        discussion: """
            The address is the one that gazette serve --inspect prints. With the number of a call, its steps are listed.
            """
    )

    @Argument(help: "The address that gazette serve --inspect has printed.")
    var address: String

    @Argument(help: "The number of a call.")
    var call: UInt64?

    @Option(help: "The most calls, the newest first.")
    var limit = 30

    @OptionGroup var output: OutputOptions

    private struct Page: Service {
        let baseURL: String
        var decoder: any BodyDecoder {
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .millisecondsSince1970
            return decoder
        }
    }

    private struct Changes: Decodable, Sendable {
        let calls: [LoggedCall]
    }

    private struct Details: Decodable, Sendable {
        let steps: [Step]
    }

    /// A step of a call.
    fileprivate struct Step: Codable, Sendable {
        /// The seconds since the start of the call.
        let offset: Double
        let name: String
        let detail: String?
        /// The section of a specification that it follows.
        let rule: String?
    }

    func validate() throws {
        guard limit > 0 else { throw ValidationError("The value of --limit must be 1 or more.") }
        guard address.hasPrefix("http://"), WebLink.url(from: address) != nil else {
            throw ValidationError("The address must be the one that gazette serve --inspect prints.")
        }
    }

    func run() async throws {
        let base = address.hasSuffix("/") ? String(address.dropLast()) : address
        let client = Client(Page(baseURL: base), transport: DefaultTransport.shared, cache: nil)
        if let call {
            let request = Request<Page, Details>("calls/\(call).json")
            let details = try await result { () async throws(FetchError) in try await client.value(for: request) }
            try Self.write(details.steps, output)
        } else {
            let request = Request<Page, Changes>("calls.json")
            let changes = try await result { () async throws(FetchError) in try await client.value(for: request) }
            try Self.write(changes.calls.suffix(limit).reversed(), output)
        }
    }

    private func result<Value>(_ body: () async throws(FetchError) -> Value) async throws(Failure) -> Value {
        do throws(FetchError) { return try await body() } catch { throw failure(error) }
    }

    private func failure(_ error: FetchError) -> Failure {
        switch error.kind {
        case .status(.notFound) where call != nil:
            Failure(
                .unavailable, "There is no such call at this address: it was removed, or the address is another one.")
        case .status:
            Failure(
                .unavailable, "No requests are shown at this address. Copy the one that gazette serve --inspect prints."
            )
        default: Failure(.unavailable, "Nothing listens at this address. Is gazette serve --inspect running?")
        }
    }

    private static func write(_ calls: [LoggedCall], _ output: OutputOptions) throws {
        let table = Table(
            columns: [
                .init(title: "Call", width: .upTo(8), isEssential: true),
                .init(title: "Client", width: .upTo(16), isDim: true),
                .init(title: "Method", width: .upTo(7)),
                .init(title: "Path", width: .rest(weight: 1), isEssential: true),
                .init(title: "Status", width: .upTo(10)), .init(title: "Source", width: .upTo(12)),
                .init(title: "Duration", width: .upTo(10)),
            ],
            rows: calls.map { call in
                [
                    .init("\(call.id)"), .init(call.client), .init(call.method), .init(call.template),
                    .init(call.status.map { "\($0)" } ?? call.end?.rawValue ?? "…"), .init(call.source.rawValue),
                    .init(call.duration.map(text(ofSeconds:)) ?? "…"),
                ]
            })
        try Results(records: calls, table: table, emptyNote: "No request was sent yet.").write(output)
    }

    private static func write(_ steps: [Step], _ output: OutputOptions) throws {
        let table = Table(
            columns: [
                .init(title: "After", width: .upTo(10)), .init(title: "Step", width: .upTo(28), isEssential: true),
                .init(title: "Why", width: .rest(weight: 1)), .init(title: "Rule", width: .upTo(20), isDim: true),
            ],
            rows: steps.map { step in
                [.init(text(ofSeconds: step.offset)), .init(step.name), .init(step.detail), .init(step.rule)]
            })
        try Results(records: steps, table: table, emptyNote: "Nothing is known of this call.").write(output)
    }

    private static func text(ofSeconds seconds: Double) -> String {
        seconds < 1 ? "\((seconds * 10_000).rounded() / 10) ms" : "\((seconds * 100).rounded() / 100) s"
    }
}

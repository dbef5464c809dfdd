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
            gazette inspect http://127.0.0.1:40555/1bac…/ --state
            """,
        discussion: """
            The address is the one that gazette serve --inspect prints. With a call's number, its steps are listed; with \
            --state, the clients' caches, in-flight requests, budgets, limits and sessions; with --resources, their \
            resources.
            """
    )

    @Argument(help: "The address that gazette serve --inspect printed.")
    var address: String

    @Argument(help: "The number of a call.")
    var call: UInt64?

    @Option(help: "List at most this many calls, newest first.")
    var limit = 30

    @Flag(help: "List the clients' states.")
    var state = false

    @Flag(help: "List the clients' resources.")
    var resources = false

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

    private struct ClientState: Decodable, Sendable {
        let name: String
        let parts: [InspectedPart]
    }

    private struct ClientResources: Decodable, Sendable {
        let client: String
        let resources: [Resource]
    }

    /// A fact of a part of a client.
    fileprivate struct Fact: Codable, Sendable {
        let client: String
        let part: String
        let name: String
        let value: String
    }

    /// A resource, as its client has it.
    fileprivate struct Resource: Codable, Sendable {
        let url: String
        let activity: String
        let origin: String?
        let isStale: Bool
        let observers: Int
        let pendingChanges: Int
        let pendingWrites: [String]
        let error: String?
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
        guard [call != nil, state, resources].filter(\.self).count < 2 else {
            throw ValidationError("A call, --state and --resources can't be combined.")
        }
        guard limit > 0 else { throw ValidationError("The value of --limit must be 1 or more.") }
        guard address.hasPrefix("http://"), WebLink.url(from: address) != nil else {
            throw ValidationError("The address must be the one that gazette serve --inspect prints.")
        }
    }

    func run() async throws {
        let base = address.hasSuffix("/") ? String(address.dropLast()) : address
        let client = Client(Page(baseURL: base), transport: DefaultTransport.shared, cache: nil)
        if state {
            let request = Request<Page, [ClientState]>("state.json")
            let states = try await result { () async throws(FetchError) in try await client.value(for: request) }
            try Self.write(states, output)
        } else if resources {
            let request = Request<Page, [ClientResources]>("resources.json")
            let clients = try await result { () async throws(FetchError) in try await client.value(for: request) }
            try Self.write(clients.flatMap { client in client.resources.map { (client.client, $0) } }, output)
        } else if let call {
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
                .unavailable, "There is no such call at this address. It was removed, or belongs to another address.")
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
        try Results(records: calls, table: table, emptyNote: "No requests have been sent yet.").write(output)
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
        try Results(records: steps, table: table, emptyNote: "Nothing is known about this call.").write(output)
    }

    private static func write(_ states: [ClientState], _ output: OutputOptions) throws {
        let facts = states.flatMap { state in
            state.parts.flatMap { part in
                part.facts.map { Fact(client: state.name, part: part.title, name: $0.name, value: $0.value) }
            }
        }
        let table = Table(
            columns: [
                .init(title: "Client", width: .upTo(16), isDim: true), .init(title: "Part", width: .upTo(20)),
                .init(title: "Name", width: .rest(weight: 1), isEssential: true),
                .init(title: "Value", width: .rest(weight: 1), isEssential: true),
            ],
            rows: facts.map { [.init($0.client), .init($0.part), .init($0.name), .init($0.value)] })
        try Results(records: facts, table: table, emptyNote: "No client is watched.").write(output)
    }

    private static func write(_ resources: [(client: String, resource: Resource)], _ output: OutputOptions) throws {
        let table = Table(
            columns: [
                .init(title: "Client", width: .upTo(16), isDim: true),
                .init(title: "Address", width: .rest(weight: 1), isEssential: true),
                .init(title: "Activity", width: .upTo(12)), .init(title: "Value", width: .upTo(20)),
                .init(title: "Observers", width: .upTo(9)), .init(title: "Pending", width: .upTo(9)),
            ],
            rows: resources.map { client, resource in
                [
                    .init(client), .init(resource.url), .init(resource.activity),
                    .init(resource.error ?? (resource.isStale ? "stale" : "fresh")), .init("\(resource.observers)"),
                    .init("\(resource.pendingChanges)"),
                ]
            })
        try Results(records: resources.map(\.resource), table: table, emptyNote: "There are no resources.").write(
            output)
    }

    private static func text(ofSeconds seconds: Double) -> String {
        seconds < 1 ? "\((seconds * 10_000).rounded() / 10) ms" : "\((seconds * 100).rounded() / 100) s"
    }
}

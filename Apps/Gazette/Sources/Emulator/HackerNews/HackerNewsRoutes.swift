import Foundation
import HTTPTypes
import Hummingbird

/// The official API of Hacker News, version 0: a tree of values, each under its path with `.json`.
struct HackerNewsRoutes {
    static let origin = "https://hacker-news.firebaseio.com"

    private let now: @Sendable () -> Date
    private let library: HackerNewsLibrary
    private let sleep: @Sendable (Duration) async throws -> Void

    init(
        now: @escaping @Sendable () -> Date, library: HackerNewsLibrary,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.now = now
        self.library = library
        self.sleep = sleep
    }

    /// Adds the routes of the service.
    func add(to router: Router<EmulatorContext>) {
        let service = self
        router.get("/v0/{file}") { request, context in
            service.respond(request, file: context.parameters.get("file")) { name, corpus in
                switch name {
                case "maxitem": .number(corpus.maximumNumber)
                case "updates":
                    .object([
                        ("items", .numbers(corpus.updates.items)), ("profiles", .strings(corpus.updates.profiles)),
                    ])
                default: corpus.list(name).map(JSONText.numbers)
                }
            }
        }
        router.get("/v0/item/{file}") { request, context in
            service.respond(request, file: context.parameters.get("file")) { name, corpus in
                Int(name).flatMap { corpus.items[$0]?.json } ?? .null
            }
        }
        router.get("/v0/user/{file}") { request, context in
            service.respond(request, file: context.parameters.get("file")) { name, corpus in
                corpus.user(name).map(Self.json) ?? .null
            }
        }
    }

    /// Responds with a value; with `null` for an absent one, and with an error for a path outside the tree.
    private func respond(
        _ request: Request, file: String?, _ value: @escaping @Sendable (String, HackerNewsCorpus) -> JSONText?
    ) -> Response {
        guard let file, file.hasSuffix(".json") else {
            return Response(status: .found, headers: [.location: "https://console.firebase.google.com/"])
        }
        let name = String(file.dropLast(5))
        guard let body = value(name, library.corpus(at: now())) else { return Self.denied }
        if request.headers[.accept]?.contains("text/event-stream") == true {
            let stream = ValueStream(now: now, sleep: sleep) { [library] date in
                value(name, library.corpus(at: date)) ?? .null
            }
            return stream.response
        }
        let isPretty = QueryItems(request.uri.query)["print"] == "pretty"
        return .text(
            isPretty ? body.prettyText + "\n" : body.text, type: "application/json; charset=utf-8",
            fields: [
                .cacheControl: "no-cache", .accessControlAllowOrigin: "*",
                .strictTransportSecurity: "max-age=31556926; includeSubDomains; preload",
            ])
    }

    static var denied: Response {
        .json(.object([("error", .string("Permission denied"))]), status: .unauthorized)
    }

    private static func json(_ user: HackerNewsCorpus.User) -> JSONText {
        .object(
            (user.about.map { [("about", .string($0))] } ?? []) + [
                ("created", .number(user.created)), ("id", .string(user.id)), ("karma", .number(user.karma)),
                ("submitted", .numbers(user.submitted)),
            ])
    }
}

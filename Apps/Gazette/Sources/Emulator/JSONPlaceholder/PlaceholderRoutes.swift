import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// JSONPlaceholder: six lists with filters and pages, and writes that succeed and change nothing.
struct PlaceholderRoutes {
    static let origin = "https://jsonplaceholder.typicode.com"
    /// The origin of the photos' addresses.
    static let pictureOrigin = "https://via.placeholder.com"

    private static let type = "application/json; charset=utf-8"
    private static let fields: HTTPFields = [
        .cacheControl: "max-age=43200", HTTPField.Name("Pragma")!: "no-cache", .expires: "-1",
        HTTPField.Name("X-Content-Type-Options")!: "nosniff", HTTPField.Name("X-Powered-By")!: "Express",
        .vary: "Origin, Accept-Encoding",
    ]
    /// The maximum body size of a write: 100 kB, as on the real service.
    private static let bodyLimit = 102_400

    /// Adds the routes of the service.
    func add(to router: Router<EmulatorContext>) {
        for name in PlaceholderDatabase.names {
            let path = RouterPath("/\(name)")
            router.get(path) { request, _ in Self.list(name, request, []) }
            router.post(path) { request, _ in try await Self.create(name, request) }
            router.get("/\(name)/{id}") { request, context in
                Self.element(name, context.parameters.get("id") ?? "", request)
            }
            router.put("/\(name)/{id}") { request, context in
                try await Self.replace(name, context.parameters.get("id") ?? "", request)
            }
            router.patch("/\(name)/{id}") { request, context in
                try await Self.update(name, context.parameters.get("id") ?? "", request)
            }
            router.delete("/\(name)/{id}") { _, _ in Self.respond(.object([Member]())) }
            router.get("/\(name)/{id}/{children}") { request, context in
                let children = context.parameters.get("children") ?? ""
                let key = "\(Self.singular(name))Id"
                return Self.list(children, request, [(key, context.parameters.get("id") ?? "")])
            }
        }
        router.get("/db") { request, _ in
            let lists = PlaceholderDatabase.names.map {
                ($0, JSONText.array(PlaceholderDatabase.shared.list($0)?.rows ?? []))
            }
            return Response.tagged(
                JSONText.object(lists).prettyText, type: Self.type, fields: Self.fields, for: request)
        }
        router.get("/") { _, _ in
            Response.text("<!DOCTYPE html><title>JSONPlaceholder</title>", type: "text/html; charset=utf-8")
        }
    }

    private typealias Member = JSONText.Member

    // MARK: - Reading

    private static func list(_ name: String, _ request: Request, _ parent: [(String, String)]) -> Response {
        guard let list = PlaceholderDatabase.shared.list(name) else { return notFound }
        let rows = list.rows
        let items = QueryItems(request.uri.query).all
        // A list whose rows have no field for the parent is sent as a whole.
        let conditions = parent.filter { key, _ in rows.first?[key] != nil }.map { (name: $0.0, value: $0.1) }
        if items.isEmpty, conditions.isEmpty {
            return .tagged(list.text, type: type, fields: fields, for: request)
        }
        let query = PlaceholderQuery(conditions + items)
        let outcome = query.apply(to: rows)
        var fields = fields
        if let count = outcome.totalCount { fields[HTTPField.Name("X-Total-Count")!] = String(count) }
        if !outcome.pages.isEmpty {
            fields[HTTPField.Name("Link")!] = outcome.pages.map { page in
                "<http://jsonplaceholder.typicode.com\(pageTarget(of: request, number: page.number))>; "
                    + "rel=\"\(page.relation)\""
            }.joined(separator: ", ")
        }
        let body = JSONText.array(outcome.rows.map { related($0, name, query) })
        return .tagged(body.prettyText, type: type, fields: fields, for: request)
    }

    private static func pageTarget(of request: Request, number: Int) -> String {
        let items = (request.uri.query ?? "").split(separator: "&").map { item in
            item.hasPrefix("_page=") ? "_page=\(number)" : String(item)
        }
        return "\(request.uri.path)?\(items.joined(separator: "&"))"
    }

    private static func element(_ name: String, _ id: String, _ request: Request) -> Response {
        guard let row = row(name, id) else { return notFound }
        let query = PlaceholderQuery(QueryItems(request.uri.query).all)
        return .tagged(related(row, name, query).prettyText, type: type, fields: fields, for: request)
    }

    /// Returns the row with an id. Ids are compared as text, so `01` matches none.
    private static func row(_ name: String, _ id: String) -> JSONText? {
        PlaceholderDatabase.shared.list(name)?.rows.first { $0["id"]?.plainText == id }
    }

    /// Adds the requested children and parents to a row.
    private static func related(_ row: JSONText, _ name: String, _ query: PlaceholderQuery) -> JSONText {
        var row = row
        let database = PlaceholderDatabase.shared
        for children in query.values("_embed") {
            let key = "\(singular(name))Id"
            guard let rows = database.list(children)?.rows else { continue }
            row = row.setting(children, .array(rows.filter { $0[key] == row["id"] }))
        }
        for parent in query.values("_expand") {
            guard let id = row["\(parent)Id"],
                let found = database.list("\(parent)s")?.rows.first(where: { $0["id"] == id })
            else { continue }
            row = row.setting(parent, found)
        }
        return row
    }

    // MARK: - Simulated writes

    private static func create(_ name: String, _ request: Request) async throws -> Response {
        guard let body = await body(of: request) else { return badBody }
        let id = (PlaceholderDatabase.shared.list(name)?.rows.count ?? 0) + 1
        return respond(
            body.setting("id", .number(id)), status: .created,
            fields: [.location: "http://jsonplaceholder.typicode.com/\(name)/\(id)"])
    }

    private static func replace(_ name: String, _ id: String, _ request: Request) async throws -> Response {
        guard let body = await body(of: request) else { return badBody }
        guard row(name, id) != nil, let number = Int(id) else {
            let trace = "TypeError: Cannot read properties of undefined (reading 'id')\n    at update (write.js:40:31)"
            return .text(trace, type: "text/plain; charset=utf-8", status: .internalServerError)
        }
        return respond(body.setting("id", .number(number)))
    }

    private static func update(_ name: String, _ id: String, _ request: Request) async throws -> Response {
        guard let row = row(name, id) else { return notFound }
        guard case .object(let members)? = await body(of: request) else { return badBody }
        return respond(members.reduce(row) { $1.name == "id" ? $0 : $0.setting($1.name, $1.value) })
    }

    /// Returns the body of a write as a JSON object, empty without a body; `nil` if it is invalid.
    private static func body(of request: Request) async -> JSONText? {
        guard let buffer = try? await request.body.collect(upTo: bodyLimit) else { return nil }
        if buffer.readableBytes == 0 { return .object([Member]()) }
        guard let body = try? JSONDecoder().decode(JSONText.self, from: Data(buffer.readableBytesView)),
            case .object = body
        else { return nil }
        return body
    }

    private static func respond(
        _ body: JSONText, status: HTTPResponse.Status = .ok, fields: HTTPFields = [:]
    ) -> Response {
        .text(body.prettyText, type: type, status: status, fields: fields)
    }

    static var notFound: Response { respond(.object([Member]()), status: .notFound) }

    private static var badBody: Response {
        .text("SyntaxError: the body is no JSON object", type: "text/plain; charset=utf-8", status: .badRequest)
    }

    private static func singular(_ name: String) -> String { String(name.dropLast()) }
}

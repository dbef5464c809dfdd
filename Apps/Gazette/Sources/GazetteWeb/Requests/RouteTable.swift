import Foundation
import HTTPTypes
import Hummingbird
import LivePages
import ReaderStorage

/// Makes a page's content with its tools.
typealias PageMaker = @Sendable (PageTools) -> any PageContent

/// All routes of the web app, in an order in which the first that matches applies.
struct RouteTable: Sendable {
    /// The routes by the first part of their paths, which is never a variable.
    private let routes: [String: [Route]]
    let all: [Route]

    init(_ routes: [Route]) {
        all = routes
        precondition(routes.allSatisfy { $0.parts.isEmpty || $0.parts.first != .some(nil) })
        self.routes = Dictionary(grouping: routes) { ($0.parts.first ?? nil) ?? "" }
    }

    /// Returns the parts of the path of an address, decoded.
    static func parts(of path: String) -> [String] {
        let parts = path.split(separator: "/").map(String.init)
        // Few paths are encoded, and Foundation takes longer to see that.
        return path.utf8.contains(UInt8(ascii: "%")) ? parts.map { $0.removingPercentEncoding ?? $0 } : parts
    }

    /// Returns the route of a request; `nil` if there is none. `HEAD` uses the route of `GET`.
    func route(_ method: HTTPRequest.Method, _ path: String) -> Route? { route(method, Self.parts(of: path)) }

    /// Returns the route of a path in its parts.
    func route(_ method: HTTPRequest.Method, _ parts: [String]) -> Route? {
        let method = method == .head ? .get : method
        return routes[parts.first ?? ""]?.first { $0.method == method && $0.matches(parts) }
    }

    /// Returns what makes the view at an address; `nil` if there is none.
    func view(at address: PageAddress) -> PageMaker? {
        for route in routes[address.path.first ?? ""] ?? [] {
            guard let view = route.view, let values = route.values(address.path) else { continue }
            if let maker = view(address, values) { return maker }
        }
        return nil
    }

    /// Whether the view at an address shows what one visitor has stored, so that no other visitor gets an edition of it.
    func isPersonal(_ address: PageAddress) -> Bool {
        [.partlyPersonal, .personal].contains(route(.get, address.path)?.contents)
    }

    /// Whether the view at an address shows feeds to a reader who has any.
    func showsFeeds(_ address: PageAddress) -> Bool { route(.get, address.path)?.contents == .withFeeds }

    /// Whether the view at an address shows the news of the reader's country.
    func showsNews(_ address: PageAddress) -> Bool {
        [nil, "news", "sources"].contains(address.path.first) && address["country"] == nil
    }

    /// Returns the style sheets and scripts of the page with a link; for `nil`, those of a page without contents.
    func files(of link: String?) -> PageFiles {
        guard let link else { return .lines }
        return route(.get, String(link.prefix { $0 != "?" }))?.files ?? .contents
    }

    /// Returns the beginning of a path without its secrets, as logs contain it.
    func logged(_ path: String) -> String { logged(path, Self.parts(of: path)) }

    func logged(_ path: String, _ parts: [String]) -> String {
        let secret = routes[parts.first ?? ""]?.first { route in
            route.isSecret && parts.count > route.parts.prefix { $0 != nil }.count
        }
        guard let secret else { return String(path.prefix(200)) }
        return secret.path.prefix { $0 != "{" } + "…"
    }
}

/// Adds handlers to a router, each for a route of the table, which says what is checked before it runs.
struct TableRouter {
    let router: Router<WebContext>
    let table: RouteTable

    typealias Form = [String: String]
    typealias Handler = @Sendable (Request, WebContext) async throws -> Response

    /// Adds the handler of a route that reads something.
    func get(_ path: String, _ handle: @escaping Handler) { add(.get, path, handle) }

    /// Adds the handler of a route that changes something.
    func post(_ path: String, _ handle: @escaping Handler) { add(.post, path, handle) }

    /// Adds the handler of a form. Of several fields with one name, the first counts.
    func form(_ path: String, _ handle: @escaping @Sendable (Form, Request, WebContext) async throws -> Response) {
        let limit = route(.post, path).limit
        post(path) { request, context in
            // PostgreSQL stores no U+0000.
            guard let fields = await request.form(upTo: limit), !fields.contains(where: { $0.value.contains("\0") })
            else { return Response(status: .badRequest) }
            return try await handle(
                Dictionary(fields.map { ($0.name, $0.value) }) { first, _ in first }, request, context)
        }
    }

    /// The longest body of a route, in bytes.
    func limit(of path: String) -> Int { route(.post, path).limit }

    private func add(_ method: HTTPRequest.Method, _ path: String, _ handle: @escaping Handler) {
        let route = route(method, path)
        router.on(RouterPath(path), method: method) { request, context in
            guard !route.isOwn || request.isOwn else { return Request.isForeign }
            if route.access == .account || route.access == .administrators {
                guard let person = context.person else { return Self.signIn(back: method == .get ? path : nil) }
                // Whoever may not see it does not learn whether it exists.
                guard route.access == .account || person.account.isAdmin else { throw HTTPError(.notFound) }
            }
            return try await handle(request, context)
        }
    }

    /// Redirects to the page for signing in, which leads back.
    private static func signIn(back: String?) -> Response {
        let path = PageAddress.link(["sign-in"], back.map { ["back": $0] } ?? [:])
        return Response(status: .seeOther, headers: [.location: path, .cacheControl: "no-store"])
    }

    private func route(_ method: HTTPRequest.Method, _ path: String) -> Route {
        guard let route = table.all.first(where: { $0.method == method && $0.path == path }) else {
            preconditionFailure("The table of routes has no \(method) \(path).")
        }
        return route
    }
}

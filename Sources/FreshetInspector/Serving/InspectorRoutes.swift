import Foundation
import FreshetCore
import FreshetTapes

/// Produces the responses of the inspector's server.
final class InspectorRoutes: Sendable {
    /// How long the settings made on the page last without another request from the page.
    static let lease = Duration.seconds(10)

    let inspector: Inspector
    let access: InspectorAccess
    private let time: TimeSource
    private let ending = Lock<Task<Void, Never>?>(nil)

    init(_ inspector: Inspector, _ access: InspectorAccess, time: TimeSource) {
        (self.inspector, self.access, self.time) = (inspector, access, time)
    }

    func respond(to request: InspectorRequest) async -> InspectorResponse {
        guard InspectorAccess.isLoopback(request.host) else { return refuse(.host) }
        guard let path = access.path(of: request.path) else { return refuse(.unknown) }
        switch request.method {
        case "GET", "HEAD": return await get(path, request)
        case "POST":
            guard path == "actions", access.isToken(request.form["token"] ?? "") else { return refuse(.unknown) }
            return await act(request.form)
        default: return refuse(.method)
        }
    }

    private func refuse(_ refusal: InspectorAccess.Refusal) -> InspectorResponse {
        InspectorResponse("", type: "text/plain", status: refusal.rawValue)
    }

    // MARK: - Reading

    private func get(_ path: String, _ request: InspectorRequest) async -> InspectorResponse {
        let page = InspectorPage(token: access.token, network: inspector.network.settings)
        switch path {
        case "": return InspectorResponse(page.calls(inspector.log.changes()))
        case "calls.json":
            extendLease()
            return .json(inspector.log.changes(since: request.query["since"].flatMap { UInt64($0) } ?? 0))
        case "resources": return InspectorResponse(page.resources(resources))
        case "resources.json": return .json(resources)
        case "state": return InspectorResponse(page.states(await states))
        case "state.json": return .json(await states)
        case "icon.svg": return .icon
        case "calls.har": return har(inspector.tape())
        case "page.css": return InspectorResponse(Data(PackageResources.page_css), type: "text/css; charset=utf-8")
        case "page.js":
            return InspectorResponse(Data(PackageResources.page_js), type: "text/javascript; charset=utf-8")
        default: break
        }
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 3, parts[0] == "calls" else { return refuse(.unknown) }
        let name = parts[1].split(separator: ".", maxSplits: 1)
        guard let id = name.first.flatMap({ UInt64($0) }), let call = inspector.log.call(id) else {
            return InspectorResponse(page.missing, status: 404)
        }
        if parts.count == 3 {
            let picture = CallDetails.picture(parts[2], in: inspector.tape(of: id))
            return picture.map { .picture($0.data, $0.type) } ?? refuse(.unknown)
        }
        let details = CallDetails(call, inspector.tape(of: id))
        switch name.count > 1 ? name[1] : "" {
        case "": return InspectorResponse(page.call(details))
        case "json": return .json(details)
        case "har": return har(inspector.tape(of: id))
        default: return refuse(.unknown)
        }
    }

    private func har(_ tape: Tape) -> InspectorResponse {
        var response = InspectorResponse(tape.har, type: "application/json")
        response.fields.append(("Content-Disposition", "attachment; filename=\"calls.har\""))
        return response
    }

    private var resources: [ClientResources] {
        inspector.clients.withLock { $0 }.map { ClientResources(client: $0.name, resources: $0.resources()) }
    }

    private var states: [InspectedState] {
        get async {
            var states: [InspectedState] = []
            for client in inspector.clients.withLock({ $0 }) {
                states.append(InspectedState(name: client.name, parts: await client.parts()))
            }
            for (name, part) in inspector.parts.withLock({ $0 }) {
                states.append(InspectedState(name: name, parts: [await part.inspectedPart]))
            }
            return states
        }
    }

    // MARK: - Changing

    private func act(_ form: [String: String]) async -> InspectorResponse {
        let clients = inspector.clients.withLock { $0 }
        switch form["action"] {
        case "network": setNetwork(form)
        case "remove": inspector.removeAll()
        case "clear": for client in clients { await client.clear() }
        case "invalidate": for client in clients { client.invalidate() }
        case "refetch": for client in clients { await client.refetch() }
        default: return refuse(.unknown)
        }
        return .redirect(to: Self.page(form["page"] ?? ""))
    }

    /// Returns the page from which a form was sent, or the page with all calls if the name is
    /// unknown.
    private static func page(_ name: String) -> String {
        if name == "resources" || name == "state" { return name }
        let call = name.hasPrefix("calls/") ? UInt64(name.dropFirst(6)) : nil
        return call.map { "calls/\($0)" } ?? "./"
    }

    private func setNetwork(_ form: [String: String]) {
        var settings = NetworkConditions.Settings()
        settings.isOffline = form["offline"] != nil
        settings.latency = .milliseconds(min(60_000, max(0, Int(form["latency"] ?? "") ?? 0)))
        settings.bytesPerSecond = Int(form["rate"] ?? "").flatMap { $0 > 0 ? $0 : nil }
        settings.failsEach = Int(form["each"] ?? "").flatMap { $0 > 0 ? $0 : nil }
        inspector.network.settings = settings
        extendLease()
    }

    /// Resets the settings made on the page, unless the page sends another request in time.
    private func extendLease() {
        guard inspector.network.settings != NetworkConditions.Settings() else { return }
        let (time, network, end) = (time, inspector.network, time.now() + Self.lease)
        let new = Task {
            guard (try? await time.sleep(end)) != nil, !Task.isCancelled else { return }
            network.settings = NetworkConditions.Settings()
        }
        let old = ending.withLock { task in
            defer { task = new }
            return task
        }
        old?.cancel()
    }

    func end() {
        ending.withLock { $0.take() }?.cancel()
        inspector.network.settings = NetworkConditions.Settings()
    }
}

import Foundation
import Freshet
import FreshetTesting
import NIOConcurrencyHelpers

/// A service whose responses a test makes up, by what the target of a request holds.
final class Backend: Sendable {
    private struct Rule: Sendable {
        let text: String
        let result: Result<StubTransport.Response, FetchError>
        let gate: Gate?
    }

    private struct State: Sendable {
        var rules: [Rule] = []
        var targets: [String] = []
        /// The targets of the calls that have no response yet.
        var open: [String] = []
        var mostOpen = 0
    }

    private let state = NIOLockedValueBox(State())

    /// Sends all requests to this service, without a network.
    var transport: StubTransport {
        StubTransport { [self] request async throws(FetchError) in try await respond(to: request.head.path ?? "") }
    }

    /// Sets the response to requests whose target contains a text, sent once a gate is open. The last setting counts.
    func respond(to text: String, with response: StubTransport.Response, at gate: Gate? = nil) {
        add(Rule(text: text, result: .success(response), gate: gate))
    }

    /// Fails requests whose target holds a text from now on.
    func fail(_ text: String, with kind: FetchError.Kind = .cannotConnect(.offline), at gate: Gate? = nil) {
        add(Rule(text: text, result: .failure(FetchError(kind)), gate: gate))
    }

    /// Holds requests whose target holds a text, until they are cancelled.
    func hold(_ text: String) { respond(to: text, with: .status(204), at: Gate()) }

    /// The requested targets, in order.
    var targets: [String] { state.withLockedValue { $0.targets } }

    /// How many requests had a target that holds a text.
    func count(_ text: String) -> Int { targets.count { $0.contains(text) } }

    /// How many calls are under way whose target holds a text; none of them if it was released or cancelled.
    func openCount(_ text: String = "") -> Int {
        state.withLockedValue { state in state.open.count { text.isEmpty || $0.contains(text) } }
    }

    /// How many calls were under way at once at most.
    var mostOpen: Int { state.withLockedValue { $0.mostOpen } }

    private func add(_ rule: Rule) {
        state.withLockedValue { $0.rules.insert(rule, at: 0) }
    }

    private func respond(to target: String) async throws(FetchError) -> StubTransport.Response {
        let rule = state.withLockedValue { state in
            state.targets.append(target)
            state.open.append(target)
            state.mostOpen = max(state.mostOpen, state.open.count)
            return state.rules.first { target.contains($0.text) }
        }
        defer {
            state.withLockedValue { state in
                if let index = state.open.firstIndex(of: target) { state.open.remove(at: index) }
            }
        }
        await rule?.gate?.wait()
        return try rule?.result.get() ?? .status(404)
    }
}

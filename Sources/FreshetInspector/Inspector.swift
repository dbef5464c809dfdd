import Foundation
public import FreshetCore
import FreshetResources
public import FreshetTapes

/// Shows the calls of clients while they happen, and why they happened.
///
/// ```swift
/// let inspector = Inspector()
/// var configuration = ClientConfiguration.platform
/// configuration.plugins.append(inspector.plugin("shop"))
/// let shop = Client(Shop(), configuration)
/// let server = try await inspector.start()
/// print(server.address)
/// ```
///
/// The page at the address lists the calls of this process. It is for the machine of a developer: leave it out of a
/// release. What it holds is bounded, and secrets are replaced by the rules of tapes (`Tape.redacted(_:)`) whenever
/// something is read.
public final class Inspector: Sendable {
    /// The limits of what an inspector holds in memory.
    public struct Limits: Sendable, Hashable {
        /// The most calls: 1,000. The oldest are removed first.
        public var calls = 1_000
        /// The most bytes of their steps: 16 MiB.
        public var bytes = 16 << 20
        /// The most bytes of each body: 64 KiB.
        public var body = 64 << 10
        /// The most bytes of all exchanges with their bodies: 32 MiB. With 0, no exchange is recorded.
        public var exchangeBytes = 32 << 20

        /// Makes limits with the default values.
        public init() {}
    }

    /// The network of the clients, which the page can make slow or unreliable.
    ///
    /// Set it as the `reachability` of a client's configuration, too, so that its resources and its outbox take part.
    public let network = NetworkConditions()

    let log: CallLog
    let recorder: TapeRecorder
    let recordsExchanges: Bool
    let clients = Lock<[InspectedClient]>([])
    let parts = Lock<[(name: String, part: any Inspectable)]>([])

    /// Makes an inspector, which listens nowhere until it is started.
    public init(limits: Limits = Limits()) {
        log = CallLog(countLimit: limits.calls, byteLimit: limits.bytes)
        recordsExchanges = limits.exchangeBytes > 0
        recorder = TapeRecorder(
            bodyLimit: limits.body, entryLimit: limits.calls * 2, byteLimit: limits.exchangeBytes)
    }

    /// Returns a plug-in for the configuration of a client.
    ///
    /// - Parameter name: The name under which the page shows the client.
    public func plugin(_ name: String) -> any ObservingPlugin { InspectorPlugin(self, name) }

    /// Shows the resources and the state of a client, too, and lets the page change them.
    ///
    /// The inspector retains the client.
    ///
    /// - Parameters:
    ///   - client: A client that was made with a plug-in of this inspector.
    ///   - name: The name of that plug-in.
    public func watch<API>(_ client: Client<API>, named name: String) {
        clients.withLock { $0.append(InspectedClient(client, name)) }
    }

    /// Shows the state of a part that belongs to no client, such as an outbox.
    ///
    /// The inspector retains it. The session, the interceptors and the transport of a client need no call of this
    /// method: they are shown with the client.
    public func show(_ part: any Inspectable, named name: String) {
        parts.withLock { $0.append((name, part)) }
    }

    /// The last calls, the oldest first.
    public var calls: [LoggedCall] { log.changes().calls }

    /// Removes all calls.
    public func removeAll() {
        log.removeAll()
        recorder.removeAll()
    }

    /// The exchanges of the last calls as a tape without secrets.
    ///
    /// - Parameter call: The number of a call: only its exchanges. Those of a call that shares a request are the leader's.
    public func tape(of call: UInt64? = nil) -> Tape {
        guard let call else { return recorder.tape }
        return recorder.tape(of: log.call(call)?.leader ?? call)
    }
}

/// Adds an observer, a recording transport and the network's conditions to a client.
private final class InspectorPlugin: ObservingPlugin {
    private let inspector: Inspector
    private let name: String

    init(_ inspector: Inspector, _ name: String) {
        (self.inspector, self.name) = (inspector, name)
    }

    func observe(_ configuration: inout ClientConfiguration) {
        if inspector.recordsExchanges { inspector.recorder.observe(&configuration) }
        configuration.observers.append(
            LoggingObserver(
                log: inspector.log, client: name, cache: LoggedCall.Source(of: configuration.cache),
                time: configuration.time))
    }

    func stages(at position: ChainPosition, in configuration: ClientConfiguration) -> [any Interceptor] {
        position == .aroundAttempt ? [inspector.network] : []
    }
}

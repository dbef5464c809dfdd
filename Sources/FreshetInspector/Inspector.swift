import Foundation
public import FreshetCore
import FreshetResources
public import FreshetTapes

/// Shows clients' calls as they happen, and why they happened.
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
/// The page at that address lists the calls of this process. It is meant for a developer's machine,
/// so leave it out of releases. Its memory use is limited. Whenever data are read, secrets are
/// replaced by the same rules as in tapes (`Tape.redacted(_:)`).
public final class Inspector: Sendable {
    /// The limits for what an inspector holds in memory.
    public struct Limits: Sendable, Hashable {
        /// The maximum number of calls, by default 1,000. The oldest are removed first.
        public var calls = 1_000
        /// The maximum size of their steps, by default 16 MiB.
        public var bytes = 16 << 20
        /// The maximum number of bytes stored of each body, by default 64 KiB.
        public var body = 64 << 10
        /// The maximum size of all exchanges with their bodies, by default 32 MiB. With 0, no
        /// exchanges are recorded.
        public var exchangeBytes = 32 << 20

        /// Makes limits with the default values.
        public init() {}
    }

    /// The clients' simulated network, which the page can make slow or unreliable.
    ///
    /// Set it as the `reachability` in a client's configuration as well, so that the client's
    /// resources and outbox react to it.
    public let network = NetworkConditions()

    let log: CallLog
    let recorder: TapeRecorder
    let recordsExchanges: Bool
    let clients = Lock<[InspectedClient]>([])
    let parts = Lock<[(name: String, part: any Inspectable)]>([])

    /// Makes an inspector. It listens on no port until it is started.
    public init(limits: Limits = Limits()) {
        log = CallLog(countLimit: limits.calls, byteLimit: limits.bytes)
        recordsExchanges = limits.exchangeBytes > 0
        recorder = TapeRecorder(
            bodyLimit: limits.body, entryLimit: limits.calls * 2, byteLimit: limits.exchangeBytes)
    }

    /// Returns a plug-in for a client's configuration.
    ///
    /// - Parameter name: The name under which the page shows the client.
    public func plugin(_ name: String) -> any ObservingPlugin { InspectorPlugin(self, name) }

    /// Shows a client's resources and state as well, and lets the page change them.
    ///
    /// ```swift
    /// let shop = Client(Shop(), configuration)
    /// inspector.watch(shop, named: "shop")
    /// ```
    ///
    /// The inspector retains the client.
    ///
    /// - Parameters:
    ///   - client: A client that was made with one of this inspector's plug-ins.
    ///   - name: The name of that plug-in.
    public func watch<API>(_ client: Client<API>, named name: String) {
        clients.withLock { $0.append(InspectedClient(client, name)) }
    }

    /// Shows the state of a part that doesn't belong to a client, such as an outbox.
    ///
    /// The inspector retains the part. Don't call this for a client's session, interceptors or
    /// transport: they are shown with the client.
    public func show(_ part: any Inspectable, named name: String) {
        parts.withLock { $0.append((name, part)) }
    }

    /// The latest calls, oldest first.
    public var calls: [LoggedCall] { log.changes().calls }

    /// Removes all calls.
    public func removeAll() {
        log.removeAll()
        recorder.removeAll()
    }

    /// Returns the exchanges of the latest calls as a tape without secrets.
    ///
    /// - Parameter call: The number of a call whose exchanges to return; `nil` for all. The
    ///   exchanges of a call that shares a request are found under the call that sent it.
    public func tape(of call: UInt64? = nil) -> Tape {
        guard let call else { return recorder.tape }
        return recorder.tape(of: log.call(call)?.leader ?? call)
    }
}

/// Adds an observer, a recording transport and the simulated network to a client.
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

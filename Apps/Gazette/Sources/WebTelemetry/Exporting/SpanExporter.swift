import Foundation
import Freshet
import HTTPTypes
import Logging
import Metrics
import ServiceLifecycle
import Synchronization

/// Sends finished spans to a collector, in batches.
///
/// Nothing waits for it: while the collector does not take them, further spans are dropped beyond a number. The metric
/// `gazette.spans` counts those that were sent and those that were not.
final class SpanExporter: ServiceLifecycle.Service {
    /// The most spans that wait, and the most of one batch.
    static let (queueLimit, batchLimit) = (8192, 512)
    /// The pause between two looks for spans.
    static let interval = Duration.seconds(1)
    /// How long a batch may take once the server stops.
    private static let shutdownTime = Duration.seconds(2)

    private let client: Client<Collector>
    private let resource: [String: String]
    private let logger: Logger
    private let metrics: any MetricsFactory
    private let queue = Mutex<[RecordedSpan.Record]>([])

    init(
        _ client: Client<Collector>, resource: [String: String], metrics: any MetricsFactory,
        logger: Logger = Logger(label: "gazette")
    ) {
        self.client = client
        self.resource = resource
        self.metrics = metrics
        self.logger = logger
    }

    /// Adds a span to those that will be sent.
    func add(_ span: RecordedSpan.Record) {
        let isAdded = queue.withLock { queue in
            guard queue.count < Self.queueLimit else { return false }
            queue.append(span)
            return true
        }
        if !isAdded { count(1, "dropped") }
    }

    /// Sends spans until the server stops, then the rest, for which it does not wait long.
    func run() async throws {
        var (isFailing, isLast) = (false, false)
        while !isLast {
            try? await cancelWhenGracefulShutdown { [time = client.time] in
                try await time.sleep(time.now() + Self.interval)
            }
            // Read before the spans are taken: those that are added later are of the next round.
            isLast = Task.isCancelled || Task.isShuttingDownGracefully
            while let batch = next() {
                do {
                    try await send(batch)
                    isFailing = false
                } catch {
                    count(batch.count, "failed")
                    if isLast || Task.isShuttingDownGracefully { return count(clear(), "failed") }
                    if !isFailing { logger.warning("Spans can't be sent: \(error)") }
                    isFailing = true
                }
            }
        }
    }

    private func next() -> [RecordedSpan.Record]? {
        queue.withLock { queue in
            let batch = Array(queue.prefix(Self.batchLimit))
            queue.removeFirst(batch.count)
            return batch.isEmpty ? nil : batch
        }
    }

    private func clear() -> Int {
        queue.withLock { queue in
            defer { queue = [] }
            return queue.count
        }
    }

    /// Sends a batch, and cancels that if it has not ended shortly after the server begins to stop.
    private func send(_ batch: [RecordedSpan.Record]) async throws {
        let document = try SpanDocument.data(batch, resource: resource)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [client] in _ = try await client.value(for: .export(document)) }
            group.addTask {
                try await gracefulShutdown()
                try await Task.sleep(for: Self.shutdownTime)
                throw CancellationError()
            }
            defer { group.cancelAll() }
            _ = try await group.next()
        }
        count(batch.count, "sent")
    }

    private func count(_ spans: Int, _ outcome: String) {
        Counter(label: "gazette.spans", dimensions: [("gazette.outcome", outcome)], factory: metrics)
            .increment(by: spans)
    }
}

/// A collector of OpenTelemetry, which receives spans by OTLP over HTTP.
struct Collector: Freshet.Service {
    /// The address that takes traces.
    let baseURL: String
    /// The fields of each request, such as a key of the collector's.
    let headers: HTTPFields

    /// Field names are any; they may hold keys.
    var secretNames: SecretNames { headers.reduce(.standard) { $0.adding($1.name.rawName) } }
}

extension Request<Collector, Data> {
    /// Sends spans, which may arrive twice.
    fileprivate static func export(_ document: Data) -> Self {
        Request("", method: .post, body: .bytes(document, contentType: "application/json"))
            .retrying(.always).timeout(.seconds(10))
    }
}

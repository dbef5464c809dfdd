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
    /// The time for the rest once the server has stopped.
    private static let lastTimeout = Duration.seconds(1)

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

    /// Sends spans until the server stops, then the rest.
    func run() async throws {
        var isFailing = false
        while !Task.isCancelled, !Task.isShuttingDownGracefully {
            try? await cancelWhenGracefulShutdown { [client] in
                try await client.time.sleep(client.time.now() + Self.interval)
            }
            while !Task.isCancelled, !Task.isShuttingDownGracefully, let batch = next() {
                do {
                    try await cancelWhenGracefulShutdown { try await self.send(batch) { $0 } }
                    isFailing = false
                } catch  where Task.isCancelled || Task.isShuttingDownGracefully {
                    queue.withLock { $0.insert(contentsOf: batch, at: 0) }
                } catch {
                    count(batch.count, "failed")
                    if !isFailing { logger.warning("Spans can't be sent: \(error)") }
                    isFailing = true
                }
            }
        }
        while let batch = next() {
            do {
                try await send(batch) { $0.timeout(Self.lastTimeout).retrying(.never) }
            } catch {
                return count(batch.count + clear(), "failed")
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

    private func send(
        _ batch: [RecordedSpan.Record], _ change: (Request<Collector, Data>) -> Request<Collector, Data>
    ) async throws {
        let body = try SpanDocument.data(batch, resource: resource)
        _ = try await client.value(for: change(.export(body)))
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
        Request("", method: .post, body: .bytes(document, contentType: "application/json")).retrying(.always)
    }
}

package import Metrics

/// The metrics of the web app itself. Their dimensions are from fixed lists, never from received data.
package struct WebMetrics: Sendable {
    private let factory: any MetricsFactory

    /// - Parameter factory: Where the metrics are kept; by default nowhere.
    package init(factory: any MetricsFactory = NOOPMetricsHandler.instance) {
        self.factory = factory
    }

    func countRequest(_ method: String, route: String?, status: Int, time: Duration, bytes: Int) {
        let route = route.map { [("http.route", $0)] } ?? []
        let dimensions = [("http.request.method", method), ("http.response.status_code", String(status))] + route
        let (seconds, attoseconds) = time.components
        Timer(label: "http.server.request.duration", dimensions: dimensions, factory: factory)
            .recordNanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
        count("gazette.sent_bytes", bytes, route)
    }

    package func countChanges(_ count: Int, bytes: Int) {
        self.count("gazette.changes", count)
        self.count("gazette.sent_bytes", bytes, [("http.route", "/live")])
    }

    package func countInput() { count("gazette.inputs") }
    package func countCutOff() { count("gazette.cut_off") }

    /// Notes what is in memory at the moment.
    package func note(streams: Int, pages: Int) {
        set("gazette.open_streams", streams)
        set("gazette.live_pages", pages)
        if let memory = ResidentMemory.bytes { set("process.resident_memory_bytes", memory) }
    }

    private func count(_ label: String, _ amount: Int = 1, _ dimensions: [(String, String)] = []) {
        Counter(label: label, dimensions: dimensions, factory: factory).increment(by: amount)
    }

    private func set(_ label: String, _ value: Int) { Meter(label: label, factory: factory).set(value) }
}

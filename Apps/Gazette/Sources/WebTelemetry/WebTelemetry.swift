import Freshet
public import HTTPTypes
public import Logging
public import Metrics
package import ServiceLifecycle
public import Tracing

/// The metrics and traces of the web app and of its clients.
public struct WebTelemetry: Sendable {
    /// The address of the metrics can't be listened at.
    public struct Unavailable: Error {
        /// The address.
        public let address: TelemetryAddress
        /// The system's error.
        public let reason: any Error

        package init(address: TelemetryAddress, reason: any Error) {
            self.address = address
            self.reason = reason
        }
    }

    /// The address at which the metrics are served.
    public let address: TelemetryAddress
    /// The metrics of all that share this value; those of nothing if the settings turn telemetry off.
    public var metrics: any MetricsFactory { isDisabled ? NOOPMetricsHandler.instance : prometheus }
    /// The methods that spans and metrics show. Any other one is `_OTHER`.
    public let knownMethods: Set<HTTPRequest.Method>
    private let isDisabled: Bool
    /// The tracer; `nil` without a collector.
    public let tracer: (any Tracer)?
    let prometheus: PrometheusFactory
    /// The service that sends the spans to the collector; `nil` without a collector.
    package let exporter: (any ServiceLifecycle.Service)?
    /// All metrics, in the text format of Prometheus.
    package var metricsText: String { prometheus.text }
    /// The content type of ``metricsText``.
    package static var metricsContentType: String { PrometheusFactory.contentType }

    /// Makes telemetry whose spans go to a collector, if the settings name one.
    ///
    /// - Parameter version: The version of the program, as spans have it.
    public init(
        at address: TelemetryAddress, _ settings: TraceSettings, version: String,
        logger: Logger = Logger(label: "gazette")
    ) throws(TraceSettings.Mistake) {
        let methods = try settings.methods()
        guard let endpoint = try settings.address(), !settings.disables else {
            self.init(at: address, tracer: nil, knownMethods: methods, isDisabled: settings.disables)
            return
        }
        let metrics = PrometheusFactory()
        let collector = Collector(baseURL: endpoint, headers: try settings.fields())
        let exporter = SpanExporter(
            Client(collector, transport: DefaultTransport.shared, cache: nil),
            resource: try settings.resource(version: version), metrics: metrics, logger: logger)
        let tracer = SpanTracer(sampler: try settings.chosenSampler(), finish: exporter.add)
        self.init(at: address, metrics: metrics, tracer: tracer, exporter: exporter, knownMethods: methods)
    }

    init(
        at address: TelemetryAddress = .standard, metrics: PrometheusFactory = PrometheusFactory(),
        tracer: (any Tracer)?, exporter: SpanExporter? = nil,
        knownMethods: Set<HTTPRequest.Method> = TraceSettings.standardMethods, isDisabled: Bool = false
    ) {
        self.address = address
        self.knownMethods = knownMethods
        self.isDisabled = isDisabled
        prometheus = metrics
        self.tracer = tracer
        self.exporter = exporter
    }

    /// The ids of the span in whose context a line of a log is written.
    public static let logMetadata = Logger.MetadataProvider {
        guard let trace = ServiceContext.current?.trace else { return [:] }
        return ["trace_id": "\(trace.traceID.hex)", "span_id": "\(trace.spanID.hex)"]
    }
}

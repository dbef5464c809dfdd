#if Telemetry
public import FreshetCore
public import HTTPTypes
public import Metrics
public import Tracing

/// Reports client calls as spans and metrics, following OpenTelemetry's conventions.
///
/// ```swift
/// var configuration = ClientConfiguration.platform
/// configuration.plugins.append(Telemetry())
/// ```
///
/// Each call makes one span of kind `internal`, and each request that reaches the transport makes
/// one of kind `client` below it. The parent is the span in whose context the call begins. Names
/// contain the path template (`RequestPath.template`), never the path itself.
///
/// Several clients may share one instance. If neither a tracer nor a metrics factory is set up when
/// a client is made, its calls have no additional cost. See the guide Tracing and metrics with
/// OpenTelemetry.
public final class Telemetry: ObservingPlugin {
    /// The settings for reporting calls.
    ///
    /// ```swift
    /// var configuration = Telemetry.Configuration()
    /// configuration.propagation = ["https://images.weather.example"]
    /// configuration.dimensions.port = nil
    /// ```
    public struct Configuration: Sendable {
        /// The tracer; `nil`, the default, for the process's tracer (`InstrumentationSystem`).
        public var tracer: (any Tracer)?
        /// The metrics factory; `nil`, the default, for the process's factory (`MetricsSystem`).
        public var metrics: (any MetricsFactory)?
        /// Additional origins, such as `https://api.example.com`, to which the span's context is
        /// sent.
        ///
        /// The service's own origin always receives it: `traceparent` and whatever else the tracer
        /// injects. None by default. After a redirect to another origin, the context is sent only
        /// to these origins.
        public var propagation: Set<String> = []
        /// The methods that appear in spans and metrics. Any other method becomes `_OTHER`, so that
        /// dimensions have few values. By default, the methods of RFC 9110, `PATCH` and `QUERY`.
        /// Case matters.
        public var knownMethods: Set<HTTPRequest.Method> = [
            .get, .head, .post, .put, .delete, .connect, .options, .trace, .patch, HTTPRequest.Method("QUERY")!,
        ]
        /// The names of the metrics' dimensions.
        public var dimensions = Dimensions()

        /// Makes the default configuration.
        public init() {}
    }

    /// The names of the metrics' dimensions. A dimension whose name is `nil` is left out.
    ///
    /// The defaults follow OpenTelemetry's conventions for HTTP clients.
    public struct Dimensions: Sendable, Hashable {
        /// The method, or `_OTHER` if it isn't among ``Configuration/knownMethods``.
        public var method: String? = "http.request.method"
        /// The host.
        public var address: String? = "server.address"
        /// The port.
        public var port: String? = "server.port"
        /// The path template, including the path of the service's base URL; absent if there is no
        /// template.
        public var template: String? = "url.template"
        /// The response's status; absent if there is no response.
        public var status: String? = "http.response.status_code"
        /// The HTTP version; absent if it isn't known.
        public var protocolVersion: String? = "network.protocol.version"
        /// The status of a refusal, or the failure's code (`FetchError.code`); absent on success.
        public var error: String? = "error.type"

        /// Makes the default names.
        public init() {}
    }

    /// The settings of this instance.
    public let configuration: Configuration

    /// Makes a plug-in that reports calls.
    public init(_ configuration: Configuration = Configuration()) {
        self.configuration = configuration
    }

    /// The tracer and the metrics factory; `nil` if there is neither.
    private var backend: Backend? {
        let tracer = configuration.tracer ?? InstrumentationSystem.tracer
        let factory = configuration.metrics ?? MetricsSystem.factory
        let isTracing = configuration.tracer != nil || !(tracer is NoOpTracer)
        let isMeasuring = configuration.metrics != nil || !(factory is NOOPMetricsHandler)
        guard isTracing || isMeasuring else { return nil }
        return Backend(
            tracer: tracer, instruments: Instruments(factory, configuration.dimensions),
            methods: MethodNames(known: configuration.knownMethods))
    }

    /// Adds an observer that makes a span for each call, and a transport that makes one for each
    /// request.
    public func observe(_ client: inout ClientConfiguration) {
        guard let backend else { return }
        let recorder = CallRecorder(client.time, backend, configuration.propagation)
        client.observers.append(recorder)
        client.transport = client.transport.observed { request in
            request.attempt.map { OpenExchange($0, request.head, recorder) }
        }
    }
}

/// The destination of spans and metrics.
struct Backend: Sendable {
    let tracer: any Tracer
    let instruments: Instruments
    let methods: MethodNames
}
#endif

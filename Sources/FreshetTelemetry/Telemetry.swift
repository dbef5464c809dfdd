#if Telemetry
public import FreshetCore
public import HTTPTypes
public import Metrics
public import Tracing

/// Reports the calls of clients as spans and metrics, in the words of OpenTelemetry.
///
/// ```swift
/// var configuration = ClientConfiguration.platform
/// configuration.plugins.append(Telemetry())
/// ```
///
/// A call makes one span of the kind `internal`, and each request that reaches the transport one of the kind `client`
/// below it. The parent is the span in whose context the call begins. Names contain the template of the path
/// (`RequestPath.template`), never the path itself.
///
/// Several clients may share one. Where neither a tracer nor a factory of metrics is set up when a client is made, its
/// calls cost nothing more. See the guide Tracing and metrics with OpenTelemetry.
public final class Telemetry: ObservingPlugin {
    /// The settings of a ``Telemetry``.
    public struct Configuration: Sendable {
        /// The tracer; `nil`, the default, for that of the process (`InstrumentationSystem`).
        public var tracer: (any Tracer)?
        /// The factory of metrics; `nil`, the default, for that of the process (`MetricsSystem`).
        public var metrics: (any MetricsFactory)?
        /// The origins, such as `https://api.example.com`, whose requests carry the context of the span (`traceparent`
        /// and what else the tracer injects), besides the service's own. None by default. After a redirect to another
        /// origin, only these get it.
        public var propagation: Set<String> = []
        /// The methods that spans and metrics show. Any other one is `_OTHER`, so that dimensions have few values. The
        /// default is those of RFC 9110, `PATCH` and `QUERY`; the case of letters matters.
        public var knownMethods: Set<HTTPRequest.Method> = [
            .get, .head, .post, .put, .delete, .connect, .options, .trace, .patch, HTTPRequest.Method("QUERY")!,
        ]
        /// The names of the dimensions of metrics.
        public var dimensions = Dimensions()

        /// Makes the default configuration.
        public init() {}
    }

    /// The names of the dimensions of metrics. One that is `nil` is left out.
    ///
    /// The defaults are those of OpenTelemetry's conventions for HTTP clients.
    public struct Dimensions: Sendable, Hashable {
        /// The method; `_OTHER` for one that isn't among ``Configuration/knownMethods``.
        public var method: String? = "http.request.method"
        /// The host.
        public var address: String? = "server.address"
        /// The port.
        public var port: String? = "server.port"
        /// The template of the path, with the path of the service's base URL; absent for a path without one.
        public var template: String? = "url.template"
        /// The status of the response; absent without one.
        public var status: String? = "http.response.status_code"
        /// The version of HTTP, where it is known.
        public var protocolVersion: String? = "network.protocol.version"
        /// The status of a refusal, or the code of the failure (`FetchError.code`); absent for a success.
        public var error: String? = "error.type"

        /// Makes the default names.
        public init() {}
    }

    /// The settings.
    public let configuration: Configuration

    /// Makes a telemetry.
    public init(_ configuration: Configuration = Configuration()) {
        self.configuration = configuration
    }

    /// The tracer and the factory; `nil` if there is neither.
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

    /// Adds an observer, which makes a span of each call, and a transport that makes one of each request.
    public func observe(_ client: inout ClientConfiguration) {
        guard let backend else { return }
        let recorder = CallRecorder(client.time, backend, configuration.propagation)
        client.observers.append(recorder)
        client.transport = client.transport.observed { request in
            request.attempt.map { OpenExchange($0, request.head, recorder) }
        }
    }
}

/// Where spans and metrics go.
struct Backend: Sendable {
    let tracer: any Tracer
    let instruments: Instruments
    let methods: MethodNames
}
#endif

import Foundation
import FreshetLenientJSON
import HTTPTypes

/// The settings of traces, in the words and with the defaults of OpenTelemetry's environment variables.
public struct TraceSettings: Sendable {
    /// The address of a collector, such as `http://127.0.0.1:4318`, to which `/v1/traces` is added.
    public var endpoint: String?
    /// The whole address instead.
    public var tracesEndpoint: String?
    /// The fields of each request to the collector: `name=value,name=value`, with percent-encoded values.
    public var headers: String?
    /// The name of what makes the spans.
    public var serviceName: String?
    /// What the spans come from, besides: `name=value,name=value`, with percent-encoded values.
    public var resourceAttributes: String?
    /// Whether nothing is measured and traced: `true`. Any other text has no effect.
    public var isDisabled: String?
    /// The methods that spans and metrics show instead of those of RFC 9110, `PATCH` and `QUERY`, separated by commas.
    public var knownMethods: String?
    /// The choice of the traces that are recorded, such as `parentbased_traceidratio`.
    public var sampler: String?
    /// The part of the traces, from 0 to 1.
    public var samplerArgument: String?

    /// The methods that spans and metrics show by default: those of RFC 9110, `PATCH` and `QUERY`.
    static let standardMethods: Set<HTTPRequest.Method> = [
        .get, .head, .post, .put, .delete, .connect, .options, .trace, .patch, HTTPRequest.Method("QUERY")!,
    ]

    /// Makes settings without a collector: nothing is traced.
    public init() {}

    /// A setting that can't be used.
    public struct Mistake: Error, CustomStringConvertible {
        /// The sentence about it, with the name of the environment variable.
        public let description: String
    }

    /// The address that takes traces; `nil` without a collector.
    func address() throws(Mistake) -> String? {
        guard let address = tracesEndpoint ?? endpoint else { return nil }
        guard WebLink.url(from: address) != nil else {
            let name = "OTEL_EXPORTER_OTLP_\(tracesEndpoint == nil ? "" : "TRACES_")ENDPOINT"
            throw Mistake(description: "\(name) must be an address, such as http://127.0.0.1:4318.")
        }
        if tracesEndpoint != nil { return address }
        return (address.hasSuffix("/") ? String(address.dropLast()) : address) + "/v1/traces"
    }

    func fields() throws(Mistake) -> HTTPFields {
        var fields = HTTPFields()
        for (name, value) in try Self.pairs(headers, "OTEL_EXPORTER_OTLP_HEADERS must be header fields") {
            guard let name = HTTPField.Name(name) else {
                throw Mistake(
                    description: "OTEL_EXPORTER_OTLP_HEADERS must be header fields, such as name=value,name=value.")
            }
            fields[name] = value
        }
        return fields
    }

    /// What the spans come from.
    ///
    /// - Parameter version: The version of the program.
    func resource(version: String) throws(Mistake) -> [String: String] {
        var resource = ["service.name": "gazette"]
        for (name, value) in try Self.pairs(resourceAttributes, "OTEL_RESOURCE_ATTRIBUTES must be attributes") {
            resource[name] = value
        }
        if let serviceName { resource["service.name"] = serviceName }
        resource["service.version"] = version
        return resource
    }

    private static func pairs(_ text: String?, _ rule: String) throws(Mistake) -> [(name: String, value: String)] {
        try (text ?? "").split(separator: ",").map { pair throws(Mistake) in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
            guard parts.count == 2, !parts[0].isEmpty, let name = parts[0].removingPercentEncoding,
                let value = parts[1].removingPercentEncoding
            else { throw Mistake(description: "\(rule), such as name=value,name=value.") }
            return (name, value)
        }
    }

    /// Whether nothing is measured and traced.
    var disables: Bool { isDisabled?.lowercased() == "true" }

    func methods() throws(Mistake) -> Set<HTTPRequest.Method> {
        guard let knownMethods else { return Self.standardMethods }
        return Set(
            try knownMethods.split(separator: ",").map { text throws(Mistake) in
                guard let method = HTTPRequest.Method(text.trimmingCharacters(in: .whitespaces)) else {
                    throw Mistake(
                        description: "OTEL_INSTRUMENTATION_HTTP_KNOWN_METHODS must be methods, such as GET,POST.")
                }
                return method
            })
    }

    func chosenSampler() throws(Mistake) -> Sampler {
        guard let sampler else { return Sampler() }
        guard let chosen = Sampler(name: sampler, argument: samplerArgument) else {
            throw Mistake(
                description: """
                    OTEL_TRACES_SAMPLER must be always_on, always_off or traceidratio, optionally after parentbased_, \
                    and OTEL_TRACES_SAMPLER_ARG a number from 0 to 1.
                    """)
        }
        return chosen
    }
}

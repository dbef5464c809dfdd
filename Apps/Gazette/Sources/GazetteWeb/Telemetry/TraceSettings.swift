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
    /// The choice of the traces that are recorded, such as `parentbased_traceidratio`.
    public var sampler: String?
    /// The part of the traces, from 0 to 1.
    public var samplerArgument: String?

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
        for pair in (headers ?? "").split(separator: ",") {
            let parts = pair.split(separator: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            guard parts.count == 2, let name = HTTPField.Name(parts[0]), let value = parts[1].removingPercentEncoding
            else {
                throw Mistake(description: "OTEL_EXPORTER_OTLP_HEADERS must be fields, such as name=value,name=value.")
            }
            fields[name] = value
        }
        return fields
    }

    func chosenSampler() throws(Mistake) -> Sampler {
        guard let sampler else { return Sampler() }
        guard let chosen = Sampler(name: sampler, argument: samplerArgument) else {
            throw Mistake(
                description: """
                    OTEL_TRACES_SAMPLER must be always_on, always_off or traceidratio, also after parentbased_, and \
                    OTEL_TRACES_SAMPLER_ARG a part from 0 to 1.
                    """)
        }
        return chosen
    }
}

/// A metric with its samples, in the text format 0.0.4 of Prometheus.
struct MetricFamily {
    enum Kind: String {
        case counter, gauge, histogram
    }

    struct Sample {
        /// The suffix of the name, which histograms have.
        var suffix = ""
        var labels: [(name: String, value: String)] = []
        let value: Double
    }

    let name: String
    let help: String
    let kind: Kind
    let samples: [Sample]

    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    var text: String {
        var lines = ["# HELP \(name) \(Self.escaped(help))", "# TYPE \(name) \(kind.rawValue)"]
        lines += samples.map { sample in
            let labels = sample.labels.map { label in
                "\(label.name)=\"\(Self.escaped(label.value).replacing("\"", with: "\\\""))\""
            }
            let list = labels.isEmpty ? "" : "{\(labels.joined(separator: ","))}"
            return "\(name)\(sample.suffix)\(list) \(Self.text(sample.value))"
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
    }

    static func text(_ value: Double) -> String {
        if value.isInfinite { return value > 0 ? "+Inf" : "-Inf" }
        return Int(exactly: value).map(String.init) ?? String(value)
    }
}

/// A histogram: the number of values in each bucket, and their sum.
struct Histogram {
    static let seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    private let bounds: [Double]
    private var counts: [Int]
    private var sum = 0.0

    init(bounds: [Double] = seconds) {
        self.bounds = bounds
        counts = Array(repeating: 0, count: bounds.count + 1)
    }

    mutating func observe(_ value: Double) {
        counts[bounds.firstIndex { value <= $0 } ?? bounds.count] += 1
        sum += value
    }

    /// Returns the cumulative samples that Prometheus expects.
    func samples(_ labels: [(name: String, value: String)]) -> [MetricFamily.Sample] {
        var total = 0
        var samples: [MetricFamily.Sample] = []
        for (bound, count) in zip(bounds + [.infinity], counts) {
            total += count
            samples.append(
                .init(
                    suffix: "_bucket", labels: labels + [("le", MetricFamily.text(bound))], value: Double(total)))
        }
        return samples + [
            .init(suffix: "_sum", labels: labels, value: sum),
            .init(suffix: "_count", labels: labels, value: Double(total)),
        ]
    }
}

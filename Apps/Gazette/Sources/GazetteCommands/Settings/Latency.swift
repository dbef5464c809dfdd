import ArgumentParser

/// A duration as the user writes it: `300ms`, `2s`, `10m`, `2h`, `1d`, or seconds without a unit.
struct Latency: ExpressibleByArgument, CustomStringConvertible {
    /// The units with their seconds; `ms` stands before `s`, which is its suffix.
    private static let units = [("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600), ("d", 86_400)]

    let duration: Duration

    init(duration: Duration) {
        self.duration = duration
    }

    init?(argument: String) {
        let unit = Self.units.first { argument.hasSuffix($0.0) } ?? ("", 1)
        guard let number = Double(argument.dropLast(unit.0.count)) else { return nil }
        let seconds = number * unit.1
        guard seconds >= 0, seconds <= 366 * 86_400 else { return nil }
        duration = .seconds(seconds)
    }

    var description: String { "\(Int(duration / .milliseconds(1)))ms" }
}

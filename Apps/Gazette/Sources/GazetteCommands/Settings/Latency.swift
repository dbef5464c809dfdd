import ArgumentParser

/// A time as people write it: `300ms`, `2s`, or seconds without a unit.
struct Latency: ExpressibleByArgument, CustomStringConvertible {
    let duration: Duration

    init(duration: Duration) {
        self.duration = duration
    }

    init?(argument: String) {
        let unit = argument.hasSuffix("ms") ? "ms" : argument.hasSuffix("s") ? "s" : ""
        guard let number = Double(argument.dropLast(unit.count)), number >= 0, number < 3600 else { return nil }
        duration = unit == "ms" ? .milliseconds(number) : .seconds(number)
    }

    var description: String { "\(Int(duration / .milliseconds(1)))ms" }
}

import Foundation

/// The middle one of some numbers.
public func median(_ numbers: [Double]) -> Double { numbers.sorted()[numbers.count / 2] }

/// The value of an option of the command line.
public func option(_ name: String) -> String? {
    let arguments = CommandLine.arguments
    return arguments.firstIndex(of: name).flatMap { $0 + 1 < arguments.count ? arguments[$0 + 1] : nil }
}

/// Writes the measurements to a file, for comparisons.
public func write(_ report: some Encodable, to file: String?) throws {
    guard let file else { return }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(report).write(to: URL(fileURLWithPath: file))
}

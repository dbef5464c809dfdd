import Foundation

/// Returns the median of some numbers.
public func median(_ numbers: [Double]) -> Double { numbers.sorted()[numbers.count / 2] }

/// Returns the value of a command-line option; `nil` if the option is missing.
public func option(_ name: String) -> String? {
    let arguments = CommandLine.arguments
    return arguments.firstIndex(of: name).flatMap { $0 + 1 < arguments.count ? arguments[$0 + 1] : nil }
}

/// Writes measurements to a file as JSON, to compare them later.
public func write(_ report: some Encodable, to file: String?) throws {
    guard let file else { return }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(report).write(to: URL(fileURLWithPath: file))
}

/// Returns the resident memory of this process in bytes: the present one and the peak.
public func residentMemory() -> (now: Int, peak: Int) {
    func value(_ name: String) -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
        return (line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0) * 1024
    }
    return (value("VmRSS:"), value("VmHWM:"))
}

import Foundation

let arguments = CommandLine.arguments

func option(_ name: String) -> String? {
    arguments.firstIndex(of: name).flatMap { $0 + 1 < arguments.count ? arguments[$0 + 1] : nil }
}

switch arguments.dropFirst().first {
case "serve" where arguments.count == 4:
    try await WebServer.serve(folder: arguments[2], port: Int(arguments[3]) ?? 0)
case "contestant" where arguments.count == 6:
    guard let contestant = Contestant.all.first(where: { $0.name == arguments[2] }) else { exit(64) }
    let call = try contestant.prepare(arguments[3])
    let round = try await Load.run(call, inFlight: Int(arguments[4]) ?? 1, seconds: Double(arguments[5]) ?? 1)
    FileHandle.standardOutput.write(try JSONEncoder().encode(round))
case "run":
    let report = try Measurement.run(arguments.contains("--short") ? .short : .full, only: option("--only"))
    if let file = option("--json") {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
        try encoder.encode(report).write(to: URL(fileURLWithPath: file))
    }
    if let file = option("--thresholds") {
        let thresholds = try JSONDecoder().decode(
            Thresholds.self, from: Data(contentsOf: URL(fileURLWithPath: file)))
        let (failures, checked) = thresholds.failures(in: report)
        print(failures.isEmpty ? "\(checked) thresholds hold." : failures.joined(separator: "\n"))
        if !failures.isEmpty { exit(1) }
    }
default:
    print("usage: wire-bench run [--short] [--only BODY] [--json FILE] [--thresholds FILE]")
    exit(64)
}

import BenchmarkKit
import Foundation

let arguments = CommandLine.arguments

switch arguments.dropFirst().first {
case "serve" where arguments.count == 4:
    try await WebServer.serve(folder: arguments[2], port: Int(arguments[3]) ?? 0)
case "server":
    // Serves the bodies for scripts/profile-call, until the standard input ends.
    let server = try WebServer()
    print("\(server.baseURL)/\(Body.page.file)")
    fflush(nil)
    while readLine() != nil {}
    server.stop()
case "contestant" where arguments.count == 6:
    guard let contestant = Contestant.all.first(where: { $0.name == arguments[2] }) else { exit(64) }
    let call = try contestant.prepare(arguments[3])
    let round = try await Load.run(call, inFlight: Int(arguments[4]) ?? 1, seconds: Double(arguments[5]) ?? 1)
    FileHandle.standardOutput.write(try JSONEncoder().encode(round))
case "run":
    do {
        let report = try Measurement.run(arguments.contains("--short") ? .short : .full, only: option("--only"))
        try write(report, to: option("--json"))
        if let file = option("--thresholds") { try report.verdict(by: Thresholds(file: file)).conclude() }
    } catch {
        print(error)
        exit(1)
    }
default:
    print(
        "usage: wire-bench run [--short] [--only BODY] [--peers FOLDER] [--against PROGRAM] [--json FILE] [--thresholds FILE]"
    )
    exit(64)
}

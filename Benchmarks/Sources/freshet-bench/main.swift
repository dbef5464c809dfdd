switch CommandLine.arguments.dropFirst().first {
case "serve": try await Download.serve()
case "download": try await Download.measure()
case "merge": Merge.measure()
case "calls": try await Calls.measure()
case "decoding": try Decoding.measure()
case "soak": try await Soak.measure()
default: print("usage: freshet-bench download|merge|calls|decoding|soak")
}

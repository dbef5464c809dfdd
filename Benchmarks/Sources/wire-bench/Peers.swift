import BenchmarkKit
import Foundation

/// The HTTP clients of other languages with their decoders: programs of `Peers`, which `./bench` builds where their
/// languages are installed. They take the arguments of a contestant and print its results.
extension Contestant {
    static let peers = [
        peer("Go, net/http and encoding/json", file: "go"), peer("Node, fetch and response.json()", file: "node"),
    ].compactMap(\.self)

    private static func peer(_ name: String, file: String) -> Contestant? {
        guard let folder = option("--peers") else { return nil }
        let program = URL(filePath: folder).appending(path: file).path
        guard FileManager.default.isExecutableFile(atPath: program) else { return nil }
        return Contestant(name: name, decodes: true, program: [program]) { _ in throw CocoaError(.executableLoad) }
    }
}

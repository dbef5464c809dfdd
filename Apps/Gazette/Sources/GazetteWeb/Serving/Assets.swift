import Crypto
import Foundation

/// The style sheet and the like, under names that change with their contents, so that they may be kept for good.
struct Assets: Sendable {
    struct File: Sendable {
        let data: Data
        /// The same for who takes `gzip`.
        let packed: Data
        let type: String
    }

    private let paths: [String: String]
    private let files: [String: File]

    /// Reads the files that come with the program.
    init() throws {
        guard let folder = Bundle.module.url(forResource: "Assets", withExtension: nil) else {
            preconditionFailure("The assets are missing from the resources.")
        }
        var paths: [String: String] = [:]
        var files: [String: File] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            let data = try Data(contentsOf: folder.appending(path: name))
            let hash = SHA256.hash(data: data).prefix(8).map { String(UInt16($0) + 256, radix: 16).dropFirst() }
                .joined()
            let path = "\(hash).\(name)"
            paths[name] = "/assets/\(path)"
            files[path] = File(
                data: data, packed: Gzip.packed(data),
                type: Self.types[(name as NSString).pathExtension] ?? "application/octet-stream")
        }
        self.paths = paths
        self.files = files
    }

    private static let types = [
        "css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml",
    ]

    func path(of name: String) -> String { paths[name] ?? "/assets/\(name)" }

    func file(at name: String) -> File? { files[name] }
}

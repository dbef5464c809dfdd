package import Foundation
import FreshetDigests

/// The style sheets, scripts, fonts and icons, under names that contain a digest of their contents.
///
/// Browsers may therefore cache them forever.
package struct Assets: Sendable {
    package struct File: Sendable {
        package let data: Data
        /// The same, compressed with gzip; `nil` where that saves less than a tenth.
        package let packed: Data?
        package let type: String
    }

    private let paths: [String: String]
    private let files: [String: File]

    /// Reads all files of a folder, which are digested and compressed for it.
    ///
    /// - Parameter bundles: The files that are sent as one, in their order, by its name.
    package init(folder: URL, bundles: [String: [String]]) throws {
        var paths: [String: String] = [:]
        var files: [String: File] = [:]
        // The style sheets and the manifest come last: they name fonts and icons, whose paths are known then.
        func namesOthers(_ name: String) -> Bool { name.hasSuffix(".css") || name.hasSuffix(".webmanifest") }
        let bundled = Set(bundles.values.joined())
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !bundled.contains($0) }
        for name in (names + bundles.keys).sorted(by: { !namesOthers($0) && namesOthers($1) }) {
            let sources = try (bundles[name] ?? [name]).map { try Data(contentsOf: folder.appending(path: $0)) }
            var data = Self.sent(Data(sources.joined()), name)
            if namesOthers(name) {
                let text = paths.reduce(String(decoding: data, as: UTF8.self)) { text, entry in
                    text.replacing("\"\(entry.key)\"", with: "\"\(entry.value)\"")
                }
                data = Data(text.utf8)
            }
            let path = "\(SHA256.hexDigest(of: data).prefix(16)).\(name)"
            paths[name] = "/assets/\(path)"
            let packed = Gzip.packed(data)
            files[path] = File(
                data: data, packed: packed.count * 10 < data.count * 9 ? packed : nil,
                type: Self.types[(name as NSString).pathExtension] ?? "application/octet-stream")
        }
        self.paths = paths
        self.files = files
    }

    /// Returns the data of a file to send: scripts and style sheets without comments and indentation.
    ///
    /// In scripts, only comments of whole lines are removed.
    private static func sent(_ data: Data, _ name: String) -> Data {
        guard name.hasSuffix(".js") || name.hasSuffix(".css") else { return data }
        var text = String(decoding: data, as: UTF8.self)
        if name.hasSuffix(".css") { text = text.replacing(/\/\*.*?\*\//.dotMatchesNewlines(), with: "") }
        let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
        return Data(lines.filter { !$0.isEmpty && !$0.hasPrefix("//") }.joined(separator: "\n").utf8)
    }

    private static let types = [
        "png": "image/png", "woff2": "font/woff2", "ico": "image/x-icon", "css": "text/css; charset=utf-8",
        "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml",
        "webmanifest": "application/manifest+json",
    ]

    /// Returns the data of a file by its name without a digest.
    package func plain(_ name: String) -> Data {
        files[String(path(of: name).dropFirst("/assets/".count))]?.data ?? Data()
    }

    package func path(of name: String) -> String { paths[name] ?? "/assets/\(name)" }

    package func file(at name: String) -> File? { files[name] }
}

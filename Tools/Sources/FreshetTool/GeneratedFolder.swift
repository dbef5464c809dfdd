import Foundation
import ServiceGenerator

/// The folder that contains the files of a service.
struct GeneratedFolder {
    let url: URL
    let service: String

    init(_ url: URL, service: String) {
        self.url = url
        self.service = service
    }

    /// Returns the files that an earlier run wrote for the same service.
    func files() throws -> [GeneratedFile] {
        guard FileManager.default.fileExists(atPath: url.path) else { return [] }
        let contents = try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)
        var files: [GeneratedFile] = []
        for file in contents where file.pathExtension == "swift" {
            let name = file.lastPathComponent
            guard name == "\(service).swift" || name.hasPrefix("\(service)+") else { continue }
            let text = String(decoding: try Data(contentsOf: file), as: UTF8.self)
            guard text.hasPrefix("// Written by \"freshet service\"") else { continue }
            files.append(GeneratedFile(name: name, text: text))
        }
        return files
    }

    /// Writes files, and removes those of an earlier run that are no longer generated. Files that
    /// stay the same aren't touched, so that they aren't compiled again.
    func replace(_ old: [GeneratedFile], with new: [GeneratedFile]) throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        let texts = Dictionary(old.map { ($0.name, $0.text) }, uniquingKeysWith: { first, _ in first })
        for file in new where texts[file.name] != file.text {
            try Data(file.text.utf8).write(to: url.appending(path: file.name), options: .atomic)
        }
        let names = Set(new.map(\.name))
        for file in old where !names.contains(file.name) {
            try FileManager.default.removeItem(at: url.appending(path: file.name))
        }
    }
}

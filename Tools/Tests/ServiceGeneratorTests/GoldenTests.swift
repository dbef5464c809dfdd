import Foundation
import OpenAPIDocuments
import ServiceGenerator
import Testing

/// Compares what the generator writes with the service in `Tests/Shop`, which other tests call.
struct GoldenTests {
    private static let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()

    private func output() throws -> ServiceGenerator.Output {
        let documents = Self.tests.appending(path: "Documents")
        let root = try DocumentReader.read(Data(contentsOf: documents.appending(path: "shop.yaml")))
        let extras = try DocumentReader.read(Data(contentsOf: documents.appending(path: "shop.extras.yaml")))
        let options = GeneratorOptions(source: "shop.yaml", extras: try Extras(extras))
        return try ServiceGenerator.generate(OpenAPIDocument(root), options: options)
    }

    @Test func theServiceIsWhatTheGeneratorWrites() throws {
        let folder = Self.tests.appending(path: "Shop")
        let output = try output()
        #expect(output.name == "Shop")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
        #expect(names.sorted() == output.files.map(\.name))
        for file in output.files {
            let text = try String(contentsOf: folder.appending(path: file.name), encoding: .utf8)
            #expect(text == file.text, "\(file.name) differs. Run \"freshet service\" again.")
        }
    }

    @Test func eachRunWritesTheSame() throws {
        #expect(try output().files == output().files)
    }

    @Test func noFileIsLong() throws {
        for file in try output().files {
            #expect(file.text.split(separator: "\n", omittingEmptySubsequences: false).count <= 401, "\(file.name)")
        }
    }
}

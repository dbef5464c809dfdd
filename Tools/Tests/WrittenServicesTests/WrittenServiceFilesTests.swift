import Foundation
import OpenAPIDocuments
import ServiceGenerator
import Testing

/// Compares what the generator writes for the documents in `Services/Documents` with the services in
/// `Tests/WrittenServices`, which other tests call.
struct WrittenServiceFilesTests {
    private static let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    private static let documents = tests.deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Services/Documents")

    @Test(
        "Services",
        arguments: [
            ("newsapi", "NewsService"), ("hackernews", "HackerNewsService"), ("tmdb", "MovieService"),
        ])
    func servicesAreWhatTheGeneratorWrites(_ document: String, _ name: String) throws {
        let root = try DocumentReader.read(Data(contentsOf: Self.documents.appending(path: "\(document).yaml")))
        var options = GeneratorOptions(name: name, source: "\(document).yaml")
        let extras = Self.documents.appending(path: "\(document).extras.yaml")
        if FileManager.default.fileExists(atPath: extras.path) {
            options.extras = try Extras(DocumentReader.read(Data(contentsOf: extras)))
        }
        let output = try ServiceGenerator.generate(OpenAPIDocument(root), options: options)
        let folder = Self.tests.appending(path: "WrittenServices/\(name)")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.sorted() == output.files.map(\.name))
        for file in output.files {
            let text = try String(contentsOf: folder.appending(path: file.name), encoding: .utf8)
            #expect(text == file.text, "\(file.name) differs. Run \"freshet service\" again.")
        }
    }
}

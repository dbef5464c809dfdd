import ArgumentParser
import Foundation
import OpenAPIDocuments
import ServiceGenerator

/// The subcommand `service`, which writes a Swift service from an OpenAPI document.
struct ServiceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "service",
        abstract: "Writes a Swift service from an OpenAPI document.",
        discussion: """
            It reads OpenAPI 3.0 and 3.1 in JSON and YAML, and prints what changes for callers. It exits with 65 if the \
            document is wrong, and with 78 if it uses a feature that isn't supported.
            """)

    @Argument(help: "The path or the address of the document.")
    var document: String

    @Option(name: .customLong("to"), help: "The folder for the files. Files of an earlier run are replaced.")
    var folder: String

    @Option(help: "The name of the service's type. By default, it is made from the document's title.")
    var name: String?

    @Option(help: "A tag or an operation to generate, with the models that it needs. It can be repeated.")
    var only: [String] = []

    @Option(help: "A file that describes pages and other things that the document doesn't say.")
    var extras: String?

    @Option(help: "A host whose documents may be requested if the document refers to them. It can be repeated.")
    var allow: [String] = []

    @Flag(help: "Leaves out what isn't supported, with a comment in the generated file.")
    var lenient = false

    @Flag(help: "Writes nothing, and exits with 1 if the files would change.")
    var check = false

    func run() async throws {
        let source = DocumentSource(text: document)
        do {
            let root = try await source.node(allowing: allow)
            let api = try OpenAPIDocument(root)
            var options = GeneratorOptions(name: name, only: only, isLenient: lenient, source: source.name)
            if let extras { options.extras = try Self.extras(at: extras) }
            let output = try ServiceGenerator.generate(api, options: options)
            try finish(output)
        } catch let error as DocumentError {
            // The location in another document has its name.
            let document = error.location?.document == nil ? source.name : nil
            let place = [document, error.location?.description].compactMap(\.self).joined(separator: ":")
            Console.error("\(place): \(error.message)")
            throw ExitCode(error.kind == .wrong ? 65 : 78)
        }
    }

    private static func extras(at path: String) throws -> Extras {
        let name = URL(filePath: path).lastPathComponent
        do {
            return try Extras(DocumentReader.read(FileData.read(path)))
        } catch let error as DocumentError {
            Console.error("\(name)\(error.location.map { ":\($0)" } ?? ""): \(error.message)")
            throw ExitCode(65)
        }
    }

    private func finish(_ output: ServiceGenerator.Output) throws {
        let folder = GeneratedFolder(URL(filePath: folder, directoryHint: .isDirectory), service: output.name)
        let old = try folder.files()
        let changes = Changes(from: old, to: output.files)
        let isChanged = old.sorted { $0.name < $1.name } != output.files
        for omission in output.omissions { Console.error("Left out: \(omission)") }
        if !old.isEmpty { for line in changes.lines { print(line) } }
        if check {
            guard isChanged else { return }
            Console.error("\(output.name): the files differ from the document.")
            throw ExitCode(1)
        }
        if isChanged { try folder.replace(old, with: output.files) }
        print("\(output.name): \(output.files.count) files, \(isChanged ? "written" : "unchanged").")
    }
}

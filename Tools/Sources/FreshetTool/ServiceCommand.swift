import ArgumentParser
import OpenAPIDocuments

/// The subcommand `service`, which writes a Swift service from an OpenAPI document.
struct ServiceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "service", abstract: "Writes a Swift service from an OpenAPI document.")

    /// The path or the address of the document.
    @Argument(help: "The path or the address of the OpenAPI document.")
    var document: String

    func run() async throws {
        print(TextLocation(line: 1, column: 1))
    }
}

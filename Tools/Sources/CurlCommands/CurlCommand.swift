public import Foundation

/// The request of a curl command.
///
/// ```swift
/// let command = try CurlCommand("curl -d 'title=Tea' https://shop.example/v1/orders")
/// print(command.swift())
/// ```
///
/// It understands what Chrome, Firefox and Safari copy as cURL, both for bash and for Windows'
/// command prompt, and the options of curl that change a request.
public struct CurlCommand: Sendable {
    /// A header field as the command names it.
    struct Field: Sendable, Hashable {
        let name: String
        let value: String
    }

    var method: String
    var address: CurlAddress
    /// The fields that the command names, in order, without `Content-Type` if there is a body.
    var fields: [Field]
    /// The content type of the body; `nil` for none.
    var contentType: String?
    var body: CurlBody?
    var user: CurlUser?
    var settings: CurlSettings
    /// The differences between curl's request and Freshet's, as sentences.
    public internal(set) var notes: [String]
}

// In an extension, so that the structure keeps its initialiser with all properties.
extension CurlCommand {
    /// Reads a command.
    ///
    /// - Parameters:
    ///   - text: The command. Two forms are recognised: that of bash, and that of Windows' command
    ///     prompt with `^`.
    ///   - environment: The values of shell variables.
    ///   - readFile: Reads a file whose content becomes a part of the request, such as that of
    ///     `-d @order.json`. Files of `--data-binary @`, `--form` and `--upload-file` aren't read.
    /// - Throws: ``CurlError``.
    public init(
        _ text: String, environment: [String: String] = ProcessInfo.processInfo.environment,
        readFile: (String) throws -> Data = { try Data(contentsOf: URL(filePath: $0)) }
    ) throws(CurlError) {
        let words: [ShellWord]
        if CommandPromptWords.areWords(of: text) {
            words = try CommandPromptWords.words(of: text)
        } else {
            words = try POSIXWords.words(of: text, environment: environment)
        }
        var draft = CurlDraft()
        let arguments = try CurlArguments(words)
        for argument in arguments.options { try draft.apply(argument, readFile) }
        self = try draft.command(addresses: arguments.addresses)
    }
}

import Foundation
public import FreshetCore

/// A part of a form: a field, or a file.
///
/// A part has a name and a body of its own. The body may be in memory, a file or a stream, with its content type.
///
/// ```swift
/// let body = RequestBody.multipart([
///     .field("title", "A dripping tap"),
///     FormPart("photo", .file(photo, contentType: "image/jpeg")),
///     FormPart("facts", .json(facts)),
/// ])
/// ```
public struct FormPart: Sendable {
    /// The name of the field.
    public let name: String
    /// The name of the file; `nil` for a field that is no file.
    public let fileName: String?
    /// The content and its type.
    public let body: RequestBody

    /// Makes a part.
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - body: The content and its type.
    ///   - fileName: The name of the file as the server receives it. `nil` takes that of a
    ///     ``RequestBody/file(_:contentType:)``; other bodies have none.
    public init(_ name: String, _ body: RequestBody, fileName: String? = nil) {
        self.name = name
        self.body = body
        if let fileName {
            self.fileName = fileName
        } else if case .file(let url) = body.content {
            self.fileName = url.lastPathComponent
        } else {
            self.fileName = nil
        }
    }

    /// Returns a part with a text and no content type, as a browser sends a field. Its line breaks are sent as they
    /// are.
    public static func field(_ name: String, _ value: String) -> FormPart {
        FormPart(name, .bytes(Data(value.utf8), contentType: nil))
    }
}

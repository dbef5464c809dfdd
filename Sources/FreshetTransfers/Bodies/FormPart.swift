import Foundation
public import FreshetCore

/// A part of a multipart form: a field or a file.
///
/// A part has a name and its own body with a content type. The body may be in memory, in a file or
/// a stream.
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
    /// The file name; `nil` if the field isn't a file.
    public let fileName: String?
    /// The content and its content type.
    public let body: RequestBody

    /// Makes a part.
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - body: The content and its content type.
    ///   - fileName: The file name that is sent to the server. With `nil`, a
    ///     ``RequestBody/file(_:contentType:)`` is sent with its own name, and other bodies without
    ///     one.
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

    /// Returns a text field without a content type, as browsers send it. Line breaks are sent
    /// unchanged.
    public static func field(_ name: String, _ value: String) -> FormPart {
        FormPart(name, .bytes(Data(value.utf8), contentType: nil))
    }
}

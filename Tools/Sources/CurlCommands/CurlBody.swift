import Foundation

/// The body of a curl command's request.
enum CurlBody: Sendable, Hashable {
    /// A part of a multipart form.
    struct Part: Sendable, Hashable {
        /// The content of a part.
        enum Content: Sendable, Hashable {
            case text(String)
            /// The content of a file, which is read when the request is sent.
            case file(String)
        }

        let name: String
        let content: Content
        var fileName: String?
        var contentType: String?
    }

    case bytes(Data)
    /// The content of a file, which is read when the request is sent.
    case file(String)
    case form([Part])
}

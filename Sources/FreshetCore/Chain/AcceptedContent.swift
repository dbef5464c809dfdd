import Foundation
import HTTPTypes

/// The content types that a request can read.
struct AcceptedContent: Sendable {
    /// The value of the `Accept` field.
    let accept: String
    /// Returns whether a type is accepted; `nil` if every type is.
    private let accepts: (@Sendable (MediaType) -> Bool)?

    init(accept: String, accepts: (@Sendable (MediaType) -> Bool)?) {
        self.accept = accept
        self.accepts = accepts
    }

    /// Returns the media type of a response if the request can't read it; `nil` if it can.
    func refusedType(of head: HTTPResponse) -> MediaType? {
        // A missing or malformed type isn't refused: the decoder finds out whether the body can be read.
        guard let accepts, let field = head.headerFields.value(of: .contentType), let type = MediaType(field),
            !accepts(type),
            // Servers leave a default type such as `text/html` on empty responses. There is nothing to refuse in them.
            head.status != .noContent, head.headerFields.value(of: .contentLength) != "0"
        else { return nil }
        return type
    }

    /// Returns the error for a response that can't be read, with the beginning of its body.
    func refusal(of type: MediaType, _ head: HTTPResponse, _ body: Data) -> FetchError {
        let content = FetchError.WrongContent(
            received: type.description, expected: accept, excerpt: Excerpt.text(of: body))
        return FetchError(.wrongContent(content), response: FetchError.Response(head: head, body: body))
    }
}

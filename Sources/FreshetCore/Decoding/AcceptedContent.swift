import Foundation
import HTTPTypes

/// Which media types a request can read: what the stages need to know of how an answer becomes a value.
struct Acceptance: Sendable {
    /// The value of the `Accept` field.
    let accept: String
    let accepts: @Sendable (MediaType) -> Bool

    init<API, Value>(_ reading: ResponseReading<API, Value>) {
        accept = reading.accept
        accepts = reading.accepts
    }

    /// The media type of an answer that the request can't read; `nil` when it can.
    @inline(never)
    func refusedType(of head: HTTPResponse) -> MediaType? {
        guard let field = head.headerFields.value(of: .contentType), let type = MediaType(field), !accepts(type),
            head.status != .noContent, head.headerFields.value(of: .contentLength) != "0"
        else { return nil }
        return type
    }

    /// The error of an answer that can't be read, with the beginning of its body.
    @inline(never)
    func refusal(of type: MediaType, _ head: HTTPResponse, _ body: Data) -> FetchError {
        let content = FetchError.WrongContent(
            received: type.description, expected: accept, excerpt: Excerpt.text(of: body))
        return FetchError(.wrongContent(content), response: FetchError.Response(head: head, body: body))
    }
}

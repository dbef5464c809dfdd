import HTTPTypes

/// Receives the head of a response that is not returned, since the request is sent once more.
enum LostResponse: NoteKey {
    typealias Note = @Sendable (HTTPResponse) async -> Void
}

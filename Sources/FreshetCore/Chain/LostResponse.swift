package import HTTPTypes

/// Receives the head of a response that is not returned, since the request is sent once more.
package enum LostResponse: NoteKey {
    package typealias Note = @Sendable (HTTPResponse) async -> Void
}

package import HTTPTypes

/// A function that receives the head of a response that isn't returned because the request is sent
/// again.
package enum LostResponse: NoteKey {
    package typealias Note = @Sendable (HTTPResponse) async -> Void
}

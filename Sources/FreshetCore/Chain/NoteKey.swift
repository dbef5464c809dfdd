/// The key of a note that one stage or interceptor leaves on a request or response for another.
///
/// ```swift
/// enum AuditNumber: NoteKey {
///     typealias Note = Int
/// }
/// ```
///
/// Set the note with `request[AuditNumber.self] = 7`, and read it in the same way. See the guide
/// “Interceptors and middleware”.
///
/// The notes of a request stay on it through redirects, retries and revalidations; those of a
/// response are for the stages through which it returns. Calls that share an in-flight request share
/// the notes of the call that started it. A cached response has no notes.
public protocol NoteKey {
    /// The type of the note.
    associatedtype Note: Sendable
}

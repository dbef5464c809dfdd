/// The key of a note that one stage or interceptor leaves on a request or a response for another one.
///
/// ```swift
/// enum AuditNumber: NoteKey {
///     typealias Note = Int
/// }
/// ```
///
/// It is set as `request[AuditNumber.self] = 7`, and read in the same way. See the guide “Interceptors and middleware”.
///
/// The notes of a request stay on it through redirects, retries and revalidations; those of a response are for the
/// stages before. Calls that share an in-flight request share the notes of the call that began it, and a cached
/// response has none.
public protocol NoteKey {
    /// The type of the note.
    associatedtype Note: Sendable
}

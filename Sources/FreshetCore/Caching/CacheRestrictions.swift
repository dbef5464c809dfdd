public import HTTPTypes

/// The note by which a stage restricts what the cache, and the calls that share an in-flight request, do with a
/// response: ``IncomingResponse/restrictCaching(_:)``.
public struct CacheRestrictions: Sendable, NoteKey {
    /// The note itself.
    public typealias Note = CacheRestrictions

    /// The secrets with which the request was sent. A response that repeats one is not stored.
    public var secrets: [String] = []
    /// The fields that carried credentials, by which stored responses are not selected.
    public var credentialFields: [HTTPField.Name] = []
    /// Whether the request was sent for a caller other than the one with which the call began. The response is then
    /// neither stored nor shared.
    public var isOfOtherIdentity = false
    /// The reason why the response must not be stored, as events show it; `nil` if the rules of the cache decide.
    ///
    /// A response that is stored already stays.
    public var storageObstacle: String?

    /// Makes a note that restricts nothing.
    public init() {}
}

extension IncomingResponse {
    /// Restricts what the cache and other calls do with the response, in addition to what other stages have noted.
    public mutating func restrictCaching(_ change: (inout CacheRestrictions) -> Void) {
        var restrictions = restrictions
        change(&restrictions)
        self[CacheRestrictions.self] = restrictions
    }

    var restrictions: CacheRestrictions { self[CacheRestrictions.self] ?? CacheRestrictions() }
}

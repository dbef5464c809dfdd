public import HTTPTypes

/// A note on a response that restricts whether it is stored and shared.
///
/// A stage or an interceptor adds it with ``IncomingResponse/restrictCaching(_:)``. It applies to
/// the cache and to the calls that share the in-flight request.
public struct CacheRestrictions: Sendable, NoteKey {
    /// The note itself.
    public typealias Note = CacheRestrictions

    /// The secrets with which the request was sent. A response that repeats one is not stored.
    public var secrets: [String] = []
    /// The fields that carried credentials. They never select a stored response.
    public var credentialFields: [HTTPField.Name] = []
    /// Whether the request was sent for another caller than the one for which the call began.
    ///
    /// The response is then neither stored nor shared.
    public var isOfOtherIdentity = false
    /// The reason why the response must not be stored, as events show it.
    ///
    /// `nil`, the default, leaves the decision to the rules of the cache. A response that is
    /// already stored stays.
    public var storageObstacle: String?

    /// Makes a note that restricts nothing.
    public init() {}
}

extension IncomingResponse {
    /// Restricts what the cache and other calls do with the response.
    ///
    /// ```swift
    /// var response = try await next(request)
    /// if request.path.hasSuffix("/preview") {
    ///     response.restrictCaching { $0.storageObstacle = "it is a preview" }
    /// }
    /// return response
    /// ```
    ///
    /// - Parameter change: Changes the restrictions that stages have noted before. Add to them
    ///   rather than replace them.
    public mutating func restrictCaching(_ change: (inout CacheRestrictions) -> Void) {
        var restrictions = restrictions
        change(&restrictions)
        self[CacheRestrictions.self] = restrictions
    }

    var restrictions: CacheRestrictions { self[CacheRestrictions.self] ?? CacheRestrictions() }
}

#if SQLite
public import FreshetCore
public import FreshetResources
import Foundation
public import HTTPTypes

/// A write that survives the end of the process: a name, a version and a stored input, from which
/// the request is made.
///
/// ```swift
/// let like = DurableWrite<Forum, Int, Void>("like") { post in
///     Request("posts/\(post)/like", method: .put, reading: .nothing)
/// }
/// ```
///
/// The closures are never stored. An ``Outbox`` stores the name, the version and the input. It
/// makes the request with the write that is registered under the name at the time of sending,
/// perhaps by a later build of the app.
///
/// The input must not contain secrets: an input with a member whose name is secret
/// (`Service.secretNames`) is rejected, and so is a request whose body has such a member.
/// Credentials belong to the service or its session, which add them when the request is sent.
public struct DurableWrite<API: Service, Input: Codable & Sendable, Output: Sendable>: Sendable {
    /// The name under which inputs are stored. It stays the same in all versions of the app.
    public let name: String
    /// The version of the input. Raise it when its Codable form changes.
    public let version: Int
    let request: @Sendable (Input) -> Request<API, Output>
    let plan: (@Sendable (Input, inout WritePlan<API, Output>) -> Void)?
    private(set) var repetition = WriteRepetition.byMethod
    private(set) var scope: (@Sendable (Input) -> String?)?
    private(set) var replaceKey: (@Sendable (Input) -> String?)?
    private(set) var rule = WriteFailureRule.continuing
    private(set) var lifetime: Duration?
    private(set) var confirmation: (@Sendable (Input) -> Request<API, Bool>)?
    private(set) var resolver: (@Sendable (Conflict) async -> Conflict.Resolution)?
    private var migrations: [Int: @Sendable (Data) throws -> Input] = [:]

    /// A conflict of the write.
    public typealias Conflict = WriteConflict<API, Input>

    /// Makes a write, which may be enqueued once it is registered with an ``Outbox``.
    ///
    /// - Parameters:
    ///   - name: The name, unique in the outbox and the same in all versions of the app.
    ///   - version: The version of the input.
    ///   - request: Returns the request. Its body must be bytes: a file or a stream is rejected.
    ///   - plan: Describes the changes that the write makes to resources. They show the changes
    ///     from the enqueueing until the write has ended, and from their first state on after a
    ///     restart. The plan's own scope and failure rule are ignored in favour of the write's. The
    ///     closure runs again when the outbox opens, and must do the same for the same input.
    public init(
        _ name: String, version: Int = 1, request: @escaping @Sendable (Input) -> Request<API, Output>,
        plan: (@Sendable (Input, inout WritePlan<API, Output>) -> Void)? = nil
    ) {
        self.name = name
        self.version = version
        self.request = request
        self.plan = plan
    }

    // MARK: - Sending

    /// Returns the write with another rule for repetitions. By default, the method decides.
    public func repeating(_ repetition: WriteRepetition) -> Self {
        changed { $0.repetition = repetition }
    }

    /// Returns the write in a scope. Writes of one scope are sent one after another, in the order
    /// in which they were enqueued.
    ///
    /// - Parameter scope: Returns the scope of an input, such as the id of the changed item; `nil`
    ///   for none.
    public func scoped(_ scope: @escaping @Sendable (Input) -> String?) -> Self {
        changed { $0.scope = scope }
    }

    /// Returns the write with a rule for the later writes of its scope, in case it fails
    /// permanently.
    public func onFailure(_ rule: WriteFailureRule) -> Self {
        changed { $0.rule = rule }
    }

    /// Returns the write with a key by which a new write replaces one that hasn't been sent, at its
    /// position.
    ///
    /// Only a write with the same name, scope and account is replaced, and never one that was sent.
    /// While such a write is being sent, the new one waits for its end. If the server couldn't be
    /// reached, the new one then replaces it.
    public func replacing(by key: @escaping @Sendable (Input) -> String?) -> Self {
        changed { $0.replaceKey = key }
    }

    /// Returns the write with a time after which it is no longer sent, but fails with
    /// ``OutboxError/expired``.
    ///
    /// A write that may have been applied doesn't expire.
    public func expiring(after lifetime: Duration) -> Self {
        changed { $0.lifetime = lifetime }
    }

    /// Returns the write with a request that reads whether it was applied, in case it may not be
    /// sent again.
    public func confirming(by confirmation: @escaping @Sendable (Input) -> Request<API, Bool>) -> Self {
        changed { $0.confirmation = confirmation }
    }

    /// Returns the write with a function that resolves conflicts with the server's value.
    ///
    /// ```swift
    /// .resolvingConflicts { conflict in
    ///     var merged = conflict.input
    ///     merged.text += "\n\(conflict.response.text)"
    ///     return .retry(merged, ifUnchanged: conflict.response.head)
    /// }
    /// ```
    ///
    /// A conflict is a 409 response to the first request, or a 412.
    ///
    /// Without a function, such a write fails, and so does one with more than three conflicts in a
    /// row. The function may wait, for example for the user. If the process ends meanwhile, the
    /// write is sent again unchanged, and runs into the conflict again.
    public func resolvingConflicts(
        _ resolve: @escaping @Sendable (Conflict) async -> Conflict.Resolution
    ) -> Self {
        changed { $0.resolver = resolve }
    }

    // MARK: - Versions

    /// Returns the write with a migration of inputs of an earlier version.
    ///
    /// ```swift
    /// let note = DurableWrite<Forum, PostNote, Void>("note", version: 2) { note in
    ///     Request("notes", method: .post, body: .json(note), reading: .nothing)
    /// }
    /// .migrating(from: 1) { (text: String) in PostNote(title: "", text: text) }
    /// ```
    ///
    /// Inputs of a version without a migration, and of later versions, stay stored as unreadable
    /// until a build that knows them opens the outbox.
    public func migrating<Old: Decodable & Sendable>(
        from version: Int, _ type: Old.Type = Old.self, _ migrate: @escaping @Sendable (Old) throws -> Input
    ) -> Self {
        changed { $0.migrations[version] = { data in try migrate(JSONDecoder().decode(Old.self, from: data)) } }
    }

    func canRead(version: Int) -> Bool { version == self.version || migrations[version] != nil }

    /// - Throws: A decoding error, and ``OutboxError/unregistered(_:)`` for an unknown version.
    func input(_ data: Data, version: Int) throws -> Input {
        if version == self.version { return try JSONDecoder().decode(Input.self, from: data) }
        guard let migrate = migrations[version] else { throw OutboxError.unregistered("\(name) \(version)") }
        return try migrate(data)
    }

    private func changed(_ change: (inout Self) -> Void) -> Self {
        var new = self
        change(&new)
        return new
    }
}

/// A conflict between a write and the server's value.
public struct WriteConflict<API: Service, Input: Sendable>: Sendable {
    /// The resolution of a conflict.
    public enum Resolution: Sendable {
        /// The write is sent with another input and a new key, on condition that the resource is
        /// still the one that a head describes. By default, there is no condition.
        case retry(Input, ifUnchanged: HTTPResponse? = nil)
        /// The write is removed.
        case discard
        /// The write fails.
        case fail
    }

    /// The input of the write.
    public let input: Input
    /// The server's response. With a 412, some servers send the current value.
    public let response: FetchError.Response
    let client: Client<API>

    /// Returns the shown value of a resource, including the changes of this write and of other
    /// waiting ones; `nil` if there is none in memory.
    public func shown<Value: Sendable>(_ request: Request<API, Value>) -> Value? {
        client.resource(request).state.value
    }
}
#endif

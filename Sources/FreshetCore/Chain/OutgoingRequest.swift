public import HTTPTypes

/// A request on its way from a call to the transport: complete and encoded.
///
/// It carries the service's credentials around the attempt, but not around the call. An interceptor
/// changes a copy and passes that on:
///
/// ```swift
/// guard request.isForService else { return try await next(request) }
/// var request = request
/// request.append(["units": "metric"])
/// return try await next(request)
/// ```
public struct OutgoingRequest: Sendable {
    /// The facts of a request that stay the same during a call.
    package final class Origin: Sendable {
        package let service: WebAddress.Origin
        /// The path of the service's base URL, without a trailing slash.
        let basePath: String
        /// The path segments that are secrets. Servers repeat them in the addresses that they
        /// redirect to, on any host.
        let secretPieces: [String]
        /// The names of fields and items whose values are secret.
        package let secretNames: SecretNames
        /// The fields that identify a call and don't affect the response.
        let tracingFields: Set<HTTPField.Name>
        /// The identity of the caller by the credentials; `nil` if nothing is stored or shared.
        let identity: CredentialIdentity?
        /// The template of the path; `nil` if it has none.
        let template: String?

        init(
            service: WebAddress.Origin, basePath: String, secretPieces: [String], secretNames: SecretNames,
            tracingFields: Set<HTTPField.Name>, identity: CredentialIdentity?, template: String?
        ) {
            self.service = service
            self.basePath = basePath
            self.secretPieces = secretPieces
            self.secretNames = secretNames
            self.tracingFields = tracingFields
            self.identity = identity
            self.template = template
        }
    }

    private var box: Box<Content>

    /// The HTTP method.
    public var method: HTTPRequest.Method {
        get { box.value.method }
        set { own().value.method = newValue }
    }

    /// The header fields. Around the attempt, they include the service's credentials.
    public var headers: HTTPFields {
        get { box.value.headers }
        set { own().value.headers = newValue }
    }

    /// The fields without those that identify a call and don't affect the response.
    var headersWithoutTracing: HTTPFields {
        var headers = headers
        for name in origin.tracingFields where headers.contains(name) { headers[fields: name] = [] }
        return headers
    }

    /// The body; `nil` for none.
    ///
    /// After it was set, the next attempt can send it, even if the old body was a stream that was
    /// already read.
    public var body: TransportRequest.Body? {
        get { box.value.body }
        set {
            let content = own()
            content.value.body = newValue
            // A new body is unread, even if an attempt has spent the old one.
            content.value.use = BodyUse.of(newValue)
            content.value.source = nil
        }
    }

    /// The address with the values of secret items replaced, as errors and events show it.
    public private(set) var url: String {
        get { box.value.url }
        set { own().value.url = newValue }
    }

    /// The address as it is sent.
    package private(set) var address: WebAddress {
        get { box.value.address }
        set { own().value.address = newValue }
    }

    /// The address without the credentials of the service.
    private(set) var bareAddress: WebAddress {
        get { box.value.bareAddress }
        set { own().value.bareAddress = newValue }
    }

    /// The options of the request.
    ///
    /// Changing those that apply to the whole call, such as timeouts and the rule for retries, has no
    /// effect: they are read when the call begins.
    public var options: RequestOptions {
        get { box.value.options }
        set { own().value.options = newValue }
    }

    /// The note that was set for a key; `nil` if there is none.
    public subscript<Key: NoteKey>(_ key: Key.Type) -> Key.Note? {
        get { box.value.notes[key, as: Key.Note.self] }
        set { own().value.notes[key, as: Key.Note.self] = newValue }
    }

    /// The credentials to add just before the rate limit, if the address has the service's origin.
    var credentials: [Credentials] {
        get { box.value.credentials }
        set { own().value.credentials = newValue }
    }

    /// Whether a redirect has led away from the service.
    package var hasLeftService: Bool {
        get { box.value.hasLeftService }
        set { own().value.hasLeftService = newValue }
    }

    /// The origins from which the call was redirected, one for each redirect.
    package var origins: [WebAddress.Origin] {
        get { box.value.origins }
        set { own().value.origins = newValue }
    }

    /// The identities of the caller that plug-ins have set, at most one of each type.
    public private(set) var identities: [any CallerIdentity] {
        get { box.value.identities }
        set { own().value.identities = newValue }
    }

    /// The caller's identity of a type; `nil` if there is none. Assigning `nil` removes it.
    public subscript<Identity: CallerIdentity>(identity type: Identity.Type) -> Identity? {
        get { identities.identity(type) }
        set {
            // In its place, since later ones may depend on it.
            let index = identities.firstIndex { Swift.type(of: $0) == type } ?? identities.endIndex
            identities.replaceSubrange(index..<min(index + 1, identities.endIndex), with: [newValue].compactMap(\.self))
        }
    }

    /// Removes the identities that don't apply after a redirect to another origin.
    mutating func leaveService() {
        identities.removeAll(where: \.isOfServiceOnly)
        hasLeftService = true
    }

    /// The account for which the request is sent; `nil` if the client has no session, or if the session
    /// doesn't apply to the address.
    package var account: CallAccount? { identities.identity(CallAccount.self) }

    /// The account that stored responses and cookies belong to; empty for none.
    package var owner: String { identities.lazy.map(\.owner).first { !$0.isEmpty } ?? "" }

    package var origin: Origin { box.value.origin }

    private var use: BodyUse? {
        get { box.value.use }
        set { own().value.use = newValue }
    }

    /// The source that makes the body for each attempt; `nil` if the body needs none.
    private var source: BodySource? {
        get { box.value.source }
        set { own().value.source = newValue }
    }

    init(
        method: HTTPRequest.Method, address: WebAddress, headers: HTTPFields, body: TransportRequest.Body?,
        options: RequestOptions, credentials: [Credentials], origin: Origin
    ) {
        box = Box(
            Content(
                method: method, headers: headers, body: body,
                url: address.redacted(origin.secretNames, hiding: origin.secretPieces), address: address,
                bareAddress: address, options: options, credentials: credentials, origin: origin,
                use: BodyUse.of(body)))
    }

    /// Returns the content to change, after copying it if another request shares it.
    private mutating func own() -> Box<Content> {
        if !isKnownUniquelyReferenced(&box) { box = box.copy() }
        return box
    }

    /// The encoded path and query, as they are sent.
    public var path: String { address.pathAndQuery }

    /// Whether the request is sent to the service's origin, and no redirect has led away from it.
    ///
    /// Sign a request or add credentials only if this is `true`. The origin alone isn't enough:
    /// another host can redirect back to the service, to a path of its choice.
    public var isForService: Bool { !hasLeftService && (address.origin == origin.service) }

    /// Replaces the origin of the request, and leaves its path and query unchanged.
    ///
    /// ```swift
    /// guard request.isForService, context.attempt > 1 else { return try await next(request) }
    /// var request = request
    /// try request.setOrigin("https://backup.weather.example")
    /// return try await next(request)
    /// ```
    ///
    /// All fields of the request are sent to the new origin. Around the attempt, they include the
    /// service's credentials.
    ///
    /// - Parameter origin: The scheme, host and port, such as `https://backup.example`.
    /// - Throws: ``FetchError/Kind-swift.enum/invalidRequest(_:)`` if the text isn't an http or https
    ///   address.
    public mutating func setOrigin(_ origin: String) throws(FetchError) {
        let new = try Self.address(origin).origin
        address.origin = new
        var bare = bareAddress
        bare.origin = new
        move(to: bare)
    }

    /// Replaces the whole address, including any credentials in its path or query.
    ///
    /// The fields stay. Around the attempt, they include the service's credentials.
    ///
    /// - Throws: ``FetchError/Kind-swift.enum/invalidRequest(_:)`` if the text isn't an http or https
    ///   address.
    public mutating func setURL(_ url: String) throws(FetchError) {
        let new = try Self.address(url)
        address = new
        move(to: new)
    }

    /// Appends items to the query, encoding their names and values.
    public mutating func append(_ query: Query) {
        // Both addresses are extended: `address` may hold credentials, which must stay out of the bare one.
        address = address.appending(path: "", queries: [query.encoded])
        move(to: bareAddress.appending(path: "", queries: [query.encoded]))
    }

    private static func address(_ text: String) throws(FetchError) -> WebAddress {
        do { return try WebAddress(text) } catch { throw FetchError(.invalidRequest(error.reason)) }
    }

    private mutating func move(to bare: WebAddress) {
        guard bare != bareAddress else { return }
        bareAddress = bare
        url = bare.redacted(origin.secretNames, hiding: origin.secretPieces)
    }

    /// Changes the address of a request that doesn't carry credentials yet.
    mutating func redirect(to new: WebAddress) {
        address = new
        move(to: new)
    }

    /// The request as errors and events show it.
    var summary: FetchError.Request {
        FetchError.Request(
            method: method, url: url, host: address.origin.host, template: origin.template, basePath: origin.basePath)
    }

    /// The address as it is sent, with its fragment and the names of items that carry credentials, but
    /// without secrets.
    var sentURL: String {
        var sent = address
        for secret in box.value.unnamedSecrets where !secret.isEmpty {
            var encoded = ""
            PercentEncoding.append(secret, to: &encoded)
            sent.path = sent.path.replacing(encoded, with: SecretNames.replacement)
            sent.query = sent.query?.replacing(encoded, with: SecretNames.replacement)
        }
        let url = sent.redacted(origin.secretNames, hiding: origin.secretPieces)
        guard let fragment = sent.fragment else { return url }
        return "\(url)#\(origin.secretNames.redacted(items: fragment) ?? fragment)"
    }

    var responseURL: ResponseURL { ResponseURL(bareAddress, description: url) }

    /// Whether the body can be sent a second time. A stream can only be read once.
    package var isBodyRepeatable: Bool {
        if case .stream = body { source != nil } else { true }
    }

    /// Whether the body is a stream that waits for the server's 100 (Continue) and wasn't read yet
    /// (RFC 9110 §10.1.1).
    package var isBodyUnread: Bool { expectsContinue && use?.isUnread == true }

    private var expectsContinue: Bool { headers.value(of: .expect)?.lowercased() == "100-continue" }

    /// Sets a body that is read chunk by chunk.
    mutating func setBody(_ source: BodySource) {
        body = .stream(length: source.length, source.chunks())
        if source.isRepeatable { self.source = source }
    }

    /// Whether the default timeout of calls doesn't apply because of the body, which is a file, a
    /// stream, or longer than ``Limits/uploadBytes``.
    var isUpload: Bool {
        switch body {
        case nil: false
        case .bytes(let data): data.count > Limits.uploadBytes
        case .file, .stream: true
        }
    }

    /// Returns the request as the transport sends it.
    ///
    /// - Throws: ``FetchError/Kind-swift.enum/invalidRequest(_:)`` for a stream that was already sent.
    func transportRequest() throws(FetchError) -> TransportRequest {
        var body = body
        // A repeatable body is opened again for each attempt: the last one may have read a part of its chunks.
        if let source {
            body = .stream(length: source.length, source.chunks())
        } else if let use, case .stream(let length, let chunks) = body {
            if expectsContinue {
                body = .stream(length: length, use.noting(chunks))
            } else if !use.begin() {
                throw BodyUse.isSpent
            }
        }
        var headers = headers
        // `HTTPFields` splits `Cookie` into one field per cookie, but a request has a single one (RFC 6265 §5.4).
        headers.joinCookies()
        let head = HTTPRequest(
            method: method, scheme: address.origin.scheme, authority: address.origin.authority,
            path: address.pathAndQuery, headerFields: headers)
        var request = TransportRequest(head: head, body: body, options: options)
        request.origin = origin
        if !box.value.unnamedSecrets.isEmpty { request.unnamedSecrets = box.value.unnamedSecrets }
        return request
    }
}

extension OutgoingRequest {
    /// The content of a request, which is held on the heap.
    private struct Content {
        var method: HTTPRequest.Method
        var headers: HTTPFields
        var body: TransportRequest.Body?
        var url: String
        var address: WebAddress
        var bareAddress: WebAddress
        var options: RequestOptions
        var credentials: [Credentials]
        var hasLeftService: Bool = false
        var origins: [WebAddress.Origin] = []
        var identities: [any CallerIdentity] = []
        let origin: Origin
        var use: BodyUse?
        var source: BodySource?
        var notes = KeyedValues()
        /// The secrets in places where no name shows that they are secret.
        var unnamedSecrets: [String] = []
    }
}

extension [any CallerIdentity] {
    /// Returns the identity of a type; `nil` if there is none.
    func identity<Identity: CallerIdentity>(_ type: Identity.Type) -> Identity? {
        for identity in self where Swift.type(of: identity) == type { return identity as? Identity }
        return nil
    }
}

// MARK: - Credentials

extension OutgoingRequest {
    /// Adds the credentials.
    ///
    /// - Parameter secrets: One for each of the credentials; `nil` or empty if there is none now.
    mutating func authenticate(with secrets: [String?]) {
        for (credential, secret) in zip(credentials, secrets) {
            guard let secret, !secret.isEmpty else { continue }
            put(secret, in: credential.location)
        }
    }

    /// Adds a secret to the field, query or path that carries it.
    ///
    /// - Returns: Whether it was added. A field that the request sets itself isn't changed.
    @discardableResult
    package mutating func put(_ secret: String, in location: Credentials.Location) -> Bool {
        switch location {
        case .header(let name, let prefix):
            // The request's own field takes precedence. Two values of `Authorization` would make it invalid.
            guard headers[name] == nil else { return false }
            headers[name] = prefix + secret
            if !origin.secretNames.contains(name) { own().value.unnamedSecrets.append(secret) }
        case .query(let name):
            let item: Query = [name: secret]
            address = address.appending(path: "", queries: [item.encoded])
            if !origin.secretNames.contains(item: name) { own().value.unnamedSecrets.append(secret) }
        case .path:
            guard let rest = Self.path(address.path, below: origin.basePath) else { return false }
            address.path = origin.basePath + Self.piece(secret) + rest
            own().value.unnamedSecrets.append(secret)
        }
        return true
    }

    /// Removes secret path segments from the address. Servers repeat them in the addresses that they
    /// redirect to.
    mutating func withdrawPathSecrets() {
        for credential in credentials {
            guard case .path = credential.location, let secret = credential.secret(), !secret.isEmpty,
                let rest = Self.path(address.path, below: origin.basePath + Self.piece(secret))
            else { continue }
            var bare = address
            bare.path = origin.basePath + (rest.isEmpty ? "/" : rest)
            redirect(to: bare)
        }
    }

    /// Returns the rest of a path below another one; `nil` if it isn't below it.
    private static func path(_ path: String, below base: String) -> Substring? {
        guard path.hasPrefix(base) else { return nil }
        let rest = path.dropFirst(base.count)
        // `/v10` begins with `/v1`, but isn't below it.
        return rest.isEmpty || rest.hasPrefix("/") ? rest : nil
    }

    /// Returns a secret as a path segment, percent-encoded and with a leading slash.
    static func piece(_ secret: String) -> String {
        var piece = "/"
        PercentEncoding.append(secret, to: &piece)
        return piece
    }
}

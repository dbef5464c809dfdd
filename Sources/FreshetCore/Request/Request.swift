public import HTTPTypes

/// A question to a service and the type of its answer.
///
/// A request is a plain value: making one sends nothing. Hand it to a ``Client`` of the same service;
/// a request of another service does not compile.
public struct Request<API: Service, Value: Sendable>: Sendable {
    public var method: HTTPRequest.Method
    /// The path below the base URL, or an absolute address.
    package var target: RequestTarget
    /// The items of the query, sent behind those of the base URL and the path.
    public var query: Query
    /// Fields of this request; they win over those of the service.
    public var headers: HTTPFields
    public var body: RequestBody?
    /// The longest the whole call may take. `nil` takes ``Limits/callTimeout``.
    public var timeout: Duration?
    /// Whether the request may be sent again after a failure.
    public var retry: RetryPermission = .whenIdempotent
    /// How the request uses the cache of its client.
    public var cache: CachePolicy = .automatic
    /// How often and how soon it is sent again. `nil` takes the policy of the ``Client``.
    public var retryPolicy: RetryPolicy?
    /// Whether the call may share the exchange of an identical one.
    public var sharing: RequestSharing = .inFlight
    public var access: RequestAccess
    /// Why the request must not be sent, in words that follow "The request can't be sent:".
    ///
    /// Set by a member of a service whose arguments make no sense; the call then fails with
    /// ``FetchError/Kind-swift.enum/invalidRequest(_:)`` and nothing is sent.
    public var problem: String?
    /// How the answer becomes a value.
    public var reading: ResponseReading<API, Value>
    var interceptors = Interceptors()

    /// Describes a request below the service's base URL.
    public init(
        _ path: RequestPath,
        method: HTTPRequest.Method = .get,
        query: Query = [:],
        headers: HTTPFields = [:],
        body: RequestBody? = nil,
        access: RequestAccess = .open,
        reading: ResponseReading<API, Value>
    ) {
        self.init(method, .path(path), query: query, headers: headers, body: body, access: access, reading: reading)
    }

    /// Describes a request to an absolute address, as the links to further pages are.
    ///
    /// Credentials travel only when the address has the origin of the service's base URL.
    public init(
        absolute address: String,
        method: HTTPRequest.Method = .get,
        query: Query = [:],
        headers: HTTPFields = [:],
        body: RequestBody? = nil,
        access: RequestAccess = .open,
        reading: ResponseReading<API, Value>
    ) {
        self.init(
            method, .absolute(address), query: query, headers: headers, body: body, access: access, reading: reading)
    }

    private init(
        _ method: HTTPRequest.Method,
        _ target: RequestTarget,
        query: Query,
        headers: HTTPFields,
        body: RequestBody?,
        access: RequestAccess,
        reading: ResponseReading<API, Value>
    ) {
        self.method = method
        self.target = target
        self.query = query
        self.headers = headers
        self.body = body
        self.access = access
        self.reading = reading
    }

    /// Derives a request of another value from this one.
    ///
    /// - Parameter transform: Runs where the answer is decoded, off the caller's executor. An error it throws
    ///   that is no ``FetchError``, `DecodingError` or ``ServiceError`` becomes
    ///   ``FetchError/Kind-swift.enum/validation(_:)``.
    public func map<New: Sendable>(_ transform: @escaping @Sendable (Value) throws -> New) -> Request<API, New> {
        reading(reading.map(transform))
    }

    /// Derives a request whose answer is read in another way.
    public func reading<New: Sendable>(_ reading: ResponseReading<API, New>) -> Request<API, New> {
        var new = Request<API, New>(
            method, target, query: query, headers: headers, body: body, access: access, reading: reading)
        new.timeout = timeout
        new.retry = retry
        new.cache = cache
        new.retryPolicy = retryPolicy
        new.sharing = sharing
        new.problem = problem
        new.interceptors = interceptors
        return new
    }

    /// Derives a request that uses the cache in another way.
    public func caching(_ policy: CachePolicy) -> Request<API, Value> {
        var new = self
        new.cache = policy
        return new
    }

    /// Derives a request whose answer must pass a check.
    ///
    /// - Parameter check: Throws what is wrong with the value; the call fails with
    ///   ``FetchError/Kind-swift.enum/validation(_:)``.
    public func validate(_ check: @escaping @Sendable (Value) throws -> Void) -> Request<API, Value> {
        map { value in
            try check(value)
            return value
        }
    }
}

/// What a request's address is made of.
package enum RequestTarget: Sendable {
    case path(RequestPath)
    case absolute(String)
}

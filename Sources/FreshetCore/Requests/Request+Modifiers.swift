public import HTTPTypes

/// Modifiers, which return a changed copy of the request. There is one for every option.
extension Request {
    // MARK: - What is sent

    /// Returns the request with a header field, which replaces any fields with the same name.
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - value: The value; `nil` removes the request's own field, so that the service's value is
    ///     sent.
    public func header(_ name: HTTPField.Name, _ value: String?) -> Self {
        changed { $0.headers[name] = value }
    }

    /// Returns the request with another query item.
    ///
    /// - Parameters:
    ///   - name: The name of the item, unencoded.
    ///   - value: The value; `nil` adds nothing, and an array adds one item per element.
    public func query(_ name: String, _ value: (any QueryValue)?) -> Self {
        changed { $0.query.append(name, value) }
    }

    /// Returns the request with or without the private credentials of its service.
    public func access(_ access: RequestAccess) -> Self {
        changed { $0.options.access = access }
    }

    // MARK: - How it is called

    /// Returns the request with another cache policy.
    public func caching(_ policy: CachePolicy) -> Self {
        changed { $0.options.cache = policy }
    }

    /// Returns the request with another retry rule.
    public func retrying(_ rule: RetryRule) -> Self {
        changed { $0.options.retry = rule }
    }

    /// Returns the request with another rule for sharing in-flight requests.
    public func sharing(_ sharing: RequestSharing) -> Self {
        changed { $0.options.sharing = sharing }
    }

    /// Returns the request with another redirect mode.
    ///
    /// - Parameter mode: Whether redirects are followed. `nil` uses
    ///   ``ClientConfiguration/redirects``.
    public func redirecting(_ mode: RedirectMode?) -> Self {
        changed { $0.options.redirects = mode }
    }

    /// Returns the request with a timeout for the whole call, including retries and redirects.
    ///
    /// - Parameter timeout: The maximum time from the start of the call to its value, or to the end
    ///   of a stream or download. `nil` uses ``Limits/callTimeout``, which doesn't apply to
    ///   streams, downloads and uploads.
    public func timeout(_ timeout: Duration?) -> Self {
        changed { $0.options.timeout = timeout }
    }

    /// Returns the request with a timeout for each wait for the server.
    ///
    /// - Parameter timeout: The maximum time without a byte in either direction. `nil` uses
    ///   ``Limits/idleTimeout``.
    public func idleTimeout(_ timeout: Duration?) -> Self {
        changed { $0.options.idleTimeout = timeout }
    }

    /// Returns the request with a limit for the size of its response body.
    ///
    /// - Parameter bytes: The maximum size of the decoded body, in bytes. `nil` uses
    ///   ``Limits/bodyBytes``. Streams and downloads aren't limited.
    public func bodyLimit(_ bytes: Int?) -> Self {
        changed { $0.options.bodyLimit = bytes }
    }

    /// Returns the request with a condition; if it isn't met, nothing is sent.
    ///
    /// Use it in static members whose arguments may be invalid. If the condition isn't met, the
    /// call fails with ``FetchError/Kind-swift.enum/invalidRequest(_:)``.
    ///
    /// ```swift
    /// static func user(_ name: String) -> Self {
    ///     Request("users/\(name)").requiring(name.count > 1, otherwise: "\"\(name)\" isn't a name")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - isMet: Whether the condition is met.
    ///   - problem: The problem if the condition isn't met, as text that follows "The request can't
    ///     be sent:". If there are several problems, the first one is reported.
    public func requiring(_ isMet: Bool, otherwise problem: @autoclosure () -> String) -> Self {
        // The first problem is kept: later ones often follow from it.
        isMet || self.problem != nil ? self : changed { $0.options.problem = problem() }
    }

    /// Returns the request with another value for the option with a key.
    public func option<Key: RequestOptionKey>(_ key: Key.Type, _ value: Key.Value) -> Self {
        changed { $0.options[key] = value }
    }

    private func changed(_ change: (inout Self) -> Void) -> Self {
        var request = self
        change(&request)
        return request
    }

    // MARK: - How its response is read

    /// Returns the request with other statuses with which a call succeeds.
    ///
    /// A response with an accepted status is read like one with status 200: its whole body, up to
    /// ``Limits/bodyBytes``, with the request's reading. It isn't a failure, so it isn't retried,
    /// and the service doesn't look for an error in it.
    ///
    /// ```swift
    /// let response = try await shop.response(for: Request<Shop, Data>("items/tea").accepting(.any))
    /// if response.head.status == .notFound { print("It is sold out.") }
    /// ```
    public func accepting(_ statuses: AcceptedStatuses) -> Self {
        changed { $0.options.statuses = statuses }
    }

    /// Returns the request with another check of its value.
    ///
    /// - Parameter check: Throws an error if the value is invalid; the call then fails with
    ///   ``FetchError/Kind-swift.enum/validation(_:)``. It doesn't run on the caller's executor.
    public func validating(_ check: @escaping @Sendable (Value) throws -> Void) -> Self {
        map { value in
            try check(value)
            return value
        }
    }

    /// Returns a request whose value is a property of the value.
    ///
    /// Since key paths can be compared, two such requests are equal, and have the same resource
    /// (FreshetResources).
    public func map<New: Sendable>(_ property: any KeyPath<Value, New> & Sendable) -> Request<API, New> {
        reading(reading.map(property))
    }

    /// Returns the request with a name for the way in which its response is read.
    ///
    /// Closures can't be compared. Two requests that read a response with closures are equal only
    /// if they have the same name, and such a request has a resource (FreshetResources) only if it
    /// has a name.
    ///
    /// ```swift
    /// Request("plays/\(id)").map { (play: Play) in play.title.uppercased() }.named("title in capitals")
    /// ```
    public func named(_ name: some Hashable & Sendable) -> Self {
        changed { $0.reading.name = ReadingName(name) }
    }

    /// Returns a request whose value is transformed by a function.
    ///
    /// - Parameter transform: Transforms the value. It runs where the response is decoded, not on
    ///   the caller's executor. A thrown error other than ``FetchError``, `DecodingError` and
    ///   ``ServiceError`` becomes ``FetchError/Kind-swift.enum/validation(_:)``.
    public func map<New: Sendable>(_ transform: @escaping @Sendable (Value) throws -> New) -> Request<API, New> {
        reading(reading.map(transform))
    }

    /// Returns a request whose response is read in another way, with the same options.
    public func reading<New: Sendable>(_ reading: ResponseReading<API, New>) -> Request<API, New> {
        var new = Request<API, New>(
            path, method: method, query: query, headers: headers, body: body, reading: reading)
        new.options = options
        return new
    }
}

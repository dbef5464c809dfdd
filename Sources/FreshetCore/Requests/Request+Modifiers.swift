public import HTTPTypes

/// Modifiers return a changed copy of the request. There is one for every option.
extension Request {
    // MARK: - What is sent

    /// Returns the request with a header field, which replaces fields of the same name.
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - value: The value; `nil` uses the service's value.
    public func header(_ name: HTTPField.Name, _ value: String?) -> Self {
        changed { $0.headers[name] = value }
    }

    /// Returns the request with a further query item.
    ///
    /// - Parameters:
    ///   - name: The name of the item, unencoded.
    ///   - value: The value; `nil` adds nothing, and an array repeats the name.
    public func query(_ name: String, _ value: (any QueryValue)?) -> Self {
        changed { $0.query.append(name, value) }
    }

    /// Returns the request with another setting for the private credentials of its service.
    public func access(_ access: RequestAccess) -> Self {
        changed { $0.options.access = access }
    }

    // MARK: - How it is called

    /// Returns the request with another cache policy.
    public func caching(_ policy: CachePolicy) -> Self {
        changed { $0.options.cache = policy }
    }

    /// Returns the request with another rule for retries.
    public func retrying(_ rule: RetryRule) -> Self {
        changed { $0.options.retry = rule }
    }

    /// Returns the request with another rule for sharing in-flight requests.
    public func sharing(_ sharing: RequestSharing) -> Self {
        changed { $0.options.sharing = sharing }
    }

    /// Returns the request with another way of treating redirects.
    ///
    /// - Parameter mode: Whether redirects are followed. `nil` uses ``ClientConfiguration/redirects``.
    public func redirecting(_ mode: RedirectMode?) -> Self {
        changed { $0.options.redirects = mode }
    }

    /// Returns the request with a timeout for the whole call, retries and redirects included.
    ///
    /// - Parameter timeout: The longest time from the start of the call to its value; of a stream or download, to its
    /// end. `nil` uses ``Limits/callTimeout``, which streams, downloads and uploads are not subject to.
    public func timeout(_ timeout: Duration?) -> Self {
        changed { $0.options.timeout = timeout }
    }

    /// Returns the request with a timeout for each wait for the server.
    ///
    /// - Parameter timeout: The longest time in which no byte passes in either direction. `nil` takes
    ///   ``Limits/idleTimeout``.
    public func idleTimeout(_ timeout: Duration?) -> Self {
        changed { $0.options.idleTimeout = timeout }
    }

    /// Returns the request with a limit for the size of its response.
    ///
    /// - Parameter bytes: The largest decoded body that is read into memory. `nil` takes ``Limits/bodyBytes``. Streams
    ///   and downloads are not limited.
    public func bodyLimit(_ bytes: Int?) -> Self {
        changed { $0.options.bodyLimit = bytes }
    }

    /// Returns the request with a precondition: if it is not met, nothing is sent.
    ///
    /// It is for members of a service whose arguments may be invalid. The call then fails with
    /// ``FetchError/Kind-swift.enum/invalidRequest(_:)``.
    ///
    /// ```swift
    /// static func user(_ name: String) -> Self {
    ///     Request("users/\(name)").requiring(name.count > 1, otherwise: "\"\(name)\" is no name")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - isMet: Whether the condition is met.
    ///   - problem: The problem otherwise, as text that follows "The request can't be sent:". The first problem counts.
    public func requiring(_ isMet: Bool, otherwise problem: @autoclosure () -> String) -> Self {
        isMet || self.problem != nil ? self : changed { $0.options.problem = problem() }
    }

    /// Returns the request with another option of a key.
    public func option<Key: RequestOptionKey>(_ key: Key.Type, _ value: Key.Value) -> Self {
        changed { $0.options[key] = value }
    }

    private func changed(_ change: (inout Self) -> Void) -> Self {
        var request = self
        change(&request)
        return request
    }

    // MARK: - How its response is read

    /// Returns the request with other statuses whose responses are values.
    ///
    /// A response of an accepted status is read like one of status 200: its whole body, up to ``Limits/bodyBytes``, by
    /// the request's reading. It is no failure: it is not retried, and the service is not asked for an error in it.
    ///
    /// ```swift
    /// let response = try await shop.response(for: Request<Shop, Data>("items/tea").accepting(.any))
    /// if response.head.status == .notFound { print("It is sold out.") }
    /// ```
    public func accepting(_ statuses: AcceptedStatuses) -> Self {
        changed { $0.options.statuses = statuses }
    }

    /// Returns the request with a further check of its value.
    ///
    /// - Parameter check: Throws an error if the value is invalid; the call then fails with
    ///   ``FetchError/Kind-swift.enum/validation(_:)``.
    public func validating(_ check: @escaping @Sendable (Value) throws -> Void) -> Self {
        map { value in
            try check(value)
            return value
        }
    }

    /// Returns a request for a property of its value.
    ///
    /// Key paths can be compared: two such requests are the same, and have the same resource (FreshetResources).
    public func map<New: Sendable>(_ property: any KeyPath<Value, New> & Sendable) -> Request<API, New> {
        reading(reading.map(property))
    }

    /// Returns the request with a name for how its response is read.
    ///
    /// Closures can't be compared. Two requests that read one response by closures are the same only if they have the
    /// same name, and such a request has a resource (FreshetResources) only with a name.
    ///
    /// ```swift
    /// Request("plays/\(id)").map { (play: Play) in play.title.uppercased() }.named("title in capitals")
    /// ```
    public func named(_ name: some Hashable & Sendable) -> Self {
        changed { $0.reading.name = ReadingName(name) }
    }

    /// Returns a request whose value is transformed by a function.
    ///
    /// - Parameter transform: Runs where the response is decoded, not on the caller's executor. A thrown error other
    ///   than ``FetchError``, `DecodingError` and ``ServiceError`` becomes
    ///   ``FetchError/Kind-swift.enum/validation(_:)``.
    public func map<New: Sendable>(_ transform: @escaping @Sendable (Value) throws -> New) -> Request<API, New> {
        reading(reading.map(transform))
    }

    /// Returns a request whose response is read in another way.
    public func reading<New: Sendable>(_ reading: ResponseReading<API, New>) -> Request<API, New> {
        var new = Request<API, New>(
            path, method: method, query: query, headers: headers, body: body, reading: reading)
        new.options = options
        return new
    }
}

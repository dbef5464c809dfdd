public import HTTPTypes

/// Every choice about a call has one modifier, which returns a changed copy of the request.
extension Request {
    // MARK: - What is sent

    /// Returns the request with a field, in place of those of the same name.
    ///
    /// - Parameters:
    ///   - name: The name of the field.
    ///   - value: The value; `nil` leaves the field to the service.
    public func header(_ name: HTTPField.Name, _ value: String?) -> Self {
        changed { $0.headers[name] = value }
    }

    /// Returns the request with one more item of the query.
    ///
    /// - Parameters:
    ///   - name: The name of the item, unencoded.
    ///   - value: The value; `nil` adds nothing, and an array repeats the name.
    public func query(_ name: String, _ value: (any QueryValue)?) -> Self {
        changed { $0.query.append(name, value) }
    }

    /// Returns the request with or without the private credentials of its service.
    public func access(_ access: RequestAccess) -> Self {
        changed { $0.access = access }
    }

    // MARK: - How it is called

    /// Returns the request with another use of the cache.
    public func caching(_ policy: CachePolicy) -> Self {
        changed { $0.cache = policy }
    }

    /// Returns the request with another rule for retries.
    public func retrying(_ rule: RetryRule) -> Self {
        changed { $0.retry = rule }
    }

    /// Returns the request with another way of sharing exchanges.
    public func sharing(_ sharing: RequestSharing) -> Self {
        changed { $0.sharing = sharing }
    }

    /// Returns the request with a limit for the whole call, retries and redirects included.
    ///
    /// - Parameter timeout: The longest time from the start of the call to its value; of a stream or download, to its end.
    ///   `nil` takes ``Limits/callTimeout``.
    public func timeout(_ timeout: Duration?) -> Self {
        changed { $0.timeout = timeout }
    }

    /// Returns the request with a limit for each wait for the server.
    ///
    /// - Parameter timeout: The longest wait for the head or for more of the body. `nil` takes ``Limits/idleTimeout``.
    public func idleTimeout(_ timeout: Duration?) -> Self {
        changed { $0.idleTimeout = timeout }
    }

    /// Returns the request with a limit for the size of its response.
    ///
    /// - Parameter bytes: The largest decoded body that is read into memory. `nil` takes ``Limits/bodyBytes``. Streams and
    ///   downloads are not limited.
    public func bodyLimit(_ bytes: Int?) -> Self {
        changed { $0.bodyLimit = bytes }
    }

    /// Returns the request, which is sent only if a condition holds.
    ///
    /// For members of a service whose arguments may make no sense. A call of a request whose condition does not hold fails
    /// with ``FetchError/Kind-swift.enum/invalidRequest(_:)``, and nothing is sent.
    ///
    /// ```swift
    /// static func user(_ name: String) -> Self {
    ///     Request("users/\(name)").requiring(name.count > 1, "\"\(name)\" is no name")
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - isMet: Whether the condition holds.
    ///   - problem: What is wrong otherwise, in words that follow "The request can't be sent:". Of several the first counts.
    public func requiring(_ isMet: Bool, _ problem: @autoclosure () -> String) -> Self {
        isMet || self.problem != nil ? self : changed { $0.problem = problem() }
    }

    private func changed(_ change: (inout Self) -> Void) -> Self {
        var request = self
        change(&request)
        return request
    }

    // MARK: - What becomes of the response

    /// Returns the request with a check of its value.
    ///
    /// - Parameter check: Throws what is wrong with the value; the call fails with
    ///   ``FetchError/Kind-swift.enum/validation(_:)``.
    public func validating(_ check: @escaping @Sendable (Value) throws -> Void) -> Self {
        map { value in
            try check(value)
            return value
        }
    }

    /// Returns a request for what a function makes of the value.
    ///
    /// - Parameter transform: Runs where the response is decoded, off the caller's executor. An error it throws
    ///   that is no ``FetchError``, `DecodingError` or ``ServiceError`` becomes
    ///   ``FetchError/Kind-swift.enum/validation(_:)``.
    public func map<New: Sendable>(_ transform: @escaping @Sendable (Value) throws -> New) -> Request<API, New> {
        reading(reading.map(transform))
    }

    /// Returns a request whose response is read in another way.
    public func reading<New: Sendable>(_ reading: ResponseReading<API, New>) -> Request<API, New> {
        var new = Request<API, New>(path, method: method, query: query, body: body, reading: reading)
        new.headers = headers
        new.cache = cache
        new.retry = retry
        new.sharing = sharing
        new.access = access
        new.timeout = timeout
        new.idleTimeout = idleTimeout
        new.bodyLimit = bodyLimit
        new.problem = problem
        new.interceptors = interceptors
        return new
    }
}

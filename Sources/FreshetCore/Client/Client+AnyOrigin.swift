public import Foundation

// Calls that need no service, only an address and the type of its value.

extension Request where API == AnyOrigin, Value: Decodable {
    /// Makes a GET request for an address. Its value is decoded from JSON, unless the type is
    /// `Data`, which returns the bytes.
    package init(at address: String) {
        let bytes = ResponseReading<AnyOrigin, Data>.data as? ResponseReading<AnyOrigin, Value>
        self.init(.absolute(address), reading: bytes ?? .decoded)
    }
}

extension Client where API == AnyOrigin {
    /// Returns the value at an address.
    ///
    /// ```swift
    /// let web = Client(AnyOrigin())
    /// let users = try await web.value(at: "https://users.example/users", as: [User].self)
    /// ```
    ///
    /// It calls `value(for:)` with a GET request for the address, so the cache, retries and errors
    /// are the same. No credentials are sent. Values are decoded from JSON by
    /// ``AnyOrigin/decoder``; `Data.self` returns the bytes. For text, or for methods other than
    /// GET, make the request yourself: `Request(.absolute(address), reading: .text)`.
    ///
    /// - Parameters:
    ///   - address: An absolute address, percent-encoded as in a link.
    ///   - type: The type of the value.
    /// - Throws: ``FetchError``: ``FetchError/Kind-swift.enum/invalidRequest(_:)`` for a text that
    ///   isn't an absolute address, ``FetchError/cancelled`` when the task is cancelled.
    public func value<Value: Decodable & Sendable>(
        at address: String, as type: Value.Type
    ) async throws(FetchError) -> Value {
        try await value(for: Request(at: address))
    }

    /// Returns the loading states of a call to an address, as ``states(for:keepingPrevious:)``
    /// does.
    ///
    /// ```swift
    /// for await state in web.states(at: "https://users.example/users", as: [User].self) { show(state) }
    /// ```
    ///
    /// - Parameters:
    ///   - address: An absolute address, percent-encoded as in a link.
    ///   - type: The type of the value: see ``value(at:as:)``.
    ///   - previous: The state that the screen shows now. Its value stays until a new one is
    ///     received.
    public func states<Value: Decodable & Sendable>(
        at address: String, as type: Value.Type, keepingPrevious previous: FetchState<Value> = FetchState()
    ) -> FetchStates<Value> {
        states(for: Request(at: address), keepingPrevious: previous)
    }

    /// Starts a call to an address and passes its result to a callback, as
    /// ``fetch(_:on:completion:)`` does.
    ///
    /// ```swift
    /// web.fetch(at: "https://users.example/users", as: [User].self) { result in show(result) }
    /// ```
    ///
    /// - Parameters:
    ///   - address: An absolute address, percent-encoded as in a link.
    ///   - type: The type of the value: see ``value(at:as:)``.
    ///   - queue: The queue on which the callback runs. The main queue by default.
    ///   - completion: Called exactly once, even after a cancellation. If this method is called on
    ///     `queue`, it returns before the callback runs.
    /// - Returns: A handle that cancels the call. Releasing it has no effect.
    @discardableResult
    public func fetch<Value: Decodable & Sendable>(
        at address: String,
        as type: Value.Type,
        on queue: DispatchQueue = .main,
        completion: @escaping @Sendable (Result<Value, FetchError>) -> Void
    ) -> FetchTask {
        fetch(Request(at: address), on: queue, completion: completion)
    }
}

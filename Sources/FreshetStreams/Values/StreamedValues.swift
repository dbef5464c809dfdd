public import FreshetCore

/// An asynchronous sequence of a response's values, lines or parts, each returned as soon as it
/// arrives.
///
/// ```swift
/// for try await line in client.lines(for: .log) { print(line) }
/// ```
///
/// Each iteration sends its own request on its first `next()`. The server can send only as fast as
/// values are read. Leaving the loop or cancelling its task closes the connection. If the response
/// breaks off, the sequence returns its complete values and then throws the error; it doesn't
/// request the response again.
public struct StreamedValues<API: Service, Value: Sendable>: AsyncSequence, Sendable {
    /// A value, line or part.
    public typealias Element = Value
    /// The error of a failed call.
    public typealias Failure = FetchError

    let client: Client<API>
    let request: Request<API, Void>
    let rules: PartRules<Value>

    /// Makes an iterator.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(reader: PartReader(client: client, request: request, rules: rules))
    }

    /// The iterator of the sequence.
    public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
        let reader: PartReader<API, Value>

        /// Returns the next value, or `nil` at the end of the response.
        ///
        /// - Throws: The ``FetchError`` of the call, or of a value that can't be read.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(FetchError) -> Value? {
            try await reader.next()
        }
    }

    /// Returns a sequence with another limit for the size of one value or line, by default 1 MiB.
    ///
    /// A larger value ends the sequence with ``FetchError/Kind-swift.enum/tooLarge(_:)``.
    public func valueLimit(_ bytes: Int) -> Self {
        changed { $0.limit = bytes }
    }

    /// Returns a sequence that skips values which can't be read. By default, the first one ends the
    /// sequence.
    ///
    /// - Parameter report: Called with the error of each such value, on an unspecified executor.
    public func skippingInvalid(_ report: @escaping @Sendable (FetchError) -> Void) -> Self {
        changed { $0.skip = report }
    }

    private func changed(_ change: (inout PartRules<Value>) -> Void) -> Self {
        var rules = rules
        change(&rules)
        return StreamedValues(client: client, request: request, rules: rules)
    }
}

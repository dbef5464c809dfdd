public import FreshetCore

/// The values or lines of a response, each returned as soon as its bytes are received.
///
/// ```swift
/// for try await line in client.lines(for: .log) { print(line) }
/// ```
///
/// Each iteration sends its own request with its first `next()`. The server sends only as fast as values are read.
/// Leaving the loop, or cancelling its task, closes the connection. A response that breaks off throws the error after
/// its complete values; it is not requested again.
public struct StreamedValues<API: Service, Value: Sendable>: AsyncSequence, Sendable {
    /// The values.
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

        /// Returns the next value; `nil` at the end.
        ///
        /// - Throws: The ``FetchError`` of the call, or of a value that can't be read.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(FetchError) -> Value? {
            try await reader.next()
        }
    }

    /// Returns the sequence with another limit for the size of one value or line: 1 MiB by default.
    ///
    /// A larger one ends the sequence with ``FetchError/Kind-swift.enum/tooLarge(_:)``.
    public func valueLimit(_ bytes: Int) -> Self {
        changed { $0.limit = bytes }
    }

    /// Returns the sequence without the values that can't be read. By default the first one ends the sequence.
    ///
    /// - Parameter report: Called with the error of each such value, on no particular executor.
    public func skippingInvalid(_ report: @escaping @Sendable (FetchError) -> Void) -> Self {
        changed { $0.skip = report }
    }

    private func changed(_ change: (inout PartRules<Value>) -> Void) -> Self {
        var rules = rules
        change(&rules)
        return StreamedValues(client: client, request: request, rules: rules)
    }
}

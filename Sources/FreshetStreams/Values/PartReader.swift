import Foundation
import FreshetCore
import HTTPTypes

/// Reads the parts of a response. It is an actor so that parts are found and decoded off the
/// caller's executor.
actor PartReader<API: Service, Value: Sendable> {
    private let client: Client<API>
    private let request: Request<API, Void>
    private let rules: PartRules<Value>

    private var stream: ResponseStream?
    private var format = PartScanner.Format.lines
    private var scanner: PartScanner
    private var isComplete = false
    private var isClosed = false

    init(client: Client<API>, request: Request<API, Void>, rules: PartRules<Value>) {
        self.client = client
        self.request = request
        self.rules = rules
        scanner = PartScanner(format, limit: rules.limit)
    }

    func next() async throws(FetchError) -> Value? {
        guard !isClosed else { return nil }
        do throws(FetchError) {
            let stream = try await openStream()
            while let part = try await nextPart(of: stream) {
                if let value = try await read(part, of: stream) { return value }
            }
            close()
            return nil
        } catch {
            let error = stream.map { error.adding(request: $0.request, mayRepeat: true) } ?? error
            close()
            throw error
        }
    }

    private func close() {
        isClosed = true
        stream?.cancel()
        stream = nil
    }

    private func openStream() async throws(FetchError) -> ResponseStream {
        if let stream { return stream }
        let stream = try await client.stream(for: request)
        self.stream = stream
        let field = stream.head.headerFields[.contentType]
        guard let format = rules.format(field) else {
            throw try await stream.wrongContent(field ?? "", expected: rules.accept)
        }
        self.format = format
        scanner = PartScanner(format, limit: rules.limit)
        return stream
    }

    private func nextPart(of stream: ResponseStream) async throws(FetchError) -> Data? {
        var body = stream.makeAsyncIterator()
        while true {
            if let part = try scanner.next() { return part }
            guard !isComplete else { return nil }
            if let chunk = try await body.next(isolation: self) {
                scanner.append(chunk)
            } else {
                isComplete = true
                return scanner.end()
            }
        }
    }

    private func read(_ part: Data, of stream: ResponseStream) async throws(FetchError) -> Value? {
        do {
            return try await rules.read(part, format, stream)
        } catch {
            let response = FetchError.Response(head: stream.head, body: part)
            let error = FetchError(reading: error, response: response, now: client.time.date())
            guard let skip = rules.skip, !error.isCancellation else { throw error }
            skip(error.adding(request: stream.request, mayRepeat: true))
            return nil
        }
    }
}

extension ResponseStream {
    /// Returns the error for a response whose content type isn't accepted, with the beginning of
    /// its body.
    func wrongContent(_ received: String, expected: String) async throws(FetchError) -> FetchError {
        var body = makeAsyncIterator()
        let beginning = try await body.next(isolation: nil) ?? Data()
        cancel()
        let content = FetchError.WrongContent(
            received: received.isEmpty ? "a response without a content type" : received, expected: expected,
            excerpt: Excerpt.text(of: beginning))
        return FetchError(.wrongContent(content), response: FetchError.Response(head: head, body: beginning))
    }
}

import Foundation
public import FreshetCore
import HTTPTypes

extension Client {
    /// Returns the events of an event stream, decoding each event's data as the request's value.
    ///
    /// ```swift
    /// for try await event in client.events(for: .prices) { show(event.value) }
    /// ```
    ///
    /// Nothing is sent until the first event is awaited. Leaving the loop, or cancelling its task, closes the
    /// connection.
    public func events<Value>(for request: Request<API, Value>) -> ServerEvents<API, Value> {
        let (reading, service) = (request.reading, service)
        return events(request) { event, stream in
            try await reading.read(Response(Data(event.value.utf8), of: stream), service, nil)
        }
    }

    /// Returns the events of an event stream, with each event's data as text.
    ///
    /// ```swift
    /// for try await event in client.textEvents(for: .prices) { print(event.name, event.value) }
    /// ```
    ///
    /// The request's own way of reading its response is ignored.
    public func textEvents<Value>(for request: Request<API, Value>) -> ServerEvents<API, String> {
        events(request) { event, _ in event.value }
    }

    /// Returns the events of an event stream, reading each event with a function.
    ///
    /// Use it for streams whose events have different types depending on their name.
    ///
    /// ```swift
    /// client.events(for: .changes) { event, service -> Change? in
    ///     event.name == "put" ? try service.decode(Change.self, from: Data(event.value.utf8)) : nil
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - request: The request. Its own way of reading its response is ignored.
    ///   - read: Returns the value of an event, or `nil` to skip it. If it throws an error, the
    ///     stream ends. It doesn't run on the caller's executor.
    public func events<Value, Element: Sendable>(
        for request: Request<API, Value>,
        reading read: @escaping @Sendable (ServerEvent<String>, API) throws -> Element?
    ) -> ServerEvents<API, Element> {
        let service = service
        return events(request) { event, _ in try read(event, service) }
    }

    private func events<Value, Element>(
        _ request: Request<API, Value>, reading: @escaping ServerEvents<API, Element>.Reading
    ) -> ServerEvents<API, Element> {
        ServerEvents(
            client: self, request: request.reading(.nothing), reading: reading,
            options: EventOptions(
                reconnects: request.method == .get, idleTimeout: request.idleTimeout ?? .seconds(45)))
    }
}

extension Response<Data> {
    init(_ part: Data, of stream: ResponseStream) {
        self.init(
            value: part, head: stream.head, url: stream.url, redirects: stream.redirects, source: stream.source)
    }
}

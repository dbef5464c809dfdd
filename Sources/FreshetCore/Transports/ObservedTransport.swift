public import Foundation
public import HTTPTypes

/// An observer of one exchange of a transport, from its request to its end:
/// ``Transport/observed(by:)``.
///
/// Its methods may be called on any thread. Return quickly.
public protocol ExchangeObserver: AnyObject, Sendable {
    /// Changes the request before it is sent.
    func prepare(_ request: inout TransportRequest)
    /// Receives the head of the final response.
    func receive(_ head: HTTPResponse)
    /// Receives a chunk of the response body when its reader takes it.
    func receive(_ chunk: Data)
    /// Receives the end of the exchange: the failure, or `nil` if the body was read to its end. It
    /// may be called several times; the first call counts.
    func end(_ error: FetchError?)
}

extension Transport {
    /// Returns a transport that reports the exchanges of this one to observers.
    ///
    /// ```swift
    /// let transport = DefaultTransport.shared.observed { request in
    ///     request.head.path == "/health" ? nil : HeadPrinter(request.head)
    /// }
    /// let news = Client(News(), transport: transport, cache: nil)
    /// ```
    ///
    /// - Parameter begin: Returns the observer of an exchange that begins; `nil` if the exchange
    ///   isn't observed.
    public func observed(
        by begin: @escaping @Sendable (TransportRequest) -> (any ExchangeObserver)?
    ) -> any Transport {
        let transport = ObservedTransport(base: self, begin: begin)
        // The wrapper must make the same promise, or each call would need a task of its own.
        return self is any CancellableTransport ? CancellableObservedTransport(transport: transport) : transport
    }
}

private struct ObservedTransport: FieldAddingTransport {
    let base: any Transport
    let begin: @Sendable (TransportRequest) -> (any ExchangeObserver)?

    func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
        guard let observer = begin(request) else { return try await base.send(request) }
        var request = request
        observer.prepare(&request)
        do throws(FetchError) {
            var response = try await base.send(request)
            observer.receive(response.head)
            response.body = ObservedBody(response.body, observer)
            return response
        } catch {
            observer.end(error)
            throw error
        }
    }

    func addedFields(to request: TransportRequest) -> HTTPFields {
        (base as? any FieldAddingTransport)?.addedFields(to: request) ?? [:]
    }
}

/// The same as ``ObservedTransport``, around a transport that ends soon after it is cancelled.
private struct CancellableObservedTransport: CancellableTransport, FieldAddingTransport {
    let transport: ObservedTransport

    func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
        try await transport.send(request)
    }

    func addedFields(to request: TransportRequest) -> HTTPFields { transport.addedFields(to: request) }
}

/// A body that ends its exchange, even if its reader releases it before its end.
private final class ObservedBody: TransportBody {
    private let base: any TransportBody
    private let observer: any ExchangeObserver

    init(_ base: any TransportBody, _ observer: any ExchangeObserver) {
        self.base = base
        self.observer = observer
    }

    deinit { observer.end(.cancelled) }

    func next() async throws(FetchError) -> Data? {
        do throws(FetchError) {
            let chunk = try await base.next()
            if let chunk { observer.receive(chunk) } else { observer.end(nil) }
            return chunk
        } catch {
            observer.end(error)
            throw error
        }
    }

    func cancel() {
        base.cancel()
        observer.end(.cancelled)
    }
}

#if NIO
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import Synchronization

/// A registry through which an exchange receives the events that AsyncHTTPClient drops: interim
/// (1xx) responses, and the end of a refusal that arrives before the request body has been sent.
///
/// A private header field with a number connects the two: ``ResponseGuard`` removes it from the
/// request before it is sent, and the exchange removes it from the response. The numbers are
/// random, so that a server can't guess the number of another exchange.
final class ResponseEvents: Sendable {
    /// The facts about the connection of an exchange.
    struct Connection {
        let isReused: Bool
        /// The HTTP version: `1.1` or `2`.
        let protocolVersion: String
        let remoteAddress: String?
    }

    /// The functions that receive the events of an exchange, on the event loop of its connection.
    struct Listener: Sendable {
        /// Receives the connection when the request is written.
        var begin: @Sendable (() -> Connection) -> Void
        /// Receives each interim response.
        var interim: @Sendable (HTTPResponseHead) -> Void
        /// Receives the length of the body of a response with a status of 300 or more, when that
        /// body has ended.
        var end: @Sendable (Int) -> Void
        /// Receives the body of a complete response whose connection or stream ended while the request was being sent.
        var whole: @Sendable ([ByteBuffer]) -> Void
    }

    static let shared = ResponseEvents()
    private static let field = "Freshet-Exchange"

    private let listeners = NIOLockedValueBox<[UInt64: Listener]>([:])
    private let kept = NIOLockedValueBox<[UInt64: [HTTPResponseHead]]>([:])
    // With these, most heads need no search of their fields.
    private let listenerCount = Atomic(0)
    private let keptCount = Atomic(0)

    /// The registration of a listener, which is removed when this object is released.
    final class Registration: Sendable {
        private let id = UInt64.random(in: .min ... .max)

        init(_ listener: Listener) {
            let (id, responses) = (id, ResponseEvents.shared)
            // In this order, and the reverse one at the end: a count of zero then proves that the
            // table has no listener.
            responses.listenerCount.wrappingAdd(1, ordering: .releasing)
            responses.listeners.withLockedValue { $0[id] = listener }
        }

        deinit {
            let (id, responses) = (id, ResponseEvents.shared)
            _ = responses.listeners.withLockedValue { $0.removeValue(forKey: id) }
            responses.listenerCount.wrappingSubtract(1, ordering: .releasing)
        }

        /// Marks a request, so that its events reach the listener.
        func mark(_ headers: inout HTTPHeaders) { headers.add(name: ResponseEvents.field, value: "\(id)") }
    }

    /// Removes the mark of a request that is about to be sent, and returns its listener.
    func takeListener(of head: inout HTTPRequestHead) -> Listener? {
        guard listenerCount.load(ordering: .acquiring) > 0, let id = Self.takeID(&head.headers) else { return nil }
        return listeners.withLockedValue { $0[id] }
    }

    /// Stores responses for the exchange that receives the final head.
    func keep(_ responses: [HTTPResponseHead], with head: inout HTTPResponseHead) {
        let id = UInt64.random(in: .min ... .max)
        kept.withLockedValue { $0[id] = responses }
        keptCount.wrappingAdd(1, ordering: .releasing)
        head.headers.replaceOrAdd(name: Self.field, value: "\(id)")
    }

    /// Removes and returns the responses that were received before a final head.
    func take(with head: inout HTTPResponseHead) -> [HTTPResponseHead] {
        guard keptCount.load(ordering: .acquiring) > 0, let id = Self.takeID(&head.headers),
            let responses = kept.withLockedValue({ $0.removeValue(forKey: id) })
        else { return [] }
        keptCount.wrappingSubtract(1, ordering: .releasing)
        return responses
    }

    private static func takeID(_ headers: inout HTTPHeaders) -> UInt64? {
        guard let value = headers.first(name: field) else { return nil }
        headers.remove(name: field)
        return UInt64(value)
    }
}
#endif

import Foundation
public import FreshetCore
import HTTPTypes

/// A transport that makes a share of its exchanges fail, reproducibly from a seed.
///
/// ```swift
/// let faulty = FaultyTransport(stub, share: 0.1, seed: 7)
/// let news = Client(News(), transport: faulty, cache: nil)
/// ```
///
/// A fault is a refused connection, a connection lost before the head or in the body, or a response
/// with status 503 or 429. The transport counts the open exchanges as well.
public final class FaultyTransport: Transport {
    private struct Counts {
        var sent = 0
        var open = 0
        var faults = 0
    }

    private let base: any Transport
    private let share: Double
    private let seed: UInt64
    private let counts = Lock(Counts())

    /// Wraps a transport.
    ///
    /// - Parameters:
    ///   - base: The transport for the exchanges that don't fail.
    ///   - share: The share of the exchanges that fail, from 0 to 1.
    ///   - seed: The seed. Together with the number of an exchange, it decides whether and how that
    ///     exchange fails.
    public init(_ base: any Transport, share: Double, seed: UInt64) {
        self.base = base
        self.share = share
        self.seed = seed
    }

    /// The number of exchanges so far.
    public var exchanges: Int { counts.withLock { $0.sent } }

    /// The number of exchanges whose response is neither complete nor abandoned.
    public var openExchanges: Int { counts.withLock { $0.open } }

    /// The number of exchanges that failed on purpose.
    public var faults: Int { counts.withLock { $0.faults } }

    private enum Fault: CaseIterable {
        case refused, lostBeforeTheHead, lostInTheBody, unavailable, tooManyRequests
    }

    /// Sends a request, or fails it on purpose.
    ///
    /// - Throws: A ``FetchError`` of one of the network error kinds.
    public func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
        let number = counts.withLock { counts in
            counts.sent += 1
            counts.open += 1
            return counts.sent
        }
        let exchange = OpenExchange { [counts] in counts.withLock { $0.open -= 1 } }
        let fault = fault(of: UInt64(number))
        if fault != nil { counts.withLock { $0.faults += 1 } }
        switch fault {
        case .refused: throw FetchError(.cannotConnect(.refused))
        case .lostBeforeTheHead: throw FetchError(.connectionLost)
        case .unavailable:
            return TransportResponse(head: HTTPResponse(status: .serviceUnavailable), body: Body(exchange))
        case .tooManyRequests:
            let head = HTTPResponse(status: .tooManyRequests, headerFields: [.retryAfter: "0"])
            return TransportResponse(head: head, body: Body(exchange))
        case .lostInTheBody:
            let response = try await base.send(request)
            response.body.cancel()
            return TransportResponse(head: response.head, body: Body(exchange, failure: FetchError(.connectionLost)))
        case nil:
            let response = try await base.send(request)
            return TransportResponse(head: response.head, body: Body(exchange, base: response.body))
        }
    }

    private func fault(of number: UInt64) -> Fault? {
        let value = SeededRandom.value(number, seed: seed)
        guard Double(value >> 11) / Double(UInt64(1) << 53) < share else { return nil }
        return Fault.allCases[Int(value & 0x7FF) % Fault.allCases.count]
    }

    private final class OpenExchange: Sendable {
        private let end: @Sendable () -> Void

        init(end: @escaping @Sendable () -> Void) { self.end = end }

        deinit { end() }
    }

    private final class Body: TransportBody {
        private let base: (any TransportBody)?
        private let state: Lock<(exchange: OpenExchange?, failure: FetchError?)>

        init(_ exchange: OpenExchange, base: (any TransportBody)? = nil, failure: FetchError? = nil) {
            self.base = base
            state = Lock((exchange, failure))
        }

        func next() async throws(FetchError) -> Data? {
            do throws(FetchError) {
                if let failure = state.withLock({ $0.failure }) { throw failure }
                let chunk = try await base?.next()
                if chunk == nil { end() }
                return chunk
            } catch {
                cancel()
                throw error
            }
        }

        func cancel() {
            base?.cancel()
            state.withLock { state in
                if state.exchange != nil, state.failure == nil { state.failure = .cancelled }
            }
            end()
        }

        private func end() {
            // The exchange is released outside the lock: its `deinit` changes the counts.
            _ = state.withLock { $0.exchange.take() }
        }
    }
}

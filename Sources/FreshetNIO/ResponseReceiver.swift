#if NIO
import AsyncHTTPClient
import Foundation
import FreshetCore
import HTTPTypes
import NIOConcurrencyHelpers
import NIOCore
import NIOFoundationCompat
import NIOHTTP1

/// One exchange of AsyncHTTPClient, between the event loop that receives the response and the task
/// that reads it.
///
/// It implements AsyncHTTPClient's delegate protocol, because the `async` interface costs another
/// task, a timer and several thread changes per call. Unread bytes are stored up to a window; then
/// the server has to wait.
final class ResponseReceiver: HTTPClientResponseDelegate {
    typealias Response = Void

    private struct State {
        var head: HTTPResponseHead?
        var interim: [HTTPResponseHead] = []
        var chunks = CircularBuffer<ByteBuffer>(initialCapacity: 2)
        /// The number of body bytes that were received, and the length of a refusal's body, which
        /// is `nil` until the body has ended.
        var received = 0
        var refusalBytes: Int?
        /// The whole body of a response that ended early, until it has been taken; `nil` for any
        /// other response.
        var whole: [ByteBuffer]?
        /// Whether the whole body has been taken. Anything that AsyncHTTPClient still delivers of
        /// it on another event loop is then ignored.
        var isWholeTaken = false
        /// The total size of the chunks, as it counts towards the window.
        var weight = 0
        /// The end of the exchange; `nil` while it is running.
        var ending: Result<Void, FetchError>?
        /// The promise that is completed to let the server send more.
        var demand: EventLoopPromise<Void>?
        /// The reader that waits for the next change. The code that takes it out of the state
        /// resumes it.
        var reader: CheckedContinuation<Void, Never>?
        /// Whether the server has asked for the request body.
        var isBodyWanted = false
        /// The wait until the server asks for the body.
        var sender: Pending<Void>?
        /// The request that is cancelled when the exchange ends early.
        var task: HTTPClient.Task<Void>?
        var upload: Task<Void, Never>?
        var entry: LoopBalancer.Entry?
        var isHeadSent = false

        /// Whether a refusal has been received completely.
        var isWholeRefusal: Bool { head != nil && received == refusalBytes }

        /// Adds the rest of a whole body to the chunks, and returns whether there is such a body,
        /// with its head.
        mutating func takeWhole() -> Bool {
            guard ending == nil, head != nil, let whole = whole.take() else { return false }
            isWholeTaken = true
            var known = received
            for var piece in whole {
                let skipped = min(known, piece.readableBytes)
                known -= skipped
                piece.moveReaderIndex(forwardBy: skipped)
                guard piece.readableBytes > 0 else { continue }
                chunks.append(piece)
                received += piece.readableBytes
                weight += ResponseReceiver.weight(of: piece)
            }
            return true
        }

        /// The waiters and tasks of an exchange, which are resumed or cancelled at its end.
        struct Participants {
            var reader: CheckedContinuation<Void, Never>?
            var sender: Pending<Void>?
            var demand: EventLoopPromise<Void>?
            var task: HTTPClient.Task<Void>?
            var upload: Task<Void, Never>?
        }

        /// Records the end.
        ///
        /// - Returns: The participants to resume or cancel; `nil` if the exchange had already
        ///   ended.
        mutating func end(with ending: Result<Void, FetchError>) -> Participants? {
            guard self.ending == nil else { return nil }
            // Chunks before a failure are still delivered; after a cancellation they are not.
            if case .failure(.cancelled) = ending {
                self.ending = ending
                chunks.removeAll()
            } else {
                self.ending = isWholeTaken ? .success(()) : ending
            }
            // With the end of the exchange, and not when the app releases its body: the balancer
            // counts what is running.
            entry = nil
            return Participants(
                reader: reader.take(), sender: sender.take(), demand: demand.take(), task: task.take(),
                upload: upload.take())
        }
    }

    /// The maximum number of bytes of a body that are stored before they are read.
    private static let window = 256 << 10

    private let state: NIOLockedValueBox<State>
    /// Receives the number of bytes of the request body that were sent since the last call.
    private let onSent: (@Sendable (Int) -> Void)?

    /// The meter of the exchange; `nil` if nothing receives its report.
    let meter: ExchangeMeter?

    init(_ entry: LoopBalancer.Entry, onSent: (@Sendable (Int) -> Void)?, meter: ExchangeMeter?) {
        state = NIOLockedValueBox(State(entry: entry))
        self.onSent = onSent
        self.meter = meter
    }

    // MARK: - Reader

    /// Starts the exchange, unless its task is cancelled.
    ///
    /// If it is the only exchange with its origin, it starts on its event loop, which is idle then.
    /// From another thread, AsyncHTTPClient would wake the event loop up to three times: 8 % of the
    /// row "Freshet, async" of `./bench wire` with one call in flight.
    func start(
        _ request: HTTPClient.Request, with client: HTTPClient, _ entry: LoopBalancer.Entry
    ) throws(FetchError) {
        if Task.isCancelled { cancel() }
        if case .failure(let error) = state.withLockedValue({ $0.ending }) { throw error }
        guard entry.isAlone else { return execute(request, with: client, on: entry.loop) }
        entry.loop.execute { [self, loop = entry.loop] in
            // The call may be cancelled before the event loop gets here. The request must not be
            // sent then.
            guard state.withLockedValue({ $0.ending == nil }) else { return }
            execute(request, with: client, on: loop)
        }
    }

    private func execute(_ request: HTTPClient.Request, with client: HTTPClient, on loop: any EventLoop) {
        begin(client.execute(request: request, delegate: self, eventLoop: .delegate(on: loop)))
    }

    /// Waits until the head of the response was received, or the exchange has ended. Cancelling the
    /// task closes the exchange.
    func waitForHead() async {
        await wait { $0.head != nil || $0.ending != nil }
    }

    func head() throws(FetchError) -> HTTPResponseHead {
        switch state.withLockedValue({ (head: $0.head, ending: $0.ending) }) {
        case (_, .failure(let error)?) where error.isCancellation: throw error
        // A server may refuse a request and close the connection while the body is sent: the refusal is what counts.
        case (let head?, _): return head
        case (nil, .failure(let error)?): throw error
        case (nil, _): throw FetchError(.connectionLost)
        }
    }

    /// Returns the next chunk of the body; `nil` at its end. Cancelling the task closes the exchange.
    func next() async throws(FetchError) -> Data? {
        if Task.isCancelled { cancel() }
        if let taken = try take() { return taken.chunk }
        await wait { $0.ending != nil || !$0.chunks.isEmpty }
        return try take()?.chunk
    }

    /// Closes the exchange; does nothing after its end.
    func cancel() {
        end(with: .failure(.cancelled))
    }

    /// A chunk or the end of the body.
    private struct Taken {
        var chunk: Data?
    }

    /// Removes and returns the next chunk or the end; `nil` if neither is available.
    private func take() throws(FetchError) -> Taken? {
        let (chunk, ending, demand) = state.withLockedValue { state in
            let chunk = state.chunks.popFirst()
            if let chunk { state.weight -= Self.weight(of: chunk) }
            return (chunk, state.ending, state.weight < Self.window ? state.demand.take() : nil)
        }
        // Outside of the lock: on the event loop, this may deliver the next chunk to this object at
        // once.
        demand?.succeed()
        if let chunk { return Taken(chunk: Data(buffer: chunk, byteTransferStrategy: .noCopy)) }
        guard let ending else { return nil }
        try ending.get()
        return Taken(chunk: nil)
    }

    private func wait(until isThere: (inout State) -> Bool) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // Check and registration are one step: a change between them would resume nobody.
                let continues = state.withLockedValue { state in
                    if isThere(&state) { return true }
                    state.reader = continuation
                    return false
                }
                if continues { continuation.resume() }
            }
        } onCancel: {
            cancel()
        }
    }

    private func begin(_ task: HTTPClient.Task<Void>) {
        // The exchange may have been cancelled, or even have ended, before AsyncHTTPClient returned
        // its task.
        let isCancelled = state.withLockedValue { state in
            switch state.ending {
            case nil:
                state.task = task
                return false
            case .success: return false
            case .failure: return true
            }
        }
        if isCancelled { task.cancel() }
    }

    /// Stores the task that sends the request body, so that it is cancelled with the exchange.
    func begin(_ upload: Task<Void, Never>) {
        let isEnded = state.withLockedValue { state in
            if state.ending == nil { state.upload = upload }
            return state.ending != nil
        }
        if isEnded { upload.cancel() }
    }

    /// Waits until the server asks for the body with 100 (Continue), responds without it, or takes
    /// too long (RFC 9110 §10.1.1).
    ///
    /// - Returns: Whether to send the body. After a refusal, it isn't sent.
    func isBodyWanted(within limit: Duration) async -> Bool {
        let decision = Pending<Void>()
        let isDecided = state.withLockedValue { state in
            state.sender = decision
            return state.isBodyWanted || state.head != nil || state.ending != nil
        }
        if !isDecided {
            let timer = Task {
                try await Task.sleep(for: limit)
                decision.resolve(())
            }
            await decision.value { decision.resolve(()) }
            timer.cancel()
        }
        return state.withLockedValue { $0.ending == nil && ($0.head?.status.code ?? 0) < 300 }
    }

    func wantBody() {
        let sender = state.withLockedValue { state in
            state.isBodyWanted = true
            return state.sender
        }
        sender?.resolve(())
    }

    /// The interim (1xx) responses that were received before the head.
    var interim: [HTTPResponseHead] { state.withLockedValue { $0.interim } }

    /// Whether the server may have received a part of the request.
    var isHeadSent: Bool { state.withLockedValue { $0.isHeadSent } }

    // MARK: - Event loop

    func didSendRequestHead(task: HTTPClient.Task<Void>, _ head: HTTPRequestHead) {
        state.withLockedValue { $0.isHeadSent = true }
    }

    func didSendRequestPart(task: HTTPClient.Task<Void>, _ part: IOData) {
        onSent?(part.readableBytes)
        meter?.countSent(part.readableBytes)
    }

    func didReceiveHead(task: HTTPClient.Task<Void>, _ head: HTTPResponseHead) -> EventLoopFuture<Void> {
        var head = head
        let interim = ResponseEvents.shared.take(with: &head)
        meter?.receiveHead()
        let (reader, sender, isWhole) = state.withLockedValue { [head] state in
            state.head = head
            state.interim = interim
            return (state.reader.take(), state.sender, state.isWholeRefusal || state.takeWhole())
        }
        // After the bytes that were read together with the head: a short body is then available as
        // well, and the reader doesn't have to wait again. That is 5 % of the row "Freshet, raw" of
        // `./bench wire` with one call in flight.
        if let reader { task.eventLoop.execute { reader.resume() } }
        sender?.resolve(())
        if isWhole { end(with: .success(())) }
        return task.eventLoop.makeSucceededVoidFuture()
    }

    func didReceiveBodyPart(task: HTTPClient.Task<Void>, _ buffer: ByteBuffer) -> EventLoopFuture<Void> {
        let (reader, demand, isWhole) = state.withLockedValue {
            state -> (CheckedContinuation<Void, Never>?, EventLoopPromise<Void>?, Bool) in
            // A chunk may still be on its way when the reader cancels.
            guard state.ending == nil, !state.isWholeTaken, buffer.readableBytes > 0 else { return (nil, nil, false) }
            state.chunks.append(buffer)
            state.received += buffer.readableBytes
            state.weight += Self.weight(of: buffer)
            // AsyncHTTPClient reads nothing more until this promise is completed, so a fast server
            // can't fill the memory.
            if state.weight >= Self.window { state.demand = task.eventLoop.makePromise() }
            return (state.reader.take(), state.demand, state.isWholeRefusal)
        }
        reader?.resume()
        if isWhole { end(with: .success(())) }
        return demand?.futureResult ?? task.eventLoop.makeSucceededVoidFuture()
    }

    /// Notes that the server has refused the request, in a response with a body of the given
    /// length.
    ///
    /// As soon as these bytes have been received, the exchange ends, and the rest of the request
    /// body isn't sent. AsyncHTTPClient would wait until the request body has been sent, which
    /// never happens if the server doesn't read it.
    func refusalEnded(bodyBytes: Int) {
        let isWhole = state.withLockedValue { state in
            state.refusalBytes = bodyBytes
            return state.isWholeRefusal
        }
        if isWhole { end(with: .success(())) }
    }

    /// Ends the exchange with a response that is complete, even though the request couldn't be sent
    /// completely.
    ///
    /// - Parameter body: The whole body. AsyncHTTPClient fails the request, and drops the bytes
    ///   that it hasn't delivered.
    func complete(with body: [ByteBuffer]) {
        let isWhole = state.withLockedValue { state in
            guard state.ending == nil else { return false }
            state.whole = body
            return state.takeWhole()
        }
        if isWhole { end(with: .success(())) }
    }

    func didFinishRequest(task: HTTPClient.Task<Void>) {
        end(with: .success(()))
    }

    func didReceiveError(task: HTTPClient.Task<Void>, _ error: any Error) {
        end(with: .failure(FetchError(transport: error)))
    }

    /// A small chunk uses more memory than its bytes.
    fileprivate static func weight(of chunk: ByteBuffer) -> Int { max(chunk.readableBytes, 1 << 10) }

    private func end(with ending: Result<Void, FetchError>) {
        // First, so that no reader finds the end before. Without a head, the transport may send the request again.
        if let meter, let received = state.withLockedValue({ $0.head == nil ? nil : $0.received }) {
            meter.end(received: received)
        }
        // The first end counts. A body is also closed when it is released, after its end.
        guard let ended = state.withLockedValue({ $0.end(with: ending) }) else { return }
        ended.upload?.cancel()
        // Only after a failure: cancelling a request that succeeded could close a connection that
        // can be reused.
        if case .failure = ending { ended.task?.cancel() }
        ended.demand?.succeed()
        ended.reader?.resume()
        ended.sender?.resolve(())
    }
}

/// The body of a response from AsyncHTTPClient.
final class ReceivedBody: TransportBody {
    private let receiver: ResponseReceiver
    /// Retained, since releasing the transport closes its connections.
    private let transport: AsyncHTTPClientTransport

    init(_ receiver: ResponseReceiver, holding transport: AsyncHTTPClientTransport) {
        self.receiver = receiver
        self.transport = transport
    }

    deinit { receiver.cancel() }

    func next() async throws(FetchError) -> Data? { try await receiver.next() }

    func cancel() { receiver.cancel() }
}
#endif

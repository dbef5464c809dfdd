#if SQLite
import Foundation
import FreshetCore
import FreshetResources
import HTTPTypes

/// A registered write without its generic types, as the outbox uses it.
struct RegisteredWrite: Sendable {
    /// How a request ended.
    enum Report: Sendable {
        /// The response, and the decoded one if a plan uses the output.
        case response(Response<Data>, output: (any Sendable)?)
        /// The error, whether a request was handed to the transport, and whether a response showed
        /// that the write was applied.
        case failure(FetchError, wasSent: Bool, wasApplied: Bool = false)
        /// The input can't be read by this build.
        case unreadable
    }

    enum Resolution: Sendable {
        case retry(input: Data, validator: [String: String])
        case discard
        case fail
    }

    /// Checks the account of a request and commits that it is sent. An error prevents the sending.
    ///
    /// It returns the number of requests that were sent for the write, including this one.
    typealias Mark = @Sendable (SentRequest, _ account: String) async throws(FetchError) -> Int

    let name: String
    let version: Int
    /// The client, with its type erased.
    let client: any Sendable
    let host: String
    let isLocal: Bool
    let reachability: (any Reachability)?
    let session: (any AccountSession)?
    let honoursKeys: Bool
    let canRead: @Sendable (_ version: Int) -> Bool
    let secretNames: SecretNames
    /// Sends a write, whose changes are shown under a number.
    let send: @Sendable (StoredWrite, _ number: UInt64?, @escaping Mark) async -> Report
    /// Whether the write has a plan of changes.
    let hasPlan: Bool
    /// Shows the changes of a write under a number; `nil` if its input can't be read.
    let show: @Sendable (StoredWrite, _ number: UInt64) -> (any DurableChanges)?
    let nextNumber: @Sendable () -> UInt64
    let scopes: WriteScopes
    private(set) var confirm: (@Sendable (StoredWrite, @escaping Mark) async -> Result<Bool, FetchError>)?
    private(set) var resolve: (@Sendable (StoredWrite, FetchError.Response) async -> Resolution)?
    /// Returns whether a request of a method may be sent again.
    let repetition: @Sendable (_ method: String?) -> WriteRepetition.Rule
    private let canConfirm: Bool
    private let lifetime: Duration?

    init<API, Input, Output>(_ write: DurableWrite<API, Input, Output>, _ client: Client<API>) {
        let service = client.service
        let origin = try? WebAddress(service.baseURL).origin
        name = write.name
        version = write.version
        self.client = client
        host = origin?.host ?? ""
        isLocal = origin?.isLoopback ?? false
        reachability = client.configuration.reachability
        session = client.configuration.session
        honoursKeys = write.repetition.honoursKeys
        secretNames = service.secretNames
        canRead = { write.canRead(version: $0) }
        let repetition = { @Sendable (method: String?) in
            let isIdempotent = method.flatMap { HTTPRequest.Method($0) }?.isIdempotent ?? false
            return write.repetition.rule(isIdempotentMethod: isIdempotent)
        }
        self.repetition = repetition
        canConfirm = write.confirmation != nil
        lifetime = write.lifetime
        hasPlan = write.plan != nil
        nextNumber = { client.nextWriteNumber() }
        scopes = client.writeScopes
        send = { stored, number, mark in await write.send(stored, number, by: client, mark) }
        show = { stored, number in
            guard let input = try? write.input(stored.input, version: stored.version), let plan = write.plan else {
                return nil
            }
            return ShownWrite(
                durable: WriteID(stored.queued.id), number: number, client, write.request(input)
            ) { plan(input, &$0) }
        }
        confirm = nil
        resolve = nil
        if write.confirmation != nil {
            confirm = { stored, mark in await write.confirm(stored, by: client, mark) }
        }
        if write.resolver != nil {
            resolve = { stored, response in await write.resolve(stored, response, by: client) }
        }
    }

    /// Whether a stored write is shown in resources or queued in a scope.
    func shows(_ write: QueuedWrite) -> Bool { hasPlan || write.scope != nil }

    /// Adds what this build knows about a stored write.
    ///
    /// A request that hasn't been sent yet is made at the time of sending, which also determines
    /// the rule of its method.
    func settle(_ stored: inout StoredWrite) {
        stored.queued.host = host
        stored.queued.isLocal = isLocal
        stored.queued.repetition = repetition(stored.request?.method)
        stored.queued.canConfirm = canConfirm
        stored.queued.lifetime = lifetime
    }
}

extension DurableWrite {
    fileprivate func send(
        _ stored: StoredWrite, _ number: UInt64?, by client: Client<API>, _ mark: @escaping RegisteredWrite.Mark
    ) async -> RegisteredWrite.Report {
        guard let input = try? input(stored.input, version: stored.version) else { return .unreadable }
        let built = request(input)
        let sent: SentRequest
        if let known = stored.request {
            sent = known
        } else {
            do throws(OutboxError) { sent = try SentRequest(built, client.service) } catch {
                return .failure(FetchError(.invalidRequest("\(error)")), wasSent: false)
            }
        }
        let id = WriteID(stored.queued.id)
        let sending = SendingMark(id, built.redirects ?? client.configuration.redirects) { account throws(FetchError) in
            try await mark(sent, account)
        }
        var keyed = keyed(sent, sent.request(like: built, client.service), stored).intercepting(attempt: sending)
        if let number { keyed = keyed.writing(number) }
        do throws(FetchError) {
            let response = try await client.response(for: keyed)
            guard plan != nil else {
                // Resources become stale as after any write without a plan.
                ShownWrite(durable: id, number: client.nextWriteNumber(), client, built) { _ in }.succeed(with: nil)
                return .response(response, output: nil)
            }
            return .response(response, output: await output(of: response, built, client))
        } catch {
            return .failure(error, wasSent: sending.wasSent, wasApplied: sending.wasApplied)
        }
    }

    /// Returns the response with the output; `nil` if that can't be decoded.
    private func output(
        of response: Response<Data>, _ request: Request<API, Output>, _ client: Client<API>
    ) async -> Response<Output>? {
        guard let value = try? await request.reading.output(of: response, client.service) else { return nil }
        return Response(value: value, head: response.head, url: response.url)
    }

    /// Returns a request with the key and the condition of a stored write.
    ///
    /// The outbox retries it. The client does so only on a dead connection, and only if the write
    /// may be repeated.
    private func keyed(
        _ sent: SentRequest, _ request: Request<API, Data>, _ stored: StoredWrite
    ) -> Request<API, Data> {
        let once = RetryPolicy(attempts: 1)
        let isIdempotent = HTTPRequest.Method(sent.method)?.isIdempotent ?? false
        let mayRepeat = repetition.rule(isIdempotentMethod: isIdempotent) != .never
        var keyed = request.retrying(mayRepeat ? .always(once) : .never(once))
        for (name, value) in stored.validator {
            if let name = HTTPField.Name(name) { keyed = keyed.header(name, value) }
        }
        if repetition.honoursKeys { return keyed.idempotencyKey(stored.key) }
        keyed.idempotencyKey = nil
        // The value is a structured string, hence the quotation marks (RFC 9651 §3.3.3).
        return keyed.header(HTTPField.Name("Idempotency-Key")!, "\"\(stored.key)\"")
    }

    fileprivate func confirm(
        _ stored: StoredWrite, by client: Client<API>, _ mark: @escaping RegisteredWrite.Mark
    ) async -> Result<Bool, FetchError> {
        guard let input = try? input(stored.input, version: stored.version), let sent = stored.request,
            let confirmation
        else { return .failure(FetchError(.invalidRequest("its input can't be read"))) }
        let check = SendingMark(nil) { account throws(FetchError) in try await mark(sent, account) }
        do throws(FetchError) {
            let request = confirmation(input).caching(.reload).intercepting(attempt: check)
            return .success(try await client.value(for: request))
        } catch {
            return .failure(error)
        }
    }

    fileprivate func resolve(
        _ stored: StoredWrite, _ response: FetchError.Response, by client: Client<API>
    ) async -> RegisteredWrite.Resolution {
        guard let input = try? input(stored.input, version: stored.version), let resolver else { return .fail }
        switch await resolver(WriteConflict(input: input, response: response, client: client)) {
        case .discard: return .discard
        case .fail: return .fail
        case .retry(let input, let head):
            guard let prepared = try? PreparedWrite(self, input, client, ifUnchanged: head) else { return .fail }
            return .retry(input: prepared.input, validator: prepared.validator)
        }
    }
}

/// Runs a function before the request of a call is first handed to the transport, and checks what
/// redirects mean for a write.
private struct SendingMark: Interceptor {
    private struct State {
        var isMarked = false
        var wasApplied = false
    }

    /// The write that the request sends; `nil` for a request that only reads.
    let id: WriteID?
    let redirects: RedirectMode
    /// Returns the number of the request among the requests of the write.
    let mark: @Sendable (_ account: String) async throws(FetchError) -> Int
    private let state = Lock(State())

    init(
        _ id: WriteID?, _ redirects: RedirectMode = .follow,
        _ mark: @escaping @Sendable (_ account: String) async throws(FetchError) -> Int
    ) {
        self.id = id
        self.redirects = redirects
        self.mark = mark
    }

    /// Whether a request was handed to the transport.
    var wasSent: Bool { state.withLock { $0.isMarked } }
    /// Whether a response showed that the write was applied, whatever follows.
    var wasApplied: Bool { state.withLock { $0.wasApplied } }

    func intercept(
        _ request: OutgoingRequest, context: CallContext, next: Next
    ) async throws(FetchError) -> IncomingResponse {
        if !wasSent {
            let attempt = try await mark(request.account?.identity ?? "")
            state.withLock { $0.isMarked = true }
            if let id { context.call.report(.durable(id, attempt: attempt)) }
        }
        let response = try await next(request)
        if id != nil, response.head.isRedirect, !wasApplied { try read(response.head.status, to: request.method) }
        return response
    }

    /// Checks a redirect. A 303 leads from an applied write to its result (RFC 9110 §15.4.4). Any
    /// other redirect sends the write to another address, or the write is lost: a client that
    /// doesn't follow it, or follows it with GET, has written nothing.
    private func read(_ status: HTTPResponse.Status, to method: HTTPRequest.Method) throws(FetchError) {
        guard status != .seeOther else { return state.withLock { $0.wasApplied = true } }
        if redirects == .manual { throw FetchError(.redirect(.forbidden("the write does not follow redirects"))) }
        guard method == .post, status == .movedPermanently || status == .found else { return }
        throw FetchError(.redirect(.forbidden("it drops the body: a 307 or 308 keeps it")))
    }
}

/// A write as it is enqueued: encoded and checked.
struct PreparedWrite {
    let input: Data
    let validator: [String: String]

    /// - Throws: ``OutboxError/unsendable(_:)``.
    init<API, Input, Output>(
        _ write: DurableWrite<API, Input, Output>, _ input: Input, _ client: Client<API>,
        ifUnchanged head: HTTPResponse?
    ) throws(OutboxError) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        do { self.input = try encoder.encode(input) } catch { throw .unsendable("its input can't be encoded") }
        if let name = SecretMembers.name(inJSON: self.input, client.service.secretNames) {
            throw .unsendable("its input has the secret member \(name)")
        }
        var built = write.request(input)
        var validator: [String: String] = [:]
        if let head {
            built = built.ifUnchanged(since: head)
            for name in [HTTPField.Name.ifMatch, .ifUnmodifiedSince] {
                if let value = built.headers[name] { validator[name.canonicalName] = value }
            }
        }
        self.validator = validator
        // Only to check that it can be sent. It is made again at the time of sending.
        _ = try SentRequest(built, client.service)
    }
}
#endif

#if SQLite
import Foundation
import FreshetCore
import HTTPTypes

/// A registered write without its types, as the outbox calls it.
struct RegisteredWrite: Sendable {
    /// How a request ended.
    enum Report: Sendable {
        case response(Response<Data>)
        /// The error, and whether a request went to the transport.
        case failure(FetchError, wasSent: Bool)
        /// The input can't be read by this build.
        case unreadable
    }

    enum Resolution: Sendable {
        case retry(input: Data, validator: [String: String])
        case discard
        case fail
    }

    /// Checks the account of a request and commits that it goes out. An error keeps it from being sent.
    typealias Mark = @Sendable (SentRequest, _ account: String) async throws(FetchError) -> Void

    let name: String
    let version: Int
    /// The client, of its own type.
    let client: any Sendable
    let host: String
    let isLocal: Bool
    let reachability: (any Reachability)?
    let session: (any AccountSession)?
    let honoursKeys: Bool
    let canRead: @Sendable (_ version: Int) -> Bool
    let secretNames: SecretNames
    let send: @Sendable (StoredWrite, @escaping Mark) async -> Report
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
        send = { stored, mark in await write.send(stored, by: client, mark) }
        confirm = nil
        resolve = nil
        if write.confirmation != nil {
            confirm = { stored, mark in await write.confirm(stored, by: client, mark) }
        }
        if write.resolver != nil {
            resolve = { stored, response in await write.resolve(stored, response, by: client) }
        }
    }

    /// Sets what this build knows of a stored write.
    ///
    /// A request that was not sent yet is made when it is sent, and so is the rule of its method.
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
        _ stored: StoredWrite, by client: Client<API>, _ mark: @escaping RegisteredWrite.Mark
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
        let wasSent = Lock(false)
        let sending = SendingMark { account throws(FetchError) in
            try await mark(sent, account)
            wasSent.withLock { $0 = true }
        }
        let keyed = keyed(sent, sent.request(like: built, client.service), stored).intercepting(attempt: sending)
        do throws(FetchError) {
            return .response(try await client.response(for: keyed))
        } catch {
            return .failure(error, wasSent: wasSent.withLock { $0 })
        }
    }

    /// Returns a request with the key and the condition of a stored write. The outbox repeats it, not the client.
    private func keyed(
        _ sent: SentRequest, _ request: Request<API, Data>, _ stored: StoredWrite
    ) -> Request<API, Data> {
        let once = RetryPolicy(attempts: 1)
        let isIdempotent = HTTPRequest.Method(sent.method)?.isIdempotent ?? false
        let mayRepeat = repetition.rule(isIdempotentMethod: isIdempotent) != .never
        var keyed = request.retrying(mayRepeat ? .always(once) : .policy(once))
        for (name, value) in stored.validator {
            if let name = HTTPField.Name(name) { keyed = keyed.header(name, value) }
        }
        if repetition.honoursKeys { return keyed.idempotencyKey(stored.key) }
        // With the option, the client would repeat a request on a dead connection, whatever its method.
        keyed.idempotencyKey = nil
        return keyed.header(HTTPField.Name("Idempotency-Key")!, "\"\(stored.key)\"")
    }

    fileprivate func confirm(
        _ stored: StoredWrite, by client: Client<API>, _ mark: @escaping RegisteredWrite.Mark
    ) async -> Result<Bool, FetchError> {
        guard let input = try? input(stored.input, version: stored.version), let sent = stored.request,
            let confirmation
        else { return .failure(FetchError(.invalidRequest("its input can't be read"))) }
        let check = SendingMark { account throws(FetchError) in try await mark(sent, account) }
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
        switch await resolver(WriteConflict(input: input, response: response)) {
        case .discard: return .discard
        case .fail: return .fail
        case .retry(let input, let head):
            guard let prepared = try? PreparedWrite(self, input, client, ifUnchanged: head) else { return .fail }
            return .retry(input: prepared.input, validator: prepared.validator)
        }
    }
}

/// Runs a function before the request of a call goes to the transport for the first time.
private struct SendingMark: Interceptor {
    let mark: @Sendable (_ account: String) async throws(FetchError) -> Void
    private let isMarked = Lock(false)

    init(_ mark: @escaping @Sendable (_ account: String) async throws(FetchError) -> Void) {
        self.mark = mark
    }

    func intercept(
        _ request: OutgoingRequest, context: CallContext, next: Next
    ) async throws(FetchError) -> IncomingResponse {
        if !isMarked.withLock({ $0 }) {
            try await mark(request.account?.identity ?? "")
            isMarked.withLock { $0 = true }
        }
        return try await next(request)
    }
}

/// A write as it is enqueued: encoded and checked.
struct PreparedWrite {
    let input: Data
    let request: SentRequest
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
        request = try SentRequest(built, client.service)
    }
}
#endif

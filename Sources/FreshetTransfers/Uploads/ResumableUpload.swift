import Foundation
import FreshetCore
import HTTPTypes

/// Runs a resumable upload: creates it, sends its parts, and requests its offset before resuming.
struct ResumableUpload<API: Service, Value: Sendable> {
    let client: Client<API>
    let request: Request<API, Value>
    let content: UploadContent
    let record: UploadRecord?
    private let lastProgress = Lock(TransferProgress())

    private var policy: RetryPolicy { request.retry.policy ?? client.configuration.retry }

    private struct State {
        var address: String?
        /// The number of bytes that the server has; `nil` if it has to be requested.
        var offset: Int?
        var lastOffset = 0
        var failures = 0
        var hasStartedOver = false
    }

    func run() async throws(FetchError) -> Response<Value> {
        let account = client.accountName
        var state = State(address: record?.address())
        defer { reportEnd() }
        while true {
            do throws(FetchError) {
                // An upload that was begun by one account must not continue for another.
                if let account, client.accountName != account { throw .cancelled }
                let response = try await proceed(&state)
                record?.remove()
                return response
            } catch {
                try await prepareAttempt(after: error, &state)
            }
        }
    }

    private func proceed(_ state: inout State) async throws(FetchError) -> Response<Value> {
        let address: String
        if let known = state.address {
            address = known
        } else {
            address = try await create()
            (state.address, state.offset) = (address, 0)
            try record?.write(address)
        }
        let offset: Int
        if let known = state.offset {
            offset = known
        } else {
            let found = try await requestOffset(at: address)
            if let response = try complete(found) { return response }
            offset = try self.offset(in: found)
        }
        // The offset is unknown until the server reports it.
        state.offset = nil
        if offset > state.lastOffset { state.failures = 0 }
        state.lastOffset = offset
        return try await client.response(for: part(from: offset, to: address))
    }

    /// Decides how to continue after a failure, and waits for the retry delay.
    ///
    /// - Throws: The error, if it is final.
    private func prepareAttempt(after error: FetchError, _ state: inout State) async throws(FetchError) {
        if error.isCancellation { throw error }
        let isGone = error.status == .notFound || error.status == .gone
        if isGone, state.address != nil, !state.hasStartedOver {
            state = State(failures: state.failures, hasStartedOver: true)
            return
        }
        // Status 409 means that the server has a different number of bytes.
        guard error.status == .conflict || policy.shouldRetry(error) else {
            // The server would refuse the remaining bytes as well.
            record?.remove()
            throw error
        }
        state.failures += 1
        guard state.failures < policy.attempts else { throw error }
        let delay = error.retryAfter ?? policy.backoff(after: state.failures)
        guard delay <= policy.cap else { throw error }
        guard delay > .zero else { return }
        do { try await client.time.sleep(client.time.now() + delay) } catch { throw .cancelled }
    }

    // MARK: - Requests

    private func create() async throws(FetchError) -> String {
        var creation = request.reading(.nothing)
            .header(.uploadVersion, "6").header(.uploadComplete, "?0").header(.uploadLength, "\(content.length)")
        creation.body = content.empty
        creation.progress = nil
        let response = try await client.response(for: creation)
        guard let location = response.head.headerFields[.location],
            let base = try? WebAddress(response.url.text), let address = try? base.resolving(location)
        else { throw FetchError(.protocolViolation("the server offers no resumable upload")) }
        return address.text
    }

    private func requestOffset(at address: String) async throws(FetchError) -> Response<Void> {
        var question = bare(request.reading(.nothing).caching(.bypass), .head, address)
        question.body = nil
        question.progress = nil
        return try await client.response(for: question)
    }

    private func offset(in response: Response<Void>) throws(FetchError) -> Int {
        guard let offset = response.head.headerFields[.uploadOffset].flatMap({ Int($0) }),
            (0...content.length).contains(offset)
        else { throw FetchError(.protocolViolation("the server does not say how much of the upload it has")) }
        return offset
    }

    /// Returns the final response if the server has the complete upload, or `nil` if bytes are
    /// missing.
    ///
    /// - Throws: ``FetchError/Kind-swift.enum/unknownOutcome`` if the lost response contained a
    ///   value.
    private func complete(_ response: Response<Void>) throws(FetchError) -> Response<Value>? {
        guard response.head.headerFields[.uploadComplete] == "?1" else { return nil }
        guard let value = () as? Value else {
            throw FetchError(.unknownOutcome, response: FetchError.Response(head: response.head))
        }
        return response.map { _ in value }
    }

    private func part(from offset: Int, to address: String) -> Request<API, Value> {
        // A part is attempted only once: after a failure, the offset has to be requested first.
        var once = policy
        once.attempts = 1
        var part = bare(request.retrying(.always(once)), .patch, address)
            .header(.uploadOffset, "\(offset)").header(.uploadComplete, "?1")
        part.body = content.remaining(from: offset)
        part.progress = progress(from: offset)
        return part
    }

    /// Returns a request to the upload's address, without the fields, query and key that only the
    /// first request has.
    private func bare<Part>(
        _ request: Request<API, Part>, _ method: HTTPRequest.Method, _ address: String
    ) -> Request<API, Part> {
        var bare = request
        bare.path = .absolute(address)
        bare.method = method
        bare.headers = [.uploadVersion: "6"]
        bare.query = [:]
        bare.idempotencyKey = nil
        // The server chose this address, so secrets are sent only if it has the service's origin.
        bare.options[ComesFromResponse.self] = true
        return bare
    }

    // MARK: - Progress

    /// Returns a function that reports a part's progress as progress of the complete upload.
    private func progress(from offset: Int) -> (@Sendable (TransferProgress) -> Void)? {
        guard let report = request.progress else { return nil }
        let (length, last) = (content.length, lastProgress)
        return { step in
            var step = step
            step.sent.bytes += offset
            step.sent.total = length
            step.isLast = false
            last.withLock { $0 = step }
            report(step)
        }
    }

    private func reportEnd() {
        guard let report = request.progress else { return }
        var last = lastProgress.withLock { $0 }
        last.isLast = true
        report(last)
    }
}

extension HTTPField.Name {
    fileprivate static let uploadVersion = Self("Upload-Draft-Interop-Version")!
    fileprivate static let uploadComplete = Self("Upload-Complete")!
    fileprivate static let uploadLength = Self("Upload-Length")!
}

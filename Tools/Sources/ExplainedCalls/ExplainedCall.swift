public import Foundation
public import Freshet
import FreshetSQLite
import FreshetTapes

/// A GET request whose call is explained: where the response comes from and why, and how long each
/// part took.
///
/// ```swift
/// var call = ExplainedCall("https://news.example/top")
/// call.cacheFolder = folder
/// let outcome = await call.run()
/// print(outcome.explanation.text)
/// ```
public struct ExplainedCall: Sendable {
    /// The outcome of a call.
    public struct Outcome: Sendable {
        /// The explanation, without secrets.
        public let explanation: Explanation
        /// The body of the response, also of one with an error status; `nil` if there was none.
        public let body: Data?
        /// The exit code for a process.
        public let exitCode: Int32
    }

    /// The address.
    public var address: String
    /// The header fields of the request.
    public var fields: HTTPFields = [:]
    /// Whether only stored responses are used, and nothing is sent.
    public var isOffline = false
    /// The folder of the cache; `nil` to store nothing.
    public var cacheFolder: URL?
    /// The file to which all exchanges are recorded as a tape; `nil` to record nothing.
    public var tape: URL?
    /// Whether the explanation contains the body.
    public var includesBody = false
    /// The settings on which the client is based: the platform's by default.
    public var configuration = ClientConfiguration.platform

    /// Makes a call.
    public init(_ address: String) {
        self.address = address
    }

    /// Sends the request, or serves it from the cache.
    ///
    /// It never throws: a failure is a part of the explanation.
    public func run() async -> Outcome {
        let log = CallLog()
        let recorder = TapeRecorder()
        var configuration = configuration
        configuration.cache = cacheFolder.map { folder in
            HTTPCache(store: SQLiteCacheStore(file: folder.appending(path: "responses.sqlite")))
        }
        configuration.limits.errorBodyBytes = configuration.limits.bodyBytes
        configuration.observers.append(log)
        if tape != nil { configuration.plugins.append(recorder) }
        let request = Request<AnyOrigin, Data>(.absolute(address), headers: fields)
            .caching(isOffline ? .cacheOnly : .automatic)
        var explanation = Explanation(request: "GET")
        let result: (body: Data?, exitCode: Int32)
        do throws(FetchError) {
            let response = try await Client(AnyOrigin(), configuration).response(for: request)
            explanation.add(response.head, response.source, response.value)
            result = (response.value, 0)
        } catch {
            result = (error.response?.body, explanation.add(error, isOffline: isOffline))
        }
        log.fill(&explanation)
        if includesBody { explanation.addContent(result.body) }
        let written = write(recorder.tape, &explanation)
        return Outcome(explanation: explanation, body: result.body, exitCode: written ? result.exitCode : 74)
    }

    /// Writes the tape if one is wanted. Returns whether that succeeded.
    private func write(_ recorded: Tape, _ explanation: inout Explanation) -> Bool {
        guard let tape else { return true }
        do {
            try recorded.write(to: tape)
            explanation.tape = tape.path
            return true
        } catch {
            explanation.failure = .init(
                code: "file", message: "The tape \(tape.path) can't be written. Choose a file in an existing folder.")
            return false
        }
    }
}

extension Explanation {
    fileprivate mutating func add(_ head: HTTPResponse, _ source: ResponseSource?, _ content: Data) {
        status = head.status.code
        freshness = FreshnessReport(head.headerFields, age: source?.age)
        body = Body(contentType: head.headerFields[.contentType], bytes: content.count)
        body?.contentCoding = head.headerFields[.contentEncoding]
        switch source {
        case .confirmed?: self.source = "revalidated"
        case .fresh?, .stale?: self.source = "cache"
        case .network?, nil: self.source = "network"
        default: self.source = "network"
        }
        if let failure = source?.failure { self.failure = Failure(failure) }
    }

    /// Adds a failure, and returns its exit code.
    fileprivate mutating func add(_ error: FetchError, isOffline: Bool) -> Int32 {
        failure = Failure(error)
        if let response = error.response { add(response.head, error.source, response.body) }
        if case .notInCache = error.kind {
            failure?.message += " Run the command once without --offline to store one."
        }
        switch error.kind {
        case .invalidRequest: return 65
        case _ where error.response != nil && (status ?? 0) >= 400: return 1
        default: return 69
        }
    }

    /// Adds the body itself: as text if it is UTF-8, otherwise in Base64.
    fileprivate mutating func addContent(_ content: Data?) {
        guard let content else { return }
        if let text = String(data: content, encoding: .utf8) {
            body?.text = text
        } else {
            body?.base64 = content.base64EncodedString()
        }
    }
}

extension Explanation.Failure {
    fileprivate init(_ error: FetchError) {
        code = error.code
        // The advice of the library is for people with an app; a command has a better one.
        let advice: String? = if case .notInCache = error.kind { nil } else { error.recoverySuggestion }
        message = [error.localizedDescription, advice].compactMap(\.self).joined(separator: " ")
    }
}

public import Foundation
import FreshetCore
public import HTTPTypes

/// A recording of requests and their responses.
///
/// A ``TapeRecorder`` makes a tape, and a ``ReplayTransport`` responds from it. A tape is stored as
/// a HAR file (HTTP Archive 1.2), a format that browsers and proxies write as well:
///
/// ```swift
/// let tape = try Tape(contentsOf: URL(filePath: "headlines.har"))
/// let news = Client(News(), transport: ReplayTransport(tape), cache: nil)
/// ```
///
/// Information that HAR has no place for is stored under the key `_freshet` in the file and its
/// entries.
public struct Tape: Sendable, Hashable {
    /// A request and its outcome.
    public struct Entry: Sendable, Hashable {
        /// The request.
        public var request: Request
        /// The response; `nil` if none was received.
        public var response: Response?
        /// The failure of the exchange, before or within the body; `nil` if it is complete.
        public var failure: Failure?
        /// The date at which the request was sent.
        public var start: Date
        /// The time from the start to the response head.
        public var timeToHead: Duration
        /// The time from the start to the end of the exchange.
        public var duration: Duration
        /// The time that establishing the connection took; `nil` if it isn't known.
        public var connectTime: Duration?
        /// The time spent waiting before that; `nil` if it isn't known.
        public var blockedTime: Duration?
        /// The numbers of the call and of the attempt; `nil` if no client reported them.
        public var attempt: Attempt?

        /// Makes an entry.
        public init(
            request: Request, response: Response? = nil, failure: Failure? = nil, start: Date,
            timeToHead: Duration = .zero, duration: Duration = .zero
        ) {
            self.request = request
            self.response = response
            self.failure = failure
            self.start = start
            self.timeToHead = timeToHead
            self.duration = duration
        }
    }

    /// The attempt of a call to which an entry belongs.
    public struct Attempt: Sendable, Hashable {
        /// The number of the call in the tape, counted from 1.
        public var call: Int
        /// The number of the attempt in its call, counted from 1.
        public var number: Int
        /// The reason for the attempt, such as `retry after connection_lost`; `nil` for the first
        /// attempt of a call.
        public var cause: String?
    }

    /// A recorded request.
    public struct Request: Sendable, Hashable {
        /// The method.
        public var method: HTTPRequest.Method
        /// The address.
        public var url: String
        /// The fields.
        public var fields: HTTPFields
        /// The body; `nil` if there is none.
        public var body: Body?

        /// Makes a request.
        public init(method: HTTPRequest.Method = .get, url: String, fields: HTTPFields = [:], body: Body? = nil) {
            self.method = method
            self.url = url
            self.fields = fields
            self.body = body
        }
    }

    /// A recorded response.
    public struct Response: Sendable, Hashable {
        /// The status and fields, without `Content-Encoding` if the body is stored decoded.
        public var head: HTTPResponse
        /// The decoded body; `nil` if it wasn't recorded.
        public var body: Body?
        /// The chunks in which the body arrived; empty if it arrived as one.
        public var chunks: [Chunk] = []
        /// The HTTP version, such as `2`; `nil` if it isn't known.
        public var version: String?
        /// `Content-Encoding`, `Content-Length` and `Content-Type` as received, if they differ from
        /// the recorded fields.
        public var originalFields: HTTPFields = [:]

        /// Makes a response.
        public init(head: HTTPResponse, body: Body? = Body(Data())) {
            self.head = head
            self.body = body
        }
    }

    /// The bytes of a request or a response.
    public struct Body: Sendable, Hashable {
        /// The bytes of the body, or only the first ones.
        public var data: Data
        /// The complete number of bytes, which exceeds ``data`` if the recorder's limit was
        /// reached.
        public var size: Int

        /// Makes a body.
        ///
        /// - Parameters:
        ///   - data: The bytes of the body, or only the first ones.
        ///   - size: The complete number of bytes; `nil` for the number of the given bytes.
        public init(_ data: Data, size: Int? = nil) {
            self.data = data
            self.size = size ?? data.count
        }

        /// Whether the recorder's limit was reached.
        public var isCut: Bool { size > data.count }
    }

    /// A part of a body, as received.
    public struct Chunk: Sendable, Hashable {
        /// The number of bytes.
        public var count: Int
        /// The time since the start of the request.
        public var offset: Duration
    }

    /// The failure of an exchange.
    public struct Failure: Sendable, Hashable {
        /// The code of the error (`FetchError.code`).
        public var code: String
        /// The reason, for developers.
        public var reason: String?
        /// Why the client knew that it could resend the request immediately: the connection was
        /// dead (`reused`), or the server hadn't processed the request (`unprocessed`, `http1`).
        /// `nil` if it couldn't know.
        public var repetition: String?

        /// Makes a failure.
        public init(code: String, reason: String? = nil, repetition: String? = nil) {
            self.code = code
            self.reason = reason
            self.repetition = repetition
        }

        /// Whether the caller abandoned the exchange.
        public var isCancellation: Bool { code == FetchError.cancelled.code }
    }

    /// The entries, in the order in which the requests were sent.
    public var entries: [Entry]
    /// The unreadable entries of the file with the reasons, such as “entry 3 has no address”. They
    /// aren't included in ``entries``.
    public internal(set) var unreadableEntries: [String] = []

    /// Makes a tape from entries.
    public init(_ entries: [Entry] = []) {
        self.entries = entries
    }

    /// The date of the earliest entry; `nil` for an empty tape.
    public var start: Date? { entries.map(\.start).min() }
}

// MARK: - Files

extension Tape {
    /// Reads a HAR file. Temporary files that a killed process left behind are removed.
    ///
    /// - Throws: ``TapeError`` if it isn't a HAR file, or the file system's error.
    public init(contentsOf file: URL) throws {
        PrivateFile.removeDrafts(of: file)
        try self.init(har: Data(contentsOf: file))
    }

    /// Atomically writes the tape to a file that only its owner may read. If the process is killed
    /// meanwhile, the old file remains.
    ///
    /// In a tape made by a ``TapeRecorder``, secrets are already replaced; for others, see
    /// ``redacted(_:)``.
    ///
    /// - Throws: The error of the file system.
    public func write(to file: URL) throws {
        try PrivateFile.replace(file, with: har)
    }
}

/// The error for a file that isn't a valid tape.
public struct TapeError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// The reason, for developers.
    public let reason: String

    /// The reason, for developers.
    public var description: String { reason }
    /// The reason, for developers.
    public var errorDescription: String? { reason }
}

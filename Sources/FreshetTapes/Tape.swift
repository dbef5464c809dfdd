public import Foundation
import FreshetCore
public import HTTPTypes

/// A recording of requests and their responses, as a value.
///
/// A ``TapeRecorder`` makes one, and a ``ReplayTransport`` responds from it. Its file is a HAR (HTTP Archive 1.2),
/// which browsers and proxies write, too:
///
/// ```swift
/// let tape = try Tape(contentsOf: URL(filePath: "headlines.har"))
/// let news = Client(News(), transport: ReplayTransport(tape), cache: nil)
/// ```
///
/// What HAR lacks is below the key `_freshet` of the file and of its entries.
public struct Tape: Sendable, Hashable {
    /// A request, and what came of it.
    public struct Entry: Sendable, Hashable {
        /// The request.
        public var request: Request
        /// The response; `nil` if none came.
        public var response: Response?
        /// The failure of the exchange, before or within the body; `nil` for a complete one.
        public var failure: Failure?
        /// The date at which the request was sent.
        public var start: Date
        /// The time from then to the head of the response.
        public var timeToHead: Duration
        /// The time from then to the end of the exchange.
        public var duration: Duration
        /// The time of making the connection, where it is known.
        public var connectTime: Duration?
        /// The time of waiting for a connection before that, where it is known.
        public var blockedTime: Duration?
        /// The number of the call in the tape, and the number of the attempt in the call; `nil` where no client
        /// reported them.
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

    /// The attempt of a call for which an entry was sent.
    public struct Attempt: Sendable, Hashable {
        /// The number of the call in the tape, from 1.
        public var call: Int
        /// The number of the attempt in its call, from 1.
        public var number: Int
        /// The reason why it was sent, such as `retry after connection_lost`; `nil` for the first one of a call.
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
        /// The body; `nil` for none.
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
        /// The decoded body; `nil` if the tape was made without it.
        public var body: Body?
        /// The chunks in which the body came; empty if it is one.
        public var chunks: [Chunk] = []
        /// The version of HTTP, such as `2`; `nil` if it is not known.
        public var version: String?
        /// `Content-Encoding`, `Content-Length` and `Content-Type` as they came, where the tape has them differently.
        public var originalFields: HTTPFields = [:]

        /// Makes a response.
        public init(head: HTTPResponse, body: Body? = Body(Data())) {
            self.head = head
            self.body = body
        }
    }

    /// The bytes of a request or a response.
    public struct Body: Sendable, Hashable {
        /// The bytes, or their beginning.
        public var data: Data
        /// The number of all bytes; more than ``data`` has if the recorder's limit was reached.
        public var size: Int

        /// Makes a body.
        ///
        /// - Parameters:
        ///   - data: The bytes, or their beginning.
        ///   - size: The number of all bytes; `nil` for that of the given ones.
        public init(_ data: Data, size: Int? = nil) {
            self.data = data
            self.size = size ?? data.count
        }

        /// Whether the recorder's limit was reached.
        public var isCut: Bool { size > data.count }
    }

    /// A part of a body, as it came.
    public struct Chunk: Sendable, Hashable {
        /// The number of bytes.
        public var count: Int
        /// The time from the start of the request.
        public var offset: Duration
    }

    /// The failure of an exchange.
    public struct Failure: Sendable, Hashable {
        /// The code of the error (`FetchError.code`).
        public var code: String
        /// The reason, for developers.
        public var reason: String?
        /// Whether the client knew that it may send the request again at once: the connection was dead (`reused`), or
        /// the server has not processed it (`unprocessed`, `http1`).
        public var repetition: String?

        /// Makes a failure.
        public init(code: String, reason: String? = nil, repetition: String? = nil) {
            self.code = code
            self.reason = reason
            self.repetition = repetition
        }

        /// Whether the caller left before the end.
        public var isCancellation: Bool { code == FetchError.cancelled.code }
    }

    /// The entries, in the order in which the requests were sent.
    public var entries: [Entry]
    /// The entries of the file that can't be read, each with the reason, such as “entry 3 has no address”. They are not
    /// among ``entries``.
    public internal(set) var unreadableEntries: [String] = []

    /// Makes a tape of entries.
    public init(_ entries: [Entry] = []) {
        self.entries = entries
    }

    /// The date of the earliest entry; `nil` for an empty tape.
    public var start: Date? { entries.map(\.start).min() }
}

// MARK: - Files

extension Tape {
    /// Reads a HAR file. What a killed process has left of writing it is removed.
    ///
    /// - Throws: ``TapeError`` if it is none, or the error of the file system.
    public init(contentsOf file: URL) throws {
        PrivateFile.removeDrafts(of: file)
        try self.init(har: Data(contentsOf: file))
    }

    /// Replaces a file as a whole, which only its owner may read. A process that is killed meanwhile leaves the old one.
    ///
    /// The secrets of a tape that a ``TapeRecorder`` has made are replaced already; see ``redacted(_:)`` for others.
    ///
    /// - Throws: The error of the file system.
    public func write(to file: URL) throws {
        try PrivateFile.replace(file, with: har)
    }
}

/// The reason why a file is no tape.
public struct TapeError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
    /// The reason, for developers.
    public let reason: String

    /// The reason, for developers.
    public var description: String { reason }
    /// The reason, for developers.
    public var errorDescription: String? { reason }
}

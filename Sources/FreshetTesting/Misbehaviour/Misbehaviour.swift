#if NIO

/// A way in which a server violates a protocol or a format, to test how an app copes with it.
///
/// ```swift
/// @Test(arguments: [Misbehaviour.closedInTheBody, .htmlPage])
/// func brokenResponsesAreErrors(_ misbehaviour: Misbehaviour) async throws {
///     let server = try await LoopbackServer.start { _ in .misbehaving(misbehaviour, body: "[]") }
///     let cinema = Client(LocalCinema(baseURL: server.baseURL), cache: nil, retry: .never)
///     await #expect(throws: FetchError.self) { try await cinema.value(for: .tonight()) }
///     await server.stop()
/// }
/// ```
///
/// Each case behaves the same every time. The cases are meant for HTTP/1.1, over which a server can
/// send any bytes. For invalid certificates, see ``LoopbackServer/TLS``; for redirects to any
/// address, see ``LoopbackResponse/redirect(_:to:)``.
///
/// A minor version may add cases: end a `switch` over it with `default` or `@unknown default`.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum Misbehaviour: String, Sendable, CaseIterable {
    // MARK: Connections that end

    /// The connection is closed instead of a response.
    case closedBeforeTheHead
    /// The connection is reset instead of a response.
    case resetBeforeTheHead
    /// The connection is closed in the middle of a header field.
    case closedInTheHead
    /// The connection is reset in the middle of a header field.
    case resetInTheHead
    /// The connection is reset between the head and the body.
    case resetAfterTheHead
    /// The connection is closed in the middle of a body with `Content-Length`.
    case closedInTheBody
    /// The connection is reset in the middle of a body with `Content-Length`.
    case resetInTheBody
    /// The connection is reset right after a complete response, which may be lost.
    case resetAfterTheBody
    /// The response is complete, and the connection is closed when the next request arrives on it.
    case closedBeforeReuse

    // MARK: Lengths that lie

    /// The body is shorter than `Content-Length`.
    case lengthTooLong
    /// The body is longer than `Content-Length`; the surplus is a forged response to the next
    /// request.
    case lengthTooShort
    /// `Content-Length: -1`.
    case negativeLength
    /// `Content-Length: many`.
    case lengthInWords
    /// A `Content-Length` that is too large for an integer.
    case lengthOutOfRange
    /// A `Content-Length` of nine exabytes, with only the beginning of a body.
    case enormousLength
    /// Two different `Content-Length` fields.
    case twoLengths
    /// `Content-Length` together with the chunked coding, as in request smuggling (RFC 9112 §6.3).
    case lengthBesideChunks

    // MARK: Chunks

    /// The connection is closed in the middle of a chunk.
    case chunkCutOff
    /// The connection is closed before the last chunk.
    case lastChunkMissing
    /// A chunk whose size isn't a number.
    case chunkWithoutSize
    /// A chunk whose size is too large for an integer.
    case chunkSizeOutOfRange
    /// A chunk with more bytes than its size.
    case chunkTooLong
    /// An endless chunk extension.
    case endlessChunkExtension
    /// Endless trailer fields.
    case endlessTrailers

    // MARK: Heads

    /// A header field of 100 KB.
    case hugeHeader
    /// A single endless header field.
    case endlessHeader
    /// Endless header fields.
    case endlessHeaders
    /// Endless blank lines where the head should be.
    case endlessBlankLines
    /// Every field twice, with different values.
    case duplicateHeaders
    /// A line without a colon.
    case headerWithoutColon
    /// A field without a name.
    case headerWithoutName
    /// A space in a field name.
    case blankInHeaderName
    /// A NUL byte in a field value.
    case zeroByteInHeader
    /// A field that continues on the next line, which is obsolete (RFC 9112 §5.2).
    case foldedHeader

    // MARK: Status lines

    /// A mail server's greeting instead of a status line.
    case garbageStatusLine
    /// An endless status line.
    case endlessStatusLine
    /// A status that isn't a number.
    case statusInWords
    /// A four-digit status.
    case statusOutOfRange
    /// The status 000.
    case statusZero
    /// An HTTP version that doesn't exist.
    case unknownVersion
    /// A body without a head, as in HTTP/0.9.
    case http09

    // MARK: Interim responses and bodies where none may be

    /// An endless series of interim responses (103).
    case floodOfInterimResponses
    /// A switch to another protocol that was not requested.
    case switchedProtocol
    /// A body after status 204.
    case bodyWithNoContent
    /// A body after status 304, in response to an unconditional request.
    case bodyWithNotModified

    // MARK: Without end

    /// An endless body without a length.
    case endlessBody
    /// An endless series of chunks.
    case endlessChunks
    /// An endless error page.
    case endlessErrorPage
    /// Redirects, each with an endless page.
    case endlessRedirectPages
    /// Endless zeros, compressed with gzip to a thousandth of their size.
    case gzipBomb
    /// Endless zeros, compressed with deflate to a thousandth of their size.
    case deflateBomb
    /// Four gigabytes of zeros, compressed with gzip to four megabytes, after which the connection
    /// is closed.
    case gzipBombBeforeTheClose

    // MARK: Compression

    /// Plain text that is declared as gzip.
    case gzipInName
    /// The first half of a gzip body.
    case gzipCutOff
    /// A gzip body with a wrong checksum.
    case gzipChecksumWrong
    /// Plain text after a complete gzip body.
    case gzipWithSurplus
    /// The first half of a deflate body.
    case deflateCutOff

    // MARK: Slowness

    /// No response at all.
    case silence
    /// No more bytes in the middle of the head.
    case silenceInTheHead
    /// No more bytes in the middle of the body.
    case silenceInTheBody
    /// An endless head, sent at ten bytes per second.
    case drippingHead
    /// An endless body, sent at ten bytes per second.
    case drippingBody

    // MARK: Redirects

    /// A redirect to the same address.
    case redirectLoop
    /// Endless redirects, each to a new address.
    case redirectChain
    /// A redirect to `ftp:`.
    case redirectToFTP
    /// A redirect to a local file.
    case redirectToFile
    /// A redirect to a `javascript:` address.
    case redirectToScript
    /// A redirect to a `data:` address.
    case redirectToData
    /// A redirect to an address with a user name and a password.
    case redirectWithPassword
    /// A redirect to an invalid address.
    case redirectToNonsense
    /// A redirect to two addresses.
    case redirectToTwoAddresses
    /// A redirect without an address.
    case redirectWithoutTarget

    // MARK: Content

    /// Strings with bytes that aren't UTF-8.
    case brokenUTF8
    /// Arrays nested 100,000 deep.
    case deeplyNestedJSON
    /// Objects in which each key occurs twice.
    case duplicateKeys
    /// Numbers that are too large for any type.
    case numbersOutOfRange
    /// Numbers where strings should be, and the other way round.
    case wrongTypes
    /// The first half of the JSON, with a matching `Content-Length`.
    case truncatedJSON
    /// An HTML page with status 200.
    case htmlPage
    /// An HTML page that is declared as JSON.
    case htmlCalledJSON
    /// An empty body with status 200.
    case emptyBody
}

extension Misbehaviour: CustomStringConvertible {
    /// The case's name in words, such as "reset in the body".
    public var description: String { words }
}

extension RawRepresentable<String> {
    /// The name of a case in words: "reset in the body" for `resetInTheBody`.
    var words: String {
        rawValue.replacing(/[A-Z0-9]+/) { " " + ($0.output.count > 1 ? String($0.output) : $0.output.lowercased()) }
    }
}

extension LoopbackResponse {
    /// Returns a response that misbehaves in one way.
    ///
    /// - Parameters:
    ///   - misbehaviour: The misbehaviour.
    ///   - body: The JSON of a valid response, which is altered as the misbehaviour requires.
    public static func misbehaving(_ misbehaviour: Misbehaviour, body: String = "{}") -> LoopbackResponse {
        LoopbackResponse(misbehaviour.steps(body: body))
    }
}
#endif

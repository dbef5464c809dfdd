#if NIO

/// A way in which a server violates a protocol or a format, to test that an app withstands it.
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
/// Each case behaves the same every time. They are made for HTTP/1.1, which allows to send any bytes. For invalid
/// certificates see ``LoopbackServer/TLS``, for redirects to any address ``LoopbackResponse/redirect(_:to:)``.
///
/// New cases may come with a minor version: end a `switch` over it with `default` or `@unknown default`.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum Misbehaviour: String, Sendable, CaseIterable {
    // MARK: Connections that end

    /// The connection is closed instead of a response.
    case closedBeforeTheHead
    /// The connection is reset instead of a response.
    case resetBeforeTheHead
    /// The connection is closed in the middle of a field.
    case closedInTheHead
    /// The connection is reset in the middle of a field.
    case resetInTheHead
    /// The connection is reset between head and body.
    case resetAfterTheHead
    /// The connection is closed in the middle of a body with `Content-Length`.
    case closedInTheBody
    /// The connection is reset in the middle of a body with `Content-Length`.
    case resetInTheBody
    /// The connection is reset directly after a complete response, which may get lost.
    case resetAfterTheBody
    /// The response is complete, and the connection is closed when the next request comes on it.
    case closedBeforeReuse

    // MARK: Lengths that lie

    /// The body is shorter than its length.
    case lengthTooLong
    /// The body is longer than its length, by a forged response to the next request.
    case lengthTooShort
    /// `Content-Length: -1`.
    case negativeLength
    /// `Content-Length: many`.
    case lengthInWords
    /// A length that is too large for an integer.
    case lengthOutOfRange
    /// A length of nine exabytes, and a body that has just begun.
    case enormousLength
    /// Two different lengths.
    case twoLengths
    /// A length together with the chunked coding, as in request smuggling (RFC 9112 §6.3).
    case lengthBesideChunks

    // MARK: Chunks

    /// The connection is closed in the middle of a chunk.
    case chunkCutOff
    /// The connection is closed before the last chunk.
    case lastChunkMissing
    /// A chunk whose size is no number.
    case chunkWithoutSize
    /// A chunk whose size is too large for an integer.
    case chunkSizeOutOfRange
    /// A chunk with more bytes than its size.
    case chunkTooLong
    /// A chunk extension without end.
    case endlessChunkExtension
    /// Trailer fields without end.
    case endlessTrailers

    // MARK: Heads

    /// A field of 100 KB.
    case hugeHeader
    /// A field without end.
    case endlessHeader
    /// Fields without end.
    case endlessHeaders
    /// Blank lines without end where the head should be.
    case endlessBlankLines
    /// Every field twice, with different values.
    case duplicateHeaders
    /// A line without a colon.
    case headerWithoutColon
    /// A field without a name.
    case headerWithoutName
    /// A space in the name of a field.
    case blankInHeaderName
    /// A zero byte in the value of a field.
    case zeroByteInHeader
    /// A field that continues on the next line, which is obsolete (RFC 9112 §5.2).
    case foldedHeader

    // MARK: Status lines

    /// The greeting of a mail server.
    case garbageStatusLine
    /// An endless status line.
    case endlessStatusLine
    /// A status that is no number.
    case statusInWords
    /// A status of four digits.
    case statusOutOfRange
    /// The status 000.
    case statusZero
    /// A version of HTTP that does not exist.
    case unknownVersion
    /// A body without a head, as in HTTP/0.9.
    case http09

    // MARK: Interim responses and bodies where none may be

    /// Interim responses (103) without end.
    case floodOfInterimResponses
    /// A switch to another protocol that was not requested.
    case switchedProtocol
    /// A body after the status 204.
    case bodyWithNoContent
    /// A body after the status 304, which was not requested.
    case bodyWithNotModified

    // MARK: Without end

    /// A body without length and without end.
    case endlessBody
    /// Chunks without end.
    case endlessChunks
    /// An error page without end.
    case endlessErrorPage
    /// Redirects, each with a page without end.
    case endlessRedirectPages
    /// Zeros without end, compressed with gzip to a thousandth.
    case gzipBomb
    /// Zeros without end, compressed with deflate to a thousandth.
    case deflateBomb
    /// Four gigabytes of zeros as four megabytes of gzip, after which the connection is closed.
    case gzipBombBeforeTheClose

    // MARK: Compression

    /// Plain text that is declared as gzip.
    case gzipInName
    /// The first half of a body in gzip.
    case gzipCutOff
    /// A body in gzip whose checksum is wrong.
    case gzipChecksumWrong
    /// Plain text after a complete body in gzip.
    case gzipWithSurplus
    /// The first half of a body in deflate.
    case deflateCutOff

    // MARK: Slowness

    /// No response at all.
    case silence
    /// No more bytes in the middle of the head.
    case silenceInTheHead
    /// No more bytes in the middle of the body.
    case silenceInTheBody
    /// An endless head, sent at ten bytes a second.
    case drippingHead
    /// An endless body, sent at ten bytes a second.
    case drippingBody

    // MARK: Redirects

    /// A redirect to the same address.
    case redirectLoop
    /// Endless redirects, each to a new address.
    case redirectChain
    /// A redirect to `ftp:`.
    case redirectToFTP
    /// A redirect to a file of this machine.
    case redirectToFile
    /// A redirect to a script.
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

    /// Texts with bytes that are not UTF-8.
    case brokenUTF8
    /// Lists in lists, 100,000 deep.
    case deeplyNestedJSON
    /// Objects with each key twice.
    case duplicateKeys
    /// Numbers too large for every type.
    case numbersOutOfRange
    /// Numbers where texts should be, and the other way round.
    case wrongTypes
    /// The first half of the JSON, with the right length.
    case truncatedJSON
    /// An HTML page with status 200.
    case htmlPage
    /// An HTML page that is declared as JSON.
    case htmlCalledJSON
    /// No body, with status 200.
    case emptyBody
}

extension Misbehaviour: CustomStringConvertible {
    /// The name of the case as words, such as "reset in the body".
    public var description: String { words }
}

extension RawRepresentable<String> {
    /// The name of a case as words: "reset in the body" for `resetInTheBody`.
    var words: String {
        rawValue.replacing(/[A-Z0-9]+/) { " " + ($0.output.count > 1 ? String($0.output) : $0.output.lowercased()) }
    }
}

extension LoopbackResponse {
    /// Returns a response that misbehaves in one way.
    ///
    /// - Parameters:
    ///   - misbehaviour: The misbehaviour.
    ///   - body: The JSON of a valid response. It is changed as the misbehaviour needs it.
    public static func misbehaving(_ misbehaviour: Misbehaviour, body: String = "{}") -> LoopbackResponse {
        LoopbackResponse(misbehaviour.steps(body: body))
    }
}
#endif

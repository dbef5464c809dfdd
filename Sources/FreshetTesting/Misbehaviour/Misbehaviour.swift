#if NIO

/// What no server should do, for a test to see that an app withstands it.
///
/// ```swift
/// @Test(arguments: Misbehaviour.allCases)
/// func theAppSurvives(misbehaviour: Misbehaviour) async throws {
///     let server = try await LoopbackServer.start { _ in .misbehaving(misbehaviour, body: articles) }
///     // … ask it, and look at what the screen says …
/// }
/// ```
///
/// Each case plays the same every time. It is made for HTTP/1.1, in whose bytes anything can be said. Bad certificates are
/// shown by ``LoopbackServer/TLS``; redirects to a place of your choice by ``LoopbackAnswer/redirect(_:to:)``.
public enum Misbehaviour: String, Sendable, CaseIterable {
    // MARK: Connections that end

    /// The connection is closed instead of an answer.
    case closedBeforeTheHead
    /// The connection is reset instead of an answer.
    case resetBeforeTheHead
    /// The connection is closed in the middle of a field.
    case closedInTheHead
    /// The connection is reset in the middle of a field.
    case resetInTheHead
    /// The connection is reset between head and body.
    case resetAfterTheHead
    /// The connection is closed in the middle of a body whose length was told.
    case closedInTheBody
    /// The connection is reset in the middle of a body whose length was told.
    case resetInTheBody
    /// The connection is reset right behind a complete answer, which may get lost on its way.
    case resetAfterTheBody
    /// A complete answer; the connection is closed when the next request comes on it.
    case closedBeforeReuse

    // MARK: Lengths that lie

    /// The body is shorter than its length.
    case lengthTooLong
    /// The body is longer than its length, by an answer that was made up for the next request.
    case lengthTooShort
    /// `Content-Length: -1`.
    case negativeLength
    /// `Content-Length: many`.
    case lengthInWords
    /// A length that fits into no integer.
    case lengthOutOfRange
    /// A length of nine exabytes, and a body that has just begun.
    case enormousLength
    /// Two lengths that contradict each other.
    case twoLengths
    /// A length beside the chunked coding, as request smugglers send it (RFC 9112 §6.3).
    case lengthBesideChunks

    // MARK: Chunks

    /// The connection is closed in the middle of a chunk.
    case chunkCutOff
    /// The connection is closed where the last chunk should come.
    case lastChunkMissing
    /// A chunk whose size is no number.
    case chunkWithoutSize
    /// A chunk whose size fits into no integer.
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
    /// Every field twice, with other values.
    case duplicateHeaders
    /// A line without a colon.
    case headerWithoutColon
    /// A field without a name.
    case headerWithoutName
    /// A blank in the name of a field.
    case blankInHeaderName
    /// A zero byte in the value of a field.
    case zeroByteInHeader
    /// A field that goes on in the next line, as was allowed long ago (RFC 9112 §5.2).
    case foldedHeader

    // MARK: Status lines

    /// The greeting of a mail server.
    case garbageStatusLine
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

    // MARK: Interim answers and bodies where none may be

    /// Interim answers (103) without end.
    case floodOfInterimAnswers
    /// A switch to another protocol that nobody asked for.
    case switchedProtocol
    /// A body behind the status 204.
    case bodyWithNoContent
    /// A body behind the status 304, which nobody asked for.
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
    /// Zeros without end, a thousandth as long in gzip.
    case gzipBomb
    /// Zeros without end, a thousandth as long in deflate.
    case deflateBomb
    /// Four gigabytes of zeros as four megabytes of gzip, and the connection is closed behind them.
    case gzipBombBeforeTheClose

    // MARK: Compression

    /// Plain text that is called gzip.
    case gzipInName
    /// The first half of a body in gzip.
    case gzipCutOff

    // MARK: Slowness

    /// Nothing at all.
    case silence
    /// Nothing more in the middle of the head.
    case silenceInTheHead
    /// Nothing more in the middle of the body.
    case silenceInTheBody
    /// A head that comes byte by byte, ten in a second, and has no end.
    case drippingHead
    /// A body that comes byte by byte, ten in a second, and has no end.
    case drippingBody

    // MARK: Redirects

    /// A redirect to the same address.
    case redirectLoop
    /// Redirects that lead to a new address each time.
    case redirectChain
    /// A redirect to `ftp:`.
    case redirectToFTP
    /// A redirect to a file of this machine.
    case redirectToFile
    /// A redirect to a script.
    case redirectToScript
    /// A redirect to an address that holds its own content.
    case redirectToData
    /// A redirect to an address with a user name and a password.
    case redirectWithPassword
    /// A redirect to what is no address.
    case redirectToNonsense
    /// A redirect to two addresses.
    case redirectToTwoPlaces
    /// A redirect without an address.
    case redirectWithoutTarget

    // MARK: Content

    /// Texts with bytes that are not UTF-8.
    case brokenUTF8
    /// Lists in lists, 100,000 deep.
    case deeplyNestedJSON
    /// Objects in which each key stands twice.
    case duplicateKeys
    /// Numbers too large for every type.
    case numbersOutOfRange
    /// Numbers where texts should be, and the other way round.
    case wrongTypes
    /// The first half of the JSON, with the right length.
    case truncatedJSON
    /// An HTML page with status 200.
    case htmlPage
    /// An HTML page that is called JSON.
    case htmlCalledJSON
    /// No body, with status 200.
    case emptyBody
}

extension Misbehaviour: CustomStringConvertible {
    /// The name in words, as in "reset in the body".
    public var description: String {
        rawValue.replacing(/[A-Z0-9]+/) { " " + ($0.output.count > 1 ? String($0.output) : $0.output.lowercased()) }
    }
}

extension LoopbackAnswer {
    /// An answer that goes wrong in one way.
    ///
    /// - Parameters:
    ///   - misbehaviour: What goes wrong.
    ///   - body: The JSON that a good answer would hold. It is cut, stretched and twisted as the misbehaviour asks for.
    public static func misbehaving(_ misbehaviour: Misbehaviour, body: String = "{}") -> LoopbackAnswer {
        LoopbackAnswer(misbehaviour.steps(body: body))
    }
}
#endif

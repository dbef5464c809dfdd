import CZlib
import Foundation
import FreshetDigests
package import NIOCore
import ReaderStorage

/// A document that several readers get, each with the id of an own live page at its place.
///
/// It is compressed once, in two parts: the id stands between them, uncompressed.
package struct Sheet: Sendable {
    private struct Part {
        let bytes: [UInt8]
        let deflated: [UInt8]
        let checksum: UInt

        init(_ text: Substring, isLast: Bool) {
            bytes = Array(text.utf8)
            deflated = GzipStream(isRaw: true).packed(String(text), isLast: isLast)
            checksum = crc32(0, bytes, uInt(bytes.count))
        }
    }

    /// Stands for the id of a page. It can't be guessed, so that no content contains it.
    package static let placeholder = LivePage.newID()

    private let start: Part
    private let end: Part
    /// What the document contains, for the pages that show it.
    package let history: PageHistory
    /// A digest of the document without its id.
    package let digest: String

    /// - Parameter html: The document, with the placeholder as the page's id.
    package init(_ html: String, _ history: PageHistory) {
        let place = html.firstRange(of: Self.placeholder) ?? html.endIndex..<html.endIndex
        start = Part(html[..<place.lowerBound], isLast: false)
        end = Part(html[place.upperBound...], isLast: true)
        digest = Data(SHA256.digest(of: start.bytes + end.bytes).prefix(12)).base64URL
        self.history = history
    }

    /// Returns the document of a page.
    package func html(_ id: String) -> ByteBuffer {
        var buffer = ByteBuffer()
        buffer.reserveCapacity(start.bytes.count + id.utf8.count + end.bytes.count)
        buffer.writeBytes(start.bytes)
        buffer.writeString(id)
        buffer.writeBytes(end.bytes)
        return buffer
    }

    /// Returns the same, in the format of gzip.
    package func packed(_ id: String) -> ByteBuffer {
        let id = Array(id.utf8)
        var buffer = ByteBuffer()
        buffer.reserveCapacity(start.deflated.count + id.count + end.deflated.count + 32)
        buffer.writeBytes(Gzip.header)
        buffer.writeBytes(start.deflated)
        // A block that is stored as it is (RFC 1951 §3.2.4): its length, and the complement of that.
        buffer.writeBytes([0])
        buffer.writeInteger(UInt16(id.count), endianness: .little)
        buffer.writeInteger(~UInt16(id.count), endianness: .little)
        buffer.writeBytes(id)
        buffer.writeBytes(end.deflated)
        let checksum = crc32_combine(
            crc32_combine(start.checksum, crc32(0, id, uInt(id.count)), numericCast(id.count)), end.checksum,
            numericCast(end.bytes.count))
        buffer.writeBytes(Gzip.end(checksum, start.bytes.count + id.count + end.bytes.count))
        return buffer
    }
}

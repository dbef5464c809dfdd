import Foundation

/// The sizes of the heap blocks that values occupy.
///
/// They are the sizes on 64-bit Linux, where malloc adds 8 bytes and rounds up to a multiple of 16.
/// The sizes on Darwin hardly differ.
enum HeapBlock {
    /// Returns the size of the block of an object or a buffer.
    static func bytes(_ count: Int) -> Int { max(32, Self.rounded(count + 8)) }

    /// Returns the size of an array's block, without what its elements refer to.
    static func array<Element>(of type: Element.Type, count: Int) -> Int {
        count == 0 ? 0 : bytes(header + count * MemoryLayout<Element>.stride)
    }

    /// Returns the size of a text's block; 0 for a text that fits into the value itself.
    static func text(_ text: String) -> Int {
        // A `String` holds up to 15 bytes of UTF-8 in place, and `Data` up to 14 bytes, on 64-bit platforms.
        text.utf8.count < 16 ? 0 : bytes(rounded(header + text.utf8.count + 1))
    }

    /// Returns the size of the blocks of data without spare capacity; 0 for data that fits into the
    /// value itself.
    static func data(count: Int) -> Int {
        // A damaged file may name any number of bytes.
        count < 15 ? 0 : 80 + bytes(min(count, .max >> 1))
    }

    /// Returns the size of the block of a dictionary of texts, without the texts. A third of its
    /// places are free.
    static func dictionary(count: Int) -> Int {
        count == 0 ? 0 : bytes(2 * header + count * 3 / 2 * 2 * MemoryLayout<String>.stride)
    }

    /// The bytes before the elements of an array or a text.
    private static let header = 32

    private static func rounded(_ count: Int) -> Int { (count + 15) & ~15 }
}

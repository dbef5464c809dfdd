import Foundation

/// The sizes of the blocks that values have on the heap.
///
/// They are those of Linux on 64 bits, where malloc adds 8 bytes and rounds up to 16; those of Darwin hardly differ.
enum HeapBlock {
    /// The block of an object or a buffer.
    static func bytes(_ count: Int) -> Int { max(32, Self.rounded(count + 8)) }

    /// The block of an array, without what its elements refer to.
    static func array<Element>(of type: Element.Type, count: Int) -> Int {
        count == 0 ? 0 : bytes(header + count * MemoryLayout<Element>.stride)
    }

    /// The block of a text; 0 for one that has room in the value itself.
    static func text(_ text: String) -> Int {
        text.utf8.count < 16 ? 0 : bytes(rounded(header + text.utf8.count + 1))
    }

    /// The blocks of data that has no room to spare; 0 for data that has room in the value itself.
    static func data(count: Int) -> Int {
        // A damaged file may name any number of bytes.
        count < 15 ? 0 : 80 + bytes(min(count, .max >> 1))
    }

    /// The block of a dictionary of texts, without the texts. A third of its places is free.
    static func dictionary(count: Int) -> Int {
        count == 0 ? 0 : bytes(2 * header + count * 3 / 2 * 2 * MemoryLayout<String>.stride)
    }

    /// What an array or a text has before its elements.
    private static let header = 32

    private static func rounded(_ count: Int) -> Int { (count + 15) & ~15 }
}

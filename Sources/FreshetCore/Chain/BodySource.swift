package import Foundation

/// The source of a body's bytes, which each attempt reads chunk by chunk from the start.
package struct BodySource: Sendable {
    package typealias Chunks = AsyncThrowingStream<Data, any Error>

    /// The number of bytes; `nil` if it is not known, or larger than `Int.max`.
    package let length: Int?
    /// Whether the chunks can be read more than once.
    package let isRepeatable: Bool
    /// Starts to read.
    package let chunks: @Sendable () -> Chunks

    package init(length: Int?, isRepeatable: Bool, chunks: @escaping @Sendable () -> Chunks) {
        self.length = length
        self.isRepeatable = isRepeatable
        self.chunks = chunks
    }
}

/// The limits within which a document is read, so that no document takes long or exhausts the stack.
enum DocumentLimits {
    /// The maximum number of bytes.
    static let bytes = 64 << 20
    /// The maximum number of values inside each other.
    static let depth = 256
    /// The maximum number of values, counting a value once for every alias to it.
    static let values = 4_000_000
}

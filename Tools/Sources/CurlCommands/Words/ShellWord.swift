/// A word of a command, as the shell passes it to the program.
struct ShellWord: Sendable, Hashable {
    /// The bytes of the word. A word in ANSI-C quotes can hold bytes that aren't UTF-8.
    var bytes: [UInt8]
    /// The place at which the word begins.
    let place: TextPlace

    /// The word as text. Bytes that aren't UTF-8 become replacement characters.
    var text: String { String(decoding: bytes, as: UTF8.self) }
}

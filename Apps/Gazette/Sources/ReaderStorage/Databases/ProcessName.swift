/// The name of one of several processes that serve the same readers, by which a proxy routes requests.
package struct ProcessName: Sendable, Equatable, CustomStringConvertible {
    /// The name.
    package let description: String

    /// Returns `nil` unless the name has 1 to 32 letters of ASCII, digits, hyphens and underscores.
    package init?(_ text: String) {
        guard (1...32).contains(text.utf8.count), text.utf8.allSatisfy(Self.isAllowed) else { return nil }
        description = text
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

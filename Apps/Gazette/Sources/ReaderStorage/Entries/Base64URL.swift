package import Foundation

/// Base64 with the URL-safe alphabet (RFC 4648 §5), without padding.
extension Data {
    package var base64URL: String {
        base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// Decodes a text of at most 16,384 bytes; `nil` if it is longer or invalid.
    package init?(base64URL text: String) {
        guard text.utf8.count <= 16_384 else { return nil }
        let padded = text.replacing("-", with: "+").replacing("_", with: "/")
        self.init(base64Encoded: padded + String(repeating: "=", count: (4 - padded.count % 4) % 4))
    }
}

public import Foundation
import Freshet

/// Checks the web addresses in the data of services.
///
/// A field for an address may contain anything, such as `javascript:` or the path of a file. An accepted address is
/// absolute, and an app may open it or put it into a page. A text of more than 8,192 bytes is none: servers need not
/// accept more than 8,000 (RFC 9110 §4.1).
///
/// Addresses are often written carelessly. Spaces at both ends and line ends are removed, and what may not stand in an
/// address is encoded: `https://a.example/b%20c?ids[]=1` is read as `https://a.example/b%20c?ids%5B%5D=1`.
/// `URL(string:)` would encode the escapes of such a text once more.
public enum WebLink {
    private static let lengthLimit = 8192

    /// Returns the address in a text.
    ///
    /// - Parameter text: The value of a field.
    /// - Returns: The address; `nil` unless it has the scheme http or https and a host.
    public static func url(from text: String?) -> URL? {
        guard let text, text.utf8.count <= lengthLimit, let url = AddressText.url(text),
            ["http", "https"].contains(url.scheme?.lowercased()),
            url.host()?.isEmpty == false
        else { return nil }
        return url
    }

    /// Returns the address in a text that may be relative to another address (RFC 3986 §5.2).
    ///
    /// - Parameters:
    ///   - text: The value of a field.
    ///   - base: The address that it is relative to, such as that of a page with a picture.
    /// - Returns: The address; `nil` if the text is blank, or if the address has no host or another scheme than http or
    ///   https.
    public static func url(from text: String?, relativeTo base: URL?) -> URL? {
        guard let base else { return url(from: text) }
        guard let text, text.utf8.count <= lengthLimit, !text.allSatisfy(\.isWhitespace),
            let reference = AddressText.url(text)
        else { return nil }
        return url(from: URL(string: reference.absoluteString, relativeTo: base)?.absoluteString)
    }
}

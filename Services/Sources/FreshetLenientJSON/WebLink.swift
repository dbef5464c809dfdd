public import Foundation
import Freshet

/// Checks web addresses in data from services.
///
/// An address field may contain anything, such as `javascript:` or a file path. An accepted address
/// is absolute, and safe for an app to open or to insert into a page. A text of more than 8,192
/// bytes isn't accepted, since servers aren't required to support more than 8,000 (RFC 9110 §4.1).
///
/// Addresses are often written carelessly. Spaces at both ends and line breaks are removed, and
/// disallowed characters are encoded: `https://a.example/b%20c?ids[]=1` becomes
/// `https://a.example/b%20c?ids%5B%5D=1`. `URL(string:)` would encode the existing escapes of such
/// a text again.
public enum WebLink {
    private static let lengthLimit = 8192

    /// Returns the address in a text.
    ///
    /// - Parameter text: The value of the field.
    /// - Returns: The address, or `nil` unless it has the scheme http or https and a host.
    public static func url(from text: String?) -> URL? {
        guard let text, text.utf8.count <= lengthLimit, let url = AddressText.url(text),
            ["http", "https"].contains(url.scheme?.lowercased()),
            url.host()?.isEmpty == false
        else { return nil }
        return url
    }

    /// Returns the address in a text that may be relative to another address.
    ///
    /// Relative addresses are resolved following RFC 3986 §5.2.
    ///
    /// ```swift
    /// if let address = WebLink.url(from: text, relativeTo: page) { open(address) }
    /// ```
    ///
    /// - Parameters:
    ///   - text: The value of the field.
    ///   - base: The base address, such as the address of the page that contains an image.
    /// - Returns: The address, or `nil` if the text is blank, or if the address has no host or a
    ///   scheme other than http or https.
    public static func url(from text: String?, relativeTo base: URL?) -> URL? {
        guard let base else { return url(from: text) }
        guard let text, text.utf8.count <= lengthLimit, !text.allSatisfy(\.isWhitespace),
            let reference = AddressText.url(text)
        else { return nil }
        return url(from: URL(string: reference.absoluteString, relativeTo: base)?.absoluteString)
    }
}

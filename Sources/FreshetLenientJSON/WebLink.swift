public import Foundation

/// Checks the addresses in the data of services.
///
/// A field that should hold an address may hold anything, such as `javascript:` or the path of a file. What passes here is
/// an absolute address that an app may open or put into a page.
public enum WebLink {
    /// Returns the address in a text.
    ///
    /// - Parameter text: The value of a field.
    /// - Returns: The address; `nil` unless it has the scheme http or https and a host.
    public static func url(from text: String?) -> URL? {
        guard let text, let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()),
            url.host()?.isEmpty == false
        else { return nil }
        return url
    }
}

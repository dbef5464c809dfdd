public import Foundation

/// Checks the web addresses in the data of services.
///
/// A field for an address may contain anything, such as `javascript:` or the path of a file. An accepted address is
/// absolute, and an app may open it or put it into a page.
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

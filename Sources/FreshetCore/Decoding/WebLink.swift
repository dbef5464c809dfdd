package import Foundation

/// Addresses out of the data of services, which may be anything.
package enum WebLink {
    /// Reads an address that may be opened: http or https with a host.
    package static func url(_ text: String?) -> URL? {
        guard let text, let url = URL(string: text), ["http", "https"].contains(url.scheme?.lowercased()),
            url.host()?.isEmpty == false
        else { return nil }
        return url
    }
}

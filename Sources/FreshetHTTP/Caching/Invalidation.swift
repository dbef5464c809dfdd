package import HTTPTypes

/// The rules by which a request makes stored responses invalid (RFC 9111 §4.4).
package enum Invalidation {
    /// Returns the URLs whose stored responses are invalid after a successful request.
    ///
    /// They are the URL of the request, and the URLs in `Location` and `Content-Location` if they
    /// have the same origin.
    package static func addresses(
        after method: HTTPRequest.Method, to address: WebAddress, head: HTTPResponse
    ) -> [WebAddress] {
        guard !method.isSafe, (200..<400).contains(head.status.code) else { return [] }
        var addresses = [address]
        for name in [HTTPField.Name.location, .contentLocation] {
            guard let text = head.headerFields[name], let other = try? address.resolving(text),
                other.origin == address.origin, !addresses.contains(other)
            else { continue }
            addresses.append(other)
        }
        return addresses
    }
}

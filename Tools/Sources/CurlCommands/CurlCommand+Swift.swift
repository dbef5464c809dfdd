import Foundation

extension CurlCommand {
    /// Returns Swift code that sends the same request: a service, a request, and the settings of the
    /// connections if the command has any.
    ///
    /// Secrets are parameters, never literals: `Authorization`, cookies, names and passwords, and all
    /// fields, query items, form items and JSON members with secret names.
    ///
    /// - Parameters:
    ///   - service: The name of the service; `nil` for one from the host.
    ///   - request: The name of the request; `nil` for one from the method and the path.
    public func swift(service: String? = nil, request: String? = nil) -> String {
        SwiftCode(self, service: service, request: request).text
    }
}

public import Foundation
public import FreshetCore
import HTTPTypes

extension ClientConfiguration {
    /// The client's cookie jar. With `nil`, the default, `Set-Cookie` is a field like any other.
    ///
    /// ```swift
    /// var configuration = ClientConfiguration.platform
    /// configuration.cookies = CookieJar(file: folder.appendingPathComponent("cookies.json"))
    /// let weather = Client(Weather(), configuration)
    /// ```
    public var cookies: CookieJar? {
        get { plugins.lazy.compactMap { $0 as? CookieJar }.first }
        set {
            plugins.removeAll { $0 is CookieJar }
            if let newValue { plugins.append(newValue) }
        }
    }
}

extension CookieTarget {
    init(_ request: OutgoingRequest, _ suffixes: PublicSuffixes) {
        self.init(request.address, request.method, after: request.origins, suffixes)
    }
}

extension CookieJar: ClientPlugin {
    /// Records which cookies identify the caller.
    public func prepare(_ request: inout OutgoingRequest, at date: Date) {
        // A `Cookie` field in the request replaces the jar's cookies.
        request[identity: CookieIdentity.self] =
            request.headers.contains(.cookie)
            ? CookieIdentity(revision: identityRevision)
            : identity(for: CookieTarget(request, suffixes), of: request.owner, at: date)
    }

    /// The stages that send and store cookies.
    public func stages(at position: ChainPosition, in configuration: ClientConfiguration) -> [any Interceptor] {
        switch position {
        case .beforeCache: [CookieIdentities(jar: self)]
        case .aroundAttempt: [Cookies(jar: self)]
        default: []
        }
    }
}

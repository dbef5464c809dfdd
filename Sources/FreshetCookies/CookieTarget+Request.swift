import FreshetCore

extension CookieTarget {
    /// The target of a request.
    init(_ request: OutgoingRequest, _ suffixes: PublicSuffixes) {
        self.init(request.address, request.method, after: request.origins, suffixes)
    }
}

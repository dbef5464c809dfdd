import HTTPTypes

/// State that a module above the core keeps for a client and the clients derived from it.
package protocol EngineCompanion: AnyObject, Sendable {
    /// Called after a successful request that may have changed something, with the addresses of which stored responses are no
    /// longer valid (RFC 9111 §4.4).
    ///
    /// - Parameter write: The ``Request/sharingGroup`` of the request.
    func didChange(_ addresses: [WebAddress], by write: UInt64)

    /// Called instead, whatever the status, where a response clears all stored responses of its origin (`Clear-Site-Data`).
    ///
    /// - Parameter prefix: The beginning of the addresses whose responses are cleared.
    func didClear(_ prefix: String)
}

extension Client {
    /// Returns the companion of the client's engine, which lives as long as the engine. The first caller makes it.
    package func companion<Companion: EngineCompanion>(or make: () -> Companion) -> Companion {
        engine.companion.withLock { companion in
            if let known = companion as? Companion { return known }
            let new = make()
            companion = new
            return new
        }
    }
}

extension Engine {
    func informCompanion(of response: IncomingResponse, to request: OutgoingRequest, _ options: CallOptions) {
        guard !options.isReadingOnly, !Invalidation.isSafe(request.method), let companion = companion.withLock({ $0 })
        else { return }
        if let prefix = ClearSiteData.clearedPrefix(by: response.head.headerFields, from: request.address) {
            return companion.didClear(prefix)
        }
        let addresses = Invalidation.addresses(after: request.method, to: request.address, head: response.head)
        if !addresses.isEmpty { companion.didChange(addresses, by: options.sharingGroup) }
    }
}

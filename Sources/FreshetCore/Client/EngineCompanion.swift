import HTTPTypes

/// The state that a module above the core stores for a client and the clients derived from it.
package protocol EngineCompanion: AnyObject, Sendable {
    /// Called after a request that made stored responses invalid.
    ///
    /// - Parameters:
    ///   - addresses: The addresses of stored responses (RFC 9111 §4.4), after a successful request.
    ///   - groups: The groups of stored responses (RFC 9875 §3).
    ///   - write: The ``SharingGroup`` of the request.
    func didChange(_ addresses: [WebAddress], _ groups: Set<CacheGroup>, by write: UInt64)

    /// Called instead if a response of any status clears all stored responses of its origin
    /// (`Clear-Site-Data`).
    ///
    /// - Parameter prefix: The beginning of the addresses whose responses are cleared.
    func didClear(_ prefix: String)
}

extension Client {
    /// Returns the companion of the client's engine, which lives as long as the engine. The first caller makes it.
    package func companion<Companion: EngineCompanion>(or make: () -> Companion) -> Companion {
        // Made under the lock, or two first callers would each get a companion of their own. `make` must not use
        // the client's companion.
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
        guard !request.isReading, let companion = companion.withLock({ $0 }) else { return }
        if let prefix = ClearSiteData.clearedPrefix(by: response.head.headerFields, from: request.address) {
            // The whole origin includes what the request may have changed.
            return companion.didClear(prefix)
        }
        let addresses = Invalidation.addresses(after: request.method, to: request.address, head: response.head)
        let groups = response[InvalidatedGroups.self] ?? []
        guard !addresses.isEmpty || !groups.isEmpty else { return }
        companion.didChange(addresses, groups, by: options.request[SharingGroup.self])
    }
}

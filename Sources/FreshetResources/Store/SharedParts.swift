import FreshetCore

/// Shares a part of a resource among its views: the part is read once per value, however many views
/// there are.
final class SharedParts: Sendable {
    private struct Key: Hashable {
        let address: ResourceAddress
        let property: AnyKeyPath
    }

    private struct Part {
        weak var value: AnyObject?
    }

    private struct State {
        var parts: [Key: Part] = [:]
        /// The number of parts at which those without a view are removed.
        var limit = 64
    }

    private let state = Lock(ofUnchecked: State())

    /// Returns the part of a resource at a key path. It is kept as long as a view retains it.
    func part<Value: Sendable, New: Sendable>(
        _ property: any KeyPath<Value, New> & Sendable, of address: ResourceAddress
    ) -> DerivedValue<Value, New> {
        let key = Key(address: address, property: property as AnyKeyPath)
        return state.withLock { state in
            if let known = state.parts[key]?.value as? DerivedValue<Value, New> { return known }
            if state.parts.count >= state.limit {
                state.parts = state.parts.filter { $0.value.value != nil }
                // Doubled, so that the cost of the sweep per part stays constant however many parts are
                // alive.
                state.limit = max(64, 2 * state.parts.count)
            }
            let new = DerivedValue<Value, New> { $0[keyPath: property] }
            state.parts[key] = Part(value: new)
            return new
        }
    }
}

package import Foundation

/// A cache store that also records when each name was invalidated, so that the dates outlive the
/// process.
package protocol InvalidationStore: CacheStore {
    /// Returns when each name was last invalidated. The empty name stands for everything.
    func invalidations() async throws(CacheStoreError) -> [String: Date]

    /// Records that names were invalidated.
    ///
    /// Beyond a number of names, all are removed, and everything counts as invalidated.
    func noteInvalidation(of names: [String], at date: Date) async throws(CacheStoreError)
}

extension HTTPCache {
    package var invalidationStore: (any InvalidationStore)? { store as? any InvalidationStore }
}

import Foundation

#if canImport(Security)
import Security
#endif

/// The attributes of a Keychain item, or of a query for items, under Security's names.
typealias KeychainAttributes = [CFString: Any]

/// The items of a Keychain. Each method corresponds to a function of Security and returns its
/// result.
protocol KeychainItems: Sendable {
    /// Adds an item (`SecItemAdd`).
    func add(_ attributes: KeychainAttributes) -> OSStatus

    /// Returns the data of the item that matches a query (`SecItemCopyMatching`).
    func data(matching query: KeychainAttributes) -> (status: OSStatus, data: Data?)

    /// Updates attributes of the items that match a query (`SecItemUpdate`).
    func update(_ query: KeychainAttributes, with attributes: KeychainAttributes) -> OSStatus

    /// Removes the items that match a query (`SecItemDelete`).
    func delete(_ query: KeychainAttributes) -> OSStatus
}

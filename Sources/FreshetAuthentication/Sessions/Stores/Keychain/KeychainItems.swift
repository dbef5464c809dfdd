import Foundation

#if canImport(Security)
import Security
#endif

/// The attributes of an item, or of a query for items, by the names of Security.
typealias KeychainAttributes = [CFString: Any]

/// The items of a Keychain. Each method is one of the functions that Security has for them, and returns its result.
protocol KeychainItems: Sendable {
    /// Adds an item (`SecItemAdd`).
    func add(_ attributes: KeychainAttributes) -> OSStatus

    /// Returns the data of the item that matches a query (`SecItemCopyMatching`).
    func data(matching query: KeychainAttributes) -> (status: OSStatus, data: Data?)

    /// Changes attributes of the items that match a query (`SecItemUpdate`).
    func update(_ query: KeychainAttributes, with attributes: KeychainAttributes) -> OSStatus

    /// Removes the items that match a query (`SecItemDelete`).
    func delete(_ query: KeychainAttributes) -> OSStatus
}

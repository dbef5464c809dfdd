#if canImport(Security)
import Foundation
import Security

/// The Keychain of the device.
struct SystemKeychain: KeychainItems {
    func add(_ attributes: KeychainAttributes) -> OSStatus {
        SecItemAdd(attributes as CFDictionary, nil)
    }

    func data(matching query: KeychainAttributes) -> (status: OSStatus, data: Data?) {
        var item: CFTypeRef?
        let status = SecItemCopyMatching(query as CFDictionary, &item)
        return (status, item as? Data)
    }

    func update(_ query: KeychainAttributes, with attributes: KeychainAttributes) -> OSStatus {
        SecItemUpdate(query as CFDictionary, attributes as CFDictionary)
    }

    func delete(_ query: KeychainAttributes) -> OSStatus {
        SecItemDelete(query as CFDictionary)
    }
}
#endif

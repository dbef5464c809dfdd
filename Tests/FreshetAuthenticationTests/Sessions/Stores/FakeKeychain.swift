import Foundation
import FreshetCore

@testable import FreshetAuthentication

#if canImport(Security)
import Security
#endif

/// A Keychain in memory, whose functions return what Security documents.
final class FakeKeychain: KeychainItems {
    struct Item: Sendable {
        let group: String
        let service: String
        let account: String
        var data: Data
        var accessible: String
    }

    enum Function {
        case add, data, update, delete
    }

    /// A call of a function, with the names and values of its query or its new item.
    struct Call: Sendable {
        let function: Function
        let attributes: [String: String]
    }

    private struct State {
        var items: [Item] = []
        var calls: [Call] = []
        var refusal: OSStatus?
        var meanwhile: [Function: @Sendable (FakeKeychain) -> Void] = [:]
    }

    private let groups: [String]
    private let state = Lock(State())

    /// - Parameter groups: The access groups that the app is entitled to, its default first.
    init(groups: [String]) {
        self.groups = groups
    }

    var items: [Item] { state.withLock { $0.items } }
    var calls: [Call] { state.withLock { $0.calls } }
    var functions: [Function] { calls.map(\.function) }

    /// Lets every function return a result; `nil` for its own.
    func refuse(_ status: OSStatus?) {
        state.withLock { $0.refusal = status }
    }

    /// Lets another process act just before the next call of a function.
    func before(_ function: Function, _ act: @escaping @Sendable (FakeKeychain) -> Void) {
        state.withLock { $0.meanwhile[function] = act }
    }

    func change(_ change: (inout [Item]) -> Void) {
        state.withLock { change(&$0.items) }
    }

    // MARK: - The functions

    func add(_ attributes: KeychainAttributes) -> OSStatus {
        if let status = began(.add, attributes) { return status }
        return state.withLock { state in
            let item = Item(
                group: attributes[kSecAttrAccessGroup] as? String ?? groups[0],
                service: attributes[kSecAttrService] as? String ?? "",
                account: attributes[kSecAttrAccount] as? String ?? "",
                data: attributes[kSecValueData] as? Data ?? Data(),
                accessible: "\(attributes[kSecAttrAccessible] ?? "")")
            let isThere = state.items.contains { other in
                (other.group, other.service, other.account) == (item.group, item.service, item.account)
            }
            guard !isThere else { return errSecDuplicateItem }
            state.items.append(item)
            return errSecSuccess
        }
    }

    func data(matching query: KeychainAttributes) -> (status: OSStatus, data: Data?) {
        if let status = began(.data, query) { return (status, nil) }
        let item = items.first { matches($0, query) }
        return (item == nil ? errSecItemNotFound : errSecSuccess, item?.data)
    }

    func update(_ query: KeychainAttributes, with attributes: KeychainAttributes) -> OSStatus {
        if let status = began(.update, query) { return status }
        return state.withLock { state in
            let found = state.items.indices.filter { matches(state.items[$0], query) }
            for index in found {
                if let data = attributes[kSecValueData] as? Data { state.items[index].data = data }
                if let value = attributes[kSecAttrAccessible] { state.items[index].accessible = "\(value)" }
            }
            return found.isEmpty ? errSecItemNotFound : errSecSuccess
        }
    }

    func delete(_ query: KeychainAttributes) -> OSStatus {
        if let status = began(.delete, query) { return status }
        return state.withLock { state in
            let count = state.items.count
            state.items.removeAll { matches($0, query) }
            return state.items.count == count ? errSecItemNotFound : errSecSuccess
        }
    }

    /// Notes a call, and returns the result of one that is refused.
    private func began(_ function: Function, _ attributes: KeychainAttributes) -> OSStatus? {
        let names = attributes.map { ("\($0)", "\($1)") }
        let (act, refusal) = state.withLock { state in
            state.calls.append(Call(function: function, attributes: Dictionary(uniqueKeysWithValues: names)))
            return (state.meanwhile.removeValue(forKey: function), state.refusal)
        }
        act?(self)
        if let refusal { return refusal }
        let group = attributes[kSecAttrAccessGroup] as? String ?? groups.first
        return group.map(groups.contains) == true ? nil : errSecMissingEntitlement
    }

    /// Whether a query finds an item. One without a group finds those of all groups of the app.
    private func matches(_ item: Item, _ query: KeychainAttributes) -> Bool {
        let group = query[kSecAttrAccessGroup] as? String
        return group.map { $0 == item.group } ?? groups.contains(item.group)
            && item.service == query[kSecAttrService] as? String
            && item.account == query[kSecAttrAccount] as? String
    }
}

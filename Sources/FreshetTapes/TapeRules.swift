import FreshetCore
public import HTTPTypes

/// The rules by which a ``ReplayTransport`` finds the entry of a request.
///
/// A request has the method, the address and the body of its entry. The order of items of a query or form does not
/// matter, JSON is compared as values, and multipart forms part by part, whatever their boundary. Fields do not count,
/// but for `Range` and for ``fields``.
///
/// A placeholder of a secret matches any text, and that text alone within a run. So a tape that was made with one token
/// replays with another one, and two accounts stay two.
public struct TapeRules: Sendable {
    /// The fields that are compared, too. None by default.
    public var fields: Set<HTTPField.Name> = []
    /// Whether the order of the items of a query counts. It does not by default.
    public var keepsQueryOrder = false
    /// Whether the last one of equal entries is served again, as often as it is requested. By default each entry is
    /// served once.
    public var isRepeating = false
    /// Returns whether requests to an address are not for the tape. They go to the live transport, if there is one.
    public var isExcluded: @Sendable (_ url: String) -> Bool = { _ in false }
    /// What is done to the requests of both sides before they are compared.
    private(set) var normalize: @Sendable (inout Tape.Request) -> Void = { _ in }

    /// Makes the default rules.
    public init() {}

    /// Each entry is served once, and then an equal one.
    public static let standard = TapeRules()

    /// The last one of equal entries is served as often as it is requested.
    public static var repeating: TapeRules {
        var rules = TapeRules()
        rules.isRepeating = true
        return rules
    }

    /// Returns rules that compare fields, too.
    public func comparing(_ fields: HTTPField.Name...) -> TapeRules {
        var rules = self
        rules.fields.formUnion(fields)
        return rules
    }

    /// Returns rules that change both the request and that of the entry before they are compared, such as to remove a
    /// number that is new each time:
    ///
    /// ```swift
    /// let rules = TapeRules.standard.normalizing { request in request.removeQueryItems(named: "nonce") }
    /// ```
    public func normalizing(_ change: @escaping @Sendable (inout Tape.Request) -> Void) -> TapeRules {
        var rules = self
        rules.normalize = { [normalize] request in
            normalize(&request)
            change(&request)
        }
        return rules
    }

    /// Returns rules that leave requests to an address to the live transport.
    public func excluding(_ isExcluded: @escaping @Sendable (_ url: String) -> Bool) -> TapeRules {
        var rules = self
        rules.isExcluded = { [others = self.isExcluded] in others($0) || isExcluded($0) }
        return rules
    }
}

extension Tape.Request {
    /// Removes the items with a name from the query.
    public mutating func removeQueryItems(named name: String) {
        guard let mark = url.firstIndex(of: "?") else { return }
        let rest = url[url.index(after: mark)...].split(separator: "&").filter { item in
            FormItem.decoded(item.prefix { $0 != "=" }) != name
        }
        url = url[..<mark] + (rest.isEmpty ? "" : "?" + rest.joined(separator: "&"))
    }
}

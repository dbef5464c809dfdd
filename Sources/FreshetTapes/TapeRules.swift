import FreshetCore
public import HTTPTypes

/// The rules for finding the entry that matches a request.
///
/// A ``ReplayTransport`` uses them. A request matches an entry if the method, the address and the
/// body are equal. The order of query and form items is ignored, JSON is compared by value, and
/// multipart forms are compared part by part, whatever their boundary. Header fields are ignored,
/// except for `Range` and ``fields``.
///
/// A placeholder matches any text, but within one run always the same text. A tape that was
/// recorded with one token can therefore be replayed with another, while two accounts remain
/// distinct.
public struct TapeRules: Sendable {
    /// Header fields to compare in addition. None by default.
    public var fields: Set<HTTPField.Name> = []
    /// Whether the order of query items counts. `false` by default.
    public var keepsQueryOrder = false
    /// Whether the last of several equal entries is served repeatedly. By default, each entry is
    /// served once.
    public var isRepeating = false
    /// Returns whether requests to an address bypass the tape. They are sent by the live transport,
    /// if there is one.
    public var isExcluded: @Sendable (_ url: String) -> Bool = { _ in false }
    /// Changes both the sent and the recorded request before they are compared.
    private(set) var normalize: @Sendable (inout Tape.Request) -> Void = { _ in }

    /// Makes the default rules.
    public init() {}

    /// The default rules: each entry is served once, then the next equal one.
    public static let standard = TapeRules()

    /// Rules by which the last of several equal entries is served as often as it is requested.
    public static var repeating: TapeRules {
        var rules = TapeRules()
        rules.isRepeating = true
        return rules
    }

    /// Returns rules that compare the given header fields as well.
    public func comparing(_ fields: HTTPField.Name...) -> TapeRules {
        var rules = self
        rules.fields.formUnion(fields)
        return rules
    }

    /// Returns rules that change both requests before comparing them.
    ///
    /// Use it, for example, to remove a number that is new each time:
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

    /// Returns rules that leave requests to some addresses to the live transport.
    public func excluding(_ isExcluded: @escaping @Sendable (_ url: String) -> Bool) -> TapeRules {
        var rules = self
        rules.isExcluded = { [others = self.isExcluded] in others($0) || isExcluded($0) }
        return rules
    }
}

extension Tape.Request {
    /// Removes all query items with a name.
    public mutating func removeQueryItems(named name: String) {
        guard let mark = url.firstIndex(of: "?") else { return }
        let rest = url[url.index(after: mark)...].split(separator: "&").filter { item in
            FormItem.decoded(item.prefix { $0 != "=" }) != name
        }
        url = url[..<mark] + (rest.isEmpty ? "" : "?" + rest.joined(separator: "&"))
    }
}

/// Compares and joins the values of a resource, following rules that are determined once per kind
/// of resource.
struct ValueComparison<Value: Sendable>: Sendable {
    private let areEqual: (@Sendable (Value, Value) -> Bool)?
    private let sharing: (@Sendable (Value, Value) -> Value)?
    /// Returns which of two equal values remains: the old one, by default.
    private let equal: @Sendable (_ new: Value, _ old: Value) -> Value

    /// Compares by the `==` of the type, if it has one.
    init() {
        equal = { $1 }
        areEqual = (Value.self as? any (Equatable & SendableMetatype).Type).map { Self.equality($0) }
        sharing = (Value.self as? any PartsSharing.Type).map { Self.sharing($0) }
    }

    init(
        _ areEqual: @escaping @Sendable (Value, Value) -> Bool, sharing: (@Sendable (Value, Value) -> Value)? = nil,
        equal: @escaping @Sendable (_ new: Value, _ old: Value) -> Value = { $1 }
    ) {
        self.areEqual = areEqual
        self.sharing = sharing
        self.equal = equal
    }

    var isKnown: Bool { areEqual != nil }

    /// Whether a new value equals the previous one. Values that can't be compared never count as
    /// equal.
    func isEqual(_ new: Value, _ old: Value) -> Bool { areEqual?(new, old) ?? false }

    /// Returns one of two equal values, or else the new value with the equal parts of the old one.
    func joined(_ new: Value, _ old: Value, areEqual: Bool) -> Value {
        areEqual ? equal(new, old) : joined(new, old)
    }

    /// Returns the new value, with the equal parts of the old one.
    func joined(_ new: Value, _ old: Value) -> Value { sharing?(new, old) ?? new }

    // The casts can't fail: `Known` is the type `Value`.
    // swift-format-ignore: NeverForceUnwrap
    private static func equality<Known: Equatable & SendableMetatype>(
        _: Known.Type
    ) -> @Sendable (Value, Value) -> Bool {
        { ($0 as! Known) == ($1 as! Known) }
    }

    // swift-format-ignore: NeverForceUnwrap
    private static func sharing<Known: PartsSharing>(_: Known.Type) -> @Sendable (Value, Value) -> Value {
        { ($0 as! Known).sharingParts(with: $1 as! Known) as! Value }
    }
}

/// A value that reuses the equal parts of the previous value, which then keep their storage and
/// compare quickly.
///
/// Arrays of identifiable and equatable elements conform to it. A page forwards to its array in one
/// line:
///
/// ```swift
/// func sharingParts(with previous: Page) -> Page {
///     Page(movies: movies.sharingParts(with: previous.movies), total: total)
/// }
/// ```
public protocol PartsSharing: SendableMetatype {
    /// Returns the same value, with the equal parts of another one.
    func sharingParts(with previous: Self) -> Self
}

extension Array: PartsSharing where Element: Identifiable & Equatable {
    /// Returns the same elements, each replaced by the previous one with its id if both are equal.
    public func sharingParts(with previous: [Element]) -> [Element] {
        // Arrays that share their storage are equal without a comparison of their elements, so the next one
        // is cheap.
        if self == previous { return previous }
        let old = Dictionary(previous.lazy.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        return map { element in
            if let known = old[element.id], known == element { known } else { element }
        }
    }
}

/// The name of a response reading, by which two requests for the same URL are compared.
///
/// Closures can't be compared, so a reading with a closure has a name only if its author provides
/// one: ``Request/named(_:)``.
///
/// `@unchecked Sendable`: every part was `Sendable` when it was added, and parts don't change
/// afterwards.
package struct ReadingName: Hashable, @unchecked Sendable {
    private var parts: [AnyHashable]

    package init(_ part: some Hashable & Sendable) { parts = [AnyHashable(part)] }

    func adding<Root, Property>(_ property: any KeyPath<Root, Property> & Sendable) -> ReadingName {
        var new = self
        new.parts.append(AnyHashable(property as AnyKeyPath))
        return new
    }
}

// Shared, since thousands of resources have the same few names.
extension ReadingName {
    static let decoded = ReadingName("decoded")
    static let data = ReadingName("data")
    static let text = ReadingName("text")
    static let nothing = ReadingName("nothing")
}

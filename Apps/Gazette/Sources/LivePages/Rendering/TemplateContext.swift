package import ReaderStorage

/// The values that a template shows: its stored properties, by their names. What stands in it is `Encodable`, too.
///
/// It also names the entries among them, so that the visitor's marks can be set and feeds can be made.
package protocol TemplateContext: Encodable, Sendable {
    /// The name of the template.
    static var template: String { get }
    /// Whether it shows the loading state of the other regions.
    static var isStatus: Bool { get }
    /// Whether its contents are still loading.
    var isPending: Bool { get }
    /// Whether it shows that something could not be loaded.
    var showsFailure: Bool { get }
    /// The entries that are listed, in their order.
    var entries: [Entry] { get }
    /// The entry that the whole view shows; opening the view marks it as read.
    var subject: Entry? { get }
    /// Sets the marks of the entries.
    mutating func mark(_ marks: Marks.Lookup)
}

extension TemplateContext {
    package static var isStatus: Bool { false }
    package var isPending: Bool { false }
    package var showsFailure: Bool { false }
    package var entries: [Entry] { [] }
    package var subject: Entry? { nil }
    package mutating func mark(_ marks: Marks.Lookup) {}
}

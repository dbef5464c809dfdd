/// The values that a template shows.
///
/// A page also asks it for the entries among them, so that the visitor's marks can be set and feeds can be made.
protocol TemplateContext {
    /// The name of the template.
    static var template: String { get }
    /// Whether it says how the loading of the other regions stands.
    static var isStatus: Bool { get }
    /// Whether what it shows is still under way.
    var isPending: Bool { get }
    /// Whether it shows that something could not be loaded.
    var showsFailure: Bool { get }
    /// The entries that are listed, in their order.
    var entries: [Entry] { get }
    /// The entry that the whole view is about: to open the view is to read the entry.
    var subject: Entry? { get }
    /// Sets the marks of the entries.
    mutating func mark(_ marks: Marks)
}

extension TemplateContext {
    static var isStatus: Bool { false }
    var isPending: Bool { false }
    var showsFailure: Bool { false }
    var entries: [Entry] { [] }
    var subject: Entry? { nil }
    mutating func mark(_ marks: Marks) {}
}

/// A part of a view that is rendered, compared and sent as one.
struct Region {
    /// The id of its element.
    let id: String
    var context: any TemplateContext
    /// Whether it stays as it was sent first: a field must not be replaced while a visitor types into it.
    let isFixed: Bool
    /// Whether what it shows is still under way.
    var isPending: Bool
    /// Whether it grows at its end alone while it is under way.
    var grows = false

    init(_ id: String, _ context: any TemplateContext, isFixed: Bool = false) {
        self.id = id
        self.context = context
        self.isFixed = isFixed
        isPending = context.isPending
    }
}

/// A part of a view that is rendered, compared and sent as one.
package struct Region {
    /// The id of its element.
    package let id: String
    package var context: any TemplateContext
    /// Whether it is not updated after it was first sent: a field must not be replaced while a visitor types into it.
    package let isFixed: Bool
    /// Whether its contents are still loading.
    package var isPending: Bool
    /// Whether it changes only by growing at its end while it is loading.
    package var grows = false

    package init(_ id: String, _ context: any TemplateContext, isFixed: Bool = false) {
        self.id = id
        self.context = context
        self.isFixed = isFixed
        isPending = context.isPending
    }
}

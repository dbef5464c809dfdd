/// A part of a view that is rendered, compared and sent as one.
struct Region {
    /// The id of its element.
    let id: String
    let template: String
    let context: Any
    /// Whether it is left as it was sent first: what somebody types in must not be replaced under their fingers.
    let isFixed: Bool

    init(_ id: String, _ template: String, _ context: Any, isFixed: Bool = false) {
        self.id = id
        self.template = template
        self.context = context
        self.isFixed = isFixed
    }
}

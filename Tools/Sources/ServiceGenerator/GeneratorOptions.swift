/// The options with which a service is generated.
public struct GeneratorOptions: Sendable {
    /// The name of the service's type; `nil` for a name made from the title of the document.
    public var name: String?
    /// The tags and operations to generate; empty for all.
    public var only: [String]
    /// Whether unsupported features are left out; otherwise they are errors.
    public var isLenient: Bool
    /// The name of the document, for comments.
    public var source: String
    /// What the document doesn't say.
    public var extras: Extras

    /// Makes options.
    public init(
        name: String? = nil, only: [String] = [], isLenient: Bool = false, source: String = "openapi.yaml",
        extras: Extras = Extras()
    ) {
        self.name = name
        self.only = only
        self.isLenient = isLenient
        self.source = source
        self.extras = extras
    }
}

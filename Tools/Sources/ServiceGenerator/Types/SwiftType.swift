/// The type of a value in generated code.
indirect enum SwiftType: Hashable, Sendable {
    /// A type of the standard library, of Foundation or of the generated support.
    case simple(String)
    /// A number that is written as text.
    case textual(String)
    case array(SwiftType)
    case dictionary(SwiftType)
    case optional(SwiftType)
    /// A generated type, by its index.
    case model(Int)

    static let string = SwiftType.simple("String")
    static let int = SwiftType.simple("Int")
    static let json = SwiftType.simple("JSON")
    static let data = SwiftType.simple("Data")
    static let file = SwiftType.simple("FormFile")
    static let void = SwiftType.simple("Void")

    /// The generated types in it.
    var models: [Int] {
        switch self {
        case .simple, .textual: []
        case .array(let type), .dictionary(let type), .optional(let type): type.models
        case .model(let index): [index]
        }
    }

    /// The generated type that is stored in it directly, not in a list or a dictionary.
    var directModel: Int? {
        switch self {
        case .model(let index): index
        case .optional(let type): type.directModel
        case .simple, .textual, .array, .dictionary: nil
        }
    }

    /// The type itself, or the type of an optional's value.
    var unwrapped: SwiftType {
        if case .optional(let type) = self { type } else { self }
    }

    /// Returns the optional of the type, or the type itself if it is optional.
    func optional(if isOptional: Bool) -> SwiftType {
        isOptional ? .optional(unwrapped) : self
    }
}

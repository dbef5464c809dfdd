/// A coding path key that doesn't come from a type: a key in the body, or an array index.
enum PathKey: CodingKey {
    case name(String)
    /// A dictionary key, which may be a number as well.
    case entry(String)
    case fixed(StaticString)
    case number(Int)
    /// The index of an element, described in the same way as by `JSONDecoder`.
    case element(Int)

    init(stringValue: String) { self = .name(stringValue) }
    init(intValue: Int) { self = .number(intValue) }

    static let `super` = PathKey.name("super")

    var stringValue: String {
        switch self {
        case .name(let name), .entry(let name): name
        case .fixed(let name): name.description
        case .number(let number): String(number)
        case .element(let element): "Index \(element)"
        }
    }

    var intValue: Int? {
        switch self {
        case .name, .fixed: nil
        case .entry(let name): Int(name)
        case .number(let number), .element(let number): number
        }
    }
}

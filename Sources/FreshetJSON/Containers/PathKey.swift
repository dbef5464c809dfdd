/// A key of a coding path that no type provided: a key of the body, or an index of an array.
enum PathKey: CodingKey {
    case name(String)
    /// A key of a dictionary, which may be a number, too.
    case entry(String)
    case fixed(StaticString)
    case number(Int)
    /// The index of an element, described as by `JSONDecoder`.
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

/// The parameters of a printed function, in the order in which they are made.
final class SwiftParameters {
    private var taken: SwiftNames
    private(set) var names: [String] = []

    /// - Parameter used: Names that have a meaning already.
    init(used: Set<String> = []) {
        taken = SwiftNames(used: used)
    }

    /// Makes a parameter for the value of a field or an item.
    func make(for name: String) -> String {
        let plain = name.removingEscapes ?? name
        // The prefix of self-made fields says nothing.
        let isOwn = plain.lowercased().hasPrefix("x-")
        let parameter = taken.name(for: isOwn ? String(plain.dropFirst(2)) : plain, otherwise: "secret")
        names.append(parameter)
        return parameter
    }

    /// The parameters as they stand in the parentheses of a function.
    var declaration: String { names.map { "\($0): String" }.joined(separator: ", ") }
}

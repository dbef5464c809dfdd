/// Writes the names of types.
struct TypeWriter {
    let service: String
    let models: [Model]
    /// Whether all names are qualified: in an extension of a nested type, the names beside that type aren't visible.
    var isQualified = false

    /// Returns a type inside the service's own type.
    func text(of type: SwiftType) -> String { text(of: type, prefix: prefix) }

    /// What precedes the names of nested types.
    var prefix: String { isQualified ? service + "." : "" }

    /// Returns a type outside of the service's own type.
    func qualified(_ type: SwiftType) -> String { text(of: type, prefix: service + ".") }

    private func text(of type: SwiftType, prefix: String) -> String {
        switch type {
        case .simple(let name): Self.supportTypes.contains(name) ? prefix + name : name
        case .textual(let name): "\(prefix)Textual<\(name)>"
        case .array(let element): "[\(text(of: element, prefix: prefix))]"
        case .dictionary(let value): "[String: \(text(of: value, prefix: prefix))]"
        case .optional(let type): text(of: type, prefix: prefix) + "?"
        case .model(let index): prefix + models[index].name
        }
    }

    private static let supportTypes: Set<String> = ["JSON", "Day", "FormFile"]
}

import Foundation
import FreshetJSON

/// Checks the configuration file: every mistake is reported with its place in the file.
///
/// Values are not repeated in messages, since one of them may be a key.
enum ConfigurationFile {
    /// Checks a file. One that does not exist has no mistakes.
    ///
    /// - Throws: ``Failure`` with the name of the file, each key in question and what is expected.
    static func check(atPath path: String) throws {
        var isFolder = ObjCBool(false)
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return }
        guard !isFolder.boolValue, let data = FileManager.default.contents(atPath: path) else {
            throw Failure(.usage, "The file \(path) can't be read. Check that it is a file and that you may read it.")
        }
        let mistakes = mistakes(in: data)
        guard !mistakes.isEmpty else { return }
        let list = mistakes.map { "  \($0)" }.joined(separator: "\n")
        throw Failure(.usage, "The file \(path) has \(mistakes.count == 1 ? "a mistake" : "mistakes"):\n\(list)")
    }

    /// Returns the mistakes in a file's content, one sentence for each.
    static func mistakes(in data: Data) -> [String] {
        do {
            guard case .object(let sections) = try FreshetJSONDecoder().decode(JSONShape.self, from: data) else {
                return ["It must be a JSON object, such as {\"gazette\": {\"live\": true}}."]
            }
            return sections.sorted { $0.key < $1.key }.flatMap { mistakes(inSection: $0.key, $0.value) }
        } catch DecodingError.dataCorrupted(let context) {
            return [context.debugDescription.replacing("The body isn't JSON. ", with: "It isn't JSON. ")]
        } catch {
            return ["It isn't JSON."]
        }
    }

    private static func mistakes(inSection name: String, _ value: JSONShape) -> [String] {
        let settings = SettingName.all.filter { $0.section == name }
        guard !settings.isEmpty else {
            let names = Array(Set(SettingName.all.map(\.section))).sorted()
            return [unknown(name, among: names)]
        }
        guard case .object(let values) = value else {
            let example = "{\"\(name)\": {\"\(settings[0].key)\": …}}"
            return ["\(name) must be an object, such as \(example), not \(value.title)."]
        }
        return values.sorted { $0.key < $1.key }.compactMap { key, value in
            guard let setting = settings.first(where: { $0.key == key }) else {
                return unknown("\(name).\(key)", among: settings.map(\.path))
            }
            return mistake(of: setting, value)
        }
    }

    private static func mistake(of setting: SettingName, _ value: JSONShape) -> String? {
        let expected = "\(setting.path) must be \(setting.kind.expectation)"
        switch (setting.kind, value) {
        case (.boolean, .boolean): return nil
        case (.seconds, .number(let seconds)):
            return SettingName.Kind.isTimeout(seconds) ? nil : "\(expected)."
        case (.text, .text): return nil
        case (.address, .text(let text)), (.time, .text(let text)), (.database, .text(let text)),
            (.proxies, .text(let text)), (.process, .text(let text)), (.accounts, .text(let text)),
            (.header, .text(let text)), (.country, .text(let text)):
            return text.isEmpty || setting.kind.accepts(text) ? nil : "\(expected)."
        default: return "\(expected), not \(value.title)."
        }
    }

    private static func unknown(_ name: String, among names: [String]) -> String {
        if let suggestion = EditDistance.closest(to: name, among: names) {
            return "There is no setting \(name). Did you mean \(suggestion)?"
        }
        return "There is no setting \(name). The settings are: \(names.joined(separator: ", "))."
    }
}

/// A JSON value by its type, with the texts and numbers that are to be checked.
private enum JSONShape: Decodable {
    case object([String: JSONShape])
    case array, null
    case text(String)
    case number(Double)
    case boolean(Bool)

    init(from decoder: any Decoder) throws {
        if let members = try? [String: JSONShape](from: decoder) {
            self = .object(members)
            return
        }
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .boolean(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else {
            self = .array
        }
    }

    /// The name of its type in messages.
    var title: String {
        switch self {
        case .object: "an object"
        case .array: "a list"
        case .null: "null"
        case .text: "a string"
        case .number: "a number"
        case .boolean: "true or false"
        }
    }
}

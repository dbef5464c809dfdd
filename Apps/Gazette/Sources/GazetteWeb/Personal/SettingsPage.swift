import Freshet
import FreshetCombine
import LivePages
import ReaderStorage

/// The settings page, with the list of keyboard shortcuts.
final class SettingsPage: PageContent {
    let section: Section? = nil
    let title = "Settings"
    let link = "/settings"
    let isPersonal = true
    let changes = Empty<Void, Never>(completeImmediately: false).eraseToAnyPublisher()
    private let looks: Looks
    /// Whether the choices were stored just now.
    private let isKept: Bool
    private let serviceNote: String?

    init(_ address: PageAddress, _ tools: PageTools) {
        looks = tools.looks
        isKept = address["kept"] == "yes"
        serviceNote = tools.serviceNote
    }

    func start() {}
    func proceed() -> Bool { true }
    func handle(_ input: PageInput) -> Bool { false }

    private struct Choice: Encodable {
        let name: String
        let legend: String
        let options: [Option]
    }

    private struct Option: Encodable {
        let id: String
        let value: String
        let title: String
        let isChosen: Bool
    }

    /// A part of the front page with its place.
    private struct Part: Encodable {
        struct Place: Encodable {
            let number: Int
            let isChosen: Bool
        }

        let name: String
        let title: String
        let isShown: Bool
        let places: [Place]
    }

    private var parts: [Part] {
        let order = looks.front + FrontPart.allCases.filter { !looks.front.contains($0) }
        return order.enumerated().map { index, part in
            Part(
                name: part.rawValue, title: part.title, isShown: looks.front.contains(part),
                places: order.indices.map { .init(number: $0 + 1, isChosen: $0 == index) })
        }
    }

    private struct Context: TemplateContext {
        static let template = "settings"

        let isKept: Bool
        let serviceNote: String?
        let choices: [Choice]
        let parts: [Part]
        let hasKeys: Bool
        let keys: [KeyTable.Key]
    }

    func regions() -> [Region] {
        let themes: [(Looks.Theme, String)] = [
            (.system, "As the system"), (.light, "Light"), (.dark, "Dark"),
        ]
        let letters: [(Looks.Letters, String)] = [(.serif, "With serifs"), (.sans, "Without serifs")]
        let densities: [(Looks.Density, String)] = [
            (.airy, "Airy, with large pictures"), (.dense, "Dense, with small ones"),
        ]
        let choices = [
            Choice(
                name: "theme", legend: "Colours",
                options: themes.map { theme, title in
                    Option(
                        id: "theme-\(theme.rawValue)", value: theme.rawValue, title: title,
                        isChosen: theme == looks.theme)
                }),
            Choice(
                name: "letters", legend: "Letters of articles",
                options: letters.map { letters, title in
                    Option(
                        id: "letters-\(letters.rawValue)", value: letters.rawValue, title: title,
                        isChosen: letters == looks.letters)
                }),
            Choice(
                name: "density", legend: "Lists",
                options: densities.map { density, title in
                    Option(
                        id: "density-\(density.rawValue)", value: density.rawValue, title: title,
                        isChosen: density == looks.density)
                }),
        ]
        return [
            Region(
                "settings",
                Context(
                    isKept: isKept, serviceNote: serviceNote, choices: choices, parts: parts, hasKeys: looks.hasKeys,
                    keys: KeyTable.keys),
                isFixed: true)
        ]
    }
}

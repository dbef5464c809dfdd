import Freshet
import FreshetCombine

/// The settings page, with the list of keyboard shortcuts.
final class SettingsPage: PageContent {
    let section: Section? = nil
    let title = "Settings"
    let link = "/settings"
    let changes = Empty<Void, Never>(completeImmediately: false).eraseToAnyPublisher()
    private let looks: Looks

    init(_ tools: PageTools) {
        looks = tools.looks
    }

    func start() {}
    func proceed() -> Bool { true }
    func handle(_ input: PageInput) -> Bool { false }

    private struct Choice {
        let name: String
        let legend: String
        let options: [Option]
    }

    private struct Option {
        let id: String
        let value: String
        let title: String
        let isChosen: Bool
    }

    private struct Context: TemplateContext {
        static let template = "settings"

        let choices: [Choice]
        let hasKeys: Bool
        let keys: [KeyTable.Key]
    }

    func regions() -> [Region] {
        let themes: [(Looks.Theme, String)] = [
            (.system, "As the system"), (.light, "Light"), (.dark, "Dark"),
        ]
        let letters: [(Looks.Letters, String)] = [(.serif, "With serifs"), (.sans, "Without serifs")]
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
        ]
        return [
            Region(
                "settings", Context(choices: choices, hasKeys: looks.hasKeys, keys: KeyTable.keys),
                isFixed: true)
        ]
    }
}

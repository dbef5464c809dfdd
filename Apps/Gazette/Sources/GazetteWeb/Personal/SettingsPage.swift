import Freshet
import FreshetCombine
import LivePages
import NewsAPI
import ReaderModels
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

        init<Value: RawRepresentable<String>>(
            _ name: String, _ legend: String, _ chosen: Value, _ options: [(Value, String)]
        ) {
            self.name = name
            self.legend = legend
            self.options = options.map { value, title in
                Option(
                    id: "\(name)-\(value.rawValue)", value: value.rawValue, title: title,
                    isChosen: value.rawValue == chosen.rawValue)
            }
        }
    }

    private struct Option: Encodable {
        let id: String
        let value: String
        let title: String
        let isChosen: Bool
    }

    /// A country of the news; an empty code for that of the browser.
    private struct Country: Encodable {
        let code: String
        let name: String
        let isChosen: Bool
    }

    private var countries: [Country] {
        let ofBrowser = NewsAPI.Country(region: looks.region)
        return [Country(code: "", name: "Same as the browser: \(ofBrowser.name)", isChosen: looks.country == nil)]
            + NewsAPI.Country.all
            .map { Country(code: $0.rawValue, name: $0.name, isChosen: $0.rawValue == looks.country) }
            .sorted { $0.name < $1.name }
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
        let countries: [Country]
        let parts: [Part]
        let hasKeys: Bool
        let keys: [KeyTable.Key]
    }

    func regions() -> [Region] {
        let choices = [
            Choice(
                "theme", "Colours", looks.theme, [(.system, "Same as the system"), (.light, "Light"), (.dark, "Dark")]),
            Choice(
                "size", "Text size", looks.size,
                [(.smaller, "Smaller"), (.normal, "Same as the browser"), (.larger, "Larger")]),
            Choice(
                "letters", "Article font", looks.letters,
                [(.serif, "Serif"), (.sans, "Sans serif")]),
            Choice(
                "density", "Lists", looks.density,
                [(.airy, "Airy, with large pictures"), (.dense, "Dense, with small pictures")]),
        ]
        return [
            Region(
                "settings",
                Context(
                    isKept: isKept, serviceNote: serviceNote, choices: choices, countries: countries,
                    parts: parts, hasKeys: looks.hasKeys, keys: KeyTable.keys),
                isFixed: true)
        ]
    }
}

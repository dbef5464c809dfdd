import Foundation
import Freshet
import NewsAPI
import ReaderModels

// The contexts of templates that several views share.

struct TabsContext: TemplateContext {
    static let template = "tabs"

    struct Tab: Encodable {
        let href: String
        let title: String
        let isCurrent: Bool
    }

    let label: String
    let tabs: [Tab]
}

struct SearchContext: TemplateContext {
    static let template = "search"

    struct Hidden: Encodable {
        let name: String
        let value: String
    }

    struct Choice: Encodable {
        struct Option: Encodable {
            let value: String
            let title: String
            let isCurrent: Bool
        }

        let name: String
        let label: String
        let options: [Option]
    }

    /// A text field of a form.
    struct Field: Encodable {
        let name: String
        let label: String
        let value: String
    }

    let action: String
    /// The text field; `nil` for a form that has only choices.
    var field: Field?
    var hidden: [Hidden] = []
    let choices: [Choice]
    /// Whether it has a line of its own, from the beginning: a browser may show a part of it before the rest has come.
    let isLong: Bool
    var button = "Search"

    init(action: String, hidden: [Hidden] = [], choices: [Choice], button: String = "Show") {
        self.action = action
        self.hidden = hidden
        self.choices = choices
        isLong = choices.count > 1
        self.button = button
    }

    init(
        action: String, name: String, label: String, value: String, hidden: [Hidden] = [], choices: [Choice] = [],
        button: String = "Search"
    ) {
        self.init(action: action, hidden: hidden, choices: choices, button: button)
        field = Field(name: name, label: label, value: value)
    }
}

extension SearchContext.Choice {
    /// A choice among values, each with its title.
    init(_ name: String, _ label: String, _ options: [(value: String, title: String)], current: String) {
        self.init(
            name: name, label: label,
            options: options.map { .init(value: $0.value, title: $0.title, isCurrent: $0.value == current) })
    }

    /// A choice among countries.
    init(countries: [NewsAPI.Country], current: NewsAPI.Country?) {
        self.init(
            "country", Words.country, countries.map { ($0.rawValue, $0.name) }, current: current?.rawValue ?? "")
    }
}

extension Region {
    /// Returns the region of a search form, which is not updated after it was first sent.
    static func search(_ context: SearchContext) -> Region {
        Region("search", context, isFixed: true)
    }
}

/// A moment for an element `<time>`.
struct TimeContext: Encodable {
    let iso: String
    let exact: String
    let relative: String
    /// The time since then in a sentence: "5 min ago".
    let ago: String

    private static let locale = Locale(identifier: "en_US")

    /// - Parameter days: The number of days after which the date is shown instead of the time since then.
    init(_ date: Date, now: Date, daysAfter days: Double = .infinity) {
        iso = DateText.exact(date)
        exact = iso.replacing("T", with: " ").replacing("Z", with: " UTC")
        relative =
            now.timeIntervalSince(date) < days * 86_400
            ? RelativeTime.text(from: date, to: now) : DateText.medium(date, locale: Self.locale, in: .gmt)
        ago = DateText.ago(date, now: now)
    }
}

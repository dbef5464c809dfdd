package import Foundation
import Freshet
import ReaderModels

// The contexts of templates that several views share.

package struct TabsContext: TemplateContext {
    package static let template = "tabs"

    package struct Tab: Encodable {
        package let href: String
        package let title: String
        package let isCurrent: Bool

        package init(href: String, title: String, isCurrent: Bool) {
            self.href = href
            self.title = title
            self.isCurrent = isCurrent
        }
    }

    package let label: String
    package let tabs: [Tab]

    package init(label: String, tabs: [Tab]) {
        self.label = label
        self.tabs = tabs
    }
}

package struct SearchContext: TemplateContext {
    package static let template = "search"

    package struct Hidden: Encodable {
        package let name: String
        package let value: String

        package init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    package struct Choice: Encodable {
        package struct Option: Encodable {
            package let value: String
            package let title: String
            package let isCurrent: Bool

            package init(value: String, title: String, isCurrent: Bool) {
                self.value = value
                self.title = title
                self.isCurrent = isCurrent
            }
        }

        package let name: String
        package let label: String
        package let options: [Option]

        package init(name: String, label: String, options: [Option]) {
            self.name = name
            self.label = label
            self.options = options
        }
    }

    /// A text field of a form.
    package struct Field: Encodable {
        package let name: String
        package let label: String
        /// The text in the empty field, where its label is not shown.
        package let placeholder: String?
        package let value: String
    }

    package let action: String
    /// The text field; `nil` for a form that has only choices.
    package var field: Field?
    package var hidden: [Hidden] = []
    package let choices: [Choice]
    /// Whether it has a line of its own, from the beginning: a browser may show a part of it before the rest has come.
    package let isLong: Bool
    package var button = "Search"

    package init(action: String, hidden: [Hidden] = [], choices: [Choice], button: String = "Show") {
        self.action = action
        self.hidden = hidden
        self.choices = choices
        isLong = choices.count > 1
        self.button = button
    }

    package init(
        action: String, name: String, label: String, placeholder: String? = nil, value: String, hidden: [Hidden] = [],
        choices: [Choice] = [], button: String = "Search"
    ) {
        self.init(action: action, hidden: hidden, choices: choices, button: button)
        field = Field(name: name, label: label, placeholder: placeholder, value: value)
    }
}

extension SearchContext.Choice {
    /// A choice among values, each with its title.
    package init(_ name: String, _ label: String, _ options: [(value: String, title: String)], current: String) {
        self.init(
            name: name, label: label,
            options: options.map { .init(value: $0.value, title: $0.title, isCurrent: $0.value == current) })
    }
}

extension Region {
    /// Returns the region of a search form, which is not updated after it was first sent.
    package static func search(_ context: SearchContext) -> Region {
        Region("search", context, isFixed: true)
    }
}

/// A moment for an element `<time>`.
package struct TimeContext: Encodable {
    let iso: String
    package let exact: String
    let relative: String
    /// The time since then in a sentence: "5 min ago".
    package let ago: String

    private static let locale = Locale(identifier: "en_US")

    /// - Parameter days: The number of days after which the date is shown instead of the time since then.
    package init(_ date: Date, now: Date, daysAfter days: Double = .infinity) {
        iso = DateText.exact(date)
        exact = iso.replacing("T", with: " ").replacing("Z", with: " UTC")
        relative =
            now.timeIntervalSince(date) < days * 86_400
            ? RelativeTime.text(from: date, to: now) : DateText.medium(date, locale: Self.locale, in: .gmt)
        ago = DateText.ago(date, now: now)
    }
}

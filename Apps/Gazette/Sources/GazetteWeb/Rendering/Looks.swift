import Hummingbird

/// The user's choices for the look and behaviour of pages, stored in cookies.
struct Looks: Sendable, Equatable {
    enum Theme: String, CaseIterable, Sendable {
        case system, light, dark
    }

    /// The letters of long texts.
    enum Letters: String, CaseIterable, Sendable {
        case serif, sans
    }

    var theme = Theme.system
    var letters = Letters.serif
    /// Whether single letters are keys.
    var hasKeys = true
    /// Whether scripts run in the browser; a page may then be sent before it is complete.
    var hasScript = false

    private static let scriptCookie = "script"

    init() {}

    init(_ request: Request) {
        let cookies = request.cookies
        theme = cookies["theme"].flatMap { Theme(rawValue: $0.value) } ?? .system
        letters = cookies["letters"].flatMap { Letters(rawValue: $0.value) } ?? .serif
        hasKeys = cookies["keys"]?.value != "off"
        hasScript = cookies[Self.scriptCookie] != nil
    }

    /// Reads what was chosen in the form of the settings; what it does not know stays as usual.
    init(form: [(name: String, value: String)]) {
        let values = Dictionary(form.map { ($0.name, $0.value) }) { first, _ in first }
        theme = values["theme"].flatMap(Theme.init) ?? .system
        letters = values["letters"].flatMap(Letters.init) ?? .serif
        hasKeys = values["keys"] == "on"
    }

    /// What keeps the choice for a year.
    var cookies: [Cookie] {
        [("theme", theme.rawValue), ("letters", letters.rawValue), ("keys", hasKeys ? "on" : "off")].map {
            name, value in
            Cookie(
                name: name, value: value, maxAge: 365 * 86_400, path: "/", httpOnly: true, sameSite: .lax)
        }
    }
}

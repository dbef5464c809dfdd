package import Hummingbird

/// The user's choices for the look and behaviour of pages, stored in cookies.
package struct Looks: Hashable, Sendable {
    package enum Theme: String, CaseIterable, Sendable {
        case system, light, dark
    }

    /// The typeface of long texts.
    package enum Letters: String, CaseIterable, Sendable {
        case serif, sans
    }

    /// How much of a list fits on a screen.
    package enum Density: String, CaseIterable, Sendable {
        case airy, dense
    }

    /// The size of all texts, relative to what the browser is set to.
    package enum Size: String, CaseIterable, Sendable {
        case smaller, normal, larger
    }

    package var theme = Theme.system
    package var size = Size.normal
    package var density = Density.airy
    package var letters = Letters.serif
    /// The parts of the front page, in their order.
    package var front = FrontPart.allCases
    /// Whether single letters are keyboard shortcuts.
    package var hasKeys = true
    /// The news country as a lowercase ISO 3166-1 code, or `nil` to use ``region``.
    package var country: String?
    /// The region of the browser's preferred language, or `nil` if unknown. It's not a choice and not in a cookie.
    package var region: String?
    /// Whether scripts run in the browser; a page may then be sent before it is complete.
    package var hasScript = false

    private static let scriptCookie = "script"
    private static let countryCookie = "country"

    package init() {}

    package init(_ request: Request) {
        let cookies = request.cookies
        theme = cookies["theme"].flatMap { Theme(rawValue: $0.value) } ?? .system
        size = cookies["size"].flatMap { Size(rawValue: $0.value) } ?? .normal
        letters = cookies["letters"].flatMap { Letters(rawValue: $0.value) } ?? .serif
        density = cookies["density"].flatMap { Density(rawValue: $0.value) } ?? .airy
        front = [FrontPart](text: cookies["front"]?.value)
        hasKeys = cookies["keys"]?.value != "off"
        country = cookies[Self.countryCookie].flatMap { Self.country($0.value) }
        region = request.headers[.acceptLanguage].flatMap(AcceptedLanguages.region)
        hasScript = cookies[Self.scriptCookie] != nil
    }

    /// Reads the choices from the settings form; unknown values become the defaults.
    package init(form values: [String: String]) {
        theme = values["theme"].flatMap(Theme.init) ?? .system
        size = values["size"].flatMap(Size.init) ?? .normal
        letters = values["letters"].flatMap(Letters.init) ?? .serif
        density = values["density"].flatMap(Density.init) ?? .airy
        front = [FrontPart](form: values) ?? FrontPart.allCases
        hasKeys = values["keys"] == "on"
        country = values[Self.countryCookie].flatMap(Self.country)
    }

    private static func country(_ code: String) -> String? {
        code.utf8.count == 2 && code.allSatisfy { ("a"..."z").contains($0) } ? code : nil
    }

    /// The names of the cookies that store the choices.
    package static let cookieNames = Set(Looks().cookies.map(\.name))

    /// Returns the cookie that stores a density for a year.
    package static func cookie(_ density: Density) -> Cookie { cookie("density", density.rawValue) }

    /// Returns the cookie that stores the country whose code a reader has chosen in a list; `nil` if it is invalid.
    package static func cookie(keepingCountry code: String) -> Cookie? {
        country(code).map { cookie(countryCookie, $0) }
    }

    /// The cookies that store the choices for a year.
    package var cookies: [Cookie] {
        [
            ("theme", theme.rawValue), ("size", size.rawValue), ("letters", letters.rawValue),
            ("density", density.rawValue), ("front", front.text), ("keys", hasKeys ? "on" : "off"),
            (Self.countryCookie, country ?? ""),
        ].map(Self.cookie)
    }

    /// Returns a cookie that lasts a year.
    package static func cookie(_ name: String, _ value: String) -> Cookie {
        Cookie(name: name, value: value, maxAge: 365 * 86_400, path: "/", httpOnly: true, sameSite: .lax)
    }
}

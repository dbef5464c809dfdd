public import Foundation
public import NewsAPI

/// The news country that the reader of an app chose last, or the device's region before the first choice.
public struct KeptCountry {
    private static let key = "newsCountry"

    private let defaults: UserDefaults
    private let locale: Locale

    /// Keeps the country in a defaults database, by default the app's own.
    public init(_ defaults: UserDefaults = .standard, locale: Locale = .current) {
        self.defaults = defaults
        self.locale = locale
    }

    /// The country. Setting it stores it.
    public var country: NewsAPI.Country {
        get { NewsAPI.Country(region: defaults.string(forKey: Self.key) ?? locale.region?.identifier) }
        nonmutating set { defaults.set(newValue.rawValue, forKey: Self.key) }
    }
}

public import Foundation
public import NewsAPI

/// The country of the news that the reader of an app has chosen last; the device's region before the first choice.
public struct KeptCountry {
    private static let key = "newsCountry"

    private let defaults: UserDefaults
    private let locale: Locale

    /// Keeps the country in a database of defaults, the app's own unless another is given.
    public init(_ defaults: UserDefaults = .standard, locale: Locale = .current) {
        self.defaults = defaults
        self.locale = locale
    }

    /// The country. Setting it keeps it.
    public var country: NewsAPI.Country {
        get { NewsAPI.Country(region: defaults.string(forKey: Self.key) ?? locale.region?.identifier) }
        nonmutating set { defaults.set(newValue.rawValue, forKey: Self.key) }
    }
}

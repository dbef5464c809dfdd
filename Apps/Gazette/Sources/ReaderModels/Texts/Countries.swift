import Foundation
public import NewsAPI

extension NewsAPI.Country {
    /// The name of the country in English, or its code where nobody knows one.
    public var name: String {
        Locale(identifier: "en").localizedString(forRegionCode: rawValue.uppercased()) ?? rawValue.uppercased()
    }
}

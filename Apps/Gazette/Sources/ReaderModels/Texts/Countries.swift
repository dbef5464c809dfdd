import Foundation
public import NewsAPI

extension NewsAPI.Country {
    /// The name of the country in English, or its code if the name is unknown.
    public var name: String {
        Locale(identifier: "en").localizedString(forRegionCode: rawValue.uppercased()) ?? rawValue.uppercased()
    }
}

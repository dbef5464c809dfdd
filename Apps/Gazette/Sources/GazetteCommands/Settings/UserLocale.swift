import Foundation
import NewsAPI

/// The user's locale, as a command's environment names it (POSIX, *Locale*).
enum UserLocale {
    /// Returns the country whose headlines the user gets by default.
    ///
    /// The first of `LC_ALL`, `LC_MESSAGES` and `LANG` that is set counts, such as `de_CH.UTF-8`. If it names no country,
    /// the system's settings do.
    static func country(in environment: [String: String]) -> NewsAPI.Country {
        let name = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        let parts = name?.prefix { $0 != "." && $0 != "@" }.split(separator: "_") ?? []
        return parts.count == 2 ? NewsAPI.Country(region: String(parts[1])) : NewsAPI.Country(Locale.current)
    }
}

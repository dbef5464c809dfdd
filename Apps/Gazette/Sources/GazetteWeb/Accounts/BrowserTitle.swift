/// A short title of a browser, for the list of sessions: "Firefox on Linux".
enum BrowserTitle {
    // The first that applies: browsers also name those that they resemble.
    private static let browsers = [
        ("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"),
        ("HeadlessChrome/", "Chrome"), ("Chromium/", "Chromium"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
        ("curl/", "curl"),
    ]
    private static let systems = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("Mac OS", "macOS"),
        ("CrOS", "ChromeOS"), ("Linux", "Linux"),
    ]

    static func title(of agent: String?) -> String {
        guard let agent = agent?.prefix(500) else { return "An unknown browser" }
        let browser = browsers.first { agent.contains($0.0) }?.1 ?? "A browser"
        return systems.first { agent.contains($0.0) }.map { "\(browser) on \($0.1)" } ?? browser
    }
}

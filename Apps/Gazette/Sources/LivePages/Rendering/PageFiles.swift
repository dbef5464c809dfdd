/// The style sheets, scripts and the display face that a page loads.
///
/// Pages that show contents of services load all of them. Pages of lines and forms have fixed titles: they load a font
/// with only the letters of these titles, and the style sheets and scripts that they use.
struct PageFiles {
    /// In the order in which they apply.
    let styles: [String]
    /// In the order in which they run.
    let scripts: [String]
    /// The font of the masthead and of the title, which is loaded before the style sheets are read.
    let face: String

    /// - Parameter link: The address of the page's view; `nil` for a page that reports that nothing can be shown.
    init(link: String?) {
        let path = link.map { String($0.prefix { $0 != "?" }) }
        let isSmall: Bool
        let forms: [String]
        switch path {
        case nil, "/sources", "/people": (isSmall, forms) = (true, [])
        case "/lab": (isSmall, forms) = (true, ["lab.css"])
        case "/settings", "/account", "/changes", "/people/sign-up", "/sign-in", "/sign-up", "/me", "/members":
            (isSmall, forms) = (true, ["forms.css"])
        case let path? where path.hasPrefix("/feeds"): (isSmall, forms) = (false, ["forms.css", "feeds.css"])
        case let path? where path.hasPrefix("/text/"): (isSmall, forms) = (false, ["feeds.css"])
        case let path?: (isSmall, forms) = (false, path.hasPrefix("/account/") ? ["forms.css"] : [])
        }
        styles = ["style.css"] + (isSmall ? [] : ["contents.css"]) + forms
        let hasText = path?.hasPrefix("/feeds/item/") == true
        scripts = ["gazette.js"] + (isSmall ? [] : ["contents.js"]) + (hasText ? ["positions.js"] : [])
        face = isSmall ? "newsreader-titles.woff2" : "newsreader.woff2"
    }
}

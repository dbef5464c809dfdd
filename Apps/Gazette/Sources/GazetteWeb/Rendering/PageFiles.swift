/// The style sheets, scripts and the display face that a page loads.
///
/// Pages that show what services say load all of it. Those of lines and forms have titles of their own: they load the few
/// letters of these titles, and what they use of the style and of the scripts.
struct PageFiles {
    /// In the order in which they apply.
    let styles: [String]
    /// In the order in which they run.
    let scripts: [String]
    /// The face of the masthead and of the title, which is loaded before the style sheets are read.
    let face: String

    /// - Parameter link: The address of what the page shows; `nil` when it says that nothing can be shown.
    init(link: String?) {
        let path = link.map { String($0.prefix { $0 != "?" }) }
        let isSmall: Bool
        let hasForms: Bool
        switch path {
        case nil, "/sources", "/people": (isSmall, hasForms) = (true, false)
        case "/settings", "/account", "/lab", "/people/sign-up": (isSmall, hasForms) = (true, true)
        case let path?: (isSmall, hasForms) = (false, path.hasPrefix("/account/"))
        }
        styles = ["style.css"] + (isSmall ? [] : ["contents.css"]) + (hasForms ? ["forms.css"] : [])
        scripts = ["gazette.js"] + (isSmall ? [] : ["contents.js"])
        face = isSmall ? "newsreader-titles.woff2" : "newsreader.woff2"
    }
}

import LivePages

/// Pages that show contents of services load all style sheets and scripts of contents. Pages of lines and forms have
/// fixed titles: they load a font with only the letters of these titles.
extension PageFiles {
    /// For lists and texts of services.
    static let contents = PageFiles(withContents: [])
    static let formsWithContents = PageFiles(withContents: ["forms.css"])
    static let feeds = PageFiles(withContents: ["forms.css", "feeds.css"])
    static let feedItem = PageFiles(withContents: ["forms.css", "feeds.css"], scripts: ["positions.js"])
    static let text = PageFiles(withContents: ["feeds.css"])
    /// For lines of text.
    static let lines = PageFiles(ofLines: [])
    static let forms = PageFiles(ofLines: ["forms.css"])
    static let lab = PageFiles(ofLines: ["lab.css"])

    private init(withContents styles: [String], scripts: [String] = []) {
        self.init(
            styles: ["style.css", "contents.css"] + styles, scripts: ["gazette.js", "contents.js"] + scripts,
            face: "newsreader.woff2")
    }

    private init(ofLines styles: [String]) {
        self.init(styles: ["style.css"] + styles, scripts: ["gazette.js"], face: "newsreader-titles.woff2")
    }
}

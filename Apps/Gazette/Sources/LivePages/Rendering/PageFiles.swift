/// The style sheets, scripts and the display face that a page loads.
package struct PageFiles: Sendable {
    /// In the order in which they apply.
    package let styles: [String]
    /// In the order in which they run.
    package let scripts: [String]
    /// The font of the masthead and of the title, which is loaded before the style sheets are read.
    package let face: String

    package init(styles: [String], scripts: [String], face: String) {
        self.styles = styles
        self.scripts = scripts
        self.face = face
    }
}

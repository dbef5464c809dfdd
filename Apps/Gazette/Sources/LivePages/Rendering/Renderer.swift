package import Foundation
package import ReaderModels
package import ReaderStorage

/// Renders regions and documents as HTML with the templates, which escape all values.
package struct Renderer: Sendable {
    private let templates: [String: Template]
    private let assets: Assets
    /// Returns the files of the page with a link; `nil` stands for a page that reports that nothing can be shown.
    private let files: @Sendable (String?) -> PageFiles

    /// "Saturday, March 14, 2026".
    private static let dateStyle = Date.FormatStyle(locale: Locale(identifier: "en_US"))
        .weekday(.wide).day().month(.wide).year()

    /// Reads the templates of a folder, which are named as their files.
    package init(
        templates folder: URL, assets: Assets, files: @escaping @Sendable (String?) -> PageFiles
    ) throws {
        let sources = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        templates = try Dictionary(
            uniqueKeysWithValues: sources.map { file in
                (
                    file.deletingPathExtension().lastPathComponent,
                    Template(try String(contentsOf: file, encoding: .utf8))
                )
            })
        self.assets = assets
        self.files = files
    }

    package func html(_ region: Region) -> String {
        let name = type(of: region.context).template
        guard let template = templates[name] else { preconditionFailure("There is no template \(name).") }
        return template.text(Value(region.context), partials: templates)
    }

    /// A region as HTML.
    package struct Part {
        package let id: String
        package let html: String
        package var isFixed = false
        package var isPending = false
        package var grows = false
        /// Whether it shows the loading state of the other parts.
        var isStatus = false
    }

    /// The live page that a document shows, and the number of the latest change that the document contains.
    package struct Page: Encodable {
        package let id: String
        package let version: Int
        /// The address of what it shows.
        package let link: String
        /// The address of the feed that follows it; `nil` if there is none.
        package let feed: String?

        package init(id: String, version: Int, link: String, feed: String?) {
            self.id = id
            self.version = version
            self.link = link
            self.feed = feed
        }
    }

    package func part(_ region: Region) -> Part {
        Part(
            id: region.id, html: html(region), isFixed: region.isFixed, isPending: region.isPending,
            grows: region.grows, isStatus: type(of: region.context).isStatus)
    }

    /// The whole document.
    ///
    /// - Parameter link: The address of a document that shows no live page, if it is known.
    package func document(
        title: String, section: ReaderSection?, parts: [Part], frame: DocumentFrame, page: Page? = nil,
        link: String? = nil
    ) -> String {
        var stream = DocumentStream()
        // A live page has the part already.
        let parts = page == nil ? frame.waiting.regions(at: link).map(part) + parts : parts
        return head(title: title, section: section, frame: frame, page: page, link: link)
            + stream.text(for: parts, isFinal: true) + tail(frame: frame, page: page)
    }

    /// What follows the parts of a document.
    ///
    /// - Parameter isStreamed: Whether the head was sent before the number of the last change was known.
    package func tail(frame: DocumentFrame, page: Page?, isStreamed: Bool = false) -> String {
        struct Context: TemplateContext {
            static let template = "layoutTail"

            let page: Page?
            let keys: [KeyTable.Key]
            let serviceNote: String?
            let isStreamed: Bool
            let hasAccounts: Bool
        }
        let context = Context(
            page: page, keys: KeyTable.keys, serviceNote: frame.serviceNote, isStreamed: isStreamed,
            hasAccounts: frame.hasAccounts)
        return html(Region("tail", context))
    }

    /// The title and the heading of a document whose head was sent without them.
    package func lateTitle(_ title: String) -> String {
        struct Context: TemplateContext {
            static let template = "lateTitle"

            let title: String
        }
        return html(Region("title", Context(title: title)))
    }

    /// What precedes the parts of a document.
    ///
    /// - Parameter title: The title; `nil` while it is not known.
    package func head(
        title: String?, section: ReaderSection?, frame: DocumentFrame, page: Page?, link: String? = nil
    ) -> String {
        struct Link: Encodable {
            let href: String
            let title: String
            let isCurrent: Bool
        }
        struct Context: TemplateContext {
            static let template = "layoutHead"

            let title: String?
            let styles: [String]
            let face: String
            let icon: String
            let manifest: String
            let scripts: [String]
            let page: Page?
            let theme: String
            let letters: String
            let size: String
            let density: String
            let isDense: Bool
            let hasKeys: Bool
            let date: String
            let isSettings: Bool
            let scheme: String
            let serviceNote: String?
            let sections: [Link]
            let hasAccounts: Bool
            let isAccount: Bool
            let notice: String?
        }
        let files = self.files(page?.link ?? link)
        let context = Context(
            title: title, styles: files.styles.map(assets.path), face: assets.path(of: files.face),
            icon: assets.path(of: "icon.svg"),
            manifest: assets.path(of: "manifest.webmanifest"),
            scripts: files.scripts.map(assets.path), page: page, theme: frame.looks.theme.rawValue,
            letters: frame.looks.letters.rawValue, size: frame.looks.size.rawValue,
            density: frame.looks.density.rawValue, isDense: frame.looks.density == .dense, hasKeys: frame.looks.hasKeys,
            date: Date().formatted(Self.dateStyle), isSettings: page?.link == "/settings",
            scheme: frame.looks.theme == .system ? "light dark" : frame.looks.theme.rawValue,
            serviceNote: frame.serviceNote,
            sections: [Link(href: "/", title: "Today", isCurrent: page?.link == "/")]
                + ReaderSection.allCases.map {
                    Link(href: "/\($0.rawValue)", title: $0.title, isCurrent: $0 == section)
                },
            hasAccounts: frame.hasAccounts, isAccount: link == "/me", notice: frame.notice)
        return html(Region("head", context))
    }
}

/// The values for the parts of a document around its view.
package struct DocumentFrame: Sendable {
    package let looks: Looks
    /// The server that replaces the services, for the footer.
    package let serviceNote: String?
    /// Whether readers have accounts of Gazette.
    package var hasAccounts = false
    /// What is wrong with the reader's account; `nil` for nothing.
    package var notice: String?
    /// What of the reader's changes has not arrived yet, for a document that shows no live page.
    package var waiting = Waiting()

    package init(
        looks: Looks, serviceNote: String?, hasAccounts: Bool = false, notice: String? = nil,
        waiting: Waiting = Waiting()
    ) {
        self.looks = looks
        self.serviceNote = serviceNote
        self.hasAccounts = hasAccounts
        self.notice = notice
        self.waiting = waiting
    }
}

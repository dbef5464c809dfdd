import Foundation
import ReaderModels

/// Renders regions and documents as HTML with the templates, which escape all values.
struct Renderer: Sendable {
    private let templates: [String: Template]
    private let assets: Assets

    /// "Saturday, March 14, 2026".
    private static let dateStyle = Date.FormatStyle(locale: Locale(identifier: "en_US"))
        .weekday(.wide).day().month(.wide).year()

    /// Reads the templates that come with the program.
    init(assets: Assets) throws {
        guard let folder = Bundle.module.url(forResource: "Templates", withExtension: nil) else {
            preconditionFailure("The templates are missing from the resources.")
        }
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        templates = try Dictionary(
            uniqueKeysWithValues: files.map { file in
                (
                    file.deletingPathExtension().lastPathComponent,
                    Template(try String(contentsOf: file, encoding: .utf8))
                )
            })
        self.assets = assets
    }

    func html(_ region: Region) -> String {
        let name = type(of: region.context).template
        guard let template = templates[name] else { preconditionFailure("There is no template \(name).") }
        return template.text(Value(region.context), partials: templates)
    }

    /// A region as HTML.
    struct Part {
        let id: String
        let html: String
        var isFixed = false
        var isPending = false
        var grows = false
        /// Whether it shows the loading state of the other parts.
        var isStatus = false
    }

    /// The live page that a document shows, and the number of the latest change that the document contains.
    struct Page: Encodable {
        let id: String
        let version: Int
        /// The address of what it shows.
        let link: String
        /// The address of the feed that follows it; `nil` if there is none.
        let feed: String?
    }

    func part(_ region: Region) -> Part {
        Part(
            id: region.id, html: html(region), isFixed: region.isFixed, isPending: region.isPending,
            grows: region.grows, isStatus: type(of: region.context).isStatus)
    }

    /// The whole document.
    ///
    /// - Parameter link: The address of a document that shows no live page, if it is known.
    func document(
        title: String, section: Section?, parts: [Part], frame: DocumentFrame, page: Page? = nil, link: String? = nil
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
    func tail(frame: DocumentFrame, page: Page?, isStreamed: Bool = false) -> String {
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
    func lateTitle(_ title: String) -> String {
        struct Context: TemplateContext {
            static let template = "lateTitle"

            let title: String
        }
        return html(Region("title", Context(title: title)))
    }

    /// What precedes the parts of a document.
    ///
    /// - Parameter title: The title; `nil` while it is not known.
    func head(title: String?, section: Section?, frame: DocumentFrame, page: Page?, link: String? = nil) -> String {
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
        let files = PageFiles(link: page?.link ?? link)
        let context = Context(
            title: title, styles: files.styles.map(assets.path), face: assets.path(of: files.face),
            icon: assets.path(of: "icon.svg"),
            manifest: assets.path(of: "manifest.webmanifest"),
            scripts: files.scripts.map(assets.path), page: page, theme: frame.looks.theme.rawValue,
            letters: frame.looks.letters.rawValue,
            density: frame.looks.density.rawValue, isDense: frame.looks.density == .dense, hasKeys: frame.looks.hasKeys,
            date: Date().formatted(Self.dateStyle), isSettings: page?.link == "/settings",
            scheme: frame.looks.theme == .system ? "light dark" : frame.looks.theme.rawValue,
            serviceNote: frame.serviceNote,
            sections: [Link(href: "/", title: "Today", isCurrent: page?.link == "/")]
                + Section.allCases.map { Link(href: "/\($0.rawValue)", title: $0.title, isCurrent: $0 == section) },
            hasAccounts: frame.hasAccounts, isAccount: link == "/me", notice: frame.notice)
        return html(Region("head", context))
    }
}

/// The values for the parts of a document around its view.
struct DocumentFrame: Sendable {
    let looks: Looks
    /// The server that replaces the services, for the footer.
    let serviceNote: String?
    /// Whether readers have accounts of Gazette.
    var hasAccounts = false
    /// What is wrong with the reader's account; `nil` for nothing.
    var notice: String?
    /// What of the reader's changes has not arrived yet, for a document that shows no live page.
    var waiting = Waiting()
}

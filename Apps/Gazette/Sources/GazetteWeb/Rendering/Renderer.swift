import Foundation
import Mustache
import ReaderModels

/// Makes HTML of regions and documents by the templates, which escape whatever they are given.
struct Renderer: Sendable {
    private let library: MustacheLibrary
    private let assets: Assets

    /// In the order in which they run.
    static let scripts = ["stream.js", "script.js", "reading.js", "keys.js", "marks.js"]

    /// Reads the templates that come with the program.
    init(assets: Assets) async throws {
        guard let folder = Bundle.module.url(forResource: "Templates", withExtension: nil) else {
            preconditionFailure("The templates are missing from the resources.")
        }
        library = try await MustacheLibrary(directory: folder.path)
        self.assets = assets
    }

    func html(_ region: Region) -> String {
        let template = type(of: region.context).template
        guard let html = library.render(region.context, withTemplate: template) else {
            preconditionFailure("There is no template \(template).")
        }
        return html
    }

    /// A region as HTML.
    struct Part {
        let id: String
        let html: String
        let isFixed: Bool
    }

    /// The live page that a document shows, and the number up to which it contains its changes.
    struct Page {
        let id: String
        let version: Int
        /// The address of what it shows.
        let link: String
        /// The feed that follows it, if one does.
        let feed: String?
    }

    func part(_ region: Region) -> Part { Part(id: region.id, html: html(region), isFixed: region.isFixed) }

    func document(title: String, section: Section?, parts: [Part], frame: DocumentFrame, page: Page? = nil) -> String {
        struct Link {
            let href: String
            let title: String
            let isCurrent: Bool
        }
        struct Context: TemplateContext {
            static let template = "layout"

            let title: String
            let style: String
            let icon: String
            let manifest: String
            let scripts: [String]
            let page: Page?
            let theme: String
            let letters: String
            let hasKeys: Bool
            let scheme: String
            let keys: [KeyTable.Key]
            let serviceNote: String?
            let sections: [Link]
            let regions: [Part]
        }
        let context = Context(
            title: title, style: assets.path(of: "style.css"), icon: assets.path(of: "icon.svg"),
            manifest: assets.path(of: "manifest.webmanifest"),
            scripts: Self.scripts.map(assets.path), page: page, theme: frame.looks.theme.rawValue,
            letters: frame.looks.letters.rawValue, hasKeys: frame.looks.hasKeys,
            scheme: frame.looks.theme == .system ? "light dark" : frame.looks.theme.rawValue, keys: KeyTable.keys,
            serviceNote: frame.serviceNote,
            sections: Section.allCases.map {
                Link(href: "/\($0.rawValue)", title: $0.title, isCurrent: $0 == section)
            },
            regions: parts)
        return html(Region("document", context))
    }
}

/// What stands around every view.
struct DocumentFrame: Sendable {
    let looks: Looks
    /// The server that replaces the services, for the footer.
    let serviceNote: String?
}

import Foundation
import Mustache

/// Makes HTML of regions and documents by the templates, which escape whatever they are given.
struct Renderer: Sendable {
    private let library: MustacheLibrary
    private let assets: Assets

    /// Reads the templates that come with the program.
    init(assets: Assets) async throws {
        guard let folder = Bundle.module.url(forResource: "Templates", withExtension: nil) else {
            preconditionFailure("The templates are missing from the resources.")
        }
        library = try await MustacheLibrary(directory: folder.path)
        self.assets = assets
    }

    func html(_ region: Region) -> String {
        guard let html = library.render(region.context, withTemplate: region.template) else {
            preconditionFailure("There is no template \(region.template).")
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
    }

    func part(_ region: Region) -> Part { Part(id: region.id, html: html(region), isFixed: region.isFixed) }

    func document(title: String, section: Section?, parts: [Part], frame: DocumentFrame, page: Page? = nil) -> String {
        struct Link {
            let href: String
            let title: String
            let isCurrent: Bool
        }
        struct Context {
            let title: String
            let style: String
            let icon: String
            let stream: String
            let script: String
            let page: Page?
            let answerer: String?
            let sections: [Link]
            let regions: [Part]
        }
        let context = Context(
            title: title, style: assets.path(of: "style.css"), icon: assets.path(of: "icon.svg"),
            stream: assets.path(of: "stream.js"), script: assets.path(of: "script.js"), page: page,
            answerer: frame.answerer,
            sections: Section.allCases.map {
                Link(href: "/\($0.rawValue)", title: $0.title, isCurrent: $0 == section)
            },
            regions: parts)
        return html(Region("document", "layout", context))
    }
}

/// What stands around every view.
struct DocumentFrame: Sendable {
    /// Who answers in place of the services, to say so in the footer.
    let answerer: String?
}

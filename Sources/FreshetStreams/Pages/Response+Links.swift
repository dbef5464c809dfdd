public import FreshetCore
import HTTPTypes

extension Response {
    /// The links in the response's `Link` fields, with targets resolved against its address.
    ///
    /// ```swift
    /// let next = response.links["next"]
    /// ```
    ///
    /// `Link` is defined in RFC 8288. The base is the address after all redirects. Links whose
    /// target isn't an http or https address are left out.
    public var links: ResponseLinks {
        guard let base = try? WebAddress(url.text) else { return ResponseLinks([], of: url.text) }
        let field = head.headerFields[.link] ?? ""
        return ResponseLinks(LinkField.links(in: field).compactMap { ResponseLink($0, base: base) }, of: base.text)
    }
}

extension ResponseLink {
    fileprivate init?(_ link: LinkField.Link, base: WebAddress) {
        guard let target = try? base.text(resolving: link.reference) else { return nil }
        // A fragment of the response is a different context from the response itself (RFC 8288 §3.2).
        let context = link.value(of: "anchor").map { try? base.text(resolving: $0) } ?? base.text
        guard let context else { return nil }
        var parameters: [String: String] = [:]
        for parameter in link.parameters where parameter.name != "rel" && parameter.name != "anchor" {
            if parameters[parameter.name] == nil { parameters[parameter.name] = parameter.value }
        }
        self.init(target: target, context: context, relations: link.relations, parameters: parameters)
    }
}

extension HTTPField.Name {
    fileprivate static let link = Self("Link")!
}

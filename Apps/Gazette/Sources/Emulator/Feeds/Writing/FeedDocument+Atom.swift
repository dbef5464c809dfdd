extension FeedDocument {
    /// Atom 0.3, the draft before the standard.
    var atom03: String {
        var text = "<feed version=\"0.3\" xmlns=\"http://purl.org/atom/ns#\" xml:lang=\"\(site.language)\">\n"
        text += XMLText.element("title", site.title) + XMLText.element("tagline", site.about)
        text += "<link rel=\"alternate\" type=\"text/html\" href=\"\(XMLText.escaped(home))\"/>\n"
        text += XMLText.element("modified", ISODate.text(of: updated))
        text += "<author>\(XMLText.element("name", site.title))</author>\n"
        for article in articles {
            text += "<entry>\n" + XMLText.element("title", article.title)
            text += "<link rel=\"alternate\" type=\"text/html\" href=\"\(XMLText.escaped(address(of: article)))\"/>\n"
            text += XMLText.element("id", article.tag)
            text += XMLText.element("issued", ISODate.text(of: article.date))
            text += XMLText.element("modified", ISODate.text(of: article.date))
            text += XMLText.element("summary type=\"text/plain\"", article.teaser)
            if article.access == .everybody {
                text += XMLText.element(
                    "content type=\"text/html\" mode=\"escaped\"", article.html(origin: origin))
            }
            text += "</entry>\n"
        }
        return text + "</feed>\n"
    }

    /// Atom 1.0 (RFC 4287): with XHTML and relative addresses, or with escaped HTML.
    var atom: String {
        let isXHTML = site.format == .atomXHTML
        let base = isXHTML ? " xml:base=\"\(XMLText.escaped(home))\"" : ""
        var text = "<feed xmlns=\"http://www.w3.org/2005/Atom\" xml:lang=\"\(site.language)\"\(base)>\n"
        text += XMLText.element("title", site.title) + XMLText.element("subtitle", site.about)
        text += "<link rel=\"self\" type=\"application/atom+xml\" href=\"\(XMLText.escaped(address))\"/>\n"
        text += "<link rel=\"alternate\" type=\"text/html\" href=\"\(isXHTML ? "./" : XMLText.escaped(home))\"/>\n"
        text += XMLText.element("id", home) + XMLText.element("updated", ISODate.text(of: updated))
        text += XMLText.element("icon", isXHTML ? "icon.png" : icon)
        text +=
            "<author>\(XMLText.element("name", site.title))\(XMLText.element("uri", isXHTML ? "./" : home))</author>\n"
        for article in articles { text += entry(article, isXHTML: isXHTML) }
        return text + "</feed>\n"
    }

    private func entry(_ article: FeedArticle, isXHTML: Bool) -> String {
        let address = isXHTML ? String(article.path.dropFirst(site.path.count + 1)) : address(of: article)
        let date = ISODate.text(of: article.date)
        var text = "<entry>\n" + XMLText.element("title", article.title)
        text += "<link rel=\"alternate\" href=\"\(XMLText.escaped(address))\"/>\n" + XMLText.element("id", article.tag)
        text += XMLText.element("published", date) + XMLText.element("updated", date)
        for category in article.categories { text += "<category term=\"\(XMLText.escaped(category))\"/>\n" }
        text += XMLText.element("summary", article.teaser)
        if isXHTML {
            text += "<content type=\"xhtml\"><div xmlns=\"http://www.w3.org/1999/xhtml\">"
            text += article.html(origin: nil) + "</div></content>\n"
        } else {
            let html = article.html(origin: origin)
            text += XMLText.element(
                "content type=\"html\"", site.isRightToLeft ? "<div dir=\"rtl\">\(html)</div>" : html)
        }
        return text + "</entry>\n"
    }
}

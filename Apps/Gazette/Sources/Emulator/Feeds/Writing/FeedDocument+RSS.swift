extension FeedDocument {
    /// RSS 0.91, 0.92 or 2.0.
    var rss: String {
        var text = head
        text += XMLText.element("title", site.title) + XMLText.element("link", home)
        text += XMLText.element("description", site.about) + XMLText.element("language", site.language)
        text += XMLText.element("lastBuildDate", ISODate.headerText(of: updated))
        text += channelDetails
        for article in articles { text += "<item>\n\(item(article))</item>\n" }
        return text + "</channel>\n</rss>\n"
    }

    private var head: String {
        switch site.format {
        case .rss091:
            // The public identifier that Netscape's own feeds had.
            """
            <!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" \
            "http://my.netscape.com/publish/formats/rss-0.91.dtd">
            <rss version="0.91">
            <channel>

            """
        case .rss092: "<rss version=\"0.92\">\n<channel>\n"
        default:
            """
            <rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" \
            xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:atom="http://www.w3.org/2005/Atom" \
            xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd">
            <channel>
            <atom:link rel="self" type="application/rss+xml" href="\(XMLText.escaped(address))"/>

            """
        }
    }

    private var channelDetails: String {
        switch site.format {
        case .rss091: "<skipHours><hour>1</hour><hour>2</hour><hour>3</hour></skipHours>\n" + image
        case .rssTeasers where site.stories != nil: XMLText.element("ttl", "120") + image
        case .podcast:
            XMLText.element("itunes:author", site.title)
                + "<itunes:image href=\"\(XMLText.escaped(icon))\"/>\n<itunes:category text=\"Society\"/>\n"
        default: image
        }
    }

    private var image: String {
        "<image>\(XMLText.element("url", icon))\(XMLText.element("title", site.title))"
            + "\(XMLText.element("link", home))</image>\n"
    }

    private func item(_ article: FeedArticle) -> String {
        let address = address(of: article)
        var text = XMLText.element("title", article.title) + XMLText.element("link", address)
        switch site.format {
        // RSS 0.91 and 0.92 have neither dates nor ids of items.
        case .rss091: return text + XMLText.element("description", article.teaser)
        case .rss092:
            text += XMLText.element("description", article.html(origin: origin))
            return text + article.categories.map { XMLText.element("category", $0) }.joined()
        case .rssTeasers:
            text += XMLText.element("guid", address)
            text += XMLText.element("description", "<p>\(XMLText.escaped(article.teaser))</p>")
        case .podcast: text += episode(article)
        default:
            text += XMLText.element("guid isPermaLink=\"false\"", article.tag)
            text += XMLText.element("description", article.teaser)
            text += XMLText.characterData("content:encoded", article.html(origin: origin) + pixel(article))
        }
        text +=
            XMLText.element("pubDate", ISODate.headerText(of: article.date))
            + XMLText.element("dc:creator", article.site.title)
        text += XMLText.element("comments", address + "#comments")
        return text + article.categories.map { XMLText.element("category", $0) }.joined()
    }

    private func episode(_ article: FeedArticle) -> String {
        let address = "\(origin)\(site.path)/episodes/\(article.number).wav"
        return XMLText.element("guid isPermaLink=\"false\"", article.tag)
            + XMLText.element("description", article.teaser)
            + "<enclosure url=\"\(XMLText.escaped(address))\" length=\"\(Sound.byteCount)\" type=\"audio/wav\"/>\n"
            + XMLText.element("itunes:duration", "0:0\(Sound.seconds)")
            + "<itunes:image href=\"\(XMLText.escaped(origin + article.picturePath))\"/>\n"
    }

    /// A picture that counts readers.
    private func pixel(_ article: FeedArticle) -> String {
        let address = "\(origin)/feeds/pixel.gif?article=\(article.site.name)/\(article.number)"
        return "\n<img src=\"\(XMLText.escaped(address))\" width=\"1\" height=\"1\" alt=\"\" />"
    }

    /// RSS 1.0, in which the items are beside the channel.
    var rdf: String {
        var text = """
            <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" \
            xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:sy="http://purl.org/rss/1.0/modules/syndication/" \
            xmlns:content="http://purl.org/rss/1.0/modules/content/">
            <channel rdf:about="\(XMLText.escaped(address))">

            """
        text += XMLText.element("title", site.title) + XMLText.element("link", home)
        text += XMLText.element("description", site.about) + XMLText.element("dc:language", site.language)
        text += XMLText.element("dc:date", ISODate.text(of: updated))
        text += XMLText.element("sy:updatePeriod", "hourly") + XMLText.element("sy:updateFrequency", "1")
        text += "<items><rdf:Seq>\n"
        for article in articles { text += "<rdf:li rdf:resource=\"\(XMLText.escaped(address(of: article)))\"/>\n" }
        text += "</rdf:Seq></items>\n</channel>\n"
        for article in articles {
            let address = address(of: article)
            text += "<item rdf:about=\"\(XMLText.escaped(address))\">\n"
            text += XMLText.element("title", article.title) + XMLText.element("link", address)
            text += XMLText.element("description", article.teaser)
            text += XMLText.characterData("content:encoded", article.html(origin: origin))
            text += XMLText.element("dc:date", ISODate.text(of: article.date))
            text += XMLText.element("dc:creator", site.title)
            text += article.categories.map { XMLText.element("dc:subject", $0) }.joined() + "</item>\n"
        }
        return text + "</rdf:RDF>\n"
    }
}

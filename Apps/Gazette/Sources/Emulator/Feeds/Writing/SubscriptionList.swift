/// A list of sites as OPML, in their folders.
struct SubscriptionList {
    let title: String
    let sites: [FeedSite]
    let origin: String

    var text: String {
        var text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <opml version="2.0">
            <head>\(XMLText.element("title", title))</head>
            <body>

            """
        var folders: [String] = []
        for site in sites where !folders.contains(site.folder) { folders.append(site.folder) }
        for folder in folders {
            let name = XMLText.escaped(folder)
            text += "<outline text=\"\(name)\" title=\"\(name)\">\n"
            for site in sites where site.folder == folder {
                let name = XMLText.escaped(site.title)
                text += "  <outline type=\"rss\" text=\"\(name)\" title=\"\(name)\" "
                text += "xmlUrl=\"\(XMLText.escaped(origin + site.feedPath))\" "
                text += "htmlUrl=\"\(XMLText.escaped("\(origin)\(site.path)/"))\"/>\n"
            }
            text += "</outline>\n"
        }
        return text + "</body>\n</opml>\n"
    }
}

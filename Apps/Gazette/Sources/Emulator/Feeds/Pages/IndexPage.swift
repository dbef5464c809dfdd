/// The list of all sites and of the feeds with faults.
struct IndexPage {
    let origin: String

    var html: String {
        let links = FeedSite.all.map(HomePage.link).joined()
        let sites = FeedSite.all.map { site in
            "<li><a href=\"\(site.path)/\">\(XMLText.escaped(site.title))</a>: \(XMLText.escaped(site.about)) "
                + "<a href=\"\(site.feedPath)\">\(XMLText.escaped(origin + site.feedPath))</a></li>\n"
        }
        let faults = FeedFault.allCases.map { fault in
            "<li>\(XMLText.escaped(fault.summary)) "
                + "<a href=\"\(fault.path)\">\(XMLText.escaped(origin + fault.path))</a></li>\n"
        }
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head><meta charset="utf-8"><title>The emulator's feeds</title>
            \(links)</head>
            <body>
            <h1>The emulator's feeds</h1>
            <p>All of them as one <a href="/feeds/subscriptions.opml">list of subscriptions</a> (OPML).</p>
            <ul>
            \(sites.joined())</ul>
            <h2>Feeds with faults</h2>
            <ul>
            \(faults.joined())</ul>
            <h2>Many feeds</h2>
            <p>There are \(FeedSite.numbers.upperBound) more, such as <a href="/feeds/many/1.xml">/feeds/many/1.xml</a>;
            <code>?items=100</code> sets the number of items. The first hundred are also available as a
            <a href="/feeds/many/subscriptions.opml?count=100">list of subscriptions</a>.</p>
            </body>
            </html>

            """
    }
}

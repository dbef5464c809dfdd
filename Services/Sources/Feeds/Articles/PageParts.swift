/// Distinguishes the article of a page from what is around it, by the names of elements and classes.
enum PageParts {
    /// What the name, the role and the classes of an element say about it.
    enum Kind {
        /// Never shown: a script, or an element that the page hides.
        case hidden
        /// Beside the article, however long it is: comments, a gallery.
        case beside
        /// Around the article if it has less than half of the page's prose: a form, a list of comments.
        case around
        /// Around the article if it has hardly any prose: frameworks give elements of any content such names.
        case perhapsAround
        case content
    }

    /// Returns what an element seems to be. What it contains may show that it is something else.
    static func kind(_ node: HTMLNode) -> Kind {
        let (name, attributes) = (node.name, node.attributes)
        if HTMLRules.isHidden(name, attributes) { return .hidden }
        if hiddenElements.contains(name) { return HTMLRules.isFormula(name, attributes) ? .content : .hidden }
        // A formula is hidden from screen readers where there is a picture of it, and the other way round.
        if attributes["aria-hidden"]?.lowercased() == "true", name != "img", name != "math" { return .hidden }
        if aroundElements.contains(name) || aroundRoles.contains(attributes["role"]?.lowercased() ?? "") {
            return .around
        }
        guard !["html", "body", "article", "main", "a", "p", "figure", "img"].contains(name) else { return .content }
        let words = words(attributes)
        if !words.isDisjoint(with: beside) { return .beside }
        let isArticle = !words.isDisjoint(with: article)
        if !words.isDisjoint(with: around) { return isArticle ? .perhapsAround : .around }
        return !isArticle && !words.isDisjoint(with: perhapsAround) ? .perhapsAround : .content
    }

    /// Returns the points of an element before its text counts.
    static func points(_ node: HTMLNode) -> Double {
        let attributes = node.attributes
        if attributes["itemprop"]?.lowercased() == "articlebody" { return 50 }
        let words = words(attributes)
        var points = words.isDisjoint(with: article) ? 0 : 25.0
        if !words.isDisjoint(with: around) || !words.isDisjoint(with: perhapsAround) { points -= 25 }
        switch node.name {
        case "article": points += 25
        case "main": points += 10
        case "section", "div": points += 5
        case "ul", "ol", "dl", "table", "form", "td", "li": points -= 5
        default: break
        }
        return points
    }

    private static func words(_ attributes: [String: String]) -> Set<String> {
        func words(_ name: String) -> [Substring] {
            attributes[name]?.lowercased().split { !($0.isLetter || $0.isNumber) } ?? []
        }
        // A longer identifier is the text of a heading, made by a program.
        let identifier = words("id")
        return Set((words("class") + (identifier.count < 4 ? identifier : [])).map(String.init))
    }

    /// Elements that are parts of the text around them.
    static let inline: Set<String> = [
        "a", "abbr", "acronym", "b", "bdi", "bdo", "big", "br", "cite", "code", "del", "dfn", "em", "font", "i", "img",
        "ins", "kbd", "mark", "math", "q", "rp", "rt", "ruby", "s", "samp", "script", "small", "span", "strike",
        "strong", "sub", "sup", "time", "tt", "u", "var", "wbr",
    ]
    private static let hiddenElements: Set<String> = ["head", "script", "style", "noscript", "template"]
    private static let aroundElements: Set<String> = [
        "nav", "aside", "footer", "form", "button", "dialog", "menu",
    ]
    private static let aroundRoles: Set<String> = [
        "navigation", "banner", "complementary", "contentinfo", "search", "menu", "dialog", "alert",
    ]
    private static let beside: Set<String> = [
        "carousel", "comment", "comments", "commentlist", "disqus", "replies", "respond", "scroller", "slideshow",
    ]
    private static let around: Set<String> = [
        "ad", "ads", "advert", "advertisement", "breadcrumb", "breadcrumbs", "consent", "cookie", "cookies", "footer",
        "nav", "navbar", "navigation", "newsletter", "outbrain", "pager", "pagination", "paywall", "popup", "promo",
        "recommended", "related", "relatedposts", "share", "sharing", "sponsor", "sponsored", "subscribe", "taboola",
    ]
    private static let perhapsAround: Set<String> = [
        "banner", "menu", "portal", "sidebar", "social", "toolbar", "widget",
    ]
    private static let article: Set<String> = [
        "article", "articlebody", "body", "content", "entry", "hentry", "post", "story",
    ]
}

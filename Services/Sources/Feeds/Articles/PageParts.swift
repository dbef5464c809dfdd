/// Distinguishes a page's article from its surroundings by element and class names.
enum PageParts {
    /// The kind of an element, according to its name, role and classes.
    enum Kind {
        /// Never shown, such as a script or an element that the page hides.
        case hidden
        /// Not part of the article, however long it is, such as comments or a gallery.
        case beside
        /// Not part of the article if it has less than half of the page's prose, such as a form or
        /// a list of comments.
        case around
        /// Not part of the article if it has hardly any prose. Frameworks give such names to
        /// elements with any content.
        case perhapsAround
        case content
    }

    /// Returns the apparent kind of an element. Its content may show that it is something else.
    static func kind(_ node: HTMLNode) -> Kind {
        let (name, attributes) = (node.name, node.attributes)
        if HTMLRules.isHidden(name, attributes) { return .hidden }
        if hiddenElements.contains(name) { return HTMLRules.isFormula(name, attributes) ? .content : .hidden }
        // A formula is hidden from screen readers if there is an image of it, and the other way round.
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

    /// Returns an element's initial points, before its text is counted.
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
        // Longer identifiers are generated from the text of a heading.
        let identifier = words("id")
        return Set((words("class") + (identifier.count < 4 ? identifier : [])).map(String.init))
    }

    /// The elements that are part of the surrounding text.
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

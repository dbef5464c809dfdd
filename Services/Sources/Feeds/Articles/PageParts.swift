/// Distinguishes the article of a page from what is around it, by the names of elements and classes.
enum PageParts {
    /// Returns whether an element is not part of an article: a menu, a form, a list of other articles.
    static func isAround(_ node: HTMLNode) -> Bool {
        if aroundElements.contains(node.name) { return true }
        guard !["html", "body", "article", "main", "a", "p", "figure", "img"].contains(node.name) else { return false }
        let attributes = node.attributes
        if aroundRoles.contains(attributes["role"]?.lowercased() ?? "") || attributes["hidden"] != nil { return true }
        let words = words(attributes)
        return words.contains { around.contains($0) } && !words.contains { article.contains($0) }
    }

    /// Returns the points of an element before its text counts.
    static func points(_ node: HTMLNode) -> Double {
        let attributes = node.attributes
        if attributes["itemprop"]?.lowercased() == "articlebody" { return 50 }
        let words = words(attributes)
        var points = words.contains { article.contains($0) } ? 25.0 : 0
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
        let text = "\(attributes["class"] ?? "") \(attributes["id"] ?? "")".lowercased()
        return Set(text.split { !($0.isLetter || $0.isNumber) }.map(String.init))
    }

    private static let aroundElements: Set<String> = [
        "nav", "aside", "footer", "form", "head", "script", "style", "noscript", "template", "button", "iframe",
        "dialog",
        "menu",
    ]
    private static let aroundRoles: Set<String> = [
        "navigation", "banner", "complementary", "contentinfo", "search", "menu", "dialog", "alert",
    ]
    private static let around: Set<String> = [
        "ad", "ads", "advert", "advertisement", "banner", "breadcrumb", "breadcrumbs", "comment", "comments", "consent",
        "cookie", "cookies", "disqus", "footer", "menu", "nav", "navbar", "navigation", "newsletter", "outbrain",
        "pager",
        "pagination", "paywall", "popup", "promo", "recommended", "related", "share", "sharing", "sidebar", "social",
        "sponsor", "sponsored", "subscribe", "taboola", "toolbar", "widget",
    ]
    private static let article: Set<String> = [
        "article", "articlebody", "body", "content", "entry", "hentry", "post", "story",
    ]
}

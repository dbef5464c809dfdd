import Freshet
import FreshetCombine
import ReaderModels

/// A placeholder in the shape of contents that are loading, so that nothing moves when they appear.
package struct Skeleton: TemplateContext {
    package static let template = "skeleton"

    package enum Shape {
        case cards, rows, posters, squares, movie, recipe, article, thread, person, line
        /// Names with a line or two of text, in columns.
        case tiles
        /// Headlines of the front page: their number, and whether a lead story precedes them.
        case briefs(Int, hasLead: Bool = false)
        /// A row of pictures that scrolls sideways.
        case strip(isSquare: Bool)
    }

    /// A number of placeholders of one shape.
    package struct Places: Encodable {
        package let places: [Int]
        package var isSquare = false

        package init(_ count: Int, isSquare: Bool = false) {
            places = Array(0..<count)
            self.isSquare = isSquare
        }
    }

    package var cards: Places?
    package var rows: Places?
    package var tiles: Places?
    package var posters: Places?
    package var strip: Places?
    package var briefs: Places?
    package var photos: Places?
    package var hasLead = false
    var hasSecond = false
    var isMovie = false
    var isRecipe = false
    var isArticle = false
    var isThread = false
    var isLine = false

    package var isPending: Bool { true }

    package init(_ shape: Shape) {
        switch shape {
        case .cards: cards = Places(12)
        case .rows: rows = Places(30)
        case .tiles: tiles = Places(30)
        case .posters: posters = Places(14)
        case .squares: posters = Places(14, isSquare: true)
        case .strip(let isSquare): strip = Places(isSquare ? 8 : 12, isSquare: isSquare)
        case .briefs(let count, let hasLead):
            briefs = Places(count)
            self.hasLead = hasLead
            hasSecond = hasLead && count > 0
        case .movie: isMovie = true
        case .recipe: isRecipe = true
        case .article: isArticle = true
        case .thread: isThread = true
        case .person: photos = Places(40)
        case .line: isLine = true
        }
    }
}

extension Region {
    /// Makes a region that shows a skeleton while its contents are awaited.
    package init(_ id: String, _ context: any TemplateContext, isAwaited: Bool, _ shape: Skeleton.Shape) {
        self.init(id, isAwaited ? Skeleton(shape) : context)
        isPending = isAwaited
    }
}

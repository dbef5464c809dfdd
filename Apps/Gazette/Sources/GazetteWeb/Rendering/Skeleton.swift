import Freshet
import FreshetCombine
import ReaderModels

/// What stands where something is about to come, in its shape, so that nothing moves when it does.
struct Skeleton: TemplateContext {
    static let template = "skeleton"

    enum Shape {
        case cards, rows, posters, squares, detail
    }

    /// So many places of one shape.
    struct Places {
        let places: [Int]
        var isSquare = false
    }

    let cards: Places?
    let rows: Places?
    let posters: Places?
    let isDetail: Bool

    init(_ shape: Shape) {
        func places(_ count: Int, of shapes: Shape...) -> Places? {
            shapes.contains(shape) ? Places(places: Array(0..<count), isSquare: shape == .squares) : nil
        }
        cards = places(8, of: .cards)
        rows = places(30, of: .rows)
        posters = places(14, of: .posters, .squares)
        isDetail = shape == .detail
    }
}

extension Region {
    /// A region that shows a skeleton until something has come.
    init(_ id: String, _ context: any TemplateContext, isAwaited: Bool, _ shape: Skeleton.Shape) {
        self.init(id, isAwaited ? Skeleton(shape) : context)
        isPending = isAwaited
    }
}

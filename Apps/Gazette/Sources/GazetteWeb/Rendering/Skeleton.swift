import Freshet
import FreshetCombine
import ReaderModels

/// What stands where something is about to come, in its shape, so that nothing moves when it does.
struct Skeleton: TemplateContext {
    static let template = "skeleton"

    enum Shape {
        case cards, rows, posters, detail
    }

    /// So many places of one shape; empty means another shape.
    let cards: [Int]
    let rows: [Int]
    let posters: [Int]
    let isDetail: Bool

    init(_ shape: Shape) {
        cards = shape == .cards ? Array(0..<8) : []
        rows = shape == .rows ? Array(0..<12) : []
        posters = shape == .posters ? Array(0..<6) : []
        isDetail = shape == .detail
    }
}

extension Region {
    /// A region that shows a skeleton until something has come.
    init(_ id: String, _ context: any TemplateContext, isAwaited: Bool, _ shape: Skeleton.Shape) {
        self.init(id, isAwaited ? Skeleton(shape) : context)
    }
}

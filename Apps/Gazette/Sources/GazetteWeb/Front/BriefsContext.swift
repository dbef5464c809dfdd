import Foundation
import ReaderModels

/// Headlines below a head, after an optional lead story with its picture and text.
struct BriefsContext: TemplateContext {
    static let template = "briefs"

    let head: GroupHead
    var lead: RowContext?
    var briefs: [RowContext]
    var showsFailure: Bool { head.failure != nil }

    mutating func mark(_ marks: Marks) {
        lead?.mark?.show(marks)
        briefs.mark(marks)
    }
}

/// Movies or meals below a head, as a row of pictures that scrolls sideways.
struct StripContext: TemplateContext {
    static let template = "strip"

    let head: GroupHead
    var movies: MovieRows?
    var meals: MealRows?

    mutating func mark(_ marks: Marks) {
        movies?.mark(marks)
        meals?.mark(marks)
    }
}

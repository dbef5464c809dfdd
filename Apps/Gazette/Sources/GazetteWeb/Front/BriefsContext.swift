import Foundation
import LivePages
import ReaderModels
import ReaderStorage

/// Headlines below a head, after an optional lead story with its picture and text.
struct BriefsContext: GroupContext {
    static let template = "briefs"

    var head: GroupHead
    var lead: RowContext?
    /// The story beside the lead, which has a picture, too.
    var second: RowContext?
    var briefs: [RowContext]
    var showsFailure: Bool { head.failure != nil }

    mutating func mark(_ marks: Marks.Lookup) {
        lead?.mark?.show(marks)
        second?.mark?.show(marks)
        briefs.mark(marks)
    }
}

/// Movies or meals below a head, as a row of pictures that scrolls sideways.
struct StripContext: GroupContext {
    static let template = "strip"

    var head: GroupHead
    var movies: MovieRows?
    var meals: MealRows?

    mutating func mark(_ marks: Marks.Lookup) {
        movies?.mark(marks)
        meals?.mark(marks)
    }
}

/// The meal of the day below a head.
struct DailyMealContext: GroupContext {
    static let template = "daily"

    struct Meal: Encodable {
        let title: String
        let href: String
        let picture: String?
        let facts: [String]
        let ingredients: String?
        var mark: MarkContext?
    }

    var head: GroupHead
    var meal: Meal?
    var showsFailure: Bool { head.failure != nil }

    mutating func mark(_ marks: Marks.Lookup) { meal?.mark?.show(marks) }
}

import Foundation
import TheMealDB

/// A meal as `--json` prints it. The names are stable across versions; unknown values are left out.
struct MealRecord: Encodable {
    let id: String
    let title: String
    let url: String
    let category: String?
    let area: String?
    let image: String?
    let ingredients: [Portion]?
    let steps: [String]?
    let video: String?
    let source: String?
    let tags: [String]?

    struct Portion: Encodable {
        let title: String
        let measure: String?
    }

    init(_ meal: TheMealDB.Meal) {
        id = meal.id
        title = meal.name
        url = Self.page(meal.id)
        category = meal.category
        area = meal.area
        image = meal.thumbnail?.absoluteString
        ingredients = meal.portions.map { Portion(title: $0.ingredient, measure: $0.measure) }
        steps = meal.steps
        video = meal.youTube?.absoluteString
        source = meal.source?.absoluteString
        tags = meal.tags
    }

    init(_ meal: TheMealDB.MealSummary) {
        id = meal.id
        title = meal.name
        url = Self.page(meal.id)
        image = meal.thumbnail?.absoluteString
        category = nil
        area = nil
        ingredients = nil
        steps = nil
        video = nil
        source = nil
        tags = nil
    }

    /// The page of a meal on the service's site.
    static func page(_ id: String) -> String { "https://www.themealdb.com/meal/\(id)" }
}

extension Details {
    init(_ meal: TheMealDB.Meal) {
        self.init(
            title: meal.name,
            parts: [
                .fact("Category", meal.category), .fact("Area", meal.area),
                .fact("Tags", meal.tags.isEmpty ? nil : meal.tags.joined(separator: ", ")),
                .fact("Video", meal.youTube?.absoluteString), .fact("Source", meal.source?.absoluteString),
                .fact("Link", MealRecord.page(meal.id)),
                .list(
                    "Ingredients",
                    meal.portions.map { portion in
                        portion.measure.map { "\(portion.ingredient): \($0)" } ?? portion.ingredient
                    }),
                .list("Steps", meal.steps.enumerated().map { "\($0.offset + 1). \($0.element)" }),
            ])
    }
}

extension Results where Record == MealRecord {
    init(_ meals: [TheMealDB.MealSummary], emptyNote: String) {
        records = meals.map(MealRecord.init)
        self.emptyNote = emptyNote
        table = Table(
            columns: [
                .init(title: "NAME", width: .rest(weight: 3)),
                .init(title: "ID", width: .upTo(8), isDim: true, isEssential: true),
                .init(title: "PICTURE", width: .rest(weight: 2), isDim: true),
            ],
            rows: records.map { meal in
                [
                    .init(meal.title, link: meal.url), .init(meal.id),
                    .init(
                        meal.image, shown: meal.image.map { String($0.trimmingPrefix("https://")) }, link: meal.image),
                ]
            })
    }

    init(_ meals: [TheMealDB.Meal], emptyNote: String) {
        records = meals.map(MealRecord.init)
        self.emptyNote = emptyNote
        table = Table(
            columns: [
                .init(title: "NAME", width: .rest(weight: 1)), .init(title: "CATEGORY", width: .upTo(14)),
                .init(title: "AREA", width: .upTo(12)),
                .init(title: "ID", width: .upTo(8), isDim: true, isEssential: true),
            ],
            rows: records.map { meal in
                [.init(meal.title, link: meal.url), .init(meal.category), .init(meal.area), .init(meal.id)]
            })
    }
}

import Foundation
import Freshet
import FreshetCombine
import LivePages
import ReaderModels
import ReaderStorage
import TheMealDB

/// One meal with its recipe.
final class MealPage: DetailPage {
    let section: Section? = .meals
    let noun = "meal"
    let shape = Skeleton.Shape.recipe
    let model: MealDetailViewModel
    let address: PageAddress
    private let pictures: PictureLinks

    init(id: String, _ address: PageAddress, _ tools: PageTools) {
        self.address = address
        pictures = tools.pictures
        model = MealDetailViewModel(tools.clients.meals, id: id, scheduler: tools.scheduler)
    }

    var title: String { model.title }

    private struct Portion: Encodable {
        let ingredient: String
        let measure: String?
    }

    private struct Context: SubjectContext {
        static let template = "meal"

        let facts: [String]
        let picture: String?
        let portions: [Portion]
        let steps: [String]
        let video: String?
        let source: String?
        let sourceHost: String?
        var mark: MarkContext?
    }

    func parts(of meal: TheMealDB.Meal) -> [Region] {
        [
            Region(
                "meal",
                Context(
                    facts: [meal.category, meal.area].compactMap(\.self) + meal.tags,
                    picture: pictures.link(meal.thumbnail(.large)),
                    portions: meal.portions.map { Portion(ingredient: $0.ingredient, measure: $0.measure) },
                    steps: meal.steps, video: meal.youTube?.absoluteString, source: meal.source?.absoluteString,
                    sourceHost: meal.source.flatMap(HostText.of), mark: MarkContext(Entry(meal))))
        ]
    }
}

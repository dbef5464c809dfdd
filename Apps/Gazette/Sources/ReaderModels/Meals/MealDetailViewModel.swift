public import Freshet
public import FreshetCombine
import FreshetResources
public import TheMealDB

/// One meal with its recipe.
public typealias MealDetailViewModel = DetailViewModel<TheMealDB.Meal?, TheMealDB.Meal>

extension MealDetailViewModel {
    /// Makes the model. Nothing is requested before ``load()``.
    public convenience init(_ client: Client<TheMealDB>, id: String, scheduler: AnyScheduler = .main) {
        self.init(client.resource(.meal(id)), scheduler: scheduler) { meal in
            guard let meal else { throw AbsentError("TheMealDB has no meal \(id).") }
            return meal
        }
    }

    /// The meal.
    public var meal: FetchState<TheMealDB.Meal> { state }
}

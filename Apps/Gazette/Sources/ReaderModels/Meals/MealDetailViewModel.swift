public import Freshet
public import FreshetCombine
import FreshetResources
public import TheMealDB

/// One meal with its recipe.
public typealias MealDetailViewModel = ResourceObject<TheMealDB.Meal>

extension MealDetailViewModel {
    /// Makes the model. Nothing is requested before ``load()``.
    public convenience init(_ client: Client<TheMealDB>, id: String, scheduler: AnyScheduler = .main) {
        let request = Request<TheMealDB, TheMealDB.Meal?>.meal(id)
            .present(orThrow: AbsentError("TheMealDB has no meal \(id)."))
        self.init(client.resource(request), scheduler: scheduler)
    }

    /// The meal.
    public var meal: FetchState<TheMealDB.Meal> { fetch }
}

public import Freshet

// There is no paging: each list is sent in one response. Lists change about once a week, so cache them for hours.

extension Request where API == TheMealDB, Value == [TheMealDB.Meal] {
    /// Requests the meals whose names contain a text, ignoring case, with `search.php?s=`. An empty
    /// text returns the first 25 meals.
    public static func search(_ text: String) -> Self { list("search.php", ["s": text]) }

    /// Requests the meals whose names start with a letter, with `search.php?f=`.
    public static func meals(startingWith letter: Character) -> Self {
        list("search.php", ["f": String(letter)])
    }

    /// Requests the newest meals. It requires a supporter's key.
    public static var latest: Self { list("latest.php") }

    /// Requests ten random meals. It requires a supporter's key.
    public static var randomSelection: Self { list("randomselection.php") }
}

extension Request where API == TheMealDB, Value == TheMealDB.Meal? {
    /// Requests a meal with its recipe, with `lookup.php?i=`. The value is `nil` if it doesn't
    /// exist.
    public static func meal(_ id: String) -> Self {
        Request<TheMealDB, [TheMealDB.Meal]>.list("lookup.php", ["i": id]).map(\.first)
            .requiring(!id.allSatisfy(\.isWhitespace), otherwise: "the meal has no id")
    }

    /// Requests a random meal, with `random.php`.
    public static var random: Self { Request<TheMealDB, [TheMealDB.Meal]>.list("random.php").map(\.first) }
}

extension Request where API == TheMealDB, Value == [TheMealDB.Category] {
    /// Requests the categories with their images and descriptions, with `categories.php`.
    public static var categories: Self { list("categories.php") }
}

extension Request where API == TheMealDB, Value == [TheMealDB.Ingredient] {
    /// Requests all ingredients, with `list.php?i=list`.
    public static var ingredients: Self { list("list.php", ["i": "list"]) }
}

extension Request where API == TheMealDB, Value == [String] {
    /// Requests the names of the areas, with `list.php?a=list`.
    public static var areas: Self {
        Request<TheMealDB, [TheMealDB.Area]>.list("list.php", ["a": "list"]).map { $0.map(\.name) }.named("names")
    }

    /// Requests the names of the categories, with `list.php?c=list`.
    public static var categoryNames: Self {
        Request<TheMealDB, [TheMealDB.CategoryName]>.list("list.php", ["c": "list"]).map { $0.map(\.name) }.named(
            "names")
    }
}

extension Request where API == TheMealDB, Value == [TheMealDB.MealSummary] {
    /// Requests the meals in a category, given by its name, with `filter.php?c=`.
    public static func meals(category: String) -> Self { filter("c", category) }

    /// Requests the meals from an area, given by its name, with `filter.php?a=`.
    public static func meals(area: String) -> Self { filter("a", area) }

    /// Requests the meals with an ingredient, given by its name, with `filter.php?i=`.
    public static func meals(ingredient: String) -> Self { filter("i", ingredient) }

    /// Requests the meals that contain all given ingredients. It requires a supporter's key.
    public static func meals(withAll ingredients: [String]) -> Self {
        filter("i", ingredients.commaSeparated ?? "")
    }

    private static func filter(_ name: String, _ value: String) -> Self {
        list("filter.php", [name: value])
            .requiring(!value.allSatisfy(\.isWhitespace), otherwise: "there is nothing to filter by")
    }
}

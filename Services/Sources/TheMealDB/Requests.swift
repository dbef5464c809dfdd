public import Freshet

// There is no paging: each list comes as a whole. Lists change about once a week; cache them for hours.

extension Request where API == TheMealDB, Value == [TheMealDB.Meal] {
    /// The meals whose names contain a text, ignoring case; `search.php?s=`. An empty text returns the first 25 meals.
    public static func search(_ text: String) -> Self { list("search.php", ["s": text]) }

    /// The meals whose names start with a letter; `search.php?f=`.
    public static func meals(startingWith letter: Character) -> Self {
        list("search.php", ["f": String(letter)])
    }

    /// The newest meals; for supporters' keys.
    public static var latest: Self { list("latest.php") }

    /// Ten random meals; for supporters' keys.
    public static var randomSelection: Self { list("randomselection.php") }
}

extension Request where API == TheMealDB, Value == TheMealDB.Meal? {
    /// A meal with its recipe; `nil` if it does not exist. `lookup.php?i=`
    public static func meal(_ id: String) -> Self {
        Request<TheMealDB, [TheMealDB.Meal]>.list("lookup.php", ["i": id]).map(\.first)
            .requiring(!id.allSatisfy(\.isWhitespace), otherwise: "no meal is named")
    }

    /// A random meal; `random.php`.
    public static var random: Self { Request<TheMealDB, [TheMealDB.Meal]>.list("random.php").map(\.first) }
}

extension Request where API == TheMealDB, Value == [TheMealDB.Category] {
    /// The categories with their pictures and descriptions; `categories.php`.
    public static var categories: Self { list("categories.php") }
}

extension Request where API == TheMealDB, Value == [TheMealDB.Ingredient] {
    /// All ingredients; `list.php?i=list`.
    public static var ingredients: Self { list("list.php", ["i": "list"]) }
}

extension Request where API == TheMealDB, Value == [String] {
    /// The names of the areas; `list.php?a=list`.
    public static var areas: Self {
        Request<TheMealDB, [TheMealDB.Area]>.list("list.php", ["a": "list"]).map { $0.map(\.name) }.named("names")
    }

    /// The names of the categories; `list.php?c=list`.
    public static var categoryNames: Self {
        Request<TheMealDB, [TheMealDB.CategoryName]>.list("list.php", ["c": "list"]).map { $0.map(\.name) }.named(
            "names")
    }
}

extension Request where API == TheMealDB, Value == [TheMealDB.MealSummary] {
    /// The meals of a category, by name; `filter.php?c=`.
    public static func meals(category: String) -> Self { filter("c", category) }

    /// The meals of an area, by name; `filter.php?a=`.
    public static func meals(area: String) -> Self { filter("a", area) }

    /// The meals with an ingredient, by name; `filter.php?i=`.
    public static func meals(ingredient: String) -> Self { filter("i", ingredient) }

    /// The meals with all of some ingredients; for supporters' keys.
    public static func meals(withAll ingredients: [String]) -> Self {
        filter("i", ingredients.commaSeparated ?? "")
    }

    private static func filter(_ name: String, _ value: String) -> Self {
        list("filter.php", [name: value])
            .requiring(!value.allSatisfy(\.isWhitespace), otherwise: "nothing is named to filter by")
    }
}

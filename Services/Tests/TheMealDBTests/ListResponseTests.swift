import Foundation
import Freshet
import FreshetTesting
import Testing
import TheMealDB

/// The forms of the service's responses.
struct ListResponseTests {
    @Test(
        "Nothing found is an empty list (T37)",
        arguments: [#"{"meals":null}"#, #"{"meals":[]}"#, "{}", "", #"{"new":1}"#, #"{"categories":null}"#])
    func nothingFound(body: String) async throws {
        #expect(try await Meals.value(.search("x"), of: body) == [])
        #expect(try await Meals.value(.meal("1"), of: body) == nil)
        #expect(try await Meals.value(.random, of: body) == nil)
        #expect(try await Meals.value(.meals(area: "x"), of: body) == [])
        #expect(try await Meals.value(.categories, of: body) == [])
        #expect(try await Meals.value(.areas, of: body) == [])
        #expect(try await Meals.value(.categoryNames, of: body) == [])
        #expect(try await Meals.value(.ingredients, of: body) == [])
    }

    @Test(
        "What the service sends instead of an empty list",
        arguments: ["\"no data found\"", "\"No data found.\"", "\"\"", "false", "0", "{}", "[]"])
    func nothing(value: String) async throws {
        #expect(try await Meals.value(.search("x"), of: #"{"meals":\#(value)}"#).isEmpty)
        #expect(try await Meals.value(.categories, of: #"{"categories":\#(value)}"#).isEmpty)
        #expect(try await Meals.value(.meal("1"), of: #"{"meals":\#(value)}"#) == nil)
    }

    @Test func aTextInPlaceOfTheListSaysWhatIsWrong() async {
        let error = await #expect(throws: FetchError.self) {
            try await Meals.value(.meal("abc"), of: #"{"meals":"Invalid ID"}"#)
        }
        #expect(error?.kind == .service(ServiceError(code: nil, message: "TheMealDB reports: Invalid ID.")))
        #expect(error?.localizedDescription == "TheMealDB reports: Invalid ID.")
    }

    @Test("An invalid response is a failure", arguments: [#"{"meals":7}"#, "[]", "null", "<html>", "7"])
    func noResponse(body: String) async {
        let error = await #expect(throws: FetchError.self) { try await Meals.value(.search("x"), of: body) }
        #expect(error?.code == "decoding")
    }

    @Test(
        "The content type is not relied on",
        arguments: ["text/html; charset=UTF-8", "text/plain", "application/json", ""])
    func contentTypes(type: String) async throws {
        let body = Data(#"{"meals":[{"idMeal":"1","strMeal":"A"}]}"#.utf8)
        let (client, _) = Meals.client(.init(headers: [.contentType: type], chunks: [body]))
        #expect(try await client.value(for: .search("x")).map(\.name) == ["A"])
        #expect(try await client.value(for: .meal("1"))?.id == "1")
    }

    @Test func theStatusIsCheckedFirst() async {
        for status in [404, 500, 503] {
            let (client, _) = Meals.client(.json(#"{"meals":null}"#, status: status))
            let error = await #expect(throws: FetchError.self) { try await client.value(for: .search("x")) }
            #expect(error?.kind == .status(.init(code: status)))
        }
    }

    @Test func aBrokenElementCostsItselfOnly() async throws {
        let meals = try await Meals.value(
            .search("x"), of: #"{"meals":[{"idMeal":"1"},{"idMeal":2},null,7,{"strMeal":"no id"},{"idMeal":"3"}]}"#)
        #expect(meals.map(\.id) == ["1", "3"])
        #expect(
            try await Meals.value(
                .areas, of: #"{"meals":[{"strArea":"Thai"},{"strArea":null},{"strArea":"Irish","x":1}]}"#)
                == ["Thai", "Irish"])
        #expect(
            try await Meals.value(.categoryNames, of: #"{"meals":[{"strCategory":"Beef"},{}]}"#) == ["Beef"])
    }

    @Test func aRecordedFilter() async throws {
        let meals = try await Meals.value(
            .meals(category: "Seafood"),
            of:
                #"{"meals":[{"strMeal":"Baked salmon with fennel & tomatoes","strMealThumb":"https://www.themealdb.com/images/media/meals/1548772327.jpg","idMeal":"52959"},{"strMeal":"Cajun spiced fish tacos","strMealThumb":"https://www.themealdb.com/images/media/meals/uvuyxu1503067369.jpg","idMeal":"52819"},{"idMeal":"3","strMeal":" ","strMealThumb":null}]}"#
        )
        #expect(meals.map(\.id) == ["52959", "52819", "3"])
        #expect(meals.map(\.name) == ["Baked salmon with fennel & tomatoes", "Cajun spiced fish tacos", "Untitled"])
        #expect(meals[0].thumbnail?.lastPathComponent == "1548772327.jpg")
        #expect(
            meals[0].thumbnail(.small)?.absoluteString
                == "https://www.themealdb.com/images/media/meals/1548772327.jpg/small")
        #expect(meals[0].thumbnail(.original) == meals[0].thumbnail)
        #expect(meals[2].thumbnail == nil)
        #expect(meals[2].thumbnail(.large) == nil)
    }

    @Test func categoriesAndIngredients() async throws {
        let categories = try await Meals.value(
            .categories,
            of: #"""
                {"categories":[{"idCategory":"1","strCategory":"Beef",
                "strCategoryThumb":"https:\/\/www.themealdb.com\/images\/category\/beef.png",
                "strCategoryDescription":"Beef is meat[1] of cattle.[23]\r\nIt [is] eaten."},
                {"idCategory":null,"strCategory":"Goat","strCategoryThumb":"","strCategoryDescription":null},{"idCategory":"3"}]}
                """#)
        #expect(categories.map(\.id) == ["1", "Goat"])
        #expect(categories[0].image?.absoluteString == "https://www.themealdb.com/images/category/beef.png")
        #expect(categories[0].description == "Beef is meat of cattle.\r\nIt [is] eaten.")
        #expect(categories[1].image == nil)
        #expect(categories[1].description == nil)
        let ingredients = try await Meals.value(
            .ingredients,
            of: #"""
                {"meals":[{"idIngredient":"1","strIngredient":"Chicken Breast","strDescription":"A\r\nB","strType":"Meat","strThumb":"x"},
                {"idIngredient":"2","strIngredient":"Jalape\u00f1o\/Chili","strDescription":null,"strType":null},{"idIngredient":"4"}]}
                """#)
        #expect(ingredients.map(\.id) == ["1", "2"])
        #expect(ingredients[0].type == "Meat")
        #expect(ingredients[1].description == nil)
        #expect(
            ingredients[0].image?.absoluteString == "https://www.themealdb.com/images/ingredients/Chicken%20Breast.png")
        #expect(
            ingredients[1].image?.absoluteString
                == "https://www.themealdb.com/images/ingredients/Jalape%C3%B1o%2FChili.png")
    }
}

import Foundation
import Freshet
import Testing
import TheMealDB

/// Meals as the service really sends them.
struct MealTests {
    @Test func aRecordedMeal() async throws {
        let meal = try #require(
            try await Meals.value(
                .meal("52772"),
                of:
                    #"{"meals":[{"idMeal":"52772","strMeal":"Teriyaki Chicken Casserole","strDrinkAlternate":null,"strCategory":"Chicken","strArea":"Japanese","strInstructions":"Preheat oven to 350\u00b0 F. Spray a 9x13-inch baking pan with non-stick spray.\r\nCombine soy sauce, \u00bd cup water, brown sugar, ginger and garlic in a small saucepan and cover.","strMealThumb":"https:\/\/www.themealdb.com\/images\/media\/meals\/wvpsxx1468256321.jpg","strTags":"Meat,Casserole","strYoutube":"https:\/\/www.youtube.com\/watch?v=4aZr5hZXP_s","strIngredient1":"soy sauce","strIngredient2":"water","strIngredient3":"brown sugar","strIngredient4":"ground ginger","strIngredient5":"minced garlic","strIngredient6":"cornstarch","strIngredient7":"chicken breasts","strIngredient8":"stir-fry vegetables","strIngredient9":"brown rice","strIngredient10":"","strIngredient11":"","strIngredient12":"","strIngredient13":"","strIngredient14":"","strIngredient15":"","strIngredient16":null,"strIngredient17":null,"strIngredient18":null,"strIngredient19":null,"strIngredient20":null,"strMeasure1":"3\/4 cup","strMeasure2":"1\/2 cup","strMeasure3":"1\/4 cup","strMeasure4":"1\/2 teaspoon","strMeasure5":"1\/2 teaspoon","strMeasure6":"4 Tablespoons","strMeasure7":"2","strMeasure8":"1 (12 oz.)","strMeasure9":"3 cups","strMeasure10":"","strMeasure11":"","strMeasure12":"","strMeasure13":"","strMeasure14":"","strMeasure15":"","strMeasure16":null,"strMeasure17":null,"strMeasure18":null,"strMeasure19":null,"strMeasure20":null,"strSource":null,"strImageSource":null,"strCreativeCommonsConfirmed":null,"dateModified":null}]}"#
            ))
        #expect(meal.id == "52772")
        #expect(meal.name == "Teriyaki Chicken Casserole")
        #expect(meal.category == "Chicken")
        #expect(meal.area == "Japanese")
        #expect(meal.tags == ["Meat", "Casserole"])
        #expect(meal.steps.count == 2)
        #expect(meal.steps[0].hasPrefix("Preheat oven to 350° F."))
        #expect(meal.youTube?.absoluteString == "https://www.youtube.com/watch?v=4aZr5hZXP_s")
        #expect(meal.source == nil)
        #expect(meal.alternateName == nil)
        #expect(meal.portions.count == 9)
        #expect(meal.portions.first?.ingredient == "soy sauce")
        #expect(meal.portions.first?.measure == "3/4 cup")
        #expect(meal.portions.last?.ingredient == "brown rice")
        #expect(
            meal.thumbnail(.medium)?.absoluteString
                == "https://www.themealdb.com/images/media/meals/wvpsxx1468256321.jpg/medium")
        #expect(meal.thumbnail(.original) == meal.thumbnail)
    }

    @Test(
        "Missing, null, blank and broken fields cost themselves only",
        arguments: [
            "",
            #""strMeal":null,"strArea":null,"strInstructions":null,"strMealThumb":null,"strTags":null,"strYoutube":null"#,
            #""strMeal":"","strArea":"","strInstructions":" ","strMealThumb":"","strTags":"","strYoutube":"","strSource":"""#,
            #""strMeal":7,"strArea":[],"strInstructions":{},"strMealThumb":1,"strTags":["a"],"strIngredient1":5,"x":1"#,
            #""strMeal":" \r\n","strArea":"Unknown","strSource":"javascript:alert(1)","strTags":" , ,,""#,
        ])
    func tolerance(fields: String) async throws {
        let meal = try #require(try await Meals.meal(fields))
        #expect(meal.name == "Untitled")
        #expect(meal.area == nil)
        #expect(meal.instructions == nil)
        #expect(meal.steps == [])
        #expect(meal.thumbnail == nil)
        #expect(meal.thumbnail(.small) == nil)
        #expect(meal.tags == [])
        #expect(meal.youTube == nil)
        #expect(meal.source == nil)
        #expect(meal.portions == [])
    }

    @Test func ingredientsAmongBlanksAndNulls() async throws {
        let meal = try #require(
            try await Meals.meal(
                #"""
                "strIngredient1":"","strMeasure1":"1 cup","strIngredient2":" Salt ","strMeasure2":" ",
                "strIngredient3":null,"strMeasure3":null,"strIngredient4":" ","strIngredient10":"Lime","strMeasure10":"2 ",
                "strIngredient7":"Salt","strMeasure7":"1 tin ","strIngredient20":"Water","strIngredient21":"never",
                "strMeasure5":"lonely"
                """#))
        #expect(meal.portions.map(\.ingredient) == ["Salt", "Salt", "Lime", "Water"])
        #expect(meal.portions.map(\.measure) == [nil, "1 tin", "2", nil])
    }

    @Test func twentyPairsInTheOrderOfTheirNumbers() async throws {
        let fields = (1...20).reversed().map { #""strIngredient\#($0)":"i\#($0)","strMeasure\#($0)":"m\#($0)""# }
        let meal = try #require(try await Meals.meal(fields.joined(separator: ",")))
        #expect(meal.portions.map(\.ingredient) == (1...20).map { "i\($0)" })
        #expect(meal.portions.map(\.measure) == (1...20).map { "m\($0)" })
    }

    @Test func namesAndTags() async throws {
        let meal = try #require(
            try await Meals.meal(
                #""strMeal":" Bubble & Squeak ","strDrinkAlternate":"Old","strTags":"Meat, Side ,,Baking,","strCountry":"UK""#
            ))
        #expect(meal.name == "Bubble & Squeak")
        #expect(meal.alternateName == "Old")
        #expect(meal.tags == ["Meat", "Side", "Baking"])
        #expect(meal.country == "UK")
        #expect(
            try await Meals.meal(#""strMealAlternate":"New","strDrinkAlternate":"Old""#)?.alternateName == "New")
    }

    @Test(
        "Steps without blank lines and headings that only count",
        arguments: [
            (#"STEP 1\r\n\r\nChop.\r\nSTEP 2 \r\n\tFry it.\r\n"#, ["Chop.", "Fry it."]),
            (#"1.\nChop.\n2)\nFry.\nstep 3:\nEat."#, ["Chop.", "Fry.", "Eat."]),
            (#"1. Chop.\n200 g of it\nSTEP 2 - Fry"#, ["1. Chop.", "200 g of it", "STEP 2 - Fry"]),
            (#"One line."#, ["One line."]),
        ])
    func steps(instructions: String, expected: [String]) async throws {
        #expect(try await Meals.meal(#""strInstructions":"\#(instructions)""#)?.steps == expected)
    }
}

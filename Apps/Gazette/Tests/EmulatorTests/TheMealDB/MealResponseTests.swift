import HTTPTypes
import Testing

@testable import Emulator

@Suite struct MealResponseTests {
    // MARK: - Nothing

    @Test(
        "Nothing is null",
        arguments: [
            "search.php?s=zzzz", "search.php?f=q%20", "search.php?f=%C3%9F", "search.php?f=ab", "search.php",
            "search.php?f=", "lookup.php?i=1", "lookup.php?i=0", "lookup.php?i=-52764", "lookup.php", "lookup.php?i=",
            "filter.php?c=Nothing", "filter.php?a=Atlantean", "filter.php?i=gold", "filter.php", "filter.php?c=",
            "filter.php?i=chicken_breast,garlic", "filter.php?i=,", "list.php", "list.php?c=all", "list.php?x=list",
            "randomselection.php", "latest.php", "search.php?s=%FF", "search.php?s=%00", "filter.php?i=%zz",
        ])
    func nothing(_ call: String) async throws {
        let response = try await Meals.get(call)
        #expect(response.status == 200)
        #expect(response.text == #"{"meals":null}"#)
    }

    @Test(
        "Invalid ids get an error",
        arguments: ["abc", "52764abc", "1.5", "52764,52765", "%20", "%FF", "99999999999999999999", "%D9%A1"])
    func invalidIDs(_ id: String) async throws {
        let response = try await Meals.get("lookup.php?i=\(id)")
        #expect(response.status == 200)
        #expect(response.text == #"{"meals":"Invalid ID"}"#)
    }

    // MARK: - Keys and paths

    @Test(
        "Keys that stand for trouble",
        arguments: [
            ("invalid", 404), ("disabled", 404), ("0", 404), ("limited", 429), ("exhausted", 429), ("broken", 500),
        ])
    func trouble(key: String, status: Int) async throws {
        let response = try await Meals.get("categories.php", key: key)
        #expect(response.status == status)
        #expect(response.header("Content-Type") == "text/html; charset=UTF-8")
        #expect(response.text.hasPrefix("<html>"))
    }

    @Test(
        "Calls that are not there", arguments: ["nothing.php", "search", "SEARCH.php", "search.php/1", "", "%FF.php"])
    func unknownCalls(_ call: String) async throws {
        let response = try await Meals.get(call)
        #expect(response.status == 404)
        #expect(response.text.hasPrefix("<html>"))
    }

    @Test func bothVersionsRespond() async throws {
        let first = try await Meals.get("categories.php")
        #expect(try await Meals.get("categories.php", key: "12345", version: "v2").bytes == first.bytes)
    }

    // MARK: - Fields and escapes

    @Test(
        "Lists may be cached",
        arguments: ["categories.php", "list.php?i=list", "filter.php?c=Beef", "lookup.php?i=52764", "search.php?s=a"])
    func caching(_ call: String) async throws {
        let response = try await Meals.get(call)
        #expect(response.header("Content-Type") == "application/json; charset=UTF-8")
        #expect(response.header("Cache-Control") == "public, max-age=3600")
        let tag = try #require(response.header("ETag"))
        #expect(tag.hasPrefix("W/\""))
        let again = try await InProcess.get("/api/json/v1/1/\(call)", headers: [.ifNoneMatch: tag])
        #expect(again.status == 304)
        #expect(again.bytes.isEmpty)
    }

    @Test func whatComesByChanceMayNotBeKept() async throws {
        #expect(try await Meals.get("random.php").header("Cache-Control") == "no-store")
        #expect(try await Meals.get("randomselection.php", key: "2").header("Cache-Control") == "no-store")
    }

    @Test func slashesAndWhatIsNotASCIIAreEscaped() async throws {
        let response = try await Meals.get("search.php?s=ph%E1%BB%9F")
        #expect(response.text.contains(#""strMeal":"Ph\u1edf G\u00e0""#))
        for call in ["search.php?s=", "categories.php", "list.php?i=list", "search.php?s=e"] {
            let response = try await Meals.get(call)
            #expect(response.bytes.allSatisfy { $0 < 0x80 })
            #expect(!response.text.replacing(#"\/"#, with: "").contains("/"))
            #expect(throws: Never.self) { try response.json() }
        }
        #expect(MealRoutes.escaped("a/é😀\u{7F}") == #"a\/\u00e9\ud83d\ude00\#u{7F}"#)
    }

    @Test func everyValueIsATextOrNull() async throws {
        for meal in try await Meals.meals("search.php?s=").list {
            #expect(meal.names.allSatisfy { meal[$0].text != nil || meal[$0].isNull })
        }
        #expect(try await Meals.get("categories.php").text.hasPrefix(#"{"categories":[{"idCategory":"1","#))
    }

    // MARK: - Chance

    @Test func theSameSeedServesTheSameMeals() async throws {
        func names(seed: UInt64) async throws -> [String] {
            let calls = Array(repeating: "/api/json/v1/1/random.php", count: 12)
            return try await InProcess.get(calls, headers: [:]) { $0.seed = seed }.map { response in
                let meals = try response.json()["meals"].list
                #expect(meals.count == 1)
                return try #require(meals.first?["idMeal"].text)
            }
        }
        let first = try await names(seed: 1)
        #expect(try await names(seed: 1) == first)
        #expect(try await names(seed: 2) != first)
        #expect(Set(first).count > 6)
    }

    // MARK: - Supporters

    @Test func supportersGetSeveralMealsByChanceAndTheLatest() async throws {
        #expect(try await Meals.meals("randomselection.php", key: "2").list.count == 10)
        let latest = try await Meals.meals("latest.php", key: "2").list.compactMap { $0["idMeal"].text }
        let expected = Meals.corpus.meals.suffix(10).reversed().map { String($0.id) }
        #expect(latest == expected)
    }

    @Test func supportersFilterBySeveralIngredients() async throws {
        let both = Set(try await Meals.names("filter.php?i=garlic,onion", key: "2"))
        #expect(!both.isEmpty)
        let garlic = Set(try await Meals.names("filter.php?i=garlic"))
        let onion = Set(try await Meals.names("filter.php?i=onion"))
        #expect(both == garlic.intersection(onion))
        #expect(try await Meals.names("filter.php?i=garlic,gold", key: "2").isEmpty)
        #expect(Set(try await Meals.names("filter.php?i=garlic,%20Onion", key: "2")) == both)
    }

    @Test(
        "No value breaks a call",
        arguments: [
            "%", "%4", "%00", "%FF", "+", "%0d%0aX-Evil:1", "_", "__", ",,,", "%F0%9F%98%80", "e%CC%81", "\\",
            String(repeating: "a", count: 100_000), String(repeating: "a,", count: 50_000),
            String(repeating: "9", count: 100_000),
        ])
    func hostile(_ value: String) async throws {
        for call in ["search.php?s", "search.php?f", "lookup.php?i", "filter.php?c", "filter.php?a", "filter.php?i"] {
            for key in ["1", "2"] {
                let response = try await Meals.get("\(call)=\(value)", key: key)
                #expect(response.status == 200)
                #expect(try response.json().names == ["meals"])
            }
        }
        #expect([404, 200].contains(try await Meals.get("categories.php", key: value).status))
    }
}

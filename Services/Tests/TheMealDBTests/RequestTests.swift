import Foundation
import Freshet
import FreshetTesting
import Testing
import TheMealDB

/// Requests as they reach the service.
struct RequestTests {
    private let base = "/api/json/v1/1"

    @Test func searchesAndLookups() async throws {
        #expect(try await Meals.path(.search("Arrabiata")) == "\(base)/search.php?s=Arrabiata")
        #expect(try await Meals.path(.search("")) == "\(base)/search.php?s=")
        #expect(try await Meals.path(.meals(startingWith: "a")) == "\(base)/search.php?f=a")
        #expect(try await Meals.path(.meal("52772")) == "\(base)/lookup.php?i=52772")
        #expect(try await Meals.path(.random) == "\(base)/random.php")
        #expect(try await Meals.path(.latest) == "\(base)/latest.php")
        #expect(try await Meals.path(.randomSelection) == "\(base)/randomselection.php")
    }

    @Test func lists() async throws {
        #expect(try await Meals.path(.categories) == "\(base)/categories.php")
        #expect(try await Meals.path(.categoryNames) == "\(base)/list.php?c=list")
        #expect(try await Meals.path(.areas) == "\(base)/list.php?a=list")
        #expect(try await Meals.path(.ingredients) == "\(base)/list.php?i=list")
    }

    @Test func filters() async throws {
        #expect(try await Meals.path(.meals(category: "Seafood")) == "\(base)/filter.php?c=Seafood")
        #expect(try await Meals.path(.meals(area: "Canadian")) == "\(base)/filter.php?a=Canadian")
        #expect(try await Meals.path(.meals(ingredient: "chicken breast")) == "\(base)/filter.php?i=chicken%20breast")
        #expect(try await Meals.path(.meals(withAll: ["garlic", "salt"])) == "\(base)/filter.php?i=garlic%2Csalt")
    }

    @Test(
        "Texts of any kind arrive as they are (T38)",
        arguments: [
            ("piña colada", "pi%C3%B1a%20colada"), ("salt & pepper", "salt%20%26%20pepper"),
            ("a+b=c#d", "a%2Bb%3Dc%23d"),
            ("100%", "100%25"), ("%41", "%2541"), ("日本", "%E6%97%A5%E6%9C%AC"), ("🙂", "%F0%9F%99%82"),
        ])
    func texts(text: String, encoded: String) async throws {
        #expect(try await Meals.path(.search(text)) == "\(base)/search.php?s=\(encoded)")
        #expect(try await Meals.path(.meals(ingredient: text)) == "\(base)/filter.php?i=\(encoded)")
        #expect(try await Meals.path(.meal(text)) == "\(base)/lookup.php?i=\(encoded)")
    }

    @Test("Nothing to ask for is refused before it is sent", arguments: ["", " ", "\t\n"])
    func nothing(text: String) async {
        let (client, stub) = Meals.client(.json(#"{"meals":null}"#))
        await #expect(throws: FetchError.self) { try await client.value(for: .meal(text)) }
        await #expect(throws: FetchError.self) { try await client.value(for: .meals(category: text)) }
        await #expect(throws: FetchError.self) { try await client.value(for: .meals(area: text)) }
        await #expect(throws: FetchError.self) { try await client.value(for: .meals(ingredient: text)) }
        let error = await #expect(throws: FetchError.self) { try await client.value(for: .meals(withAll: [])) }
        #expect(error?.kind == .invalidRequest("there is nothing to filter by"))
        #expect(stub.requests.isEmpty)
    }

    @Test func aSupportersKeyIsAPieceOfThePathAndShowsNowhere() async throws {
        let recorder = EventRecorder()
        let stub = StubTransport { _ in .status(500) }
        let client = Client(TheMealDB(key: "hush/1"), transport: stub, cache: nil, retry: .never, observers: [recorder])
        let error = try #require(await #expect(throws: FetchError.self) { try await client.value(for: .latest) })
        #expect(stub.requests[0].head.path == "/api/json/v1/hush%2F1/latest.php")
        let told = "\(error) \(error.localizedDescription) \(recorder.events)"
        #expect(told.contains("https://www.themealdb.com/api/json/v1/latest.php"))
        #expect(!told.contains("hush"))
    }
}

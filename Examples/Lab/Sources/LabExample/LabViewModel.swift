// A networking lab: four rows whose status is watched, one slot that three of them share, an overlay while anything runs.

import Foundation
import FreshetCombine

struct Meals: Service {
    let baseURL = "https://www.themealdb.com/api/json/v1/1"
}

struct CategoryList: Decodable, Sendable {
    let categories: [Category]

    struct Category: Decodable, Sendable {
        let strCategory: String
    }
}

struct MealList: Decodable, Sendable {
    /// `null` where there is none: a list that must be there would be a decoding error (T37).
    let meals: [Meal]?

    struct Meal: Decodable, Sendable {
        let strMeal: String
    }
}

extension Request where API == Meals, Value == CategoryList {
    static var categories: Self { Request("categories.php") }
}

extension Request where API == Meals, Value == MealList {
    /// Encoded on its way: an address made of raw text and force-unwrapped crashes with the first blank (T38).
    static func meals(in category: String) -> Self { Request("filter.php", query: ["c": category]) }
}

enum MockError: LocalizedError {
    case failed
    var errorDescription: String? { "(Mock Error)" }
}

/// Responses after a while. Its switch is read when a fetch begins.
final class MockAPI {
    var fails = false

    /// Often a `Future`, which works before anybody asks, can't be cancelled (T6), and with `guard let self` inside may never
    /// response (T45).
    func fetch() -> AnyPublisher<String, MockError> {
        Deferred { [self] in
            let fails = fails
            // A failure overtakes a delay, so the delay is that of a value that fails after it.
            return Just(()).delay(for: .milliseconds(300), scheduler: DispatchQueue.main)
                .setFailureType(to: MockError.self)
                .flatMap { fails ? AnyPublisher.fail(with: .failed) : .just("Success Result") }
        }
        .eraseToAnyPublisher()
    }
}

/// One row: a title, a text, a status that two buttons follow.
final class LabRow: ObservableObject {
    let title: String
    @Published fileprivate(set) var text = "Tap to fetch"
    /// `.ready` also after a failure; what it was stands in the text (T47).
    let status = CurrentValueSubject<FetchStatus, Never>(.ready)

    init(_ title: String) {
        self.title = title
    }
}

final class LabViewModel {
    let mock = LabRow("Sample API call")
    let categories = LabRow("Meal Categories")
    let pasta = LabRow("Pasta Meals")
    let breakfast = LabRow("Breakfast Meals")

    /// Up while anything runs. The statuses of the rows merged into one stream would only show the last event (T41), a flag that
    /// each call sets and clears is false too early (T42), and a number that is changed by += from several threads loses
    /// changes (T43). This one is counted under a lock.
    let running = CurrentValueSubject<Int, Never>(0)
    @Published private(set) var showsLoading = false

    private let meals: Client<Meals>
    private let trigger: Trigger<Void, String>
    /// One slot for three rows: a new task takes the place of the old one.
    private var slot: AnyCancellable?
    private var subscriptions = Set<AnyCancellable>()

    init(_ meals: Client<Meals>, mock api: MockAPI) {
        self.meals = meals
        let (status, running) = (mock.status, running)
        // A subject with `flatMap` to a call that fails is dead after the first error (T44). A trigger lives on, and it can be
        // cancelled, which the subject could not.
        trigger = Trigger {
            api.fetch()
                .observeFetchStatus(with: status)
                .observeFetchStatus(with: running)
        }
        trigger.$state
            .sink { [mock] state in
                switch state {
                case .idle: mock.text = "Tap to fetch"
                case .loading: mock.text = "Fetching..."
                case .loaded(let text): mock.text = text
                case .failed(let error): mock.text = error.localizedDescription
                }
            }
            .store(in: &subscriptions)
        running
            .dropFirst()
            .map { $0 > 0 }
            .removeDuplicates()
            .receive(on: DispatchQueue.main)
            .assign(to: &$showsLoading)
    }

    func fetchMock() { trigger.send() }
    func cancelMock() { trigger.cancel() }

    func fetchCategories() {
        fetch(.categories, for: categories) { "\($0.categories.count) categories" }
    }

    func fetchPasta() {
        fetch(.meals(in: "Pasta"), for: pasta) { "\($0.meals?.count ?? 0) meals for pasta" }
    }

    func fetchBreakfast() {
        fetch(.meals(in: "Breakfast"), for: breakfast) { "\($0.meals?.count ?? 0) meals for breakfast" }
    }

    func cancelMeals() { slot = nil }

    private func fetch<Value: Decodable & Sendable>(
        _ request: Request<Meals, Value>, for row: LabRow, text: @escaping (Value) -> String
    ) {
        // A row that takes the slot from itself stays `.ongoing`: the cancel of the old task says nothing while the new one
        // runs (T40).
        slot = meals.dataTaskPublisher(for: request)
            // Every 2xx is a response, and an error keeps its body (T39).
            .tryDecodeResponse(type: Value.self, decoder: JSONDecoder())
            .observeFetchStatus(with: row.status)
            .observeFetchStatus(with: running)
            // The last step before the screen, or it would change in the background (T46).
            .receive(on: DispatchQueue.main)
            .sink { [weak row] end in
                if case .failure(let error) = end { row?.text = Self.text(of: error) }
            } receiveValue: { [weak row] value in
                row?.text = text(value)
            }
    }

    /// The three texts that people know, and the service's own words where there are some.
    private static func text(of error: any Error) -> String {
        switch error {
        case is DecodingError: "The data could not be read."
        case let error as FetchError: error.localizedDescription
        case is URLError: "Network error occurred."
        default: "Error occurred, please try again."
        }
    }
}

// The view model of a networking lab: four rows with an observed status, one task slot that three rows share, and a
// loading overlay while any call runs.

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
    /// The meals; `nil` where the service sends `null`. A required list would be a decoding error (T37).
    let meals: [Meal]?

    struct Meal: Decodable, Sendable {
        let strMeal: String
    }
}

extension Request where API == Meals, Value == CategoryList {
    static var categories: Self { Request("categories.php") }
}

extension Request where API == Meals, Value == MealList {
    /// Requests the meals of a category, with the name percent-encoded.
    ///
    /// An address that is made of raw text and force-unwrapped crashes with the first blank (T38).
    static func meals(in category: String) -> Self { Request("filter.php", query: ["c": category]) }
}

enum MockError: LocalizedError {
    case failed
    var errorDescription: String? { "(Mock Error)" }
}

/// A fake API that responds after 300 ms. `fails` is read when a fetch begins.
final class MockAPI {
    var fails = false

    /// Fetches a text, with the work deferred until a subscriber comes.
    ///
    /// A `Future` starts its work without a subscriber, can't be cancelled (T6), and with `guard let self` inside it
    /// may never complete (T45).
    func fetch() -> AnyPublisher<String, MockError> {
        Deferred { [self] in
            let fails = fails
            // `delay` does not delay a failure. So a value is delayed, and is replaced by the failure afterwards.
            return Just(()).delay(for: .milliseconds(300), scheduler: DispatchQueue.main)
                .setFailureType(to: MockError.self)
                .flatMap { fails ? AnyPublisher.fail(with: .failed) : .just("Success Result") }
        }
        .eraseToAnyPublisher()
    }
}

/// One row of the screen: its title, its text, and the status that its two buttons depend on.
final class LabRow: ObservableObject {
    let title: String
    @Published fileprivate(set) var text = "Tap to fetch"
    /// The status of the call: `.ready` also after a failure, which `text` then describes (T47).
    let status = CurrentValueSubject<FetchStatus, Never>(.ready)

    init(_ title: String) {
        self.title = title
    }
}

final class LabViewModel {
    let mock = LabRow("Sample API call")
    let switched = LabRow("Switched API call")
    let categories = LabRow("Meal Categories")
    let pasta = LabRow("Pasta Meals")
    let breakfast = LabRow("Breakfast Meals")

    /// The number of calls that run, changed under a lock.
    ///
    /// The statuses of the rows merged into one stream would only show the last event (T41), a flag that each call
    /// sets and clears would be false too early (T42), and a number that several threads change with `+=` would lose
    /// changes (T43).
    let running = CurrentValueSubject<Int, Never>(0)
    @Published private(set) var showsLoading = false

    private let meals: Client<Meals>
    private let loader: Loader<String>
    private let taps = PassthroughSubject<Void, Never>()
    /// The running task of three rows: a new task cancels and replaces the old one.
    private var slot: AnyCancellable?
    private var subscriptions = Set<AnyCancellable>()

    init(_ meals: Client<Meals>, mock api: MockAPI) {
        self.meals = meals
        let (status, running) = (mock.status, running)
        // A subject with `flatMap` to a call that fails sends nothing after the first error (T44). A loader can be used
        // again after an error, and its call can be cancelled.
        loader = Loader {
            api.fetch()
                .observeFetchStatus(with: status)
                .observeFetchStatus(with: running)
        }
        loader.$state
            .sink { [mock] state in
                switch state {
                case .idle: mock.text = "Tap to fetch"
                case .loading: mock.text = "Fetching..."
                case .loaded(let text): mock.text = text
                case .failed(let error): mock.text = error.localizedDescription
                }
            }
            .store(in: &subscriptions)
        // The same with Combine's operators alone: each tap replaces the call of the last one. The failure becomes a
        // text before `switchToLatest`, which would end with it (T44). A tap can't be taken back, and the status is
        // `.ready` for a moment between two calls: the older one is cancelled before the newer one begins.
        taps
            .map { [switched] in
                api.fetch()
                    .observeFetchStatus(with: switched.status)
                    .observeFetchStatus(with: running)
                    .catch { AnyPublisher.just($0.localizedDescription) }
                    .prepend("Fetching...")
            }
            .switchToLatest()
            .sink { [switched] in switched.text = $0 }
            .store(in: &subscriptions)
        running
            .dropFirst()
            .map { $0 > 0 }
            .removeDuplicates()
            .receive(on: DispatchQueue.main)
            .assign(to: &$showsLoading)
    }

    func fetchMock() { loader.load() }
    func cancelMock() { loader.cancel() }
    func fetchSwitched() { taps.send() }

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
        // When a row replaces its own task, its status stays `.ongoing`: cancelling the old task reports nothing
        // while the new one runs (T40).
        slot = meals.dataTaskPublisher(for: request)
            // Every status 2xx is a success, and an error keeps the body of its response (T39).
            .tryDecodeResponse(type: Value.self, decoder: JSONDecoder())
            // Everything after it runs on the main queue, in one order: the reports, and the change of the screen
            // (T46).
            .receive(on: DispatchQueue.main)
            .observeFetchStatus(with: row.status)
            .observeFetchStatus(with: running)
            .sink { [weak row] end in
                if case .failure(let error) = end { row?.text = Self.text(of: error) }
            } receiveValue: { [weak row] value in
                row?.text = text(value)
            }
    }

    /// Returns one of three texts for an error, or the service's own message if it sent one.
    private static func text(of error: any Error) -> String {
        switch error {
        case is DecodingError: "The data could not be read."
        case let error as FetchError: error.localizedDescription
        case is URLError: "Network error occurred."
        default: "Error occurred, please try again."
        }
    }
}

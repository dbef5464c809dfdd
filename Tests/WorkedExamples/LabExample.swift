// A networking lab: rows whose status is watched in three ways, one slot for several rows, a loader that can be
// cancelled.

import Foundation
import FreshetCombine

struct MealCategory: Decodable, Equatable {
    let strCategory: String
}

struct CategoryList: Decodable {
    let categories: [MealCategory]
}

struct Meals: Service {
    let baseURL = "https://meals.example"
}

enum MockError: LocalizedError {
    case failed
    var errorDescription: String? { "(Mock Error)" }
}

/// Responses after two seconds; the switch is read when the fetch starts.
final class MockAPI {
    var fails = false
    private let scheduler: AnyScheduler

    init(scheduler: AnyScheduler) {
        self.scheduler = scheduler
    }

    func fetch() -> AnyPublisher<String, MockError> {
        Deferred { [self] () -> AnyPublisher<String, MockError> in
            let response: AnyPublisher<String, MockError> = fails ? .fail(with: .failed) : .just("Success Result")
            // A failure overtakes a delay, so the delay is that of a value that fails after it.
            return Just(()).delay(for: .seconds(2), scheduler: scheduler)
                .setFailureType(to: MockError.self)
                .flatMap { response }
                .eraseToAnyPublisher()
        }
        .eraseToAnyPublisher()
    }
}

final class LabViewModel: ObservableObject {
    @Published private(set) var mockText = "Tap to fetch"
    @Published private(set) var switchedText = "Tap to fetch"
    @Published private(set) var categoryText = "Tap to fetch"
    @Published private(set) var showsLoading = false

    let mockStatus = CurrentValueSubject<FetchStatus, Never>(.ready)
    let categoryStatus = CurrentValueSubject<FetchStatus, Never>(.ready)
    let isBusy = CurrentValueSubject<Bool, Never>(false)
    let running = CurrentValueSubject<Int, Never>(0)

    private let meals: Client<Meals>
    private let scheduler: AnyScheduler
    private let mock: Loader<String>
    private let taps = PassthroughSubject<Void, Never>()
    private var subscriptions = Set<AnyCancellable>()
    /// One slot that several rows share: a new task replaces the old one.
    private var slot: AnyCancellable?

    init(_ meals: Client<Meals>, mock api: MockAPI, scheduler: AnyScheduler = .main) {
        self.meals = meals
        self.scheduler = scheduler
        let (mockStatus, running, isBusy) = (mockStatus, running, isBusy)
        mock = Loader(scheduler: scheduler) {
            api.fetch()
                .observeFetchStatus(with: mockStatus)
                .observeFetchStatus(with: running)
                .observeFetchStatus(with: isBusy)
        }
        mock.$state
            .sink { [weak self] state in
                switch state {
                case .idle: self?.mockText = "Tap to fetch"
                case .loading: self?.mockText = "Fetching..."
                case .loaded(let text): self?.mockText = text
                case .failed(let error): self?.mockText = error.localizedDescription
                }
            }
            .store(in: &subscriptions)
        taps
            .map {
                api.fetch()
                    .observeFetchStatus(with: running)
                    .catch { AnyPublisher.just($0.localizedDescription) }
                    .prepend("Fetching...")
            }
            .switchToLatest()
            .sink { [weak self] in self?.switchedText = $0 }
            .store(in: &subscriptions)
        running.map { $0 > 0 }.removeDuplicates().receive(on: scheduler)
            .sink { [weak self] in self?.showsLoading = $0 }
            .store(in: &subscriptions)
    }

    func fetchMock() { mock.load() }
    func cancelMock() { mock.cancel() }
    func fetchSwitched() { taps.send() }

    func fetchCategories() {
        slot = meals.dataTaskPublisher(for: Request<Meals, CategoryList>("categories.php"))
            .tryDecodeResponse(type: CategoryList.self, decoder: JSONDecoder())
            .observeFetchStatus(with: categoryStatus)
            .observeFetchStatus(with: running)
            .observeFetchStatus(with: isBusy)
            .receive(on: scheduler)
            .sink { [weak self] end in
                if case .failure(let error) = end { self?.categoryText = Self.text(of: error) }
            } receiveValue: { [weak self] list in
                self?.categoryText = "\(list.categories.count) categories"
            }
    }

    func cancelCategories() { slot = nil }

    /// The texts of the lab, richer where the error knows more.
    static func text(of error: Error) -> String {
        switch error {
        case let error as FetchError where error.underlying is URLError: return error.localizedDescription
        case is URLError: return "Network error occurred."
        case is DecodingError: return "The data could not be read."
        case let error as FetchError: return error.localizedDescription
        default: return "Error occurred, please try again."
        }
    }
}

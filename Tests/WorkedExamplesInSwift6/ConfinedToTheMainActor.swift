// The forms that Swift 6 asks for where the older one does not compile, or compiles and traps.

import Foundation
import FreshetCombine

/// A view model of the main actor.
///
/// Its closures belong to the main actor too, and Swift 6 checks that at run time: one that an operator runs on a
/// thread of the network stops the program. So what runs before `receive(on:)` is built outside of the actor, and only
/// what comes after it touches the model.
@MainActor
final class HeadlinesModel: ObservableObject {
    @Published private(set) var titles: [String] = []
    @Published private(set) var error: (any Error)?

    private var cancellable: AnyCancellable?

    /// As in Swift 5 this would be a chain inside of `load`; `validate` and `map` would then be the main actor's.
    nonisolated static func titles(_ responses: some Publisher<Data, any Error>) -> AnyPublisher<[String], any Error> {
        responses
            .decode(as: [String].self)
            .validate { if $0.isEmpty { throw CocoaError(.fileReadNoSuchFile) } }
            .map { $0.map(\.localizedCapitalized) }
            .eraseToAnyPublisher()
    }

    func load(_ responses: some Publisher<Data, any Error>) {
        cancellable = Self.titles(responses)
            .convertToResult()
            .receive(on: DispatchQueue.main)
            // A sink after the main queue may be the main actor's: it runs there.
            .sink { [weak self] result in
                switch result {
                case .success(let titles):
                    self?.titles = titles
                    self?.error = nil
                case .failure(let error): self?.error = error
                }
            }
    }
}

/// A view model without an actor: nothing of Swift 5's form has to change, as it changes on its scheduler alone.
///
/// It is no `Sendable` value, so the compiler keeps it where it was made.
final class TitlesModel: ObservableObject {
    @Published var query = ""
    @Published private(set) var titles = FetchState<[String]>()

    private let search: Loader<[String]>
    private var subscriptions: Set<AnyCancellable> = []

    init(scheduler: AnyScheduler = .main, call: @escaping (String) -> AnyPublisher<[String], any Error>) {
        search = Loader(scheduler: scheduler)
        search.$fetch.assign(to: &$titles)
        $query.dropFirst().removeDuplicates()
            .sink { [search] in search.load(call($0)) }
            .store(in: &subscriptions)
    }
}

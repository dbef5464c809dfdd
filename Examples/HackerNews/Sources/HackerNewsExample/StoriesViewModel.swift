// The view model of a list of stories: requests each story by its id, merges the stories, and polls the list for new
// ones.

import Foundation
import FreshetCombine
import HackerNews

extension Client where API == HackerNews {
    /// Fetches stories by their ids, six at a time, and sends the fetched ones in the order of the ids and those that
    /// failed.
    ///
    /// Common mistakes: merging the stories and sorting them by id, which destroys the ranking (T61), and `first!` of
    /// the ids, which traps on an empty list (T64).
    func mergedStories(_ ids: [Int]) -> AnyPublisher<PartialResults<HackerNews.Item?, FetchError>, Never> {
        ids.collectInOrder { publisher(for: .item($0)) }.eraseToAnyPublisher()
    }
}

final class StoriesViewModel: ObservableObject {
    /// The index of the list: 0 new, 1 top, 2 best. An index without a list is ignored.
    @Published var indexEndpoint: Int
    @Published private(set) var stories: [HackerNews.Item] = []
    /// The number of stories that failed to load. Many apps leave them out silently (T32).
    @Published private(set) var missingCount = 0
    /// The ids of the list that its previous version did not contain.
    @Published private(set) var newStories: [Int] = []
    @Published private(set) var error: FetchError?

    private let hackerNews: Client<HackerNews>
    private let merged = Loader<PartialResults<HackerNews.Item?, FetchError>>()
    private var seen = HackerNews.NewStories()
    private var shown: HackerNews.StoryList?
    private var subscriptions = Set<AnyCancellable>()

    init(_ hackerNews: Client<HackerNews>, index: Int = 1, every interval: Duration = .seconds(3)) {
        indexEndpoint = index
        self.hackerNews = hackerNews
        merged.$state.compactMap(\.value)
            .sink { [weak self] results in
                self?.missingCount = results.failures.count
                // A story without an address is valid: questions and jobs have none (T60).
                self?.stories = results.values.compactMap(\.self).filter(\.isPresent)
            }
            .store(in: &subscriptions)
        $indexEndpoint
            .compactMap(HackerNews.StoryList.init(index:))
            .removeDuplicates()
            // Polling pauses between a response and the next request. A timer would send a request while the previous
            // one is still in flight (T65), and a timer of the run loop never fires in a program with an async `main`
            // on Linux.
            .latest { list in
                hackerNews.polling(list, every: interval).publisher.map { (list: list, response: $0) }
            }
            .compactMap(\.value)
            .receive(on: DispatchQueue.main)
            .sink { [weak self] poll in self?.take(poll.response, of: poll.list) }
            .store(in: &subscriptions)
    }

    private func take(_ response: Result<[Int], FetchError>, of list: HackerNews.StoryList) {
        switch response {
        case .failure(let error): self.error = error
        case .success(let ids):
            error = nil
            // The new ids are a set, kept for each list: the first id alone is not enough, and does not apply to
            // another list (T63). Without new ids the set is empty; an id 0 instead of it would be requested as a
            // story (T62).
            let new = seen.take(ids, of: list)
            guard list != shown || !new.isEmpty else { return }
            shown = list
            newStories = new
            merged.load(hackerNews.mergedStories(Array(ids.prefix(10))))
        }
    }
}

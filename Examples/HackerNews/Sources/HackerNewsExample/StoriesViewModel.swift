// Stories of a list, requested one by one and merged, and the new ones that appear while they are read.

import Foundation
import FreshetCombine
import HackerNews

extension Client where API == HackerNews {
    /// Some stories by their ids, six at a time: those that came, in the order of the ids, and those that failed.
    ///
    /// Often they are merged and sorted by id, which destroys the ranking (T61); and `first!` of the ids traps on an empty
    /// list (T64).
    func mergedStories(_ ids: [Int]) -> AnyPublisher<PartialResults<HackerNews.Item?, FetchError>, Never> {
        ids.collectInOrder { publisher(for: .item($0)) }.eraseToAnyPublisher()
    }
}

final class StoriesViewModel: ObservableObject {
    /// 0 new, 1 top, 2 best; a number that stands for no list changes nothing.
    @Published var indexEndpoint: Int
    @Published private(set) var stories: [HackerNews.Item] = []
    /// The number of stories that failed to load. They are often left out silently (T32).
    @Published private(set) var missingCount = 0
    /// The ids that are in the list and were not at the last look.
    @Published private(set) var newStories: [Int] = []
    @Published private(set) var error: FetchError?

    private let merged: Trigger<[Int], PartialResults<HackerNews.Item?, FetchError>>
    private var seen = HackerNews.NewStories()
    private var shown: HackerNews.StoryList?
    private var subscriptions = Set<AnyCancellable>()

    init(_ hackerNews: Client<HackerNews>, index: Int = 1, every interval: Duration = .seconds(3)) {
        indexEndpoint = index
        merged = Trigger { hackerNews.mergedStories($0) }
        merged.$state.compactMap(\.value)
            .sink { [weak self] results in
                self?.missingCount = results.failures.count
                // A story without an address is one: questions and jobs have none (T60).
                self?.stories = results.values.compactMap(\.self).filter(\.isPresent)
            }
            .store(in: &subscriptions)
        $indexEndpoint
            .compactMap(HackerNews.StoryList.init(index:))
            .removeDuplicates()
            // A timer would ask again while the response before is still awaited (T65). This pause begins with a response.
            // Nor is there a timer of the run loop: in a program with an async `main` on Linux it never fires.
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
            // What is new is a set, for each list apart: the first id is not enough, and says nothing of another list (T63).
            // "Nothing new" is an empty set, not a story 0 that is then requested (T62).
            let new = seen.take(ids, of: list)
            guard list != shown || !new.isEmpty else { return }
            shown = list
            newStories = new
            merged.send(Array(ids.prefix(10)))
        }
    }
}

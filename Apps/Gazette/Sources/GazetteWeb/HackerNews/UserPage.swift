import Foundation
import Freshet
import FreshetCombine
import HackerNews
import LivePages
import ReaderModels
import ReaderStorage

/// A user of Hacker News with their latest submissions.
final class UserPage: ListPage {
    let section: Section? = .hn
    let model: UserViewModel
    let address: PageAddress
    var growth: Growth

    init(name: String, _ address: PageAddress, _ tools: PageTools) {
        self.address = address
        growth = Growth(address)
        model = UserViewModel(tools.clients.hackerNews, name: name, scheduler: tools.scheduler)
    }

    var title: String { model.name }
    var list: ListObject<[Int], HackerNews.Item> { model.submissions }

    var isMissing: Bool { model.user.value == nil && model.selectedError?.isAbsent == true }

    func start() { model.load() }
    func retry() { model.retry() }
    func cancel() { model.cancel() }
    func dismiss() { model.dismissError() }

    func proceed() -> Bool {
        if model.user.isFetching { return false }
        return model.user.value == nil || proceedWithList()
    }

    private struct Facts: TemplateContext {
        static let template = "user"

        let facts: [String]
        let paragraphs: [ParagraphContext]
    }

    func regions() -> [Region] {
        guard let user = model.user.value else {
            var status = StatusContext(model.user, error: model.selectedError, retry: address.link(), noun: "user")
            status.leadOn(to: section)
            let awaited = status.isLoading ? [Region("awaited", Skeleton(.rows))] : []
            return [Region("status", status)] + awaited
        }
        let facts = Facts(
            facts: [user.karmaText, user.sinceText].compactMap(\.self),
            paragraphs: user.paragraphs.map(ParagraphContext.init))
        let status = StatusContext(model.status, list, retry: link)
        return [
            Region("facts", facts), Region("status", status),
            elements(StoryRows(list.items), .rows), more(end: "There are no more items.", noun: "items"),
        ]
    }
}

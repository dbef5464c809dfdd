import Foundation
import Freshet
import FreshetCombine
import JSONPlaceholder
import ReaderModels

/// The people, filtered by the typed text.
final class PeopleList: TUIList {
    private let model: UsersViewModel

    init(_ client: Client<JSONPlaceholder>) {
        model = UsersViewModel(client)
    }

    var content: TUIContent {
        var content = TUIContent()
        content.rows = (model.people.value ?? []).map { person in
            TUIRow(
                section: .people, id: "\(person.id)", title: person.user.username, facts: person.facts,
                url: person.user.websiteLink?.absoluteString)
        }
        content.status = model.status.line
        content.problem = model.selectedError.map { "\($0.text) Press r to try again." }
        return content
    }

    func observe(_ onChange: @escaping () -> Void) -> [AnyCancellable] {
        [model.objectWillChange.sink { _ in onChange() }]
    }

    func appear() { if model.people.value == nil { model.load() } }
    func disappear() { model.cancel() }
    func reload() { model.retry() }
    func loadMore() {}
    func search(_ text: String?) { model.searchText = text ?? "" }

    func detail(of row: TUIRow) -> TUIDetailSource? {
        guard let person = model.people.value?.first(where: { "\($0.id)" == row.id }) else { return nil }
        var detail = TUIDetail(key: row.key, title: person.user.username, facts: person.details, url: row.url)
        for album in person.albums {
            detail.add(
                "\(album.album.title) (\(CountText.pictures(album.photos.count)))", album.photos.prefix(3).map(\.title))
        }
        return TUIDetailSource(read: { detail })
    }
}

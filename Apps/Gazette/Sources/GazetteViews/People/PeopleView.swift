import AppleUI
import FreshetCombine
import JSONPlaceholder
import ReaderModels

/// The users, filtered while the user of the app types; one of them opens at a time.
struct PeopleView: View {
    @StateObject private var model: UsersViewModel
    private let tools: ReaderTools

    init(_ tools: ReaderTools) {
        _model = StateObject(wrappedValue: UsersViewModel(tools.clients.people))
        self.tools = tools
    }

    var body: some View {
        StateView(model.people.loadingState, load: { model.load() }) { people in
            List {
                StatusView(status: model.status, retry: { model.retry() }, cancel: { model.cancel() })
                ForEach(people) { person in
                    Button {
                        model.open(person.id)
                    } label: {
                        PersonRow(person: person)
                    }
                }
            }
            .refreshing(model)
        }
        .navigationTitle(ReaderSection.people.title)
        .searchable(text: $model.searchText, prompt: Words.peopleFields)
        .navigationDestination(item: $model.shownPerson) { PersonView(person: $0, tools: tools) }
        .errorAlert(of: model)
        .onDisappear { model.cancel() }
    }
}

struct PersonRow: View {
    let person: JSONPlaceholder.Person

    var body: some View {
        VStack(alignment: .leading) {
            Text(person.user.username).font(.headline)
            Text(person.facts).font(.caption).foregroundStyle(.secondary)
        }
        .accessibilityElement(children: .combine)
    }
}

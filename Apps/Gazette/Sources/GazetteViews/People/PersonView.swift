import AppleUI
import FreshetCombine
import JSONPlaceholder
import ReaderModels

/// One user with the pictures of an album: the first, until another is picked.
struct PersonView: View {
    let person: JSONPlaceholder.Person
    let tools: ReaderTools
    @State private var albumID: Int?

    var body: some View {
        ScrollView {
            VStack(alignment: .leading) {
                Text(person.details).font(.subheadline)
                if let website = person.user.websiteLink {
                    Link(Words.website, destination: website)
                }
                if let album = person.album(albumID) {
                    Picker(Words.album, selection: $albumID) {
                        ForEach(person.albums) { Text($0.album.title).tag(Optional($0.id)) }
                    }
                    .pickerStyle(.menu)
                    // Each album gets a new view identity, and so a new view model.
                    PicturesView(album, from: tools.peoplePictures).id(album.id)
                } else {
                    Text(person.noAlbumsText).foregroundStyle(.secondary)
                }
            }
            .padding()
        }
        .navigationTitle(person.user.username)
    }
}

/// The pictures of an album, which appear one after another.
struct PicturesView: View {
    @StateObject private var model: PicturesViewModel

    init(_ album: JSONPlaceholder.FilledAlbum, from store: ImageStore) {
        _model = StateObject(wrappedValue: PicturesViewModel(album, store: store))
    }

    var body: some View {
        VStack(alignment: .leading) {
            Text(model.title).font(.headline).accessibilityAddTraits(.isHeader)
            if let missing = model.missingText {
                Text(missing).foregroundStyle(.secondary)
            }
            LazyVGrid(columns: [GridItem(.adaptive(minimum: PosterFrame.square.width))]) {
                ForEach(model.pictures) { PictureCell(picture: $0) }
            }
        }
        .onAppear { model.load() }
        .onDisappear { model.cancel() }
    }
}

private struct PictureCell: View {
    let picture: PicturesViewModel.Picture

    var body: some View {
        Group {
            switch picture.state {
            case .idle, .failed: EmptyView()
            case .loading: Color.secondary.opacity(PosterFrame.opacityWhileLoading)
            case .loaded(let data): PictureContent(data: data).accessibilityLabel(picture.photo.title)
            }
        }
        .frame(width: PosterFrame.square.width, height: PosterFrame.square.height)
    }
}

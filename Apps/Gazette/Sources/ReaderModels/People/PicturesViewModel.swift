import Foundation
public import Freshet
public import FreshetCombine
public import JSONPlaceholder

/// A view model of an album's pictures, which appear one after another in their order.
///
/// Call its methods where the scheduler runs; all outputs change there.
public final class PicturesViewModel: ObservableObject {
    /// A photo with the loading state of its picture.
    public struct Picture: Identifiable {
        /// The photo.
        public let photo: JSONPlaceholder.Photo
        /// The state of the picture.
        public let state: LoadingState<ImageData>
        /// The id of the photo.
        public var id: Int { photo.id }
    }

    /// The album; `nil` if the person has none.
    public let album: JSONPlaceholder.Album?
    /// The photos in their order; all before the first one that is loading have loaded or failed.
    @Published public private(set) var pictures: [Picture]
    /// Whether pictures are loading.
    @Published public private(set) var isLoading = false

    /// The number of pictures that failed to load; that is common, so it is shown as a text and not in an alert.
    public var failureCount: Int { pictures.count { $0.state.error != nil } }

    private let store: ImageStore
    private let maxConcurrent: Int
    private let loader: Loader<[Picture]>
    private var changes: AnyCancellable?

    /// Makes the model. Nothing is requested before ``load()``.
    ///
    /// - Parameter album: The album; `nil` for a person without albums, who has no pictures.
    public init(
        _ album: JSONPlaceholder.FilledAlbum?, store: ImageStore, maxConcurrent: Int = 6,
        scheduler: AnyScheduler = .main
    ) {
        self.album = album?.album
        self.store = store
        self.maxConcurrent = maxConcurrent
        pictures = (album?.photos ?? []).map { Picture(photo: $0, state: .idle) }
        loader = Loader(scheduler: scheduler)
        changes = loader.$fetch.dropFirst().sink { [weak self] in self?.show($0) }
    }

    /// Loads the pictures from the first on.
    public func load() {
        let store = store
        let loading = pictures.map { $0.state.value == nil ? Picture(photo: $0.photo, state: .loading) : $0 }
        loader.load(
            loading.map(\.photo).inOrder(maxConcurrent: maxConcurrent) { photo in
                store.image(for: photo.thumbnail)
            }
            .scan((pictures: loading, next: 0)) { shown, result in
                var (pictures, next) = shown
                let state: LoadingState<ImageData> =
                    switch result {
                    case .success(let image): .loaded(image)
                    case .failure(let error): .failed(error)
                    }
                pictures[next] = Picture(photo: pictures[next].photo, state: state)
                return (pictures, next + 1)
            }
            .map(\.pictures)
            .prepend(loading))
    }

    /// Cancels loading, as leaving the screen does. Loaded pictures stay.
    public func cancel() { loader.cancel() }

    private func show(_ fetch: FetchState<[Picture]>) {
        isLoading = fetch.isFetching
        guard let shown = fetch.value else { return }
        // After a cancellation, nothing loads that was about to.
        pictures = shown.map { picture in
            picture.state.isLoading && !isLoading ? Picture(photo: picture.photo, state: .idle) : picture
        }
    }
}

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
    private let slot: FetchSlot<Result<ImageData, FetchError>>
    private var next = 0

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
        slot = FetchSlot(scheduler: scheduler)
        slot.onEvent = { [weak self] in self?.handle($0) }
    }

    /// Loads the pictures from the first on.
    public func load() {
        let store = store
        slot.run(
            pictures.map(\.photo).inOrder(maxConcurrent: maxConcurrent) { photo in
                store.image(for: photo.thumbnail)
            })
    }

    /// Cancels loading, as leaving the screen does. Loaded pictures stay.
    public func cancel() { slot.cancel() }

    private func handle(_ event: FetchSlot<Result<ImageData, FetchError>>.Event) {
        switch event {
        case .began:
            next = 0
            isLoading = true
            pictures = pictures.map { picture in
                picture.state.value == nil ? Picture(photo: picture.photo, state: .loading) : picture
            }
        case .value(let result):
            guard pictures.indices.contains(next) else { return }
            let state: LoadingState<ImageData> =
                switch result {
                case .success(let image): .loaded(image)
                case .failure(let error): .failed(error)
                }
            pictures[next] = Picture(photo: pictures[next].photo, state: state)
            next += 1
        case .finished, .failed:
            isLoading = false
        case .cancelled:
            isLoading = false
            pictures = pictures.map { picture in
                picture.state.isLoading ? Picture(photo: picture.photo, state: .idle) : picture
            }
        }
    }
}

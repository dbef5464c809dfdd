import AppleUI
import Freshet
import FreshetCombine
import ReaderModels

/// A picture that loads itself, with a placeholder until it has loaded; empty if there is no address.
struct PictureView<Placeholder: View>: View {
    @StateObject private var loader: ImageLoader
    private let url: URL?
    private let label: String
    private let placeholder: Placeholder

    /// - Parameters:
    ///   - label: The accessibility label of the picture.
    ///   - placeholder: What stands in the picture's place while it loads.
    init(_ url: URL?, from store: ImageStore, label: String, @ViewBuilder placeholder: () -> Placeholder) {
        _loader = StateObject(wrappedValue: ImageLoader(store: store))
        self.url = url
        self.label = label
        self.placeholder = placeholder()
    }

    var body: some View {
        // A view that exists even without a picture, since it sets the loader's address.
        ZStack {
            switch ImageLoader.phase(image: loader.image, url: url, noData: loader.noData) {
            case .image(let data): PictureContent(data: data).accessibilityLabel(label)
            case .placeholder: placeholder.accessibilityHidden(true)
            case .nothing: EmptyView()
            }
        }
        .onChange(of: url, initial: true) { loader.url = url }
    }
}

/// The content of a loaded picture as an image view.
struct PictureContent: View {
    let data: ImageData

    var body: some View {
        if let image = Image(bytes: data.bytes) {
            image.resizable().scaledToFit()
        }
    }
}

/// A picture in a frame of fixed size.
struct FramedPicture: View {
    let url: URL?
    let store: ImageStore
    let label: String
    let frame: PosterFrame

    var body: some View {
        PictureView(url, from: store, label: label) {
            Color.secondary.opacity(PosterFrame.opacityWhileLoading)
        }
        .frame(width: frame.width, height: frame.height)
        .clipShape(RoundedRectangle(cornerRadius: PosterFrame.cornerRadius))
    }
}

#if canImport(AppKit) && !targetEnvironment(macCatalyst)
import AppKit
#endif

extension Image {
    /// Decodes an image from bytes; `nil` if the platform can't decode them.
    public init?(bytes: Data) {
        #if canImport(AppKit) && !targetEnvironment(macCatalyst)
        guard let image = NSImage(data: bytes) else { return nil }
        self.init(nsImage: image)
        #else
        guard let image = UIImage(data: bytes) else { return nil }
        self.init(uiImage: image)
        #endif
    }
}

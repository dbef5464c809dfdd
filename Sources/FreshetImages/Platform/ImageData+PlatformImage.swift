#if canImport(UIKit)
public import UIKit

extension ImageData {
    /// The picture as UIKit draws it.
    public var platformImage: UIImage? { UIImage(data: bytes) }
}
#elseif canImport(AppKit)
public import AppKit

extension ImageData {
    /// The picture as AppKit draws it.
    public var platformImage: NSImage? { NSImage(data: bytes) }
}
#endif

#if canImport(UIKit)
public import UIKit

extension ImageData {
    /// The image as a `UIImage`; `nil` if UIKit can't decode it.
    public var platformImage: UIImage? { UIImage(data: bytes) }
}
#elseif canImport(AppKit)
public import AppKit

extension ImageData {
    /// The image as an `NSImage`; `nil` if AppKit can't decode it.
    public var platformImage: NSImage? { NSImage(data: bytes) }
}
#endif

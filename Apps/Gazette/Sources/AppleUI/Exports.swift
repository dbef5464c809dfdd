// Foundation comes with both, as it does on Apple's platforms.
@_exported public import Foundation

// SwiftUI and UIKit on Apple's platforms, what stands in for them elsewhere: the only place that knows where views run.
#if canImport(SwiftUI)
@_exported public import SwiftUI
#else
@_exported public import SwiftUIStub
#endif
// macOS has no UIKit; its screens are type-checked there like on Linux, and shown nowhere.
#if canImport(UIKit)
@_exported public import UIKit
#else
@_exported public import UIKitStub
#endif

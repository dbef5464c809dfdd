// Exported too, since SwiftUI and UIKit export Foundation on Apple's platforms.
@_exported public import Foundation

// SwiftUI and UIKit on Apple's platforms, stubs of them elsewhere. Only this file depends on the platform.
#if canImport(SwiftUI)
@_exported public import SwiftUI
#else
@_exported public import SwiftUIStub
#endif
// macOS has no UIKit; the UIKit screens are type-checked there against the stub, as on Linux, and not shown.
#if canImport(UIKit)
@_exported public import UIKit
#else
@_exported public import UIKitStub
#endif

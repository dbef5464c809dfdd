// What Apple's module exports, too.
@_exported public import Foundation
#if canImport(CoreGraphics)
@_exported public import CoreGraphics
#endif

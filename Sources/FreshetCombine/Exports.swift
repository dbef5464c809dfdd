@_exported public import CombineCompletion
@_exported public import FreshetCore
@_exported public import FreshetImages

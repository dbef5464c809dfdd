@_exported public import CombineOrOpenCombine
@_exported public import FreshetCore
@_exported public import FreshetImages

@_exported public import CombineOrOpenCombine

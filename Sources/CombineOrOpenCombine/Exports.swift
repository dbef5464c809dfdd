// Combine on Apple's platforms, OpenCombine with its two extensions elsewhere.
#if canImport(Combine)
@_exported public import Combine
#else
@_exported public import OpenCombine
@_exported public import OpenCombineDispatch
@_exported public import OpenCombineFoundation
#endif
#if canImport(FoundationNetworking)
@_exported public import FoundationNetworking
#endif

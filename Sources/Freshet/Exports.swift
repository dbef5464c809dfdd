@_exported public import FreshetAuthentication
@_exported public import FreshetCookies
@_exported public import FreshetCore
@_exported public import FreshetHTTP
@_exported public import FreshetImages
@_exported public import FreshetJSON
@_exported public import FreshetStreams
@_exported public import FreshetText
@_exported public import FreshetTransfers
@_exported public import FreshetURLSession
@_exported public import HTTPTypes

#if NIO
@_exported public import FreshetNIO
#endif

@_exported public import FreshetHTTP
@_exported public import FreshetText

@_exported public import FreshetHTTP

@_exported public import TestShop

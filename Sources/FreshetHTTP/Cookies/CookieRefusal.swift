/// The reason why a jar doesn't store the cookie of a `Set-Cookie` field.
package enum CookieRefusal: String, Error, Hashable {
    case controlCharacter = "it holds a control character"
    case notUTF8 = "its bytes are no UTF-8"
    case empty = "it has neither a name nor a value"
    case tooLong = "its name and value have more than 4096 bytes"
    case otherDomain = "the host does not belong to its domain"
    case publicSuffix = "its domain is a public suffix"
    case notSecure = "it is Secure, and the connection is not"
    case overlaysSecure = "it would hide a Secure cookie, and the connection is not secure"
    case crossSiteInsecure = "it is sent to other sites (SameSite=None), and is not Secure"
    case prefix = "the prefix of its name promises what it does not keep"
    case outdated = "the jar was emptied after its request was sent"
}

/// The reason why a jar doesn't store the cookie of a `Set-Cookie` field.
package enum CookieRefusal: String, Error, Hashable {
    case controlCharacter = "it contains a control character"
    case notUTF8 = "its bytes aren't UTF-8"
    case empty = "it has neither a name nor a value"
    case tooLong = "its name and value have more than 4096 bytes"
    case otherDomain = "the host doesn't belong to its domain"
    case publicSuffix = "its domain is a public suffix"
    case notSecure = "it is Secure, and the connection is not"
    case overlaysSecure = "it would hide a Secure cookie, and the connection is not secure"
    case crossSiteInsecure = "it is sent to other sites (SameSite=None), and is not Secure"
    case prefix = "it breaks the promise of its name's prefix"
    case outdated = "the jar was emptied after its request was sent"
}

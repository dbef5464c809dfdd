#if !canImport(Security)
// Security's names that KeychainTokens uses, so that it compiles and can be tested on other platforms as well.

typealias CFString = String
typealias OSStatus = Int32

let kSecClass = "class"
let kSecClassGenericPassword = "genp"
let kSecAttrService = "svce"
let kSecAttrAccount = "acct"
let kSecAttrAccessGroup = "agrp"
let kSecAttrAccessible = "pdmn"
let kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly = "cku"
let kSecUseDataProtectionKeychain = "nleg"
let kSecValueData = "v_Data"
let kSecReturnData = "r_Data"
let kSecMatchLimit = "m_Limit"
let kSecMatchLimitOne = "m_LimitOne"

let errSecSuccess: OSStatus = 0
let errSecDuplicateItem: OSStatus = -25299
let errSecItemNotFound: OSStatus = -25300
let errSecInteractionNotAllowed: OSStatus = -25308
let errSecMissingEntitlement: OSStatus = -34018
#endif

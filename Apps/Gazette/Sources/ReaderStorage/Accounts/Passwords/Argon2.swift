import Foundation

/// The function Argon2id (RFC 9106) of the system's libargon2, which is loaded at its first use.
///
/// Unchecked: C functions without state, of a library that is never unloaded.
struct Argon2: @unchecked Sendable {
    /// The parameters that OWASP's Password Storage Cheat Sheet recommends at least: 19 MiB, two passes, one lane.
    static let (memory, passes, lanes): (UInt32, UInt32, UInt32) = (19 * 1024, 2, 1)
    /// The beginning of a hash: its function and its parameters.
    static let parameters = "$argon2id$v=19$m=\(memory),t=\(passes),p=\(lanes)$"
    private static let saltLength = 16
    private static let hashLength = 32

    #if os(Linux)
    private static let names = ["libargon2.so.1"]
    static let advice = "Install it: apt install libargon2-1, dnf install libargon2, or apk add argon2-libs."
    #else
    // The package managers install it outside the folders that the system searches.
    private static let names = [
        "libargon2.1.dylib", "/opt/homebrew/opt/argon2/lib/libargon2.1.dylib",
        "/usr/local/opt/argon2/lib/libargon2.1.dylib", "/opt/homebrew/opt/argon2/lib/libargon2.dylib",
    ]
    static let advice = "Install it: brew install argon2."
    #endif

    private let encodedHash:
        @convention(c) (
            UInt32, UInt32, UInt32, UnsafeRawPointer?, Int, UnsafeRawPointer?, Int, Int, UnsafeMutablePointer<CChar>?,
            Int
        ) -> CInt
    private let verify: @convention(c) (UnsafePointer<CChar>?, UnsafeRawPointer?, Int) -> CInt
    private let message: @convention(c) (CInt) -> UnsafePointer<CChar>?

    /// The result of `argon2id_verify` for another password (argon2.h).
    private static let mismatch: CInt = -35

    /// Loads the library, once.
    ///
    /// - Throws: ``PasswordHashingError/libraryMissing``.
    static func shared() throws(PasswordHashingError) -> Argon2 { try loaded.get() }

    private static let loaded = Result<Argon2, PasswordHashingError> { () throws(PasswordHashingError) in
        try Argon2()
    }

    private init() throws(PasswordHashingError) {
        guard let library = Self.names.lazy.compactMap({ dlopen($0, RTLD_NOW | RTLD_LOCAL) }).first else {
            throw .libraryMissing
        }
        func function<Function>(_ name: String) throws(PasswordHashingError) -> Function {
            guard let symbol = dlsym(library, name) else { throw .libraryMissing }
            return unsafeBitCast(symbol, to: Function.self)
        }
        encodedHash = try function("argon2id_hash_encoded")
        verify = try function("argon2id_verify")
        message = try function("argon2_error_message")
    }

    /// Returns the hash of a password with its parameters and its salt, in the format of the library.
    func hash(_ password: String) throws(PasswordHashingError) -> String {
        let (bytes, salt) = (Array(password.utf8), Array(Data.random(count: Self.saltLength)))
        var encoded = [CChar](repeating: 0, count: 160)
        let result = encodedHash(
            Self.passes, Self.memory, Self.lanes, bytes, bytes.count, salt, salt.count, Self.hashLength, &encoded,
            encoded.count)
        guard result == 0 else { throw failure(result) }
        return String(decoding: encoded.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Returns whether a password has a hash.
    func isValid(_ password: String, for hash: String) throws(PasswordHashingError) -> Bool {
        let bytes = Array(password.utf8)
        let result = verify(hash, bytes, bytes.count)
        guard result == 0 || result == Self.mismatch else { throw failure(result) }
        return result == 0
    }

    private func failure(_ code: CInt) -> PasswordHashingError {
        .failed(message(code).map { String(cString: $0) } ?? "code \(code)")
    }

    /// A hash that belongs to no password, which takes as long to check as any other.
    static let nobody =
        "\(parameters)\(String(repeating: "A", count: 22))$\(String(repeating: "A", count: 43))"
}

/// The SHA-256 hash function, implemented without a cryptography library.
///
/// SHA-256 is defined in FIPS 180-4 §6.2. The TLS library already contains a copy of BoringSSL. A
/// second copy just for digests would add minutes to every build.
public enum SHA256: DigestFunction {
    /// The length of a digest in bytes.
    public static let byteCount = 32

    /// The length of a message block in bytes.
    static let blockByteCount = 64

    /// Returns the digest of bytes, which has a length of 32 bytes.
    public static func digest(of bytes: some Collection<UInt8>) -> [UInt8] {
        var message = [UInt8]()
        message.reserveCapacity(bytes.count + 2 * blockByteCount)
        message.append(contentsOf: bytes)
        let bitCount = UInt64(message.count) &* 8
        message.append(0x80)
        message.append(contentsOf: repeatElement(0, count: (120 - message.count % blockByteCount) % blockByteCount))
        for shift in stride(from: 56, through: 0, by: -8) {
            message.append(UInt8(truncatingIfNeeded: bitCount >> UInt64(shift)))
        }
        var state = initial
        var words = [UInt32](repeating: 0, count: constants.count)
        for start in stride(from: 0, to: message.count, by: blockByteCount) {
            read(message, from: start, into: &words)
            mix(words, into: &state)
        }
        return state.flatMap { word in
            stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
        }
    }

    /// Computes the 64 words of the message schedule. The first 16 are the message, and the others
    /// follow from the words before them.
    private static func read(_ message: [UInt8], from start: Int, into words: inout [UInt32]) {
        for index in 0..<16 {
            var word: UInt32 = 0
            for byte in 0..<4 { word = word << 8 | UInt32(message[start + 4 * index + byte]) }
            words[index] = word
        }
        for index in 16..<words.count {
            let old = words[index - 15]
            let recent = words[index - 2]
            let first: UInt32 = rotate(old, 7) ^ rotate(old, 18) ^ (old >> 3)
            let second: UInt32 = rotate(recent, 17) ^ rotate(recent, 19) ^ (recent >> 10)
            words[index] = words[index - 16] &+ first &+ words[index - 7] &+ second
        }
    }

    private static func mix(_ words: [UInt32], into state: inout [UInt32]) {
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        var (e, f, g, h) = (state[4], state[5], state[6], state[7])
        for index in words.indices {
            let sum: UInt32 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
            let choice: UInt32 = (e & f) ^ (~e & g)
            let first: UInt32 = h &+ sum &+ choice &+ constants[index] &+ words[index]
            let other: UInt32 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
            let majority: UInt32 = (a & b) ^ (a & c) ^ (b & c)
            (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ other &+ majority)
        }
        state[0] &+= a
        state[1] &+= b
        state[2] &+= c
        state[3] &+= d
        state[4] &+= e
        state[5] &+= f
        state[6] &+= g
        state[7] &+= h
    }

    private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 { (word >> count) | (word << (32 - count)) }

    private static let initial: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]

    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]
}

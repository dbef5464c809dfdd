import FreshetDigests
import Testing

@Suite struct SHA256Tests {
    @Test(
        "The examples of FIPS 180-4 and its test vectors",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            (
                "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
                    + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
                "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
            ),
            (String(repeating: "a", count: 1_000), "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"),
        ])
    func digests(text: String, digest: String) {
        #expect(SHA256.hexDigest(of: text.utf8) == digest)
        #expect(SHA256.digest(of: text.utf8).count == SHA256.byteCount)
    }

    /// The digests of 0, 1, 2, … bytes, each appended to the one before, have this digest: computed with Python's
    /// hashlib.
    @Test func everyLengthAroundTheBlocksIsPadded() {
        var digests = [UInt8]()
        for count in 0...200 {
            digests += SHA256.digest(of: (0..<count).map { UInt8(truncatingIfNeeded: $0) })
        }
        #expect(SHA256.hexDigest(of: digests) == "64ef7c229fce2408b5336b6a542fea0e078c3a87d2da85cb3fc52e2008b65021")
    }

    @Test func digitsAreTheBytesInOrder() {
        let bytes = SHA256.digest(of: "abc".utf8)
        #expect(bytes.prefix(4) == [0xba, 0x78, 0x16, 0xbf])
        #expect(bytes.suffix(2) == [0x15, 0xad])
    }
}

import Testing

@testable import FreshetJSON

/// The one file that is unsafe inside: nothing of it reaches beyond its memory.
@Suite struct StorageTests {
    private let letters = Array("The quick brown fox".utf8)

    @Test func bytesAreFollowedByZeros() {
        let storage = Storage(copying: letters)
        #expect(storage.count == letters.count)
        #expect(storage.copy(at: 0, count: letters.count) == letters)
        #expect(storage.byte(at: letters.count) == 0)
        #expect(storage.word(at: letters.count) == 0)
        #expect(storage.word(at: letters.count - 1) == UInt64(UInt8(ascii: "x")))
        #expect(storage.word(at: 0) == 0x6369_7571_2065_6854)
        #expect(Storage(copying: [UInt8]()).word(at: 0) == 0)
    }

    @Test func bytesOfAnyCollectionAreCopied() {
        let storage = Storage(copying: letters.lazy.map { $0 &+ 1 })
        #expect(storage.copy(at: 0, count: storage.count) == letters.map { $0 + 1 })
    }

    @Test func elementsStayWhereTheyAreWhileItGrows() {
        var storage = Storage<UInt64>(capacity: 0)
        for number in 0..<1_000 { storage.append(UInt64(number)) }
        #expect((0..<1_000).allSatisfy { storage[$0] == UInt64($0) })
        storage[3] = 7
        #expect(storage[3] == 7)
        #expect(storage.removeLast() == 999)
        #expect(storage.count == 999)
    }

    @Test("Texts of every length are compared to their last byte", arguments: 0...19)
    func textsAreCompared(_ length: Int) {
        let storage = Storage(copying: [0x21] + letters)
        let same = Array(letters[..<length])
        #expect(same.withUnsafeBufferPointer { storage.matches($0, at: 1) })
        for offset in 0..<length {
            var other = same
            other[offset] ^= 0x20
            #expect(!other.withUnsafeBufferPointer { storage.matches($0, at: 1) })
        }
        #expect(storage.string(at: 1, count: length).utf8.elementsEqual(same))
        #expect(storage.hash(at: 1, count: length) == same.withUnsafeBufferPointer { hash(of: $0) })
    }

    @Test func textsBeyondASCIIAreMade() {
        let text = "今天 😀 é"
        let storage = Storage(copying: Array(text.utf8))
        #expect(storage.checkedString(at: 0, count: storage.count) == text)
    }

    @Test func valuesKeepTheirType() {
        func generic<Value>(_ value: Value) -> String { retyped(value) }
        #expect(generic("a text that is long enough for the heap") == "a text that is long enough for the heap")
        #expect(Array(count: 3) { "\($0)" } == ["0", "1", "2"])
        struct Stop: Error {}
        #expect(throws: Stop.self) {
            try Array(count: 3) { (index) throws -> String in
                guard index < 2 else { throw Stop() }
                return "a text that is long enough for the heap \(index)"
            }
        }
    }

    @Test func whatLiesBeyondCannotBeReached() async {
        await #expect(processExitsWith: .failure) { _ = Storage(copying: [1, 2, 3])[3] }
        await #expect(processExitsWith: .failure) { _ = Storage(copying: [1, 2, 3])[-1] }
        await #expect(processExitsWith: .failure) { _ = Storage(copying: [1, 2, 3]).byte(at: 4) }
        await #expect(processExitsWith: .failure) { _ = Storage(copying: [1, 2, 3]).word(at: 4) }
        await #expect(processExitsWith: .failure) { _ = Storage(copying: [1, 2, 3]).string(at: 1, count: 3) }
        await #expect(processExitsWith: .failure) { _ = Storage(copying: [1, 2, 3]).copy(at: 1, count: -1) }
        await #expect(processExitsWith: .failure) { _ = Storage<UInt64>(capacity: 8)[0] }
        await #expect(processExitsWith: .failure) {
            let text: String = retyped(1)
            _ = text
        }
    }
}

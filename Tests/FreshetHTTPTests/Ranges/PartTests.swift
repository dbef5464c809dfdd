import Foundation
import FreshetHTTP
import HTTPTypes
import Testing

/// Parts of representations: RFC 9110 §14.4 and §15.3.7.3, RFC 9111 §3.4.
struct PartTests {
    @Test(
        "RFC 9110 §14.4: which part it is",
        arguments: [
            ("bytes 0-0/1", 0..<1, 1), ("bytes 2-4/10", 2..<5, 10), ("BYTES 2-9/10", 2..<10, 10),
            ("bytes 2-10/10", nil, 0), ("bytes 4-2/10", nil, 0), ("bytes 2-4/*", nil, 0), ("bytes */10", nil, 0),
            ("items 2-4/10", nil, 0), ("bytes=2-4/10", nil, 0), ("bytes 2-4", nil, 0), ("bytes 2/10", nil, 0),
            ("bytes -2-4/10", nil, 0), ("bytes 2-4/10 ", nil, 0), ("bytes  2-4/10", nil, 0), ("", nil, 0),
            ("bytes 2-99999999999999999999/999999999999999999999", nil, 0),
        ] as [(String, Range<Int>?, Int)])
    func contentRange(field: String, range: Range<Int>?, length: Int) {
        let read = ContentRange(field)
        #expect(read?.range == range)
        if range != nil { #expect(read?.length == length) }
    }

    @Test(
        "RFC 9110 §8.6: a length has digits only",
        arguments: [
            ("0", 0), ("12", 12), ("\(Int.max)", .max), ("-1", nil), ("+1", nil), ("", nil), ("1, 1", nil),
            ("1.5", nil), ("99999999999999999999", nil),
        ] as [(String, Int?)])
    func contentLength(field: String, length: Int?) {
        #expect(HTTPFields([HTTPField(name: .contentLength, value: field)]).contentLength == length)
    }

    @Test(
        "A damaged store has no parts that are none",
        arguments: [
            #"{"length":-1,"ranges":[]}"#, #"{"length":9,"ranges":[[-9223372036854775808,9223372036854775807]]}"#,
            #"{"length":9,"ranges":[[5,6],[1,2]]}"#, #"{"length":9,"ranges":[[5,10]]}"#,
            #"{"length":9,"ranges":[[2,5],[4,7]]}"#, #"{"length":9,"ranges":[[5,5]]}"#,
            #"{"length":9,"ranges":[[6,5]]}"#,
        ])
    func damagedParts(text: String) {
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(StoredParts.self, from: Data(text.utf8)) }
    }

    @Test func partsOutOfAStoreAreTheSame() throws {
        let parts = StoredParts(2..<5, length: 9)
        #expect(try JSONDecoder().decode(StoredParts.self, from: JSONEncoder().encode(parts)) == parts)
    }

    private static let early = "Thu, 01 Jan 2026 00:00:00 GMT"
    private static let late = "Thu, 01 Jan 2026 00:01:00 GMT"

    private static let validators: [(HTTPFields, String?)] = [
        ([.eTag: "\"1\""], "\"1\""), ([.eTag: "W/\"1\""], nil), ([.eTag: ""], nil), ([:], nil),
        // §8.8.2.2: a date that is long past when the response is made.
        ([.lastModified: early, .date: late], early), ([.lastModified: late, .date: late], nil),
        ([.lastModified: early], nil), ([.lastModified: "x", .date: late], nil),
        ([.eTag: "W/\"1\"", .lastModified: early, .date: late], nil),
        ([.eTag: "\"1\"", .lastModified: early, .date: late], "\"1\""),
    ]

    @Test("RFC 9110 §8.8.1: what names the very bytes", arguments: validators)
    func strongValidators(fields: HTTPFields, expected: String?) {
        #expect(StrongValidator(fields)?.field == expected)
    }

    @Test("What is missing is asked for as one range") func missing() {
        var parts = StoredParts(0..<3, length: 10)
        #expect(parts.missing == 3..<10 && !parts.isComplete && parts.count == 3)
        (parts, _) = parts.adding(5..<7, Data("56".utf8), to: Data("012".utf8))
        #expect(parts.missing == 3..<10)
        (parts, _) = parts.adding(8..<10, Data("89".utf8), to: Data("01256".utf8))
        #expect(parts.missing == 3..<8 && parts.ranges == [0..<3, 5..<7, 8..<10])
        (parts, _) = parts.adding(3..<8, Data("34567".utf8), to: Data("0125689".utf8))
        #expect(parts.missing == nil && parts.isComplete)
        #expect(StoredParts(5..<10, length: 10).missing == 0..<5)
    }

    @Test("RFC 9110 §15.3.7.3: any parts in any order make the same bytes") func joining() {
        var generator = SystemRandomNumberGenerator()
        let whole = Data((0..<40).map { UInt8($0) })
        for _ in 0..<500 {
            var (parts, bytes) = (StoredParts(0..<0, length: whole.count), Data())
            var isStored = [Bool](repeating: false, count: whole.count)
            for _ in 0..<Int.random(in: 1...8, using: &generator) {
                let start = Int.random(in: 0..<40, using: &generator)
                let range = start..<Int.random(in: start..<40, using: &generator) + 1
                // The bytes of a slice do not begin at zero.
                (parts, bytes) = parts.adding(range, whole[range], to: bytes)
                for index in range { isStored[index] = true }
            }
            #expect(parts.areSound(for: bytes))
            #expect(bytes == Data(whole.indices.filter { isStored[$0] }.map { whole[$0] }))
            let start = Int.random(in: 0..<40, using: &generator)
            let asked = start..<Int.random(in: start..<40, using: &generator) + 1
            let isThere = isStored[asked].allSatisfy { $0 }
            #expect(parts.contains(asked) == isThere)
            #expect(parts.bytes(asked, of: bytes) == (isThere ? whole[asked] : nil))
            #expect(parts.isComplete == isStored.allSatisfy { $0 })
        }
    }

    @Test func whatIsDamagedIsNotSound() {
        let parts = StoredParts(2..<5, length: 10)
        #expect(parts.areSound(for: Data("234".utf8)) && !parts.areSound(for: Data("23".utf8)))
        #expect(parts.bytes(2..<5, of: Data("23".utf8)) == nil)
        #expect(parts.bytes(4..<4, of: Data()) == Data())
    }
}

import Foundation
import FreshetCore
import HTTPTypes
import Testing

struct CacheEntryTests {
    @Test func eachEntryHasARandomIDOfItsOwn() {
        let response = StoredResponse(status: 200, headers: [:], requestTime: .now, responseTime: .now)
        let ids = (0..<1000).map { _ in
            CacheEntry(key: CacheKey(url: "https://shop.example/"), response: response, bodyBytes: 0).id
        }
        #expect(Set(ids).count == ids.count)
        for id in ids {
            // RFC 9562 §5.4: version 4, and the variant 10 in two bits.
            #expect(id.uuid.6 >> 4 == 4)
            #expect(id.uuid.8 >> 6 == 0b10)
        }
    }
}

import Foundation
import FreshetCore
import FreshetJSON
import Testing

struct DateDecodingTests {
    @Test func bothDecodersReadThem() throws {
        struct Event: Decodable { let at: Date }
        let decoders: [any BodyDecoder] = [FreshetJSONDecoder.freshet, JSONDecoder.freshet]
        for decoder in decoders {
            let event = try decoder.decode(Event.self, from: Data(#"{"at":"2026-03-01T12:30:45.5Z"}"#.utf8))
            #expect(event.at.timeIntervalSince1970 == 1_772_368_245.5)
            #expect(throws: DecodingError.self) {
                try decoder.decode(Event.self, from: Data(#"{"at":"soon"}"#.utf8))
            }
        }
    }
}

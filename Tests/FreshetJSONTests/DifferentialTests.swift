import Foundation
import FreshetJSON
import FreshetTesting
import Testing

/// Types and bodies made up at random, decoded by both decoders: equal values, or equal kinds of error at equal paths.
@Suite struct DifferentialTests {
    struct Setting: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let dates: JSONDecoder.DateDecodingStrategy
        let ourDates: FreshetJSONDecoder.DateDecodingStrategy
        var keys = JSONDecoder.KeyDecodingStrategy.useDefaultKeys
        var ourKeys = FreshetJSONDecoder.KeyDecodingStrategy.useDefaultKeys

        static let all = [
            Setting(testDescription: "defaults", dates: .deferredToDate, ourDates: .deferredToDate),
            Setting(testDescription: "ISO 8601", dates: .iso8601, ourDates: .iso8601),
            Setting(
                testDescription: "snake case", dates: .secondsSince1970, ourDates: .secondsSince1970,
                keys: .convertFromSnakeCase, ourKeys: .convertFromSnakeCase),
            Setting(
                testDescription: "own keys", dates: .millisecondsSince1970, ourDates: .millisecondsSince1970,
                keys: .custom(Self.shortened), ourKeys: .custom(Self.shortened)),
        ]

        /// Depends on the way to the key, and makes the same of several.
        static func shortened(_ path: [any CodingKey]) -> any CodingKey {
            let key = path[path.count - 1].stringValue
            return AnyKey(path.count % 2 == 0 ? key : key.replacing("_", with: ""))
        }
    }

    @Test("Shapes", arguments: Setting.all)
    func shapesAreReadAlike(_ setting: Setting) {
        var random = SeededRandom(seed: 8259)
        for _ in 0..<TestLength.count(1500, long: 15_000) {
            let shape = Shape.random(&random)
            var writer = BodyWriter(random: random)
            _ = random.next()
            let body = writer.body(of: shape)
            let decoders = BothDecoders()
            decoders.standard.dateDecodingStrategy = setting.dates
            decoders.standard.keyDecodingStrategy = setting.keys
            var ours = FreshetJSONDecoder(keys: setting.ourKeys, dates: setting.ourDates)
            decoders.standard.userInfo = [ShapeHolder.key: ShapeHolder(shape)]
            ours.userInfo = [ShapeHolder.key: ShapeHolder(shape)]
            let mine = Outcome { try ours.decode(Shaped.self, from: Data(body.utf8)) }
            let standard = Outcome { try decoders.standard.decode(Shaped.self, from: Data(body.utf8)) }
            if shape.hasDictionary, mine.isFailure, standard.isFailure { continue }
            guard mine.agrees(with: standard) else {
                Issue.record("\(shape)\n\(body)\nours: \(mine)\nJSONDecoder: \(standard)")
                return
            }
        }
    }
}

import Foundation
import FreshetJSON
import Testing

/// What `Decodable` types see of containers, compared with `JSONDecoder`'s.
@Suite struct ContainerTests {
    /// Performs many operations of a decoder, and records their outcomes.
    private struct Minutes: Decodable, Equatable {
        var lines: [String] = []

        init(from decoder: any Decoder) throws {
            let keyed = try decoder.container(keyedBy: AnyKey.self)
            note(keyed.codingPath)
            for name in ["number", "text", "null", "list", "object", "missing", "super"] {
                let key = AnyKey(name)
                note { keyed.contains(key) }
                note { try keyed.decodeNil(forKey: key) }
                note { try keyed.decode(Int.self, forKey: key) }
                note { try keyed.decode(Bool.self, forKey: key) }
                note { try keyed.decode(String?.self, forKey: key) as Any }
                note { try keyed.decodeIfPresent(UInt8.self, forKey: key) as Any }
                note { try keyed.decodeIfPresent([Int?].self, forKey: key) as Any }
                note { try keyed.decodeIfPresent(URL?.self, forKey: key) as Any }
                note { try keyed.decode(UUID.self, forKey: key) }
                note { try keyed.nestedContainer(keyedBy: AnyKey.self, forKey: key).codingPath }
                note { try keyed.nestedUnkeyedContainer(forKey: key).codingPath }
                note { try keyed.superDecoder(forKey: key).codingPath }
                note { try keyed.superDecoder(forKey: key).singleValueContainer().decodeNil() }
                note { try keyed.superDecoder(forKey: key).container(keyedBy: AnyKey.self) }
            }
            note { try keyed.superDecoder().codingPath }
            note { try keyed.superDecoder().singleValueContainer().decode(Int.self) }
            var list = try keyed.nestedUnkeyedContainer(forKey: AnyKey("list"))
            for step in 0..<14 {
                note { try list.decode(Int.self) }
                note { try list.decodeNil() }
                // After the end, JSONDecoder continues to count here.
                note { list.isAtEnd ? "end" : try list.decodeIfPresent(Int.self) as Any }
                note { try list.decode([String].self) }
                note {
                    step % 3 == 0
                        ? try list.nestedUnkeyedContainer().codingPath
                        : step % 3 == 1
                            ? try list.nestedContainer(keyedBy: AnyKey.self).codingPath
                            : try list.superDecoder().codingPath
                }
                lines.append("\(list.currentIndex) of \(list.count as Any), at the end: \(list.isAtEnd)")
            }
        }

        private mutating func note(_ path: [any CodingKey]) {
            lines.append(path.map(\.stringValue).joined(separator: "."))
        }

        private mutating func note(_ step: () throws -> Any) {
            let outcome = Outcome { () throws -> String in
                let value = try step()
                if let path = value as? [any CodingKey] {
                    return path.map { "\($0.stringValue)/\($0.intValue as Any)" }.joined(separator: ".")
                }
                return value is any KeyedDecodingContainerProtocol ? "container" : "\(value)"
            }
            lines.append("\(outcome)")
        }
    }

    @Test(
        "Every method",
        arguments: [
            #"{"number":7,"text":"x","null":null,"list":[1,null,[2],{"a":3},"4",5,6,7,8],"object":{"number":1},"super":9}"#,
            #"{"list":[],"text":1,"number":"1","number":2,"null":{},"object":[],"super":null}"#,
            #"{"list":[[[[1]]],[[]],{},{},{},null,null,null,null,null,null]}"#,
            #"{"list":1}"#, "[]", "null", "1",
        ])
    func containersBehaveAlike(_ body: String) {
        for body in [body, "[\(body)]"] {
            let decoders = BothDecoders()
            let plain = decoders.outcomes(of: Minutes.self, from: Data(body.utf8))
            expectSame(plain.ours, plain.standard) { $0.lines }
            let inArray = decoders.outcomes(of: [Minutes].self, from: Data(body.utf8))
            expectSame(inArray.ours, inArray.standard) { $0.flatMap(\.lines) }
            let inside = decoders.outcomes(of: [String: [Minutes]].self, from: Data("{\"a\":[\(body)]}".utf8))
            expectSame(inside.ours, inside.standard) { $0.values.flatMap { $0.flatMap(\.lines) } }
        }
    }

    private func expectSame<Value>(_ ours: Outcome<Value>, _ standard: Outcome<Value>, lines: (Value) -> [String]) {
        guard case .value(let mine) = ours, case .value(let theirs) = standard else {
            #expect(ours == standard)
            return
        }
        #expect(lines(mine).count == lines(theirs).count)
        for (step, (line, other)) in zip(lines(mine), lines(theirs)).enumerated() {
            #expect(line == other, "step \(step)")
        }
    }

    @Test func firstOfEqualKeysCounts() throws {
        struct Pair: Decodable, Equatable {
            var a: Int
            var b: Int
        }
        // The last requested key follows the others, after a repeated one.
        for body in [
            #"{"a":1,"b":2,"a":3,"b":4}"#, #"{"b":1,"a":2,"b":3}"#, #"{"\u0061":1,"a":2,"b":3}"#,
            #"{"a":1,"\u0061":2,"b":3,"b":4}"#,
        ] {
            for count in [0, 40] {
                let others = (0..<count).map { "\"k\($0)\":\($0)," }.joined()
                let (ours, standard) = BothDecoders().outcomes(
                    of: Pair.self, from: Data("{\(others)\(body.dropFirst())".utf8))
                #expect(ours == standard)
            }
        }
    }

    @Test func thousandsOfKeysAreFoundInAnyOrder() throws {
        let names = (0..<5_000).map { "key \($0 * 7919 % 5_000)" }
        let body = Data("{\(names.enumerated().map { "\"\($1)\":\($0)" }.joined(separator: ","))}".utf8)
        struct Sum: Decodable {
            let sum: Int
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: AnyKey.self)
                sum = try (0..<5_000).reduce(0) { try $0 + container.decode(Int.self, forKey: AnyKey("key \($1)")) }
            }
        }
        #expect(try FreshetJSONDecoder().decode(Sum.self, from: body).sum == 5_000 * 4_999 / 2)
    }

    @Test func keysOfDictionariesMayBeOwnTypes() {
        struct Name: Hashable, Decodable, CodingKeyRepresentable {
            let codingKey: any CodingKey
            init?<Key: CodingKey>(codingKey: Key) {
                guard !codingKey.stringValue.isEmpty else { return nil }
                self.codingKey = AnyKey(codingKey.stringValue)
            }
            init(from decoder: any Decoder) throws { codingKey = AnyKey(try String(from: decoder)) }
            static func == (left: Self, right: Self) -> Bool {
                left.codingKey.stringValue == right.codingKey.stringValue
            }
            func hash(into hasher: inout Hasher) { hasher.combine(codingKey.stringValue) }
        }
        for body in [#"{"a":1,"b":2}"#, #"{"":1}"#, #"{"a":"x"}"#, "[]"] {
            let (ours, standard) = BothDecoders().outcomes(of: [Name: Int].self, from: Data(body.utf8))
            #expect(ours == standard)
        }
        let pairs = BothDecoders().outcomes(of: [Double: String].self, from: Data(#"[1.5,"a",2,"b"]"#.utf8))
        #expect(pairs.ours == pairs.standard)
    }

    @Test func decoderIsSharedByManyThreads() async throws {
        let decoder = FreshetJSONDecoder(dates: .iso8601)
        let body = Data(
            "[\((0..<50).map { "{\"n\":\($0),\"at\":\"2026-03-01T12:30:45Z\"}" }.joined(separator: ","))]".utf8)
        struct Row: Decodable, Equatable {
            var n: Int
            var at: Date
        }
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<16 { group.addTask { try decoder.decode([Row].self, from: body).reduce(0) { $0 + $1.n } } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts == Array(repeating: 1_225, count: 16))
    }
}

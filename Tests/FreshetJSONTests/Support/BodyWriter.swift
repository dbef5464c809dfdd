import FreshetTesting

/// Writes bodies that fit a shape mostly.
struct BodyWriter {
    var random: SeededRandom
    /// One in how many values is another than the shape asks for.
    var oddity = 25

    private mutating func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }

    private mutating func pick(_ texts: String...) -> String { texts.randomElement(using: &random) ?? "" }

    mutating func body(of shape: Shape) -> String {
        if chance(oddity) {
            return pick(
                "null", "true", "1", "1.5", "300", "-1", "\"\"", "\"x\"", "[]", "{}", "[null]", "{\"a\":1}", "1e400")
        }
        switch shape {
        case .bool: return pick("true", "false")
        case .int: return pick("0", "-1", "42", "1.0", "12e2", "9223372036854775807", "-9223372036854775808", "7")
        case .uint8: return pick("0", "255", "7")
        case .int128: return pick("170141183460469231731687303715884105727", "-5", "1")
        case .double:
            return pick("0", "-0.0", "1.5", "0.1", "-65.613616999999977", "1e22", "123456789.123e-30", "5e-324")
        case .float: return pick("0.1", "16777217", "-3.25e-7", "3.4e38")
        case .text: return text()
        case .date:
            return pick("1.5", "0", "-978307200", "\"2026-03-01T12:30:45Z\"", "\"2026-03-01T12:30:45.125+01:00\"")
        case .data: return pick("\"AQID\"", "\"\"", "\"AQ==\"")
        case .url: return pick("\"https://a.example/b?c=d#e\"", "\"/relative\"", "\"https://ä.example/ü\"")
        case .decimal: return pick("1.1", "-0.000000000000000000001", "12345678901234567890123456789", "1E5")
        case .uuid: return "\"E621E1F8-C36C-495A-93FC-0C247A3E6E5F\""
        case .optional(let shape): return chance(2) ? "null" : body(of: shape)
        case .array(let shape), .elements(let shape):
            return
                "[\((0..<Int.random(in: 0...4, using: &random)).map { _ in body(of: shape) }.joined(separator: blank()))]"
        case .dictionary(let shape):
            return object(
                (0..<Int.random(in: 0...4, using: &random)).map { _ in (Shape.name(&random), body(of: shape)) })
        case .object(let fields): return object(members(fields))
        case .nested(let name, let fields): return object([("x", "1"), (name, object(members(fields)))])
        case .parent(let name, let shape): return object([(name ?? "super", body(of: shape)), ("y", "[1,2]")])
        case .keys: return object([("b", "1"), ("one_two", "[]"), ("a", "{}"), ("b", "2")])
        }
    }

    private mutating func members(_ fields: [Shape.Field]) -> [(String, String)] {
        var members = fields.filter { _ in !chance(30) }.map {
            ($0.name, $0.isOptional && chance(3) ? "null" : body(of: $0.shape))
        }
        if chance(3) { members.append((Shape.name(&random), body(of: .random(&random, depth: 3)))) }
        if chance(3) { members.shuffle(using: &random) }
        return members
    }

    private mutating func object(_ members: [(String, String)]) -> String {
        let pairs = members.map { name, value in quoted(name) + pick(":", ": ", " :\n\t") + value }
        return "{\(pairs.joined(separator: blank()))}"
    }

    private mutating func blank() -> String { pick(",", ", ", " ,\r\n ") }

    private mutating func text() -> String {
        quoted(pick("", "a", "plain words of some length", "ä", "今天 😀", "\"\\/\u{8}\u{C}\n\r\t", "é 😀 and more of it"))
    }

    /// Writes a text with some of its characters as escapes.
    private mutating func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case "\n": result += "\\n"
            case _ where scalar.value < 0x20 || chance(40):
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16, uppercase: chance(2))
                    result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}

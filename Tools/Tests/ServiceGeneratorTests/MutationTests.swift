import Foundation
import OpenAPIDocuments
import ServiceGenerator
import Testing

/// Generates services from documents that are wrong in many ways.
struct MutationTests {
    /// Pseudo-random numbers that are the same on each run.
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }

    private static let lines: [Substring] = {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let text = try? String(contentsOf: tests.appending(path: "Documents/shop.yaml"), encoding: .utf8)
        return (text ?? "").split(separator: "\n", omittingEmptySubsequences: false)
    }()

    /// The processor's time that this thread has taken: other work on the machine doesn't count.
    private static var processorTime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    private func mutated(_ numbers: inout Numbers) -> String {
        var lines = Self.lines
        let references = ["Item", "Facts", "Event", "Reference", "Failure", "None"]
        for _ in 0..<Int.random(in: 1...4, using: &numbers) {
            let index = Int.random(in: 0..<lines.count, using: &numbers)
            let line = lines[index]
            switch Int.random(in: 0..<9, using: &numbers) {
            case 0: lines.remove(at: index)
            case 1: lines.insert(lines[Int.random(in: 0..<lines.count, using: &numbers)], at: index)
            case 2: lines.swapAt(index, Int.random(in: 0..<lines.count, using: &numbers))
            case 3:
                let target = references.randomElement(using: &numbers) ?? ""
                lines[index] = line.replacing("{type: string", with: "{$ref: '#/components/schemas/\(target)'")[...]
            case 4:
                lines[index] =
                    line.replacing("type: object", with: "allOf: [{$ref: '#/components/schemas/Item'}], x: 1")[...]
            case 5: lines[index] = line.replacing("'#/", with: "'https://attacker.example/#/")[...]
            case 6: lines[index] = line + String(repeating: "[", count: 10_000)
            case 7: lines[index] = line.replacing("string", with: "[string, object, array]")[...]
            default: lines[index] = line.dropLast(Int.random(in: 0...max(line.count, 1), using: &numbers))
            }
        }
        return lines.joined(separator: "\n")
    }

    @Test func aThousandMutatedDocumentsAreReadOrRefusedQuickly() throws {
        var numbers = Numbers(state: 7)
        var refused = 0
        for number in 0..<1_000 {
            let text = mutated(&numbers)
            let begin = Self.processorTime
            do {
                let root = try DocumentReader.read(Data(text.utf8))
                _ = try ServiceGenerator.generate(OpenAPIDocument(root))
            } catch {
                refused += 1
            }
            #expect(Self.processorTime - begin < .seconds(2), "document \(number)")
        }
        #expect(refused > 200)
    }
}

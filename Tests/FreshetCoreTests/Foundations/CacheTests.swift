import Foundation
import FreshetCore
import FreshetTesting
import Testing

struct CacheTests {
    let clock = ManualClock()

    private func cache(lifetime: Duration = .seconds(60), limit: Int = 3, cost: Int = .max) -> Cache<String, Int> {
        Cache(lifetime: lifetime, entryLimit: limit, costLimit: cost, time: clock.time)
    }

    @Test func valuesAreKeptUntilTheyExpire() {
        let cache = cache()
        cache["a"] = 1
        clock.advance(by: .seconds(59))
        #expect(cache["a"] == 1)
        clock.advance(by: .seconds(1))
        #expect(cache["a"] == nil)
        #expect(cache.count == 0)
    }

    @Test func nothingExpiresWithoutALifetime() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("freshet-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let expiring = cache()
        expiring["b"] = 2
        try expiring.save(as: "today", in: folder)

        let cache = Cache<String, Int>(lifetime: nil, time: clock.time)
        cache["a"] = 1
        try cache.load(from: "today", in: folder)
        clock.advance(by: .seconds(1 << 40))
        #expect(cache["a"] == 1 && cache["b"] == 2)
    }

    @Test func theLeastRecentlyUsedGoesFirst() {
        let cache = cache()
        for (number, key) in ["a", "b", "c"].enumerated() { cache[key] = number }
        #expect(cache["a"] == 0)
        cache["d"] = 3
        #expect(cache["b"] == nil)
        #expect(cache["a"] == 0 && cache["c"] == 2 && cache["d"] == 3)
        #expect(cache.count == 3)
    }

    @Test func aNewValueTakesThePlaceOfTheOld() {
        let cache = cache()
        cache["a"] = 1
        cache["a"] = 2
        #expect(cache["a"] == 2)
        #expect(cache.count == 1)
        cache["a"] = nil
        #expect(cache["a"] == nil)
    }

    @Test func costsAreBounded() {
        let cache = cache(limit: 100, cost: 10)
        cache.insert(1, forKey: "a", cost: 6)
        cache.insert(2, forKey: "b", cost: 4)
        cache.insert(3, forKey: "c", cost: 5)
        #expect(cache["a"] == nil)
        #expect(cache["b"] == 2 && cache["c"] == 3)
        cache.insert(4, forKey: "d", cost: 11)
        #expect(cache["d"] == nil)
        #expect(cache["b"] == 2)
    }

    @Test func nothingIsKeptWithoutRoom() {
        let cache = cache(limit: 0)
        cache["a"] = 1
        #expect(cache["a"] == nil)
    }

    @Test func aValueMayUseTheCacheWhenItGoes() {
        final class Neighbour: Sendable {
            let cache: Cache<Int, Neighbour>
            let goes: @Sendable () -> Void

            init(in cache: Cache<Int, Neighbour>, _ goes: @escaping @Sendable () -> Void) {
                self.cache = cache
                self.goes = goes
            }

            deinit {
                cache.removeValue(forKey: 0)
                goes()
            }
        }
        let cache = Cache<Int, Neighbour>(entryLimit: 2)
        let gone = Lock(0)
        for key in 1...4 { cache.insert(Neighbour(in: cache) { gone.withLock { $0 += 1 } }, forKey: key) }
        #expect(gone.withLock { $0 } == 2)
        cache.removeAll()
        #expect(gone.withLock { $0 } == 4 && cache.count == 0)
    }

    @Test("A hundred thousand entries are released without nesting", .timeLimit(.minutes(1)))
    func many() {
        let cache = cache(limit: 100_000)
        for number in 0..<200_000 { cache["\(number)"] = number }
        #expect(cache.count == 100_000)
        #expect(cache["0"] == nil)
        #expect(cache["199999"] == 199_999)
    }

    @Test("Used from many threads at once", .timeLimit(.minutes(1)))
    func threads() async {
        let cache = Cache<Int, Int>(entryLimit: 20)
        await withTaskGroup(of: Void.self) { group in
            for task in 0..<8 {
                group.addTask {
                    for number in 0..<1000 {
                        cache[number % 40] = task
                        _ = cache[(number + task) % 40]
                    }
                }
            }
        }
        #expect(cache.count <= 20)
    }

    @Test func aFileKeepsWhatHasNotExpired() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("freshet-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let first = cache()
        first["old"] = 1
        clock.advance(by: .seconds(50))
        first["new"] = 2
        try first.save(as: "../news/today", in: folder)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(files.count == 1)
        let file = folder.appendingPathComponent(try #require(files.first))
        let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)

        clock.advance(by: .seconds(20))
        let second = cache()
        try second.load(from: "../news/today", in: folder)
        #expect(second["old"] == nil)
        #expect(second["new"] == 2)
        // Its lifetime goes on from where it was.
        clock.advance(by: .seconds(40))
        #expect(second["new"] == nil)
    }

    @Test func aFileThatIsNotThereAddsNothingAndABrokenOneIsReported() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("freshet-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let cache = cache()
        cache["a"] = 1
        try cache.load(from: "none", in: folder)
        try cache.save(as: "broken", in: folder)
        try Data("[{".utf8).write(to: folder.appendingPathComponent("broken.cache"))
        #expect(throws: CacheFileError.self) { try cache.load(from: "broken", in: folder) }
        #expect(cache["a"] == 1)
    }
}

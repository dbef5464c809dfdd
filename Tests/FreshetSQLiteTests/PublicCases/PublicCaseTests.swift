#if SQLite
import Foundation
import FreshetCore
import FreshetHTTP
import FreshetSQLite
import FreshetTesting
import HTTPTypes
import Testing

/// The cases of the public suite of HTTP caches in our own words, in memory and in SQLite.
///
/// `scripts/proof/deviations.json` names the cases that Freshet does not pass, or whose question it answers with no,
/// and why. Such a case has to fail: one that passes is removed from that file.
@Suite(.timeLimit(.minutes(5)))
struct PublicCaseTests {
    enum StoreKind: String, CaseIterable, CustomTestStringConvertible {
        case memory, sqlite

        var testDescription: String { rawValue }
    }

    private struct Deviations: Decodable {
        struct Deviation: Decodable {
            /// The stores that the deviation is about; all of them where that is missing.
            let stores: [String]?
        }

        let deviations: [String: Deviation]

        /// Reads the file that the page is made with.
        static let file: Deviations? = {
            var root = URL(filePath: #filePath)
            for _ in 0..<4 { root.deleteLastPathComponent() }
            return (try? Data(contentsOf: root.appending(path: "scripts/proof/deviations.json")))
                .flatMap { try? JSONDecoder().decode(Deviations.self, from: $0) }
        }()
    }

    static let cases = PublicCases.freshness + PublicCases.directives + PublicCases.selection + PublicCases.storing

    @Test("A case of the public suite", arguments: StoreKind.allCases, cases)
    func publicCase(store kind: StoreKind, example: PublicCase) async throws {
        let folder = try TemporaryFolder()
        let store: any CacheStore =
            switch kind {
            case .memory: MemoryCacheStore()
            case .sqlite: SQLiteCacheStore(file: folder.file)
            }
        let problem = await PublicCaseRun(store: store).problem(of: example)
        let deviations = try #require(Deviations.file?.deviations)
        let deviation = deviations[example.id]
        if let deviation, deviation.stores?.contains(kind.rawValue) ?? true {
            #expect(problem != nil, "\(example.id) passes unexpectedly: remove it from scripts/proof/deviations.json")
        } else {
            #expect(problem == nil, "\(example.id): \(problem ?? "")")
        }
    }

    @Test func everyIDIsThereOnce() throws {
        let ids = Self.cases.map(\.id)
        #expect(ids.count == Set(ids).count)
        let deviations = try #require(Deviations.file?.deviations)
        #expect(Set(deviations.keys).isSubset(of: ids))
    }
}
#endif

package import Foundation
import NIOConcurrencyHelpers
import PostgreSQL
import SystemPackage

/// A copy of everything that a web server has stored of its readers, which either kind of store can restore.
///
/// It is a file of JSON in lines: a head with the signing keys, a line for each row, and at the end their number.
package struct ReaderBackup: Sendable {
    /// Why a backup can't be written or restored.
    package struct Failure: Error, Sendable, CustomStringConvertible {
        /// Whether there are readers already, which may be replaced.
        package var hasReaders = false
        /// A sentence for people.
        package let description: String
    }

    private struct Line: Codable {
        /// The version of the format, in the head.
        var version: Int?
        var visitors: Data?
        var pictures: Data?
        /// The table of a row, and its values.
        var table: String?
        var values: [BackupValue]?
        /// The number of rows, at the end.
        var rows: Int?
    }

    private static let version = 1

    private let database: any ReaderDatabase
    private let keys: SigningKeys
    /// The folder whose key files are restored; `nil` where the keys are in the database.
    private let folder: DataFolder?

    /// Opens the store of a folder.
    ///
    /// - Throws: The reason why its file can't be used.
    package init(_ folder: DataFolder) throws {
        let store = try ReaderStore(folder: folder, now: Date())
        (database, keys, self.folder) = (store.database, store.keys, folder)
    }

    /// Opens the store of a database.
    package init(_ database: SharedDatabase) {
        (self.database, keys, folder) = (database.store.database, database.store.keys, nil)
    }

    // MARK: - Writing

    /// Writes everything to a file that only its owner can read, as it is at one moment. A server may be running.
    ///
    /// - Returns: The number of rows.
    /// - Throws: ``Failure``, and the errors of the store.
    package func write(to url: URL) async throws -> Int {
        let part = url.path + ".part"
        let file: FileDescriptor
        do {
            file = try FileDescriptor.open(
                FilePath(part), .writeOnly, options: [.create, .truncate], permissions: .ownerReadWrite)
        } catch {
            throw Failure(description: "The file \(part) can't be written. \(FileProblem.text(error))")
        }
        defer { try? FileManager.default.removeItem(atPath: part) }
        let count = try await file.closeAfterward { try await write(to: file) }
        guard rename(part, url.path) == 0 else {
            throw Failure(
                description: "The file \(url.path) can't be replaced. \(FileProblem.text(Errno(rawValue: errno)))")
        }
        return count
    }

    private func write(to file: FileDescriptor) async throws -> Int {
        let head = Line(version: Self.version, visitors: keys.visitors, pictures: keys.pictures)
        return try await database.transaction { [isShared = folder == nil] runner in
            // A file has one writer at a time. In a database others write meanwhile.
            if isShared { try runner.run("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ", []) }
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            var buffer = Data()
            func add(_ line: Line) throws {
                buffer += try encoder.encode(line)
                buffer.append(UInt8(ascii: "\n"))
                guard buffer.count > 1 << 16 || line.rows != nil else { return }
                try file.writeAll(buffer)
                buffer.removeAll(keepingCapacity: true)
            }

            var count = 0
            func add(_ rows: [any StatementRow], of table: BackupTable) throws {
                for row in rows { try add(Line(table: table.name, values: table.values(row))) }
                count += rows.count
            }
            try add(head)
            let visitors = try runner.rows("SELECT id FROM gazette.visitor ORDER BY id", []).compactMap {
                $0.bytes("id")
            }
            for table in BackupTable.all {
                guard table.isPerVisitor else {
                    try add(try runner.rows(table.select, []), of: table)
                    continue
                }
                for visitor in visitors { try add(try runner.rows(table.select, [.bytes(visitor)]), of: table) }
            }
            try add(Line(rows: count))
            return count
        }
    }

    // MARK: - Restoring

    /// Restores what a file has, all of it or nothing. No server may be running.
    ///
    /// - Parameter isReplacing: Whether what is stored now is removed; else there may be no reader yet.
    /// - Returns: The number of rows.
    /// - Throws: ``Failure``, and the errors of the store.
    package func restore(from url: URL, replacing isReplacing: Bool) async throws -> Int {
        let data: Data
        do { data = try Data(contentsOf: url, options: .mappedIfSafe) } catch {
            throw Failure(description: "The file \(url.path) can't be read. \(FileProblem.text(error))")
        }
        // The transaction of a database passes on only errors of its own.
        let failure = NIOLockedValueBox<Failure?>(nil)
        do {
            let (keys, count) = try await database.transaction { [isShared = folder == nil] runner in
                do {
                    if !isReplacing, try Self.hasReaders(runner) {
                        throw Failure(
                            hasReaders: true, description: "There are already readers. Add --replace to remove them.")
                    }
                    for table in BackupTable.all.reversed() { try runner.run(table.delete, []) }
                    let (keys, count) = try Self.insert(data, runner)
                    if isShared { try Self.store(keys, runner) }
                    return (keys, count)
                } catch let error as Failure {
                    failure.withLockedValue { $0 = error }
                    throw error
                }
            }
            if let folder {
                try folder.replaceKey("visitors.key", with: keys.visitors)
                try folder.replaceKey("pictures.key", with: keys.pictures)
            }
            return count
        } catch {
            throw failure.withLockedValue { $0 } ?? error
        }
    }

    private static func hasReaders(_ runner: any StatementRunner) throws -> Bool {
        let rows = try runner.rows(
            "SELECT (SELECT count(*) FROM gazette.visitor) + (SELECT count(*) FROM gazette.account) AS readers", [])
        return rows.first?.int("readers") != 0
    }

    private static func insert(_ data: Data, _ runner: any StatementRunner) throws -> (SigningKeys, Int) {
        let tables = Dictionary(uniqueKeysWithValues: BackupTable.all.map { ($0.name, $0) })
        let decoder = JSONDecoder()
        var keys: SigningKeys?
        var (number, count) = (0, 0)
        var isComplete = false
        var rest = data[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            number += 1
            let text = rest[..<end]
            rest = rest[rest.index(after: end)...]
            guard let line = try? decoder.decode(Line.self, from: text) else { throw broken(number) }
            if let version = line.version {
                guard number == 1, version == Self.version else {
                    throw Failure(description: "The backup has the format \(version), which this version can't read.")
                }
                guard let visitors = line.visitors, let pictures = line.pictures,
                    visitors.count == SigningKeys.byteCount, pictures.count == SigningKeys.byteCount
                else { throw broken(number) }
                keys = SigningKeys(visitors: visitors, pictures: pictures)
            } else if let rows = line.rows {
                isComplete = rows == count && rest.isEmpty
            } else {
                guard let table = line.table.flatMap({ tables[$0] }),
                    let arguments = line.values.flatMap(table.arguments)
                else { throw broken(number) }
                try runner.run(table.insert, arguments)
                count += 1
            }
        }
        guard let keys else { throw Failure(description: "The file isn't a Gazette backup.") }
        guard isComplete else { throw Failure(description: "The backup is incomplete: its end is missing.") }
        return (keys, count)
    }

    private static func broken(_ line: Int) -> Failure {
        Failure(
            description: line == 1
                ? "The file isn't a Gazette backup." : "Line \(line) of the backup is damaged. Nothing was restored.")
    }

    private static func store(_ keys: SigningKeys, _ runner: any StatementRunner) throws {
        for (name, key) in [("visitors", keys.visitors), ("pictures", keys.pictures)] {
            try runner.run("UPDATE gazette.key SET bytes = $2 WHERE name = $1", [.text(name), .bytes(key)])
        }
    }
}

extension FileDescriptor {
    /// Runs a body, writes what the system still has in memory to the disk, and closes the file.
    fileprivate func closeAfterward<Value>(_ body: () async throws -> Value) async throws -> Value {
        let result: Result<Value, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        if case .success = result { fsync(rawValue) }
        try close()
        return try result.get()
    }
}

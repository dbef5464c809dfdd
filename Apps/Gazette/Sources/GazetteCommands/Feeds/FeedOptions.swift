import ArgumentParser
import FeedEngine
import Foundation
import Freshet
import ReaderStorage

/// The options of all commands for feeds: which sites they read, and whether they send requests.
struct FeedOptions: ParsableArguments {
    @Flag(help: "Use the built-in emulator's sites under https://feeds.example, even with keys.")
    var emulator = false

    @Flag(help: "Don't use the built-in emulator.")
    var live = false

    @Flag(help: "Send no requests.")
    var offline = false

    @Option(help: ArgumentHelp("Record all requests in a file, without secrets (see gazette tape).", valueName: "file"))
    var record: String?

    @Option(help: ArgumentHelp("Replay responses from a recorded file, without a network.", valueName: "file"))
    var replay: String?

    func validate() throws {
        if emulator, live { throw ValidationError("--emulator can't be combined with --live.") }
        if record != nil, replay != nil { throw ValidationError("--record can't be combined with --replay.") }
    }

    /// The folder of the feeds, which no running web app uses.
    static var folder: URL { AccountFiles.folder.appending(path: "feeds", directoryHint: .isDirectory) }

    /// Runs a body with the stored feeds.
    ///
    /// - Parameter sendsRequests: Whether the body reads sites, so that the emulator may be wanted.
    func with<Value>(sendsRequests: Bool, _ body: (StoredFeeds) async throws -> Value) async throws -> Value {
        var service = try ServiceOptions.parse([])
        (service.emulator, service.live, service.record, service.replay) = (emulator, live, record, replay)
        return try await Connection.with(service, for: [], readsFeeds: sendsRequests && !offline) { connection in
            do {
                return try await body(try Self.open(connection))
            } catch let error where Self.isOfCommand(error) {
                throw error
            } catch {
                throw Failure(.unwritable, "The feeds in \(Self.folder.path) can't be used. \(FileProblem.text(error))")
            }
        }
    }

    /// Opens the stored feeds.
    ///
    /// - Throws: ``Failure`` if the folder can't be used.
    static func open(_ connection: Connection) throws -> StoredFeeds {
        do {
            return try StoredFeeds(DataFolder(folder), from: connection.feeds, pictures: connection.pictures())
        } catch {
            throw Failure(.unwritable, "The feeds can't be stored in \(folder.path). \(error)")
        }
    }

    /// Checks that requests may be sent.
    ///
    /// - Throws: ``Failure`` with `--offline`.
    func needRequests() throws {
        if offline { throw Failure(.usage, "This command reads sites. Leave out --offline.") }
    }

    /// Whether an error is reported as it is, and is not one of the database.
    private static func isOfCommand(_ error: any Error) -> Bool {
        error is Failure || error is ExitCode || error is CancellationError || error is FetchError
            || error is ValidationError
    }
}

import Foundation
import Logging
import ReaderModels

/// Writes each message of a log as a JSON object in one line: time, level and message, and the metadata as further
/// members.
struct JSONLogHandler: LogHandler {
    var logLevel = Logger.Level.info
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    /// Receives a line with its end.
    private let write: @Sendable (String) -> Void

    init(
        metadataProvider: Logger.MetadataProvider?,
        write: @escaping @Sendable (String) -> Void = Self.writeToStandardError
    ) {
        self.metadataProvider = metadataProvider
        self.write = write
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var members = metadata
        for more in [metadataProvider?.get(), event.metadata] { members.merge(more ?? [:]) { $1 } }
        if let error = event.error { members["error"] = "\(error)" }
        write(Self.line("\(event.message)", event.level, members))
    }

    /// Writes a message to a file descriptor.
    static func write(_ message: String, _ level: Logger.Level, to descriptor: Int32) {
        _ = Output.write(line(message, level), to: descriptor)
    }

    private static func line(_ message: String, _ level: Logger.Level, _ metadata: Logger.Metadata = [:]) -> String {
        let event = ["time": DateText.exact(Date()), "level": level.rawValue, "message": message]
        let members = metadata.mapValues(\.description).merging(event) { $1 }
        return ((try? JSONText.line(members)) ?? "{}") + "\n"
    }

    @Sendable private static func writeToStandardError(_ line: String) {
        // As a whole: messages are logged on several threads.
        _ = Output.write(line, to: STDERR_FILENO)
    }
}

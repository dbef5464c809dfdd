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
        members["time"] = "\(DateText.exact(Date()))"
        members["level"] = "\(event.level)"
        members["message"] = "\(event.message)"
        guard let line = try? JSONText.line(members.mapValues(\.description)) else { return }
        write(line + "\n")
    }

    @Sendable private static func writeToStandardError(_ line: String) {
        // As a whole: messages are logged on several threads.
        try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
    }
}
